// Weights of the linear evaluation: immutable, shared by all players, read from a weight file.
//
// A weight is the change of the log-odds of winning (evaluation.h) if a feature occurs once more.
// The file has a weight for each count of features.h, in the format of models/format/linear.h. If
// patterns were trained (value_patterns.h), it also has the tensors `lines` [6561] and `meetings`
// [27,27]. If a draw model was trained (draw_model.h), the tensor `draws` [2] has its level and
// slope, which do not affect the search. Weights are rounded to fixed point when they are loaded,
// so that search results are equal on every machine.
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
  /// Units of the fixed-point weights. A score is in hundredths of a log-odds unit; a weight is 100
  /// times finer.
  static constexpr int kUnitsPerHundredth = 100;
  static constexpr int kUnitsPerLogOdds = 100 * kUnitsPerHundredth;
  /// Maximum absolute value of a weight, in log-odds.
  static constexpr double kMaxLogOdds = 100.0;

  /// Reads a connect6.value file. Throws format::LoadError if it cannot be read, has other features
  /// or tensors than this program, or has an invalid value.
  static std::shared_ptr<const Weights> load(const std::filesystem::path& path);

  /// Converts a weight file that is already in memory. Throws as load() does.
  static std::shared_ptr<const Weights> from_file(const format::WeightFile& file);

  /// Creates weights in memory, for learners and tests. `counts` has one weight for each of
  /// kFeatureNames, `patterns` one for each ValuePattern or none, all in log-odds. `source` names
  /// the weights in messages. Throws format::LoadError if there are too many or too few, if one is
  /// NaN or its absolute value is above kMaxLogOdds, or if `draws` is not plausible().
  static std::shared_ptr<const Weights> from_log_odds(std::span<const double> counts,
                                                      std::string source,
                                                      std::span<const double> patterns = {},
                                                      std::optional<DrawModel> draws = {});

  /// Weight of each count, in units, in the order of kFeatureNames.
  const std::array<std::int32_t, kFeatureCount>& units() const noexcept { return units_; }
  /// Weight of each ValuePattern, in units; empty without patterns.
  std::span<const std::int32_t> patterns() const noexcept { return patterns_; }
  /// Draw model; if there is none, no draws are expected.
  const std::optional<DrawModel>& draws() const noexcept { return draws_; }

  /// Name of the file, for messages.
  const std::string& source() const noexcept { return source_; }

 private:
  Weights() = default;

  std::array<std::int32_t, kFeatureCount> units_{};
  std::vector<std::int32_t> patterns_;
  std::optional<DrawModel> draws_;
  std::string source_;
};

/// Returns the tensors of a weight file, except that of the draw model. Weights are in log-odds.
/// `counts` has one for each of kFeatureNames; `patterns` has one for each ValuePattern, or none.
std::vector<format::Tensor> value_tensors(std::span<const double> counts,
                                          std::span<const double> patterns);
/// Name of the optional tensor of the draw model.
inline constexpr std::string_view kDrawsTensor = "draws";
/// Returns the tensor of the draw model: level and slope.
format::Tensor draws_tensor(const DrawModel& draws);

}  // namespace trivium::connect6
