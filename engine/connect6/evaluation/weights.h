// Weights of the linear evaluation: immutable, shared by all players, read from a weight file.
//
// A file has for each feature the change of the log-odds of winning (evaluation.h) by one more of
// it: the counts of features.h as in every linear file and, if patterns were trained
// (value_patterns.h), the tensors `lines` [6561] and `meetings` [27,27]. They are rounded to fixed
// point once, here, so that search results are equal on every machine. If a draw model was trained,
// `draws` [2] has its level and slope (draw_model.h), which do not affect the search.
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
  /// A score is in hundredths of a log-odds unit; weights are in hundredths of that.
  static constexpr int kUnitsPerHundredth = 100;
  static constexpr int kUnitsPerLogOdds = 100 * kUnitsPerHundredth;
  /// Maximum absolute value of a weight.
  static constexpr double kMaxLogOdds = 100.0;

  /// Reads a connect6.value file. Throws format::LoadError, naming expected and found contents, if
  /// it does not match these features.
  static std::shared_ptr<const Weights> load(const std::filesystem::path& path);

  /// Does the same with a file that was already read.
  static std::shared_ptr<const Weights> from_file(const format::WeightFile& file);

  /// Creates weights in memory, for learners and tests: one for each count in order and one for
  /// each pattern (or none). Messages name them by `source`. Throws format::LoadError if there are
  /// too many or too few, if one is too large or not a number, or if `draws` is not plausible.
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

/// Returns the tensors of such a file. `patterns` has one number for each ValuePattern, or is
/// empty.
std::vector<format::Tensor> value_tensors(std::span<const double> counts,
                                          std::span<const double> patterns);
/// Name of the optional tensor of the draw model.
inline constexpr std::string_view kDrawsTensor = "draws";
format::Tensor draws_tensor(const DrawModel& draws);

}  // namespace trivium::connect6
