// The pattern part of the value: incremental results against a slow reference.
#include <doctest/doctest.h>
#include <map>
#include <vector>

#include "engine/connect6/evaluation/evaluation.h"
#include "engine/connect6/evaluation/position.h"
#include "engine/connect6/evaluation/value_board.h"
#include "engine/connect6/explain.h"
#include "engine/core/rng.h"
#include "models/format/load_error.h"
#include "models/format/weight_file.h"
#include "tests/engine/connect6/patterns/pattern_reference.h"
#include "tests/engine/connect6/sample.h"
#include "tests/temporary_folder.h"

namespace trivium::connect6 {
namespace {

using Counts = std::map<ValuePattern, int>;  // none of them 0

void add(Counts& counts, ValuePattern pattern, int by) {
  if ((counts[pattern] += by) == 0) counts.erase(pattern);
}

/// Counts all pattern features of `side`, read cell by cell from the board.
Counts patterns_on(const Board& board, Stone side) {
  PatternGroup line;
  line.behind = line.ahead = 4;
  Counts counts;
  for (int i = 0; i < board.cells(); ++i) {
    const auto cell = static_cast<Cell>(i);
    if (board.at(cell) != Stone::kEmpty) continue;
    for (const Direction direction : kAllDirections) {
      line.direction = direction;
      add(counts, reference::line_code(board, line, cell, side), 1);
    }
    add(counts,
        kLinePatterns + 27 * reference::make_code(board, cell, side) +
            reference::make_code(board, cell, opponent(side)),
        1);
  }
  return counts;
}

/// Returns these counts minus those of the empty board.
Counts patterns_beyond_empty(const Board& board, Stone side) {
  Counts counts = patterns_on(board, side);
  for (const auto& [pattern, count] : patterns_on(Board(board.size()), side))
    add(counts, pattern, -count);
  return counts;
}

std::vector<double> drawn_patterns(Rng& rng) {
  std::vector<double> weights(kValuePatterns);
  for (double& weight : weights) weight = static_cast<double>(rng.below(2001)) / 1e4 - 0.1;
  return weights;
}

std::shared_ptr<const Weights> random_weights(std::uint64_t seed) {
  Rng rng(seed);
  const std::vector<double> counts = {-0.2,   0.0,   0.01, 0.05, 0.13, 0.8,  0.1, -0.005,
                                      -0.015, -0.06, -0.1, -0.2, 2.5,  -0.5, -2,  -5};
  return Weights::from_log_odds(counts, "drawn", drawn_patterns(rng));
}

TEST_CASE("incremental pattern changes agree with the patterns on the board") {
  Rng rng(71);
  for (int game = 0; game < 6; ++game) {
    const int size = 6 + static_cast<int>(rng.below(8));
    Board board(size);
    ValuePatterns kept(size);
    std::array<Counts, 2> counts;
    const auto tell = [&](std::size_t side, ValuePattern pattern, int by) {
      add(counts[side], pattern, by);
    };
    for (int step = 0; step < 60; ++step) {
      if (!board.history().empty() && (board.over() || rng.below(4) == 0)) {
        const Cell last = board.history().back();
        board.undo_move();
        kept.undo(last, tell);
      } else {
        const auto cell = static_cast<Cell>(rng.below(static_cast<std::uint64_t>(board.cells())));
        if (!board.is_legal(cell)) continue;
        board.do_move(cell);
        kept.place(cell, tell);
      }
      REQUIRE(kept.stones() == board.stones());
      REQUIRE(counts[0] == patterns_beyond_empty(board, Stone::kBlack));
      REQUIRE(counts[1] == patterns_beyond_empty(board, Stone::kWhite));
    }
  }
}

TEST_CASE("a position's value equals the one computed from scratch, also after undoing a turn") {
  const auto weights = random_weights(72);
  Rng rng(73);
  for (int i = 0; i < 40; ++i) {
    const Board board = reference::random_board(rng, 6 + static_cast<int>(rng.below(14)),
                                                static_cast<int>(rng.below(40)), 6);
    std::int64_t units = 0;
    for (const auto& [pattern, count] : patterns_beyond_empty(board, board.to_move()))
      units += std::int64_t{count} * weights->patterns()[pattern];
    Position position(board, *weights);
    REQUIRE(position.pattern_units() == units);
    REQUIRE(position.value() == evaluate(extract(board), units, *weights));
    const Value before = position.value();
    const auto first = static_cast<Cell>(rng.below(static_cast<std::uint64_t>(board.cells())));
    const auto second = static_cast<Cell>(rng.below(static_cast<std::uint64_t>(board.cells())));
    if (first == second || !board.is_legal(first) || !board.is_legal(second)) continue;
    position.do_turn({first, second});
    position.undo_turn({first, second});
    REQUIRE(position.value() == before);
  }
}

TEST_CASE("the empty board has no pattern units, and swapped colors give the same value") {
  const auto weights = random_weights(74);
  CHECK(Position(Board(19), *weights).pattern_units() == 0);
  CHECK(mirrored(1) == 2187);
  CHECK(mirrored(2 * 3 + 1) == 2 * 729 + 2187);
  for (ValuePattern line = 0; line < kLinePatterns; ++line)
    REQUIRE(mirrored(mirrored(line)) == line);
}

TEST_CASE("weights with patterns are unchanged after writing and reading") {
  Rng rng(75);
  const std::vector<double> patterns = drawn_patterns(rng);
  const std::vector<double> counts(kFeatureCount, 0.25);
  format::WeightFile file;
  file.kind = kWeightsKind;
  file.schema = kWeightsSchema;
  file.feature_names = feature_names();
  file.tensors = value_tensors(counts, patterns);
  const TemporaryFolder folder;
  const auto path = format::write_weight_file(folder / "value.safetensors", file);
  const auto read = Weights::load(path);
  const auto made = Weights::from_log_odds(counts, "made", patterns);
  CHECK(read->units() == made->units());
  CHECK(std::vector(read->patterns().begin(), read->patterns().end()) ==
        std::vector(made->patterns().begin(), made->patterns().end()));

  std::erase_if(file.tensors,
                [](const format::Tensor& tensor) { return tensor.name == "meetings"; });
  static_cast<void>(format::write_weight_file(path, file));
  CHECK_THROWS_AS(Weights::load(path), format::LoadError);
  CHECK_THROWS_WITH(Weights::from_log_odds(counts, "x", std::vector<double>(3)),
                    "x: 3 pattern weights, expected 7290");
}

TEST_CASE("an explanation with patterns sums exactly to the score that the search sees") {
  const auto weights = random_weights(76);
  Rng rng(77);
  for (int i = 0; i < 20; ++i) {
    const Board board = reference::random_board(rng, 9, 1 + static_cast<int>(rng.below(20)), 6);
    if (board.over()) continue;
    const Explanation explanation = explain(board, {weights, nullptr});
    std::int64_t sum =
        explanation.pattern_units + explanation.rounding_units + explanation.limit_units;
    for (const ExplainedTerm& term : explanation.terms) sum += term.contribution_units;
    REQUIRE(sum == std::int64_t{explanation.score} * Weights::kUnitsPerHundredth);
    REQUIRE(explanation.score == Position(board, *weights).value());
  }
}

}  // namespace
}  // namespace trivium::connect6
