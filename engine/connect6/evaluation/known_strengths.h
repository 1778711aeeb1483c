// Strengths of stones by what a player knows: by its patterns, or by its weights where it has none.
//
// For a search, which wants one on every thread, and for those who say what is likely before any search.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/evaluation/stone_strengths.h"
#include "engine/connect6/patterns/pattern_board.h"

namespace trivium::connect6 {

/// Strengths on boards of one size, each for one thread, with what they share.
class KnownStrengths {
 public:
  /// `count` of them, which is at least 1; milliseconds where there are patterns. Keeps `knowledge`, which must have weights.
  KnownStrengths(Knowledge knowledge, int size, std::size_t count = 1);

  std::size_t count() const noexcept { return strengths_.size(); }
  int size() const noexcept { return size_; }
  /// `i` below count().
  StoneStrengths& operator[](std::size_t i) noexcept { return *strengths_[i]; }
  /// Of the patterns; null where there are none.
  const PatternLayout* layout() const noexcept { return layout_.get(); }

 private:
  Knowledge knowledge_;
  int size_;
  std::unique_ptr<const PatternLayout> layout_;  // where it is stays the same: the strengths point to it
  std::vector<std::unique_ptr<StoneStrengths>> strengths_;
};

}  // namespace trivium::connect6
