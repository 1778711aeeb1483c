#include "tools/learn/chess/choice_arguments.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/chess/choice/move_values.h"
#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "learning/records/pgn_games.h"
#include "models/format/load_error.h"
#include "tools/learn/commands.h"
#include "tools/learn/shown_names.h"
#include "tools/manual/writers.h"

namespace trivium::tools {

namespace choice = learning::choice;

namespace {

/// Returns the words of a name in lower case: "carlsen" and "m" for "Carlsen, M".
std::vector<std::string> words_in(std::string_view name) {
  std::string words = text::lower_case(name);
  std::ranges::replace_if(
      words, [](char c) { return std::string_view(",._-").find(c) != std::string_view::npos; },
      ' ');
  return text::words(words);
}

/// Returns the edit distance of two names. Also compares the longest word of `player`, usually the
/// family name, with each word of `name`; 0 if a word begins with it.
std::size_t difference(const std::string& player, const std::string& name) {
  std::size_t minimum = text::edit_distance(text::lower_case(player), text::lower_case(name));
  const std::vector<std::string> asked = words_in(player);
  const auto longest = std::ranges::max_element(asked, {}, &std::string::size);
  if (longest == asked.end()) return minimum;
  for (const std::string& word : words_in(name)) {
    if (word.starts_with(*longest)) return 0;
    minimum = std::min(minimum, text::edit_distance(*longest, word) + 1);
  }
  return minimum;
}

/// Returns the names in the games that are nearest to an unknown name, quoted for the shell.
std::vector<std::string> nearest_names(const std::string& player, const choice::Records& records) {
  constexpr std::size_t kMaxShown = 5;
  constexpr std::size_t kMax = 100;
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const auto& [name, number] : records.names())
    ranked.emplace_back(difference(player.substr(0, kMax), name.substr(0, kMax)), name);
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
  add_data(command, data.pgns, "Games (PGN)")->required()->old_name("--pgn");
  command.begin_group(kDataGroup);
  choice::DecisionFilter& bounds = data.bounds;
  if (by_player) {
    command.add_option("--player NAME", bounds.players,
                       "Only the moves of this player, by name; may be repeated");
  }
  command.add_option("--color", data.color, "Only the moves of White or Black")
      ->check(one_of({"white", "black"}))
      ->old_name("--colour");
  const auto bound = [&](const char* name, int& value, int maximum, const char* help) {
    command.add_number(name, value, 0, maximum, help)->default_str("");
  };
  constexpr int kMax = std::numeric_limits<int>::max();
  bound("--least-elo", bounds.min_elo, kMax, "Minimum rating of the side to move");
  bound("--most-elo", bounds.max_elo, kMax, "Maximum rating of the side to move");
  bound("--first-date", bounds.first_date, kMax, "First date of a game, as 20260131");
  bound("--last-date", bounds.last_date, kMax, "Last date of a game, as 20260131");
  bound("--first-ply", bounds.first_ply, kMax, "First half-move of a game that counts, from 0");
  bound("--least-phase", bounds.min_phase, 100,
        "Minimum of the material on the board in percent; the opening has 100");
  bound("--most-phase", bounds.max_phase, 100,
        "Maximum of the material on the board in percent; pawns and kings alone have 0");
}

void add_choice_model_options(Command& command, std::vector<std::string>& attributes,
                              std::string& lookahead, const std::vector<std::string>& besides) {
  command.begin_group(kModelGroup);
  command
      .add_option(
          "--attributes NAME,...", attributes,
          fmt::format("Attributes of positions that players value: {}", chess::Attributes::known()))
      ->delimiter(',');
  std::vector<std::string> names = besides;
  for (const chess::Lookahead each : chess::kLookaheads)
    names.emplace_back(chess::lookahead_name(each));
  command.add_option("--lookahead", lookahead, "Moves that a player looks ahead")
      ->check(one_of(names));
}

void add_choice_split(Command& command, ChoiceSplit& split, double minimum) {
  add_held_out(command, split.held_out, "games", minimum);
  add_seed(command, split.seed, "the games that are held out");
}

nlohmann::json identity_of(const StyleArguments& arguments) {
  const ChoiceData& data = arguments.data;
  nlohmann::json games = nlohmann::json::array();
  for (const std::string& pgn : data.pgns) games.push_back(learning::describe_data(pgn, "").sha256);
  choice::DecisionFilter filter = data.filter();
  std::ranges::sort(filter.players);
  return {{"games", games},
          {"players", filter.players},
          {"color", data.color},
          {"elo", {filter.min_elo, filter.max_elo}},
          {"dates", {filter.first_date, filter.last_date}},
          {"first_ply", filter.first_ply},
          {"phase", {filter.min_phase, filter.max_phase}},
          {"held_out", arguments.split.held_out},
          {"seed", arguments.split.seed}};
}

void warn_if_none_held_out(const Reporting& reporting, const ChoiceSplit& asked,
                           const choice::Split& split, const std::string& option) {
  warn_if_none_held_out(reporting, asked.held_out, choice::has_decisions(split.held_out) ? 1 : 0,
                        fmt::format("{} games with moves to learn from",
                                    split.train.games.size() + split.held_out.games.size()),
                        option);
}

chess::Attributes attributes_asked(const std::vector<std::string>& words) {
  return or_usage_error("--attributes", chess::Attributes::named(words));
}

learning::GamesLeftOut for_each_game(const std::vector<std::string>& pgns, learning::Phases& phases,
                                     const std::function<void(const chess::PgnGame&)>& take) {
  learning::GamesLeftOut left_out;
  for (const std::string& pgn : pgns) {
    learning::Progress progress("games read", 0, phases.next_delayed());
    const auto report = [&progress](const std::string& fault) { progress.note(fault); };
    learning::records::PgnGames games({pgn}, learning::records::PgnUse::kConsistent, report);
    std::uint64_t read = 0;
    while (const std::optional<chess::PgnGame> game = games.next()) {
      take(*game);
      progress.update(++read);
    }
    progress.erase();
    if (const std::string words = games.left_out().words(); !words.empty())
      progress.note(fmt::format("{}: games left out: {}", pgn, words));
    left_out += games.left_out();
  }
  return left_out;
}

GamesRead read_games(const ChoiceData& data, learning::Phases& phases) {
  GamesRead read;
  read.left_out = for_each_game(data.pgns, phases,
                                [&read](const chess::PgnGame& game) { read.records.add(game); });
  for (const std::string& player : data.bounds.players) {
    if (read.records.names().contains(player)) continue;
    const std::vector<std::string> nearest = nearest_names(player, read.records);
    throw format::LoadError(
        "games.player", "--player: no game has a player {}; {} {}", shell_word(player),
        nearest.empty() ? "no name is known" : "the nearest names are", fmt::join(nearest, ", "));
  }
  return read;
}

std::string words_of(const ChoiceData& data) {
  std::string text;
  const ShownNames names(data.pgns);
  for (const std::string& pgn : data.pgns)
    text += fmt::format(" --data {}", shell_word(names.of(pgn)));
  text += license_words(data.license);
  for (const std::string& player : data.bounds.players)
    text += fmt::format(" --player {}", shell_word(player));
  if (!data.color.empty()) text += fmt::format(" --color {}", data.color);
  const choice::DecisionFilter usual;
  const auto add = [&text](const char* option, int value, int if_not) {
    if (value != if_not) text += fmt::format(" {} {}", option, value);
  };
  add("--least-elo", data.bounds.min_elo, usual.min_elo);
  add("--most-elo", data.bounds.max_elo, usual.max_elo);
  add("--first-date", data.bounds.first_date, usual.first_date);
  add("--last-date", data.bounds.last_date, usual.last_date);
  add("--first-ply", data.bounds.first_ply, usual.first_ply);
  add("--least-phase", data.bounds.min_phase, usual.min_phase);
  add("--most-phase", data.bounds.max_phase, usual.max_phase);
  return text;
}

}  // namespace trivium::tools
