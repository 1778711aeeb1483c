#include "engine/connect6/explain.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>

#include "engine/connect6/features.h"
#include "engine/connect6/position.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/connect6/threats.h"
#include "engine/connect6/turns.h"

namespace trivium::connect6 {

namespace {

constexpr Beam kShown{24, 60, 10};

std::string list_text(const std::vector<Turn>& turns, int size, TurnNamer name) {
  std::string text;
  for (const Turn& turn : turns) text.append(text.empty() ? "" : " ").append(name(turn, size));
  return text;
}

void explain_value(const FeatureVector& features, std::int64_t pattern_units, const Weights& weights, Explanation& explanation) {
  for (std::size_t k = 0; k < kFeatureCount; ++k) {
    const std::int32_t weight = weights.units()[k];
    explanation.terms.push_back({std::string(kFeatureNames[k]), features[k], weight, std::int64_t{weight} * features[k]});
  }
  explanation.pattern_units = pattern_units;
  const std::int64_t sum = weighted_sum(features, weights) + pattern_units;
  constexpr std::int64_t kUnits = Weights::kUnitsPerHundredth;
  explanation.score = evaluate(features, pattern_units, weights);
  const std::int64_t difference = explanation.score * kUnits - sum;
  (std::abs(difference) < kUnits ? explanation.rounding_units : explanation.limit_units) = difference;
  explanation.expectation = expectation(explanation.score);
}

void explain_facts(Position& position, const Weights& weights, Explanation& explanation) {
  const Stone side = position.to_move();
  if (const auto win = winning_turn(position.lines(), side, explanation.stones_left)) explanation.winning_turn = *win;
  const Parries needed = parries(position.lines(), opponent(side));
  explanation.stones_to_parry = needed.needed();
  explanation.parries.assign(needed.sets().begin(), needed.sets().end());
  if (explanation.winning_turn.first != kNoCell || needed.needed() > explanation.stones_left) return;
  std::vector<RatedTurn> turns;
  TurnGenerator(weights).generate(position.scratch(), side, explanation.stones_left, needed, kShown, turns);
  for (const RatedTurn& rated : turns) explanation.candidates.push_back({rated.turn, rated.value});
}

std::string facts_text(const Explanation& explanation, TurnNamer name) {
  std::string text;
  const int size = explanation.size;
  if (explanation.winning_turn.first != kNoCell) text += "wins now: " + name(explanation.winning_turn, size) + '\n';
  if (explanation.stones_to_parry > explanation.stones_left) {
    text += "must parry: more than the stones left can\n";
  } else if (explanation.stones_to_parry > 0) {
    text += fmt::format("must parry with {}: {}\n", explanation.stones_to_parry, list_text(explanation.parries, size, name));
  }
  if (!explanation.candidates.empty()) text += "looks first at (value after the turn):\n";
  for (const ExplainedCandidate& candidate : explanation.candidates) {
    text += fmt::format("  {:<8} {:>8}\n", name(candidate.turn, size), candidate.value);
  }
  return text;
}

}  // namespace

Explanation explain(const Board& board, const Weights& weights) {
  Explanation explanation;
  explanation.to_move = board.to_move();
  explanation.size = board.size();
  explanation.over = board.over();
  explanation.weights_source = weights.source();
  if (board.over()) return explanation;
  Position position(board, weights);
  explanation.stones_left = position.stones_left();
  explain_value(extract(position.lines(), position.to_move(), explanation.stones_left), position.pattern_units(), weights, explanation);
  explain_facts(position, weights, explanation);
  return explanation;
}

std::string units_text(std::int64_t units) {
  const std::int64_t size = std::abs(units);
  return fmt::format("{}{}.{:02}", units < 0 ? "-" : "", size / Weights::kUnitsPerHundredth, size % Weights::kUnitsPerHundredth);
}

std::string record_turn(Turn turn, int size) {
  std::string text = record_vertex(turn.first, size);
  if (turn.second != kNoCell) text += record_vertex(turn.second, size);
  return text;
}

std::string to_text(const Explanation& explanation, TurnNamer name) {
  if (explanation.over) return "The game is over.\n";
  std::string text = fmt::format("{} to move, {} to place; score in hundredths of the log-odds of winning\nweights: {}\n\n",
                                 explanation.to_move == Stone::kBlack ? "Black" : "White",
                                 explanation.stones_left == 1 ? "1 stone" : "2 stones", explanation.weights_source);
  text += fmt::format("{:<26} {:>6} {:>10} {:>14}\n", "feature", "count", "weight", "contribution");
  for (const ExplainedTerm& term : explanation.terms) {
    text += fmt::format("{:<26} {:>6} {:>10} {:>14}\n", term.name, term.count, units_text(term.weight_units),
                        units_text(term.contribution_units));
  }
  for (const auto& [row, units] : {std::pair("patterns", explanation.pattern_units), std::pair("rounding", explanation.rounding_units),
                                   std::pair("limit", explanation.limit_units)}) {
    if (units != 0) text += fmt::format("{:<26} {:>6} {:>10} {:>14}\n", row, "", "", units_text(units));
  }
  const WinDrawLoss& expected = explanation.expectation;
  text += fmt::format("{:<26} {:>6} {:>10} {:>14}   (win {:.1f}%)\n\n", "score", "", "",
                      units_text(std::int64_t{explanation.score} * Weights::kUnitsPerHundredth), expected.win / 10.0);
  return text + facts_text(explanation, name);
}

}  // namespace trivium::connect6
