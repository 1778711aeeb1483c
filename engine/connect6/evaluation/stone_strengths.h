// How likely each stone is to be the next one: what the search orders its turns by.
//
// The probability of a stone is its strength divided by the sum of all. Gammas of patterns tell the strengths (pattern_strengths.h); where
// there are none, what a stone changes in the evaluation's windows does.
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

/// Strengths on a board of its own, which follows another one when asked. One thread.
class StoneStrengths {
 public:
  virtual ~StoneStrengths() = default;

  /// Comes to the stones that were placed in this order: takes back what differs and places what is missing.
  void follow(std::span<const Cell> history) noexcept;
  void place(Cell cell) noexcept;
  void undo() noexcept;

  /// Of the board.
  std::size_t cells() const noexcept { return cells_; }
  /// The strength of a stone of the side to move by cell, 0 where there is one already; returns their sum.
  virtual double read(std::span<double> strengths) const noexcept = 0;

 protected:
  explicit StoneStrengths(int cells) : cells_(static_cast<std::size_t>(cells)) { history_.reserve(cells_); }
  int stones() const noexcept { return static_cast<int>(history_.size()); }

 private:
  virtual void do_place(Cell cell) noexcept = 0;
  virtual void do_undo(Cell cell) noexcept = 0;

  std::size_t cells_;
  std::vector<Cell> history_;
};

/// What a stone changes in the window terms of the evaluation.
class LineGains {
 public:
  explicit LineGains(const Weights& weights);

  /// For a stone of `side` on the empty `cell`, in Weights units, seen by `side` after its turn.
  std::int64_t gain(const LineFeatures& lines, Stone side, Cell cell) const noexcept;

 private:
  std::array<std::array<std::int32_t, LineFeatures::kCountPairs>, 2> gains_{};  // by side and count pair
};

/// By the gammas, `layout` being of their set, `count` of them that share a table: milliseconds. Both must outlive them.
std::vector<std::unique_ptr<StoneStrengths>> make_strengths(const PatternLayout& layout, const PatternWeights& patterns, std::size_t count);
/// By the weights alone, on a board of `size`.
std::unique_ptr<StoneStrengths> make_strengths(const Weights& weights, int size);

}  // namespace trivium::connect6
