// Stone strengths from a player's knowledge: from its patterns, or else from its weights.
//
// A search needs one object for each thread.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/evaluation/stone_strengths.h"
#include "engine/connect6/patterns/pattern_board.h"

namespace trivium::connect6 {

/// A number of StoneStrengths for boards of one size, one for each thread, with their shared
/// tables.
class KnownStrengths {
 public:
  /// Creates `count` (at least 1) objects; takes milliseconds if there are patterns. Requires:
  /// `knowledge` has weights.
  KnownStrengths(Knowledge knowledge, int size, std::size_t count = 1);

  std::size_t count() const noexcept { return strengths_.size(); }
  int size() const noexcept { return size_; }
  /// Requires: `i` < count().
  StoneStrengths& operator[](std::size_t i) noexcept { return *strengths_[i]; }
  /// Layout of the patterns; null without patterns.
  const PatternLayout* layout() const noexcept { return layout_.get(); }

 private:
  Knowledge knowledge_;
  int size_;
  std::unique_ptr<const PatternLayout> layout_;  // on the heap, because the strengths point to it
  std::vector<std::unique_ptr<StoneStrengths>> strengths_;
};

}  // namespace trivium::connect6
