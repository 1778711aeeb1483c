// The weights of the linear evaluation: immutable, shared by all players, read from a weight file.
//
// A file holds the log-odds of winning that one more of each feature is worth: the counts of features.h as a linear file has them and,
// where patterns were learned too (value_patterns.h), the tensors `lines` [6561] and `meetings` [27,27]. They steer a search whose results
// are promised to be equal on every machine, so they are rounded to fixed point once, here.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/connect6/features.h"
#include "models/format/tensor.h"
#include "models/format/weight_file.h"

namespace trivium::connect6 {

class Weights {
 public:
  /// A score of one hundredth is a hundredth of a log-odds unit; a weight's step is a hundredth of that.
  static constexpr int kUnitsPerHundredth = 100;
  static constexpr int kUnitsPerLogOdds = 100 * kUnitsPerHundredth;
  /// No weight may be larger in size.
  static constexpr double kMaxLogOdds = 100.0;

  /// Reads a connect6.value file. Throws format::LoadError, naming both sides, when it is not one for these features.
  static std::shared_ptr<const Weights> load(const std::filesystem::path& path);

  /// The same from a file that was read.
  static std::shared_ptr<const Weights> from_file(const format::WeightFile& file);

  /// Weights made in memory, one for each count in order and, unless there are none, one for each pattern: for learners and tests. `source`
  /// names them for messages. Throws format::LoadError when their number is wrong or one is too large or not a number.
  static std::shared_ptr<const Weights> from_log_odds(std::span<const double> counts, std::string source,
                                                      std::span<const double> patterns = {});

  /// The weight of one more of each count, in units, in the order of kFeatureNames.
  const std::array<std::int32_t, kFeatureCount>& units() const noexcept { return units_; }
  /// The same of each ValuePattern; empty where none were learned.
  std::span<const std::int32_t> patterns() const noexcept { return patterns_; }

  /// Where they came from, for messages: the file's name.
  const std::string& source() const noexcept { return source_; }

 private:
  Weights() = default;

  std::array<std::int32_t, kFeatureCount> units_{};
  std::vector<std::int32_t> patterns_;
  std::string source_;
};

/// The tensors of such a file. `patterns` has a number for each ValuePattern, or none.
std::vector<format::Tensor> value_tensors(std::span<const double> counts, std::span<const double> patterns);

}  // namespace trivium::connect6
