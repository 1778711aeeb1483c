// GTP commands that only Connect-6 has: details of the engine's evaluation of a position.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fmt/format.h"

#include "engine/connect6/evaluation/stone_strengths.h"
#include "engine/connect6/explain.h"
#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/search/likely_turns.h"
#include "engine/core/text.h"
#include "protocols/gtp/connect6/connect6_seat.h"
#include "protocols/gtp/connect6/odds_table.h"
#include "protocols/gtp/connect6/root_policy.h"
#include "protocols/line/shown_file.h"

namespace trivium::gtp {

using connect6::Cell;
using connect6::kNoCell;
using connect6::Turn;

std::vector<GameCommand> Connect6Seat::make_commands() {
  const auto describe = [this](Description text) {
    return [this, text](const Arguments&) { return description(text); };
  };
  return {
      {"trivium-root_policy", "[search]", "no effect: the search alone chooses turns",
       &Connect6Seat::set_root_policy},
      {"trivium-odds", "",
       "search as for a move and print for each turn the loss, draw and win probabilities, with "
       "95 % intervals, and the probability that it is the best",
       [this](const Arguments& arguments) { return odds(arguments); }},
      {"trivium-explain", "", "the terms of the evaluation of the position",
       describe(&Connect6Seat::explanation)},
      {"trivium-line_values", "",
       "the change of the line values by a stone of the side to move on each cell, as GoGui "
       "graphics",
       describe(&Connect6Seat::line_values)},
      {"trivium-candidates", "",
       "the stones of the ten most likely turns, each with the total probability of these turns in "
       "percent",
       describe(&Connect6Seat::candidates)},
  };
}

GameReply Connect6Seat::set_root_policy(const Arguments& arguments) {
  if (arguments.empty()) return std::string(kRootPolicy);
  if (arguments.size() > 1) return Error{kSyntaxError};
  const Status known = check_root_policy(text::lower_case(arguments[0]));
  if (!known) return known.error();
  return "trivium-root_policy " + std::string(kRootPolicyWarning);
}

GameReply Connect6Seat::odds(const Arguments& arguments) {
  if (!arguments.empty()) return Error{kSyntaxError};
  if (board_.over()) return Error{kGameOver};
  if (std::optional<Error> missing = weights_missing()) return *std::move(missing);
  take_position();
  const auto run = [this](const JobContext& context) -> Result<std::string> {
    prepare(context.settings);
    return odds_table(player_->odds(context.limits, context.control), board_.size());
  };
  return Job{run, true};
}

GameReply Connect6Seat::description(Description text) {
  if (std::optional<Error> missing = weights_missing()) return *std::move(missing);
  if (board_.over()) return Error{kGameOver};
  return Job{[this, text](const JobContext& context) { return (this->*text)(context.control); }};
}

std::string Connect6Seat::explanation(const SearchControl& control) const {
  connect6::Explanation explanation = connect6::explain(board_, knowledge_, control);
  for (std::string* const file : {&explanation.weights_source, &explanation.patterns_source}) {
    *file = line::shown_file(*file, files_);
  }
  return connect6::to_text(explanation, {turn_text, " "});
}

std::string Connect6Seat::line_values(const SearchControl&) const {
  const connect6::LineGains gains_of(*knowledge_.weights);
  const connect6::LineFeatures lines(board_);
  std::vector<std::pair<std::int64_t, Cell>> gains;
  std::int64_t largest = 1;
  for (int i = 0; i < board_.cells(); ++i) {
    const auto cell = static_cast<Cell>(i);
    if (!board_.is_legal(cell)) continue;
    gains.emplace_back(gains_of.gain(lines, board_.to_move(), cell), cell);
    largest = std::max(largest, std::abs(gains.back().first));
  }
  std::string text = "INFLUENCE";
  for (const auto& [gain, cell] : gains) {
    const double share = static_cast<double>(gain) / static_cast<double>(largest);
    text += fmt::format(" {} {:.3f}", vertex(cell), share);
  }
  constexpr auto kScale = "\nTEXT 1 stands for {} hundredths of the log-odds of winning";
  return text + fmt::format(kScale, connect6::units_text(largest));
}

std::string Connect6Seat::candidates(const SearchControl&) const {
  const connect6::LikelyTurns likely = connect6::likely_turns(board_, knowledge_);
  std::map<Cell, double> chances;
  const auto add = [&chances](Turn turn, double probability) {
    for (const Cell cell : {turn.first, turn.second}) {
      if (cell != kNoCell) chances[cell] += probability;
    }
  };
  add(likely.winning_turn, 1.0);
  for (const connect6::RatedTurn& rated : likely.turns) add(rated.turn, rated.probability);
  return text::joined(chances, " ", [this](const auto& entry) {
    return fmt::format("{} {}", vertex(entry.first), std::lround(100.0 * entry.second));
  });
}

}  // namespace trivium::gtp
