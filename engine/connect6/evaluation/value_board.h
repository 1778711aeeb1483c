// The pattern part of a position's value (value_patterns.h), updated for both sides.
//
// Sums are integers in Weights units, so undoing a stone restores them exactly. A search places
// many stones without evaluating the position (wins, missing parries, table hits), so stones are
// processed only when the sum is requested.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/connect6/evaluation/weights.h"
#include "engine/connect6/patterns/value_patterns.h"
#include "engine/connect6/rules/board.h"

namespace trivium::connect6 {

class ValueBoard {
 public:
  /// Starts with the stones of `board`. Does nothing if the weights have no patterns. Requires:
  /// `weights` outlives this.
  ValueBoard(const Board& board, const Weights& weights) : weights_(weights.patterns()) {
    if (weights_.empty()) return;
    sums_.reserve(static_cast<std::size_t>(board.cells()) + 1);
    sums_.push_back({});
    unread_.reserve(static_cast<std::size_t>(board.cells()));
    patterns_.emplace(board.size());
    for (const Cell cell : board.history()) place(cell);
  }

  /// Places a stone of the side to move. Does not allocate. Requires: `cell` is empty.
  void place(Cell cell) noexcept {
    if (patterns_) unread_.push_back(cell);
  }

  /// Removes the last stone. Requires: it is on `cell`.
  void undo(Cell cell) noexcept {
    if (!patterns_) return;
    if (!unread_.empty()) return unread_.pop_back();
    patterns_->undo(cell, [](std::size_t, ValuePattern, int) {});
    sums_.pop_back();
  }

  /// Returns the pattern part for `side` if it is on move, in Weights units.
  std::int64_t units(Stone side) noexcept {
    if (!patterns_) return 0;
    for (const Cell cell : unread_) read(cell);
    unread_.clear();
    return sums_.back()[static_cast<std::size_t>(index(side) - 1)];
  }

 private:
  using Sums = std::array<std::int64_t, 2>;  // by side

  void read(Cell cell) noexcept {
    Sums sums = sums_.back();
    patterns_->place(cell, [&](std::size_t side, ValuePattern pattern, int by) {
      const std::int64_t weight = weights_[pattern];
      sums[side] += by > 0 ? weight : -weight;
    });
    sums_.push_back(sums);
  }

  std::span<const std::int32_t> weights_;  // by pattern
  std::optional<ValuePatterns> patterns_;
  std::vector<Sums> sums_;    // by number of processed stones
  std::vector<Cell> unread_;  // the last stones placed
};

}  // namespace trivium::connect6
