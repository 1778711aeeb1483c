#include "engine/connect6/explain.h"

#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/connect6/features.h"
#include "engine/connect6/likely_turns.h"
#include "engine/connect6/position.h"
#include "engine/connect6/proof.h"
#include "engine/connect6/solve.h"
#include "engine/connect6/threats.h"

namespace trivium::connect6 {

namespace {

constexpr SolveLimits kForcedWin{20, 20'000, SolveLimits::kMaxSingles, std::nullopt};

std::string list_text(const std::vector<Turn>& turns, int size, TurnNamer name) {
  std::string text;
  for (const Turn& turn : turns) text.append(text.empty() ? "" : " ").append(name(turn, size));
  return text;
}

void explain_value(Position& position, const Weights& weights, Explanation& explanation) {
  const FeatureVector features = extract(position.lines(), position.to_move(), position.stones_left());
  const std::int64_t pattern_units = position.pattern_units();
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
  explanation.expectation = expectation(explanation.score, position.lines(), weights);
}

void explain_candidates(Position& position, const std::vector<RatedTurn>& turns, StoneExplainer& explainer, Explanation& explanation) {
  for (const RatedTurn& rated : turns) {
    std::vector<ExplainedStone> stones = explainer.explain(rated.turn);
    position.do_turn(rated.turn);
    const Value value = position.value();
    explanation.candidates.push_back({rated.turn, rated.probability, position.to_move() == explanation.to_move ? value : -value,
                                      stones_to_parry(position.lines(), explanation.to_move), std::move(stones)});
    position.undo_turn(rated.turn);
  }
}

/// A win by continuous threats, if one is found to which the verifier agrees too.
void explain_forced_win(const Board& board, const SearchControl& control, Explanation& explanation) {
  const SolveResult forced = solve(board, kForcedWin, &control);
  if (forced.status != SolveStatus::kProved) return;
  if (!verify(board, forced.proof, [&control] { return control.stop_requested(); })) return;
  explanation.forced_turns = forced.turns;
  explanation.forced_line = main_line(forced.proof);
}

void explain_facts(Position& position, const Knowledge& knowledge, const SearchControl& control, Explanation& explanation) {
  StoneExplainer explainer(knowledge, position.board());
  const LikelyTurns likely = likely_turns(position.board(), explainer.strengths());
  explanation.winning_turn = likely.winning_turn;
  explanation.stones_to_parry = likely.parries.needed();
  explanation.parries.assign(likely.parries.sets().begin(), likely.parries.sets().end());
  if (likely.turns.empty()) return;
  explain_forced_win(position.board(), control, explanation);
  explain_candidates(position, likely.turns, explainer, explanation);
}

/// A table of the likely turns, and below it why: each stone where it is placed, and the gamma of each group.
std::string candidates_text(const Explanation& explanation, TurnNamer name) {
  if (explanation.candidates.empty()) return {};
  const int size = explanation.size;
  std::string text = "likely turns (probability in per cent, value after the turn, what threatens then):\n";
  for (const ExplainedCandidate& candidate : explanation.candidates) {
    constexpr std::array<std::string_view, 4> kThreats = {"", "  one stone parries", "  two stones parry", "  cannot be parried"};
    text += fmt::format("  {:<8} {:>8.2f} {:>8}{}\n", name(candidate.turn, size), 100.0 * candidate.probability, candidate.value,
                        kThreats[static_cast<std::size_t>(candidate.threat)]);
  }
  if (explanation.patterns_source.empty()) return text;
  text += "\nwhy (a stone's probability in per cent where it is placed, the gamma of each group):\n";
  for (const ExplainedCandidate& candidate : explanation.candidates) {
    text += "  " + name(candidate.turn, size) + '\n';
    for (const ExplainedStone& stone : candidate.stones) {
      text += fmt::format("    {:<5} {:>6.2f} ", name({stone.cell, kNoCell}, size), 100.0 * stone.probability);
      for (const ExplainedGamma& gamma : stone.gammas) text += fmt::format(" {} {:.3g}", gamma.group, gamma.gamma);
      text += '\n';
    }
  }
  return text;
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
  if (explanation.forced_turns > 0) {
    text += fmt::format("wins by force in {} turns: {}\n", explanation.forced_turns, list_text(explanation.forced_line, size, name));
  }
  return text + candidates_text(explanation, name);
}

}  // namespace

Explanation explain(const Board& board, const Knowledge& knowledge) {
  const SearchControl unstoppable;
  return explain(board, knowledge, unstoppable);
}

Explanation explain(const Board& board, const Knowledge& knowledge, const SearchControl& control) {
  Explanation explanation;
  explanation.to_move = board.to_move();
  explanation.size = board.size();
  explanation.over = board.over();
  const Weights& weights = *knowledge.weights;
  explanation.weights_source = weights.source();
  if (knowledge.patterns != nullptr) explanation.patterns_source = knowledge.patterns->source();
  if (board.over()) return explanation;
  Position position(board, weights);
  explanation.stones_left = position.stones_left();
  explain_value(position, weights, explanation);
  explain_facts(position, knowledge, control, explanation);
  return explanation;
}

std::string units_text(std::int64_t units) {
  const std::int64_t size = std::abs(units);
  return fmt::format("{}{}.{:02}", units < 0 ? "-" : "", size / Weights::kUnitsPerHundredth, size % Weights::kUnitsPerHundredth);
}

std::string to_text(const Explanation& explanation, TurnNamer name) {
  if (explanation.over) return "The game is over.\n";
  std::string text = fmt::format(
      "{} to move, {} to place; score in hundredths of the log-odds of winning, were there no draws\nweights: {}\npatterns: {}\n\n",
      explanation.to_move == Stone::kBlack ? "Black" : "White", explanation.stones_left == 1 ? "1 stone" : "2 stones",
      explanation.weights_source,
      explanation.patterns_source.empty() ? "none: the weights alone say which stones are likely" : explanation.patterns_source);
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
  text += fmt::format("{:<26} {:>6} {:>10} {:>14}   (win {:.1f}%{})\n\n", "score", "", "",
                      units_text(std::int64_t{explanation.score} * Weights::kUnitsPerHundredth), expected.win / 10.0,
                      expected.draw > 0 ? fmt::format(", draw {:.1f}%", expected.draw / 10.0) : "");
  return text + facts_text(explanation, name);
}

}  // namespace trivium::connect6
