// The pattern part of a position's value (value_patterns.h), kept for both sides as stones come and go: a search reads it at every node.
//
// Sums are whole numbers of Weights units, so a stone that is taken back leaves exactly what was there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/value_patterns.h"
#include "engine/connect6/weights.h"

namespace trivium::connect6 {

class ValueBoard {
 public:
  /// The stones of `board`. `weights` must outlive this; where they have no patterns, this keeps nothing.
  ValueBoard(const Board& board, const Weights& weights) : weights_(weights.patterns()) {
    sums_.reserve(static_cast<std::size_t>(board.cells()) + 1);
    sums_.push_back({});
    if (weights_.empty()) return;
    patterns_.emplace(board.size());
    for (const Cell cell : board.history()) place(cell);
  }

  /// Places a stone of the side to move on `cell`, which must be empty. No allocation.
  void place(Cell cell) noexcept {
    if (!patterns_) return;
    Sums sums = sums_.back();
    patterns_->place(cell, [&](std::size_t side, ValuePattern pattern, int by) {
      const std::int64_t weight = weights_[pattern];
      sums[side] += by > 0 ? weight : -weight;
    });
    sums_.push_back(sums);
  }

  /// Takes back the last stone, which lies on `cell`.
  void undo(Cell cell) noexcept {
    if (!patterns_) return;
    patterns_->undo(cell, [](std::size_t, ValuePattern, int) {});
    sums_.pop_back();
  }

  /// What the patterns are worth to `side` when it is on move, in Weights units.
  std::int64_t units(Stone side) const noexcept { return sums_.back()[static_cast<std::size_t>(index(side) - 1)]; }

 private:
  using Sums = std::array<std::int64_t, 2>;  // by side

  std::span<const std::int32_t> weights_;  // by pattern
  std::optional<ValuePatterns> patterns_;
  std::vector<Sums> sums_;  // by number of stones
};

}  // namespace trivium::connect6
