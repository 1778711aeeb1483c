// The weights of the linear evaluation: immutable, shared by all players, read from a weight file.
//
// A file holds the log-odds of winning that one more of each feature is worth (features.h). They steer a search whose results are
// promised to be equal on every machine, so they are rounded to fixed point once, here.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "engine/connect6/features.h"

namespace trivium::connect6 {

class Weights {
 public:
  /// A score of one hundredth is a hundredth of a log-odds unit; a weight's step is a hundredth of that.
  static constexpr int kUnitsPerHundredth = 100;
  static constexpr int kUnitsPerLogOdds = 100 * kUnitsPerHundredth;
  /// No weight may be larger in size.
  static constexpr double kMaxLogOdds = 100.0;

  /// Reads a connect6.lines file. Throws format::LoadError, naming both sides, when it is not one for these features.
  static std::shared_ptr<const Weights> load(const std::filesystem::path& path);

  /// Weights made in memory, one for each feature in order: for learners and tests. `source` names them for messages.
  /// Throws format::LoadError when their number is wrong or one is too large or not a number.
  static std::shared_ptr<const Weights> from_log_odds(std::span<const double> log_odds, std::string source);

  /// The weight of one more of each feature, in units, in the order of kFeatureNames.
  const std::array<std::int32_t, kFeatureCount>& units() const noexcept { return units_; }

  /// Where they came from, for messages: the file's name.
  const std::string& source() const noexcept { return source_; }

 private:
  Weights() = default;

  std::array<std::int32_t, kFeatureCount> units_{};
  std::string source_;
};

}  // namespace trivium::connect6
