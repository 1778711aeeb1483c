#include "tools/learn/chess/self_play_arguments.h"

#include <fmt/format.h>

#include "engine/chess/evaluation/features.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/core/text.h"
#include "learning/records/file_kind.h"
#include "learning/records/searched_games.h"
#include "learning/tdleaf/tdleaf.h"
#include "models/format/linear.h"
#include "models/format/model_path.h"
#include "models/format/weight_file.h"
#include "tools/common_options.h"

namespace trivium::tools {

namespace {

constexpr int kMaxRandomPlies = 200;
constexpr std::uint64_t kMaxNodes = 1'000'000'000'000;

}  // namespace

bool has_pgn_book(const SelfPlayArguments& arguments) {
  return !arguments.book.empty() &&
         learning::records::kind_of(arguments.book) == learning::records::ChessRecord::kPgn;
}

void add_search_options(Command& app, learning::tdleaf::SearchOptions& options) {
  app.begin_group(kDataGroup);
  app.add_number("--nodes", options.nodes, 0, kMaxNodes,
                 "Positions searched per move; 0: no limit");
  app.add_number("--depth", options.depth, 0, 100, "Plies searched per move; 0: no limit");
  app.add_number("--hash", options.hash_megabytes, 1, 1024,
                 "Megabytes of the hash table of each search; it changes the result");
}

void add_self_play_options(Command& app, SelfPlayArguments& arguments) {
  learning::tdleaf::SelfPlayOptions& options = arguments.options;
  app.begin_group(kDataGroup);
  app.add_option("--openings", arguments.book,
                 "Start positions of games, by content: EPD, or PGN with --opening-plies; without "
                 "it the initial position")
      ->check(existing_file())
      ->old_name("--book");
  app.add_number("--opening-plies", arguments.book_plies, 0, 1000,
                 "Half-moves of each game of --openings in PGN")
      ->old_name("--book-plies");
  app.add_number("--random-plies N [M]", arguments.random_plies, 0, kMaxRandomPlies,
                 "Random moves after the opening: a number, or minimum and maximum; 0 needs "
                 "--openings with one for each game")
      ->expected(1, 2);
  app.add_number("--most-unbalanced", options.max_imbalance, 0, 32000,
                 "Maximum imbalance of a start position by a search, in centipawns of the weights; "
                 "after 50 tries the best one is used");
  app.add_number("--most-plies", options.max_plies, 1, 5000,
                 "Maximum length of a game in plies; longer games are draws");
  app.add_number("--won-from", options.won_from, 0, 32000,
                 "Value in centipawns that decides a game if four searches in a row exceed it; "
                 "10000 and more: certain wins; 0: play to the end");
}

void check_self_play_options(const Command& app, const SelfPlayArguments& arguments) {
  if (app.count("--opening-plies") > 0 && !has_pgn_book(arguments))
    throw UsageError::needs("--opening-plies", "--openings in PGN");
}

learning::tdleaf::SelfPlayOptions self_play_options(const SelfPlayArguments& arguments) {
  learning::tdleaf::SelfPlayOptions options = arguments.options;
  options.min_random_plies = arguments.random_plies.front();
  options.max_random_plies = arguments.random_plies.back();
  if (options.min_random_plies > options.max_random_plies)
    throw format::LoadError("usage.option.value",
                            "--random-plies: the minimum exceeds the maximum");
  if (options.search.nodes == 0 && options.search.depth == 0)
    throw format::LoadError("usage.option.missing",
                            "--nodes: needs --nodes or --depth as the limit of searches");
  return options;
}

void require_storable(const learning::tdleaf::SearchOptions& options, std::size_t plies) {
  const std::size_t maximum = learning::records::max_tree_nodes(plies);
  if (options.tree_positions <= maximum) return;
  throw format::LoadError("usage.option.value",
                          "--tree {}: a file holds games of {} half-moves with --tree {} at most",
                          options.tree_positions, plies, maximum);
}

learning::tdleaf::Openings read_openings(const SelfPlayArguments& arguments,
                                         std::vector<learning::DataSource>& data) {
  if (arguments.book.empty()) return {};
  data.push_back(learning::describe_data(arguments.book, ""));
  return learning::tdleaf::Openings::read(arguments.book, arguments.book_plies);
}

void require_variety(const SelfPlayArguments& arguments, const learning::tdleaf::Openings& openings,
                     std::uint64_t games) {
  if (arguments.random_plies.back() > 0 || openings.size() >= games) return;
  throw format::LoadError("usage.option.value",
                          "--random-plies 0: {} games from {} would not all differ: use random "
                          "moves or --openings with {}",
                          games, text::counted(openings.size(), "opening"), games);
}

std::string unbalanced_words(std::uint64_t games) {
  return games == 0 ? "" : text::counted(games, "game") + " without a balanced start";
}

std::string search_words(const learning::tdleaf::SearchOptions& options) {
  return fmt::format(" --nodes {} --depth {} --hash {}", options.nodes, options.depth,
                     options.hash_megabytes);
}

std::string self_play_words(const SelfPlayArguments& arguments, const ShownNames& names) {
  const learning::tdleaf::SelfPlayOptions& options = arguments.options;
  std::string words = search_words(options.search);
  if (!arguments.book.empty()) {
    words += fmt::format(" --openings {}", names.of(arguments.book));
    if (has_pgn_book(arguments)) words += fmt::format(" --opening-plies {}", arguments.book_plies);
  }
  return words +
         fmt::format(" --random-plies {} {} --most-unbalanced {} --most-plies {} --won-from {}",
                     arguments.random_plies.front(), arguments.random_plies.back(),
                     options.max_imbalance, options.max_plies, options.won_from);
}

std::optional<std::string> file_of_weights(const std::string& name) {
  if (name == "nothing" || name == "zero") return std::nullopt;
  return name == "default" ? format::default_weights("chess").string() : name;
}

std::vector<double> weights_named(const std::string& name,
                                  std::vector<learning::DataSource>& data) {
  if (name == "nothing") return learning::tdleaf::weights_of_nothing();
  if (name == "zero") return std::vector<double>(chess::kParameterCount);
  const std::string path = *file_of_weights(name);
  const format::WeightFile file = format::read_weight_file(path);
  chess::require_weights(file);
  data.push_back(learning::describe_data(path, ""));
  return format::linear_weights(file);
}

}  // namespace trivium::tools
