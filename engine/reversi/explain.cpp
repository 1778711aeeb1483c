#include "engine/reversi/explain.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fmt/format.h>
#include <span>
#include <string_view>

#include "engine/core/search_control.h"
#include "engine/core/text.h"
#include "engine/reversi/evaluation/evaluation.h"
#include "engine/reversi/patterns/pattern_codes.h"
#include "engine/reversi/player.h"
#include "engine/reversi/rules/diagram.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::reversi {
namespace {

constexpr std::int64_t kUnitsPerHundredth = PatternValue::kUnitsPerDisc / kDisc;
static_assert(kUnitsPerHundredth * kDisc == PatternValue::kUnitsPerDisc);

/// Returns the knowledge that the evaluation uses on a board of this size.
Knowledge knowledge_for(int size, const Knowledge& knowledge) {
  return size == kDefaultSize ? knowledge : Knowledge();
}

std::vector<ExplainedTerm> mobility_terms(const Position& position) {
  const MobilityCounts counts = count_mobility(position);
  const auto term = [](std::string_view name, int count) -> ExplainedTerm {
    return {std::string(name), {}, count, kUnitsPerHundredth * kMobilityUnit * count};
  };
  return {term("moves", counts.moves()), term("stable discs", counts.stable())};
}

std::vector<ExplainedTerm> pattern_terms(const Position& position, const PatternValue& value) {
  std::vector<ExplainedTerm> terms;
  for (const Shape& shape : value.set().shapes()) {
    for (const std::vector<Square>& squares : shape.instances)
      terms.push_back({shape.name, squares, 1, 0});
  }
  // Both lists have the instances in the same order.
  std::size_t i = 0;
  const int stage = value.set().stage(position.discs());
  PatternCodes(value.layout(), position)
      .visit_features(value.layout(), stage, [&](FeatureId feature) {
        terms[i++].contribution_units = value.weights()[feature];
      });
  return terms;
}

void explain_value(const Position& position, const Knowledge& knowledge, Explanation& explanation) {
  explanation.terms = knowledge.value != nullptr ? pattern_terms(position, *knowledge.value)
                                                 : mobility_terms(position);
  std::int64_t sum = 0;
  for (const ExplainedTerm& term : explanation.terms) sum += term.contribution_units;
  explanation.score = Evaluator(knowledge).value(position);
  const std::int64_t difference = explanation.score * kUnitsPerHundredth - sum;
  (std::abs(difference) < kUnitsPerHundredth ? explanation.rounding_units
                                             : explanation.limit_units) = difference;
  explanation.expectation = expectation(explanation.score, false, position, knowledge);
}

/// Value of a position for the side that does not move: the final score if the game is over.
Value value_before(const Position& after, const Evaluator& evaluator) {
  return after.over() ? -kDisc * after.final_score() : -evaluator.value(after);
}

void explain_moves(const Position& position, const Knowledge& knowledge, Explanation& explanation) {
  const Evaluator evaluator(knowledge);
  std::vector<double> probabilities;
  if (knowledge.priors != nullptr) probabilities = move_probabilities(*knowledge.priors, position);
  const std::vector<Move> moves = legal_moves(position);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    Position after = position;
    const Bitboard flipped = after.do_move(moves[i]);
    ExplainedMove move{moves[i], count(flipped), count(after.moves()),
                       value_before(after, evaluator), std::nullopt};
    if (!probabilities.empty()) move.probability = probabilities[i];
    explanation.moves.push_back(move);
  }
  std::ranges::stable_sort(explanation.moves, std::ranges::greater(), &ExplainedMove::value);
}

std::string discs_text(Value value) { return fmt::format("{:+.2f}", value / double{kDisc}); }

/// Describes the result that the player expects from its move.
std::string outlook_text(const PlannedMove& planned) {
  const Value value = planned.score.value;
  if (!planned.is_final)
    return fmt::format("expects {} discs, and to win {:.0f}% of such games", discs_text(value),
                       planned.expectation.win / 10.0);
  if (value == 0) return "a draw with best play";
  const std::string_view result = value > 0 ? "wins" : "loses";
  if (planned.score.bound != Score::Bound::kExact) return fmt::format("{} with best play", result);
  return fmt::format("{} by {} with best play", result, std::abs(value) / kDisc);
}

std::string planned_text(Color side, const PlannedMove& planned) {
  if (planned.move == kPass) return fmt::format("{} must pass\n\n", color_name(side));
  return fmt::format("{} would play: {} ({}; {} searched)\n\n", color_name(side),
                     move_name(planned.move), outlook_text(planned),
                     text::counted(planned.nodes, "position"));
}

/// One row of the table.
std::string row_text(std::string_view name, std::string_view detail, std::int64_t units) {
  return fmt::format("{:<14} {:<32} {:>10}\n", name, detail, units_text(units));
}

std::string count_detail(const ExplainedTerm& term) {
  return fmt::format("{:+} x {}", term.count, discs_text(kMobilityUnit));
}

/// Returns a row for each instance, with its squares.
std::string all_rows(std::span<const ExplainedTerm> terms) {
  std::string text;
  for (const ExplainedTerm& term : terms) {
    const std::string squares = text::joined(term.squares, " ", move_name);
    text += row_text(term.name, term.squares.empty() ? count_detail(term) : squares,
                     term.contribution_units);
  }
  return text;
}

/// Returns a row for each shape or count.
std::string shape_rows(std::span<const ExplainedTerm> terms) {
  std::string text;
  for (std::size_t i = 0; i < terms.size();) {
    const ExplainedTerm& first = terms[i];
    std::int64_t units = 0;
    int instances = 0;
    for (; i < terms.size() && terms[i].name == first.name; ++i, ++instances)
      units += terms[i].contribution_units;
    text += row_text(
        first.name,
        first.squares.empty() ? count_detail(first) : text::counted(instances, "instance"), units);
  }
  return text;
}

std::string moves_text(const Explanation& explanation) {
  const bool has_probabilities = !explanation.priors_source.empty();
  std::string text = fmt::format("{:<6} {:>6} {:>8} {:>8}{}\n", "move", "flips", "replies", "value",
                                 has_probabilities ? "  probability in percent" : "");
  for (const ExplainedMove& move : explanation.moves) {
    text += fmt::format("{:<6} {:>6} {:>8} {:>8}", move_name(move.move), move.flips, move.replies,
                        discs_text(move.value));
    if (move.probability) text += fmt::format(" {:>23.2f}", 100.0 * *move.probability);
    text += '\n';
  }
  return text;
}

}  // namespace

Explanation explain(const Game& game, const Knowledge& knowledge) {
  const Position& position = game.position();
  const Knowledge used = knowledge_for(game.size(), knowledge);
  Explanation explanation;
  explanation.to_move = game.to_move();
  explanation.size = game.size();
  explanation.board = board_text(game);
  explanation.marks_last_move = !game.moves().empty() && game.moves().back() != kPass;
  explanation.black_discs = count(game.discs(Color::kBlack));
  explanation.white_discs = count(game.discs(Color::kWhite));
  explanation.over = game.over();
  explanation.passes = position.must_pass();
  if (used.value != nullptr) explanation.value_source = used.value->source();
  if (used.priors != nullptr) explanation.priors_source = used.priors->source();
  if (explanation.over) {
    explanation.score = kDisc * position.final_score();
    explanation.expectation = expectation(explanation.score, true, position, used);
    return explanation;
  }
  explain_value(position, used, explanation);
  explain_moves(position, used, explanation);
  return explanation;
}

PlannedMove planned_move(const Position& position, const Knowledge& knowledge,
                         std::uint64_t nodes) {
  PlannedMove planned;
  if (position.over()) return planned;
  Player player(knowledge);
  player.set_position(position);
  const SearchControl unstoppable;
  planned.move = player.think({.nodes = nodes}, unstoppable, [&](const Report<Move>& report) {
    planned.score = report.score;
    planned.is_final = report.depth >= count(position.empty);
    if (report.expectation) planned.expectation = *report.expectation;
    planned.depth = report.depth;
    planned.nodes = report.nodes;
    planned.variation = report.principal_variation;
  });
  return planned;
}

std::string overview_text(const Explanation& explanation, const PlannedMove& planned) {
  std::string text = explanation.board;
  text += fmt::format("X is Black with {}, O is White with {}{}\n\n",
                      text::counted(explanation.black_discs, "disc"),
                      text::counted(explanation.white_discs, "disc"),
                      explanation.marks_last_move ? "; in brackets the last move" : "");
  return explanation.over ? text : text + planned_text(explanation.to_move, planned);
}

std::string units_text(std::int64_t units) {
  constexpr std::int64_t kParts = 10'000;
  const std::int64_t parts = std::abs(units) * (kParts / PatternValue::kUnitsPerDisc);
  return fmt::format("{}{}.{:04}", units < 0 ? "-" : "", parts / kParts, parts % kParts);
}

std::string to_text(const Explanation& explanation, bool all) {
  if (explanation.over) {
    const int score = explanation.score / kDisc;
    return score == 0 ? "The game is over: a draw.\n"
                      : fmt::format("The game is over: {} wins by {}.\n",
                                    color_name(score > 0 ? explanation.to_move
                                                         : opponent(explanation.to_move)),
                                    std::abs(score));
  }
  std::string text =
      fmt::format("{} to move; values in discs for this side\nvalue: {}\npatterns of moves: {}\n\n",
                  color_name(explanation.to_move),
                  explanation.value_source.empty() ? "by mobility" : explanation.value_source,
                  explanation.priors_source.empty() ? "none" : explanation.priors_source);
  text += fmt::format("{:<14} {:<32} {:>10}\n", "term", "", "discs");
  text += all ? all_rows(explanation.terms) : shape_rows(explanation.terms);
  if (explanation.rounding_units != 0) text += row_text("rounding", "", explanation.rounding_units);
  if (explanation.limit_units != 0) text += row_text("limit", "", explanation.limit_units);
  const WinDrawLoss& expected = explanation.expectation;
  text += fmt::format("{:<14} {:<32} {:>10}   (win {:.1f}%, draw {:.1f}%)\n\n", "score", "",
                      units_text(kUnitsPerHundredth * explanation.score), expected.win / 10.0,
                      expected.draw / 10.0);
  return text + moves_text(explanation);
}

}  // namespace trivium::reversi
