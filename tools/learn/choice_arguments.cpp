#include "tools/learn/choice_arguments.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "engine/chess/choice/move_values.h"
#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "learning/records/pgn_games.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/learn/commands.h"
#include "tools/number_range.h"

namespace trivium::tools {

namespace choice = learning::choice;

namespace {

/// Returns the words of a name in lower case: "carlsen" and "m" for "Carlsen, M".
std::vector<std::string> words_in(std::string_view name) {
  std::vector<std::string> words(1);
  for (const char c : text::lower_case(name)) {
    if (c != ' ' && c != ',' && c != '.' && c != '_' && c != '-') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

/// Returns the edit distance of two names. Also compares the longest word of `player`, usually the
/// family name, with each word of `name`; 0 if a word begins with it.
std::size_t difference(const std::string& player, const std::string& name) {
  std::size_t least = text::edit_distance(text::lower_case(player), text::lower_case(name));
  const std::vector<std::string> asked = words_in(player);
  const auto longest = std::ranges::max_element(asked, {}, &std::string::size);
  if (longest == asked.end()) return least;
  for (const std::string& word : words_in(name)) {
    if (word.starts_with(*longest)) return 0;
    least = std::min(least, text::edit_distance(*longest, word) + 1);
  }
  return least;
}

/// Returns the names in the games that are nearest to an unknown name, quoted for the shell.
std::vector<std::string> nearest_names(const std::string& player, const choice::Records& records) {
  constexpr std::size_t kMaxShown = 5;
  constexpr std::size_t kMax = 100;
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const auto& [name, number] : records.names()) ranked.emplace_back(difference(player.substr(0, kMax), name.substr(0, kMax)), name);
  std::ranges::sort(ranked);
  std::vector<std::string> nearest;
  for (const auto& [letters, name] : ranked) {
    if (nearest.size() < kMaxShown) nearest.push_back(shell_word(name));
  }
  return nearest;
}

}  // namespace

choice::DecisionFilter ChoiceData::filter() const {
  choice::DecisionFilter filter = bounds;
  if (!color.empty()) filter.color = color == "white" ? chess::Color::kWhite : chess::Color::kBlack;
  return filter;
}

void add_choice_data(Command& command, ChoiceData& data, bool by_player) {
  command.add_option("--pgn", data.pgns, "Games; may be given more than once")->required()->type_name("FILE");
  command.add_option("--licence", data.licence, "Of the games, for the model card");
  choice::DecisionFilter& bounds = data.bounds;
  if (by_player) {
    command.add_option("--player", bounds.players, "Whose moves, by the name in the games; may be given more than once")->type_name("NAME");
  }
  command.add_option("--colour", data.color, "Only the moves of white or black")->check(one_of({"white", "black"}));
  const auto bound = [&](const char* name, int& value, int most, const char* help) {
    command.add_option(name, value, help)->check(number_range(0, most));
  };
  constexpr int kMax = std::numeric_limits<int>::max();
  bound("--least-elo", bounds.least_elo, kMax, "Of who moves");
  bound("--most-elo", bounds.most_elo, kMax, "Of who moves");
  bound("--first-date", bounds.first_date, kMax, "Of the game, as 20260131");
  bound("--last-date", bounds.last_date, kMax, "Of the game, as 20260131");
  bound("--first-ply", bounds.first_ply, kMax, "Not the moves before this half-move of a game, from 0");
  bound("--least-phase", bounds.least_phase, 100, "Of the material on the board, in percent: 100 in the opening");
  bound("--most-phase", bounds.most_phase, 100, "Of the material on the board, in percent: 0 with pawns and kings");
}

std::vector<std::string> usual_attributes() { return {"material", "mobility", "centre", "attack"}; }

void add_choice_looking(Command& command, std::vector<std::string>& attributes, std::string& lookahead,
                        const std::vector<std::string>& besides) {
  command.add_option("--attributes", attributes, fmt::format("What a player may look at: {}", chess::Attributes::known()))
      ->delimiter(',')
      ->type_name("NAME,...");
  std::vector<std::string> names = besides;
  for (const chess::Lookahead each : chess::kLookaheads) names.emplace_back(chess::lookahead_name(each));
  command.add_option("--lookahead", lookahead, "How far he looks")->check(one_of(names))->capture_default_str();
}

void add_choice_split(Command& command, ChoiceSplit& split, double least) {
  command.add_option("--held-out", split.held_out, "Share of the games kept for the test")
      ->check(number_range(least, 0.9))
      ->capture_default_str();
  command.add_option("--seed", split.seed, "Chooses the games held out")->check(any_natural_number<std::uint64_t>())->capture_default_str();
}

void warn_if_none_held_out(const ChoiceSplit& asked, const choice::Split& split, const std::string& option) {
  warn_if_none_held_out(asked.held_out, choice::has_decisions(split.held_out) ? 1 : 0, fmt::format("{} {}", option, asked.held_out),
                        fmt::format("{} games with moves to learn from", split.train.games.size() + split.held_out.games.size()));
}

void add_choice_threads(Command& command, std::size_t& threads) {
  command.add_option("--threads", threads, "Changes the speed, not the result")
      ->check(number_range<std::size_t>(1, 1024))
      ->capture_default_str();
}

chess::Attributes attributes_asked(const std::vector<std::string>& words) {
  Result<chess::Attributes> attributes = chess::Attributes::named(words);
  if (!attributes) throw UsageError("--attributes", attributes.error());
  return *std::move(attributes);
}

learning::GamesLeftOut for_each_game(const std::string& pgn, const std::function<void(const chess::PgnGame&)>& take) {
  learning::records::PgnGames games(pgn, learning::records::PgnUse::kConsistent,
                                    [](const std::string& fault) { fmt::print(stderr, "{}\n", fault); });
  while (const std::optional<chess::PgnGame> game = games.next()) take(*game);
  if (const std::string words = games.left_out().words(); !words.empty()) fmt::print(stderr, "{}: games left out: {}\n", pgn, words);
  return games.left_out();
}

GamesRead read_games(const std::vector<std::string>& pgns) {
  GamesRead read;
  for (const std::string& pgn : pgns) read.left_out += for_each_game(pgn, [&read](const chess::PgnGame& game) { read.records.add(game); });
  return read;
}

void require_players(const choice::Records& records, const std::vector<std::string>& players) {
  for (const std::string& player : players) {
    if (records.names().contains(player)) continue;
    const std::vector<std::string> nearest = nearest_names(player, records);
    throw format::LoadError("games.player",
                            fmt::format("--player: no game has a player {}; {} {}", shell_word(player),
                                        nearest.empty() ? "no name is known" : "the nearest names are", fmt::join(nearest, ", ")));
  }
}

std::string words_of(const ChoiceData& data) {
  std::string text;
  for (const std::string& pgn : data.pgns) text += fmt::format(" --pgn {}", shell_word(std::filesystem::path(pgn).filename().string()));
  if (!data.licence.empty()) text += fmt::format(" --licence {}", shell_word(data.licence));
  for (const std::string& player : data.bounds.players) text += fmt::format(" --player {}", shell_word(player));
  if (!data.color.empty()) text += fmt::format(" --colour {}", data.color);
  const choice::DecisionFilter usual;
  const auto add = [&text](const char* option, int value, int if_not) {
    if (value != if_not) text += fmt::format(" {} {}", option, value);
  };
  add("--least-elo", data.bounds.least_elo, usual.least_elo);
  add("--most-elo", data.bounds.most_elo, usual.most_elo);
  add("--first-date", data.bounds.first_date, usual.first_date);
  add("--last-date", data.bounds.last_date, usual.last_date);
  add("--first-ply", data.bounds.first_ply, usual.first_ply);
  add("--least-phase", data.bounds.least_phase, usual.least_phase);
  add("--most-phase", data.bounds.most_phase, usual.most_phase);
  return text;
}

}  // namespace trivium::tools
