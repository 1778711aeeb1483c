// Descriptions of the features of moves of Reversi pattern sets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/reversi/patterns/pattern_set.h"
#include "learning/btmm/feature_words.h"

namespace trivium::learning::btmm {

class ShapeWords final : public FeatureWords {
 public:
  /// Requires: `set` is for moves and outlives this object.
  explicit ShapeWords(const reversi::PatternSet& set);

  std::string_view table(const FeatureRow& row) const override;
  /// Contents of a shape are a letter for each of its squares, in the order of the definition
  /// ("*OX."): the move, the other side, the side to move, empty. Counts are described in words
  /// ("3 discs flipped").
  std::string picture(const FeatureRow& row) const override;
  /// The stage: "4 to 14 discs".
  std::string scope(const FeatureRow& row) const override;
  std::string_view legend() const override;

 protected:
  Pictures pictures() const override;
  /// Draws shapes only, each in its place on a board. The side to move is black.
  std::string board_svg(const FeatureRow& row, double left, double top) const override;

 private:
  /// Returns the contents that a feature of a shape stands for; of several, the first.
  std::string contents(const FeatureRow& row) const;

  const reversi::PatternSet& set_;
  std::vector<std::vector<std::uint32_t>> raw_;  // by shape and code: least Shape::raw() of it
};

}  // namespace trivium::learning::btmm
