// `trivium-learn chess strength-rungs` and `chess strength-measure`: strength levels of the engine.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/chess/choice/strength.h"
#include "engine/core/text.h"
#include "learning/charts/report.h"
#include "learning/charts/table_chart.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "learning/statistics/bradley_terry.h"
#include "models/format/load_error.h"
#include "tools/command_line.h"
#include "tools/common_options.h"
#include "tools/learn/chess/choice_arguments.h"
#include "tools/learn/commands.h"
#include "tools/manifest.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

/// Elo step between levels of an unmeasured scale; it only numbers them.
constexpr double kUnmeasuredStep = 100;
constexpr std::string_view kOwnName = "Trivium";

struct LevelsArguments {
  std::size_t levels = 13;
  double min_nodes = 32, max_nodes = 4096;
  double min_weight = 0.25, max_weight = 16;
  std::string out;
  Reporting reporting;
};

struct MeasureArguments {
  std::string scale;
  std::vector<std::string> games;
  std::vector<std::string> anchors;
  std::vector<std::string> checks;
  double minimum = 0;
  std::string conditions;
  std::string out;
  Reporting reporting;
};

learning::CardText strength_card(std::string strength, std::string limits, std::string data) {
  return {.summary =
              "The scale behind `UCI_LimitStrength` and `UCI_Elo`: for each Elo, the number of "
              "nodes and the weight with which the engine samples its moves.",
          .method =
              "A move is chosen with probability proportional to exp(weight * value); a search of "
              "the move gives the value (the softmax of paper 002). The Elo of the levels "
              "maximize the likelihood of the match results (Bradley and Terry 1952). The Elo of "
              "players of known strength are fixed. A level that met such a player is `anchored`. "
              "Other levels are rated by the games between levels: `interpolated` between "
              "anchored ones, else `extrapolated`.",
          .limits = std::move(limits),
          .strength = std::move(strength),
          .data = std::move(data)};
}

double on_curve(double minimum, double maximum, std::size_t i, std::size_t count) {
  return minimum *
         std::pow(maximum / minimum, static_cast<double>(i) / static_cast<double>(count - 1));
}

learning::Manifest strength_manifest(std::string command, std::string origin) {
  learning::Manifest manifest = new_manifest(std::move(command));
  manifest.origin = std::move(origin);
  return manifest;
}

int run_levels(const LevelsArguments& arguments) {
  require_place(arguments.out);
  learning::require_card_place(arguments.out);
  if (arguments.min_nodes > arguments.max_nodes || arguments.min_weight > arguments.max_weight) {
    throw UsageError("--most-nodes, --most-weight", "less than the least");
  }
  chess::StrengthScale scale;
  for (std::size_t i = 0; i < arguments.levels; ++i) {
    chess::SearchPart search;
    search.nodes = static_cast<std::uint64_t>(
        std::lround(on_curve(arguments.min_nodes, arguments.max_nodes, i, arguments.levels)));
    search.weight = on_curve(arguments.min_weight, arguments.max_weight, i, arguments.levels);
    scale.levels.push_back({kUnmeasuredStep * static_cast<double>(i + 1), 0, search, false});
  }
  format::WeightFile file = scale.to_file();
  const std::string command = fmt::format(
      "trivium-learn chess strength-rungs --count {} --least-nodes {} --most-nodes {} "
      "--least-weight {} --most-weight {}",
      arguments.levels, arguments.min_nodes, arguments.max_nodes, arguments.min_weight,
      arguments.max_weight);
  file.manifest =
      strength_manifest(command, "laid out: nothing was measured, elo only numbers the levels")
          .to_json();
  arguments.reporting.print_file(
      learning::write_with_card(
          arguments.out, file,
          strength_card("Not measured.", "Its Elo values are not measured.", "None."))
          .string());
  return 0;
}

/// Players and results of the games.
class Results {
 public:
  /// Adds the levels of the scale, named by their Elo.
  explicit Results(std::span<const int> choosers) {
    for (const int elo : choosers) {
      if (!add_player(fmt::format("{} {}", kOwnName, elo), std::nullopt)) {
        throw format::LoadError("strength.name", "--scale: two levels are named {} {}", kOwnName,
                                elo);
      }
    }
  }

  /// Adds a player of known strength, given as "NAME=ELO".
  void add_anchor(const std::string& text) {
    const std::size_t sign = text.rfind('=');
    const std::optional<double> elo = sign == std::string::npos
                                          ? std::nullopt
                                          : text::parse_number<double>(text.substr(sign + 1));
    if (!elo || sign == 0 || !std::isfinite(*elo))
      throw UsageError("--anchor", text + " is not NAME=ELO");
    if (!add_player(text.substr(0, sign), *elo))
      throw UsageError("--anchor", text + ": named before");
  }

  /// Adds the games of a PGN file, except games of other players, without a result, decided by a
  /// fault, or with contradictory results.
  void read(const std::string& path, learning::Phases& phases) {
    left_out_ += for_each_game(path, phases, [this](const chess::PgnGame& game) {
      const auto white = numbers_.find(game.tag("White").value_or("")),
                 black = numbers_.find(game.tag("Black").value_or(""));
      if (!game.result || game.ended_by_fault() || white == numbers_.end() ||
          black == numbers_.end() || white == black)
        return;
      counts_[{white->second, black->second}].add(*game.result);
    });
  }

  const learning::GamesLeftOut& left_out() const noexcept { return left_out_; }

  std::vector<learning::statistics::Rating> ratings() const {
    std::vector<learning::statistics::RatedPairing> pairings;
    for (const auto& [players, games] : counts_)
      pairings.push_back({players.first, players.second, games});
    // A weak prior, just enough to keep levels finite that won or lost everything. A stronger one
    // would pull the ends of the scale to its middle.
    constexpr double kVirtualDraws = 0.02;
    return learning::statistics::anchored_bradley_terry(known_, pairings, kVirtualDraws);
  }

  /// By player: true if games link it to a player of known strength.
  std::vector<bool> connected() const {
    std::vector<bool> is_connected(known_.size());
    for (std::size_t i = 0; i < known_.size(); ++i) is_connected[i] = known_[i].has_value();
    for (bool grows = true; grows;) {
      grows = false;
      for (const auto& [players, games] : counts_) {
        if (is_connected[players.first] == is_connected[players.second]) continue;
        is_connected[players.first] = is_connected[players.second] = grows = true;
      }
    }
    return is_connected;
  }

  /// Number of games of a player: all, or those against players of known strength.
  learning::statistics::GameCounts games_of(std::size_t player, bool with_known) const {
    learning::statistics::GameCounts sum;
    const auto add = [&](const learning::statistics::GameCounts& games, std::size_t other) {
      if (!with_known || known_[other]) sum += games;
    };
    for (const auto& [players, games] : counts_) {
      if (players.first == player) add(games, players.second);
      if (players.second == player) add(learning::statistics::reversed(games), players.first);
    }
    return sum;
  }

 private:
  bool add_player(std::string name, std::optional<double> elo) {
    if (!numbers_.emplace(std::move(name), known_.size()).second) return false;
    known_.push_back(elo);
    return true;
  }

  std::map<std::string, std::size_t, std::less<>> numbers_;
  std::vector<std::optional<double>> known_;
  std::map<std::pair<std::size_t, std::size_t>, learning::statistics::GameCounts> counts_;
  learning::GamesLeftOut left_out_;
};

/// A measured level, and why it is left out of the scale (null if it is used).
struct MeasuredLevel {
  chess::Level level;
  std::uint64_t games = 0;
  std::uint64_t with_known = 0;
  const char* left_out = nullptr;
};

/// How the Elo of a level was found: levels beyond the last one with games against known players
/// are extrapolated.
std::string_view origin_text(const chess::Level& level, std::span<const chess::Level> scale) {
  if (level.anchored) return "anchored";
  const auto anchored_beyond = [&](const auto& is_beyond) {
    return std::ranges::any_of(scale, [&](const chess::Level& other) {
      return other.anchored && is_beyond(other.elo, level.elo);
    });
  };
  return anchored_beyond(std::less()) && anchored_beyond(std::greater()) ? "interpolated"
                                                                         : "extrapolated";
}

/// Of two levels whose Elo does not rise, leaves out the less certain one.
void leave_out_what_falls(std::vector<MeasuredLevel>& levels) {
  std::vector<MeasuredLevel*> kept;
  for (MeasuredLevel& next : levels) {
    if (next.left_out != nullptr) continue;
    while (!kept.empty() && next.left_out == nullptr && next.level.elo <= kept.back()->level.elo) {
      constexpr const char* kFalls = "left out: does not rise";
      if (next.level.error < kept.back()->level.error) {
        kept.back()->left_out = kFalls;
        kept.pop_back();
      } else {
        next.left_out = kFalls;
      }
    }
    if (next.left_out == nullptr) kept.push_back(&next);
  }
}

chess::StrengthScale measured(const chess::StrengthScale& before, const Results& results,
                              double minimum, std::FILE* tables) {
  const std::vector<learning::statistics::Rating> ratings = results.ratings();
  const std::vector<bool> connected = results.connected();
  std::vector<MeasuredLevel> levels;
  for (std::size_t i = 0; i < before.levels.size(); ++i) {
    MeasuredLevel& one = levels.emplace_back();
    one.games = results.games_of(i, false).games();
    one.with_known = results.games_of(i, true).games();
    one.level = {ratings[i].elo, ratings[i].standard_error, before.levels[i].search,
                 one.with_known > 0};
    if (!connected[i]) {
      one.left_out = "left out: no games lead to a player of known strength";
    } else if (one.level.elo < minimum) {
      one.left_out = "left out: too weak";
    }
  }
  leave_out_what_falls(levels);
  chess::StrengthScale scale;
  for (const MeasuredLevel& one : levels) {
    if (one.left_out == nullptr) scale.levels.push_back(one.level);
  }
  fmt::print(tables, "{:>6} {:>8} {:>8} {:>7} {:>7} {:>7}\n", "elo", "+-", "nodes", "weight",
             "games", "known");
  for (const auto& [level, games, with_known, left_out] : levels) {
    fmt::print(tables, "{:>6.0f} {:>8.0f} {:>8} {:>7.3f} {:>7} {:>7} {}\n", level.elo,
               learning::statistics::kNormal95 * level.error, level.search.nodes,
               level.search.weight, games, with_known,
               left_out != nullptr ? left_out : origin_text(level, scale.levels));
  }
  if (scale.levels.size() < 2)
    throw format::LoadError("strength.few", "--data: fewer than two levels are left for a scale");
  return scale;
}

/// Returns the Elo values in player names of the games: "Trivium 1200".
std::vector<int> levels_in(const std::vector<std::string>& pgns, learning::Phases& phases) {
  std::set<int> levels;
  for (const std::string& pgn : pgns) {
    for_each_game(pgn, phases, [&levels](const chess::PgnGame& game) {
      for (const char* const side : {"White", "Black"}) {
        const std::string_view name = game.tag(side).value_or("");
        if (!name.starts_with(kOwnName) || name.size() <= kOwnName.size() + 1) continue;
        if (const std::optional<int> elo =
                text::parse_number<int>(name.substr(kOwnName.size() + 1)))
          levels.insert(*elo);
      }
    });
  }
  return {levels.begin(), levels.end()};
}

Results results_of(std::span<const int> choosers, const std::vector<std::string>& pgns,
                   const std::vector<std::string>& anchors, learning::Phases& phases) {
  Results results(choosers);
  for (const std::string& anchor : anchors) results.add_anchor(anchor);
  for (const std::string& pgn : pgns) results.read(pgn, phases);
  return results;
}

/// Returns the levels in the games of --check as CSV: requested Elo and measured Elo.
std::string checked(const MeasureArguments& arguments, learning::Phases& phases) {
  const std::vector<int> levels = levels_in(arguments.checks, phases);
  const Results results = results_of(levels, arguments.checks, arguments.anchors, phases);
  const std::vector<learning::statistics::Rating> ratings = results.ratings();
  std::string csv = "uci_elo,elo,reach,games,score\n";
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const learning::statistics::GameCounts games = results.games_of(i, false);
    csv += fmt::format("{},{:.0f},{:.0f},{},{:.1f}\n", levels[i], ratings[i].elo,
                       learning::statistics::kNormal95 * ratings[i].standard_error, games.games(),
                       games.points());
  }
  return csv;
}

/// Returns the table of checked() in Markdown.
std::string check_text(const std::string& csv) {
  std::string table =
      "| UCI_Elo | measured Elo | 95 % +- | games | score |\n|---:|---:|---:|---:|---:|\n";
  const std::vector<std::vector<std::string>> rows = learning::charts::csv_rows(csv);
  for (std::size_t i = 1; i < rows.size(); ++i)
    table += fmt::format("| {} |\n", fmt::join(rows[i], " | "));
  return table;
}

/// Returns the levels of the scale and the table of checked() as one line of JSON.
std::string strength_json(const chess::StrengthScale& scale, const std::string& checks) {
  std::string levels = "elo,reach,nodes,weight,origin\n";
  for (const chess::Level& level : scale.levels) {
    levels +=
        fmt::format("{},{},{},{},{}\n", level.elo, learning::statistics::kNormal95 * level.error,
                    level.search.nodes, level.search.weight, origin_text(level, scale.levels));
  }
  std::vector<learning::charts::ReportFile> files{{"levels.csv", std::move(levels)}};
  if (!checks.empty()) files.push_back({"check.csv", checks});
  return learning::charts::tables_json(files);
}

std::string measuring_command(const MeasureArguments& arguments) {
  std::string command = "trivium-learn chess strength-measure";
  const auto add_file = [&command](const char* option, const std::string& path) {
    command +=
        fmt::format(" {} {}", option, shell_word(std::filesystem::path(path).filename().string()));
  };
  add_file("--scale", arguments.scale);
  for (const std::string& path : arguments.games) add_file("--data", path);
  for (const std::string& anchor : arguments.anchors)
    command += fmt::format(" --anchor {}", shell_word(anchor));
  for (const std::string& path : arguments.checks) add_file("--check", path);
  if (!arguments.conditions.empty())
    command += fmt::format(" --conditions {}", shell_word(arguments.conditions));
  if (arguments.minimum != 0) command += fmt::format(" --least {}", arguments.minimum);
  return command;
}

/// Returns the text of the card about the scale of the Elo values and the conditions of the
/// matches.
std::string limits_text(const MeasureArguments& arguments) {
  return "The Elo are on the scale of the players of known strength, and hold under the conditions "
         "of these matches" +
         (arguments.conditions.empty() ? "." : fmt::format(": {}.", arguments.conditions));
}

/// Returns the tables of the scale and of its check, in Markdown.
std::string strength_text(const chess::StrengthScale& scale, const std::string& check) {
  std::string text =
      "| elo | 95 % +- | nodes for each move | weight | |\n|---:|---:|---:|---:|---|\n";
  for (const chess::Level& level : scale.levels) {
    text += fmt::format("| {:.0f} | {:.0f} | {} | {:.3f} | {} |\n", level.elo,
                        learning::statistics::kNormal95 * level.error, level.search.nodes,
                        level.search.weight, origin_text(level, scale.levels));
  }
  if (check.empty()) return text;
  return text +
         "\nLevels in between, measured in games with their neighbors and with players of known "
         "strength:\n\n" +
         check;
}

int run_measure(const MeasureArguments& arguments) {
  std::vector<NamedPlace> read = places_named("--data", arguments.games);
  for (const NamedPlace& place : places_named("--check", arguments.checks)) read.push_back(place);
  read.push_back({"--scale", arguments.scale});
  std::vector<NamedPlace> written;
  prepare_weights(arguments.out, written);
  require_different(written, read);
  const chess::StrengthScale before = chess::StrengthScale::load(arguments.scale);
  std::vector<int> choosers;
  for (const chess::Level& level : before.levels)
    choosers.push_back(static_cast<int>(std::lround(level.elo)));
  const std::size_t files = arguments.games.size() + 2 * arguments.checks.size();
  learning::Phases phases(static_cast<int>(files), arguments.reporting.progress(arguments.out));
  const Results results = results_of(choosers, arguments.games, arguments.anchors, phases);
  const chess::StrengthScale scale =
      measured(before, results, arguments.minimum, arguments.reporting.tables());
  const std::string checks = arguments.checks.empty() ? "" : checked(arguments, phases);
  const std::string check = checks.empty() ? "" : check_text(checks);
  fmt::print(arguments.reporting.tables(), "{}", check);
  if (arguments.out.empty()) {
    if (arguments.reporting.json) fmt::print("{}\n", strength_json(scale, checks));
    return 0;
  }
  learning::Manifest manifest =
      strength_manifest(measuring_command(arguments), "measured: the results of matches");
  results.left_out().note(manifest);
  manifest.data.push_back(learning::describe_data(arguments.scale, ""));
  for (const std::string& path : arguments.games)
    manifest.data.push_back(learning::describe_data(path, "this project's"));
  for (const std::string& path : arguments.checks)
    manifest.data.push_back(learning::describe_data(path, "this project's"));
  format::WeightFile file = scale.to_file();
  file.manifest = manifest.to_json();
  arguments.reporting.print_file(
      learning::write_with_card(arguments.out, file,
                                strength_card(strength_text(scale, check), limits_text(arguments),
                                              "Results of matches (files below)."))
          .string());
  return 0;
}

}  // namespace

void add_chess_strength_rungs(Command& command, int& status) {
  auto arguments = std::make_shared<LevelsArguments>();
  add_count(command, arguments->levels, "Number of levels", 2, 1000)->old_name("--rungs");
  command.begin_group(kModelGroup);
  const auto bound = [&command](const char* name, double& value, double minimum, const char* help) {
    command.add_option(name, value, help)->check(number_range(minimum, 1e9));
  };
  bound("--least-nodes", arguments->min_nodes, 1, "Nodes per legal move of the weakest level");
  bound("--most-nodes", arguments->max_nodes, 1, "Nodes per legal move of the strongest level");
  bound("--least-weight", arguments->min_weight, 1e-6,
        "Weight of the weakest level: log-odds per pawn");
  bound("--most-weight", arguments->max_weight, 1e-6, "Weight of the strongest level");
  add_out(command, arguments->out)->required();
  add_json(command, arguments->reporting.json);
  command.callback([arguments, &status] { status = run_levels(*arguments); });
}

void add_chess_strength_measure(Command& command, int& status) {
  auto arguments = std::make_shared<MeasureArguments>();
  add_data(command, arguments->games, "Games (PGN) of the levels of --scale")
      ->required()
      ->old_name("--games");
  command.begin_group(kDataGroup);
  command.add_option("--scale FILE", arguments->scale, "Strength scale whose levels have played")
      ->required();
  command
      .add_option("--anchor NAME=ELO", arguments->anchors,
                  "A player of known strength, by name; may be repeated")
      ->required();
  command.add_option(
      "--check FILE", arguments->checks,
      "Games (PGN) of levels between those of the scale, which check it; may be repeated");
  command.add_option("--least", arguments->minimum, "Minimum Elo of a level in the scale")
      ->check(number_range(-1e4, 1e4));
  command.add_option(
      "--conditions", arguments->conditions,
      "Conditions of the matches, for the model card: program of the anchors, clock");
  add_out(command, arguments->out);
  add_reporting(command, arguments->reporting);
  command.callback([arguments, &status] { status = run_measure(*arguments); });
}

}  // namespace trivium::tools
