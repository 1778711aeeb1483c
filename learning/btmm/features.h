// Features as the learner sees them: numbers, in tables that are updated together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace trivium::learning::btmm {

/// Index of a feature, in [0, StateSource::features()).
using FeatureId = std::uint32_t;

/// Features [begin, end): one table, several adjacent tables, or all.
struct FeatureRange {
  FeatureId begin = 0;
  FeatureId end = 0;

  std::size_t size() const noexcept { return end - begin; }
  bool contains(FeatureId feature) const noexcept { return feature >= begin && feature < end; }
};

/// Features of one kind.
struct FeatureTable {
  std::string name;
  FeatureId begin = 0;       ///< first feature of the table
  std::uint32_t codes = 0;   ///< number of features in a copy
  std::uint32_t copies = 1;  ///< number of variants, for example by player
  std::size_t per_team = 1;  ///< maximum number of features of one team in the table

  FeatureRange range() const noexcept { return {begin, begin + codes * copies}; }
};

/// Strength of a feature. `elo` is 400 log10 gamma minus its mean over the rows of the same table
/// and copy. (If each team has equally many features of a table and copy, multiplying all their
/// gammas by one number leaves predictions unchanged, so only differences have a meaning.)
struct FeatureRow {
  std::size_t table = 0;   ///< index of its table
  std::uint32_t copy = 0;  ///< variant of the table
  std::uint32_t code = 0;  ///< number of the feature in its copy
  double gamma = 1.0;
  double elo = 0.0;
  std::uint64_t wins =
      0;  ///< how often it occurs in the chosen moves of the training games; above 0
};

}  // namespace trivium::learning::btmm
