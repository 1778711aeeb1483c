// Descriptions of a game's features for reports: words, and pictures.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/btmm/features.h"

namespace trivium::learning::btmm {

class FeatureWords {
 public:
  virtual ~FeatureWords() = default;

  /// Name of the feature's table.
  virtual std::string_view table(const FeatureRow& row) const = 0;
  /// Returns a short text for a feature.
  virtual std::string picture(const FeatureRow& row) const = 0;
  /// Returns which moves the copy of the table applies to: "black", "white, second stone", "any".
  virtual std::string scope(const FeatureRow& row) const = 0;
  /// Explains picture() and Elo, with an empty line at the end.
  virtual std::string_view legend() const = 0;
  /// Draws the `each` strongest features of each table and copy as SVG.
  std::string svg(std::span<const FeatureRow> rows, std::size_t each) const;

 protected:
  /// What the pictures of a game have in common.
  struct Pictures {
    const char* title;
    std::string_view legend;
    double side;   ///< of a board, in pixels
    double pitch;  ///< from the left side of a board to that of the next one
  };
  virtual Pictures pictures() const = 0;
  /// Draws the contents of a feature on a board whose corner is at (`left`, `top`); empty for a
  /// feature that has no picture.
  virtual std::string board_svg(const FeatureRow& row, double left, double top) const = 0;
};

/// Draws the mark of the move or stone that is rated: a diamond, so that it differs from discs and
/// stones without its color too.
std::string rated_svg(double x, double y, double radius);

/// Splits `rows` into one part for each copy of each table, and sorts each part, strongest feature
/// first. Requires: `rows` are in ascending order of features.
std::vector<std::vector<FeatureRow>> by_block(std::span<const FeatureRow> rows);

}  // namespace trivium::learning::btmm
