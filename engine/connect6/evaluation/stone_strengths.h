// Stone strengths: how probable each stone is as the next one, for the move ordering of the search.
//
// The probability of a stone is its strength divided by the sum of all strengths. Strengths come
// from the gammas of patterns (pattern_strengths.h) or, without patterns, from the stone's change
// of the window terms of the evaluation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/connect6/evaluation/weights.h"
#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/patterns/pattern_board.h"
#include "engine/connect6/patterns/pattern_weights.h"
#include "engine/connect6/rules/board.h"

namespace trivium::connect6 {

/// Strengths on a board of its own, which follow() synchronizes with another one. Not thread-safe.
class StoneStrengths {
 public:
  virtual ~StoneStrengths() = default;

  /// Synchronizes with the stones in `history`: undoes the stones that differ and places the rest.
  void follow(std::span<const Cell> history) noexcept;
  /// Places a stone of the side to move. Requires: `cell` is empty.
  void place(Cell cell) noexcept;
  /// Removes the last stone. Requires: there is one.
  void undo() noexcept;

  /// Number of cells of the board.
  std::size_t cells() const noexcept { return cells_; }
  /// Writes for each cell the strength of a stone of the side to move, 0 if occupied. Returns the
  /// sum. Requires: `strengths` has cells() elements.
  virtual double read(std::span<double> strengths) const noexcept = 0;

 protected:
  explicit StoneStrengths(int cells) : cells_(static_cast<std::size_t>(cells)) {
    history_.reserve(cells_);
  }
  int stones() const noexcept { return static_cast<int>(history_.size()); }

 private:
  virtual void do_place(Cell cell) noexcept = 0;
  virtual void do_undo(Cell cell) noexcept = 0;

  std::size_t cells_;
  std::vector<Cell> history_;
};

/// Change of the evaluation's window counts (features.h), weighted, by a stone.
class LineGains {
 public:
  explicit LineGains(const Weights& weights);

  /// Gain of a stone of `side` on the empty `cell`, in Weights units, from the view of `side` after
  /// its turn.
  std::int64_t gain(const LineFeatures& lines, Stone side, Cell cell) const noexcept;

 private:
  std::array<std::array<std::int32_t, LineFeatures::kCountPairs>, 2>
      gains_{};  // by side and count pair
};

/// Creates `count` objects with strengths from gammas, which share one table; takes milliseconds.
/// Requires: `layout` is for the pattern set of `patterns`; both outlive the results.
std::vector<std::unique_ptr<StoneStrengths>> make_strengths(const PatternLayout& layout,
                                                            const PatternWeights& patterns,
                                                            std::size_t count);
/// Creates an object with strengths from the weights, for boards of `size`.
std::unique_ptr<StoneStrengths> make_strengths(const Weights& weights, int size);

}  // namespace trivium::connect6
