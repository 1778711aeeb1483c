#include "engine/connect6/explain.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/connect6/evaluation/features.h"
#include "engine/connect6/evaluation/position.h"
#include "engine/connect6/player.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/connect6/search/likely_turns.h"
#include "engine/connect6/threats/proof.h"
#include "engine/connect6/threats/solve.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/text.h"

namespace trivium::connect6 {

namespace {

constexpr SolveLimits kForcedWin{20, 20'000, SolveLimits::kMaxSingles, std::nullopt};

std::string list_text(const std::vector<Turn>& turns, int size, const TurnNames& names) {
  return text::joined(turns, names.between, [&](Turn turn) { return names.name(turn, size); });
}

std::string_view name_of(Stone stone) noexcept {
  return stone == Stone::kBlack ? "Black" : "White";
}

/// Returns the stones that one side placed last.
Turn last_turn(const Board& board) {
  const std::vector<Cell>& history = board.history();
  if (history.empty()) return {};
  const bool whole = history.size() % 2 == 1 && history.size() > 1;  // the first turn has one stone
  return whole ? Turn{history[history.size() - 2], history.back()} : Turn{history.back(), kNoCell};
}

/// Draws the board from the top row, three characters a cell, with the column letters of GTP and,
/// in brackets, those of records.
std::string board_text(const Board& board, Turn marked) {
  std::string gtp = "  ", record = "  ";
  for (int column = 0; column < board.size(); ++column) {
    const Cell cell = board.cell(column, 0);
    gtp += fmt::format(" {} ", gtp_vertex(cell, board.size())[0]);
    const bool same = reader_vertex(cell, board.size()) == gtp_vertex(cell, board.size());
    record += same ? "   " : fmt::format("({})", record_vertex(cell, board.size())[0]);
  }
  std::string text = gtp + '\n';
  for (int row = board.size() - 1; row >= 0; --row) {
    text += fmt::format("{:2}", row + 1);
    for (int column = 0; column < board.size(); ++column) {
      const Cell cell = board.cell(column, row);
      const bool last = cell == marked.first || cell == marked.second;
      text +=
          fmt::format("{}{}{}", last ? '[' : ' ', ".XO"[index(board.at(cell))], last ? ']' : ' ');
    }
    text += fmt::format("{}\n", row + 1);
  }
  return text + gtp + '\n' + record + '\n';
}

void explain_value(Position& position, const Weights& weights, Explanation& explanation) {
  const FeatureVector features =
      extract(position.lines(), position.to_move(), position.stones_left());
  const std::int64_t pattern_units = position.pattern_units();
  for (std::size_t k = 0; k < kFeatureCount; ++k) {
    const std::int32_t weight = weights.units()[k];
    explanation.terms.push_back(
        {std::string(kFeatureNames[k]), features[k], weight, std::int64_t{weight} * features[k]});
  }
  explanation.pattern_units = pattern_units;
  const std::int64_t sum = weighted_sum(features, weights) + pattern_units;
  constexpr std::int64_t kUnits = Weights::kUnitsPerHundredth;
  explanation.score = evaluate(features, pattern_units, weights);
  const std::int64_t difference = explanation.score * kUnits - sum;
  (std::abs(difference) < kUnits ? explanation.rounding_units : explanation.limit_units) =
      difference;
  explanation.expectation = expectation(explanation.score, position.lines(), weights);
}

void explain_candidates(Position& position, const std::vector<RatedTurn>& turns,
                        StoneExplainer& explainer, Explanation& explanation) {
  for (const RatedTurn& rated : turns) {
    std::vector<ExplainedStone> stones = explainer.explain(rated.turn);
    position.do_turn(rated.turn);
    const Value value = position.value();
    explanation.candidates.push_back(
        {rated.turn, rated.probability, position.to_move() == explanation.to_move ? value : -value,
         stones_to_parry(position.lines(), explanation.to_move), std::move(stones)});
    position.undo_turn(rated.turn);
  }
}

/// Adds a win by continuous threats if one is found and the verifier accepts it.
void explain_forced_win(const Board& board, const SearchControl& control,
                        Explanation& explanation) {
  const SolveResult forced = solve(board, kForcedWin, &control);
  if (forced.status != SolveStatus::kProved) return;
  if (!verify(board, forced.proof, [&control] { return control.stop_requested(); })) return;
  explanation.forced_turns = forced.turns;
  explanation.forced_line = main_line(forced.proof);
}

void explain_facts(Position& position, const Knowledge& knowledge, const SearchControl& control,
                   Explanation& explanation) {
  StoneExplainer explainer(knowledge, position.board());
  const LikelyTurns likely = likely_turns(position.board(), explainer.strengths());
  explanation.black_sixes = sixes(position.lines(), Stone::kBlack);
  explanation.white_sixes = sixes(position.lines(), Stone::kWhite);
  explanation.winning_turn = likely.winning_turn;
  explanation.stones_to_parry = likely.parries.stones_needed();
  explanation.parries.assign(likely.parries.sets().begin(), likely.parries.sets().end());
  if (likely.turns.empty()) return;
  explain_forced_win(position.board(), control, explanation);
  explain_candidates(position, likely.turns, explainer, explanation);
}

/// Returns the table of the probable turns, and below it the gamma of each group for each stone.
std::string candidates_text(const Explanation& explanation, const TurnNames& names) {
  if (explanation.candidates.empty()) return {};
  const auto name = [&](Turn turn) { return names.name(turn, explanation.size); };
  std::size_t turn_width = 8, stone_width = 5;
  for (const ExplainedCandidate& candidate : explanation.candidates) {
    turn_width = std::max(turn_width, name(candidate.turn).size());
    for (const ExplainedStone& stone : candidate.stones)
      stone_width = std::max(stone_width, name({stone.cell, kNoCell}).size());
  }
  std::string text =
      "likely turns (probability in percent, value after the turn, threat after it):\n";
  for (const ExplainedCandidate& candidate : explanation.candidates) {
    constexpr std::array<std::string_view, 4> kThreats = {
        "", "  one stone parries", "  two stones parry", "  cannot be parried"};
    text += fmt::format("  {:<{}} {:>8.2f} {:>8}{}\n", name(candidate.turn), turn_width,
                        100.0 * candidate.probability, candidate.value,
                        kThreats[static_cast<std::size_t>(candidate.threat)]);
  }
  if (explanation.patterns_source.empty()) return text;
  text += "\nwhy (each stone's probability in percent, the gamma of each group):\n";
  for (const ExplainedCandidate& candidate : explanation.candidates) {
    text += "  " + name(candidate.turn) + '\n';
    for (const ExplainedStone& stone : candidate.stones) {
      text += fmt::format("    {:<{}} {:>6.2f} ", name({stone.cell, kNoCell}), stone_width,
                          100.0 * stone.probability);
      for (const ExplainedGamma& gamma : stone.gammas)
        text += fmt::format(" {} {:.3g}", gamma.group, gamma.gamma);
      text += '\n';
    }
  }
  return text;
}

std::string facts_text(const Explanation& explanation, const TurnNames& names) {
  std::string text;
  const int size = explanation.size;
  if (explanation.winning_turn.first != kNoCell)
    text += "wins now: " + names.name(explanation.winning_turn, size) + '\n';
  if (explanation.stones_to_parry > explanation.stones_left) {
    text += "must parry: impossible with the stones left\n";
  } else if (explanation.stones_to_parry > 0) {
    text += fmt::format("must parry with {}: {}\n", explanation.stones_to_parry,
                        list_text(explanation.parries, size, names));
  }
  if (explanation.forced_turns > 0) {
    text += fmt::format("wins by force in {} turns: {}\n", explanation.forced_turns,
                        list_text(explanation.forced_line, size, names));
  }
  return text + candidates_text(explanation, names);
}

/// Describes the result that the player expects from its turn.
std::string outlook_text(const PlannedTurn& planned) {
  const int turns = std::abs(planned.score.value);
  if (planned.score.kind == Score::Kind::kMate)
    return fmt::format("{} in {}", planned.score.value > 0 ? "wins" : "loses",
                       text::counted(turns, "turn"));
  return fmt::format("expects to win {:.0f}% of such games", planned.expectation.win / 10.0);
}

}  // namespace

Explanation explain(const Board& board, const Knowledge& knowledge, const SearchControl& control) {
  Explanation explanation;
  explanation.to_move = board.to_move();
  explanation.size = board.size();
  explanation.over = board.over();
  explanation.last_turn = last_turn(board);
  if (board.stones() > 0) explanation.last_stone = board.at(board.history().back());
  explanation.board = board_text(board, explanation.last_turn);
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

PlannedTurn planned_turn(const Board& board, const Knowledge& knowledge, std::uint64_t nodes) {
  PlannedTurn planned;
  if (board.over()) return planned;
  Player player(knowledge);
  player.set_board(board);
  const SearchControl unstoppable;
  planned.turn =
      player.think({.nodes = nodes}, unstoppable, [&planned](const Report<Turn>& report) {
        if (report.line != 1) return;
        planned.score = report.score;
        planned.nodes = report.nodes;
        if (report.expectation) planned.expectation = *report.expectation;
      });
  return planned;
}

std::string overview_text(const Explanation& explanation, const PlannedTurn& planned) {
  const int size = explanation.size;
  const TurnNames names;
  std::string text = explanation.board + "X is Black, O is White";
  if (explanation.last_turn.first != kNoCell)
    text += fmt::format("; in brackets the last turn: {} placed {}",
                        name_of(explanation.last_stone), names.name(explanation.last_turn, size));
  text += "\n\n";
  if (explanation.over) return text;
  for (const auto& [side, turns] : {std::pair(Stone::kBlack, &explanation.black_sixes),
                                    std::pair(Stone::kWhite, &explanation.white_sixes)}) {
    const std::string list = turns->empty() ? "no six with the next two stones"
                                            : "six with " + list_text(*turns, size, names);
    text += fmt::format("{} threatens: {}\n", name_of(side), list);
  }
  text += fmt::format("{} would play: {} ({}; {} searched)\n\n", name_of(explanation.to_move),
                      names.name(planned.turn, size), outlook_text(planned),
                      text::counted(planned.nodes, "position"));
  return text;
}

std::string units_text(std::int64_t units) {
  const std::int64_t size = std::abs(units);
  return fmt::format("{}{}.{:02}", units < 0 ? "-" : "", size / Weights::kUnitsPerHundredth,
                     size % Weights::kUnitsPerHundredth);
}

std::string to_text(const Explanation& explanation, const TurnNames& names) {
  if (explanation.over) return "The game is over.\n";
  std::string text = fmt::format(
      "{} to move, {} to place; score in hundredths of the log-odds of winning without "
      "draws\nweights: {}\npatterns: {}\n\n",
      name_of(explanation.to_move), explanation.stones_left == 1 ? "1 stone" : "2 stones",
      explanation.weights_source,
      explanation.patterns_source.empty() ? "none: the weights alone give the stone probabilities"
                                          : explanation.patterns_source);
  text += fmt::format("{:<26} {:>6} {:>10} {:>14}\n", "feature", "count", "weight", "contribution");
  for (const ExplainedTerm& term : explanation.terms) {
    text += fmt::format("{:<26} {:>6} {:>10} {:>14}\n", term.name, term.count,
                        units_text(term.weight_units), units_text(term.contribution_units));
  }
  for (const auto& [row, units] : {std::pair("patterns", explanation.pattern_units),
                                   std::pair("rounding", explanation.rounding_units),
                                   std::pair("limit", explanation.limit_units)}) {
    if (units != 0)
      text += fmt::format("{:<26} {:>6} {:>10} {:>14}\n", row, "", "", units_text(units));
  }
  const WinDrawLoss& expected = explanation.expectation;
  text += fmt::format("{:<26} {:>6} {:>10} {:>14}   (win {:.1f}%{})\n\n", "score", "", "",
                      units_text(std::int64_t{explanation.score} * Weights::kUnitsPerHundredth),
                      expected.win / 10.0,
                      expected.draw > 0 ? fmt::format(", draw {:.1f}%", expected.draw / 10.0) : "");
  return text + facts_text(explanation, names);
}

}  // namespace trivium::connect6
