// Pattern strengths (gammas) of a pattern set, with reader and writer of their weight files
// (kind connect6.btmm).
//
// Tensors: `definition` (U8) is the text of the set. For each table T of the set, `gamma.T` (F64)
// has the strength of each feature and `wins.T` (U32) how often it was chosen in the training
// games. Both have the shape [copies, codes], ordered as in patterns.md. Only ratios count:
// multiplying the gammas of one table and copy by the same number changes no probability.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/patterns/pattern_set.h"
#include "models/format/tensor.h"
#include "models/format/weight_file.h"

namespace trivium::connect6 {

inline constexpr std::string_view kPatternKind = "connect6.btmm";
inline constexpr int kPatternSchema = 1;

/// Limits of gammas in files. Any product of PatternSet::kMaxGroups of them, and any sum of such
/// products over a board, is finite and positive.
inline constexpr double kMinGamma = 0x1p-60;
inline constexpr double kMaxGamma = 0x1p60;

class PatternWeights {
 public:
  /// Reads a connect6.btmm file. Throws format::LoadError, naming expected and found contents, if
  /// it is another kind of file or does not match its definition.
  static std::shared_ptr<const PatternWeights> load(const std::filesystem::path& path);
  /// Does the same with a file that was already read.
  static std::shared_ptr<const PatternWeights> from_file(const format::WeightFile& file);

  const PatternSet& set() const noexcept { return set_; }
  /// Gammas by feature, in [kMinGamma, kMaxGamma].
  std::span<const double> gammas() const noexcept { return gammas_; }
  std::span<const std::uint32_t> wins() const noexcept { return wins_; }
  /// Name of the file, for messages.
  const std::string& source() const noexcept { return source_; }

 private:
  explicit PatternWeights(PatternSet set) : set_(std::move(set)) {}

  PatternSet set_;
  std::vector<double> gammas_;
  std::vector<std::uint32_t> wins_;
  std::string source_;
};

/// Returns the tensors of such a file. `gammas` and `wins` have one number for each feature.
std::vector<format::Tensor> pattern_tensors(const PatternSet& set, std::span<const double> gammas,
                                            std::span<const std::uint32_t> wins);

}  // namespace trivium::connect6
