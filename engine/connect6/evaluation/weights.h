// The weights of the linear evaluation: immutable, shared by all players, read from a weight file.
//
// A file holds the log-odds of winning (evaluation.h) that one more of each feature is worth: the counts of features.h as a linear file
// has them and, where patterns were learned too (value_patterns.h), the tensors `lines` [6561] and `meetings` [27,27]. They steer a search
// whose results are promised to be equal on every machine, so they are rounded to fixed point once, here. Where draws were learned, `draws`
// [2] has level and slope of their margin (draw_model.h), which steers no search.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/evaluation/draw_model.h"
#include "engine/connect6/evaluation/features.h"
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
  /// names them for messages. Throws format::LoadError when their number is wrong or one is too large or not a number, or when no games can
  /// have taught `draws`.
  static std::shared_ptr<const Weights> from_log_odds(std::span<const double> counts, std::string source,
                                                      std::span<const double> patterns = {}, std::optional<DrawModel> draws = {});

  /// The weight of one more of each count, in units, in the order of kFeatureNames.
  const std::array<std::int32_t, kFeatureCount>& units() const noexcept { return units_; }
  /// The same of each ValuePattern; empty where none were learned.
  std::span<const std::int32_t> patterns() const noexcept { return patterns_; }
  /// None where they were not learned: then none are expected.
  const std::optional<DrawModel>& draws() const noexcept { return draws_; }

  /// Where they came from, for messages: the file's name.
  const std::string& source() const noexcept { return source_; }

 private:
  Weights() = default;

  std::array<std::int32_t, kFeatureCount> units_{};
  std::vector<std::int32_t> patterns_;
  std::optional<DrawModel> draws_;
  std::string source_;
};

/// The tensors of such a file. `patterns` has a number for each ValuePattern, or none.
std::vector<format::Tensor> value_tensors(std::span<const double> counts, std::span<const double> patterns);
/// One more.
inline constexpr std::string_view kDrawsTensor = "draws";
format::Tensor draws_tensor(const DrawModel& draws);

}  // namespace trivium::connect6
