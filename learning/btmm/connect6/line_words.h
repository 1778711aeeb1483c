// Descriptions of the features of Connect-6 pattern sets.
#pragma once

#include <string>
#include <string_view>

#include "engine/connect6/patterns/pattern_set.h"
#include "learning/btmm/feature_words.h"

namespace trivium::learning::btmm {

class LineWords final : public FeatureWords {
 public:
  /// Requires: `set` outlives this object.
  explicit LineWords(const connect6::PatternSet& set) : set_(set) {}

  std::string_view table(const FeatureRow& row) const override;
  /// A line is its cells from behind to ahead ("XX*.O|": own, own, the candidate, empty, opponent,
  /// the edge). Other features are described in words ("a four, a live three", "distance 5").
  std::string picture(const FeatureRow& row) const override;
  std::string scope(const FeatureRow& row) const override;
  std::string_view legend() const override;

 protected:
  Pictures pictures() const override;
  /// Draws lines only, each on a small board with stones in their owner's color. If Black and White
  /// share features, the candidate's side is drawn black.
  std::string board_svg(const FeatureRow& row, double left, double top) const override;

 private:
  const connect6::PatternSet& set_;
};

}  // namespace trivium::learning::btmm
