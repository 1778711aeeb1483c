// Gammas of a pattern set as a weight file of kind connect6.btmm holds them: its reader and what the learner writes, side by side.
//
// Tensors: `definition` (U8), the set's text, and for each table T of the set `gamma.T` (F64) and `wins.T` (U32), both of shape
// [copies, codes]: the strength of each feature and how often it was chosen in the games that were learned from. The order of copies and
// codes is that of patterns.md. Gammas are probabilities' odds up to a factor: multiplying those of one table and copy by the same number
// changes no probability.
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

/// No gamma of a file is beyond these: a product of PatternSet::kMaxGroups of them, and a sum over a board, is a number above 0 still.
inline constexpr double kMinGamma = 0x1p-60;
inline constexpr double kMaxGamma = 0x1p60;

class PatternWeights {
 public:
  /// Reads a connect6.btmm file. Throws format::LoadError, naming both sides, when it is not one or does not hold what its definition says.
  static std::shared_ptr<const PatternWeights> load(const std::filesystem::path& path);
  /// The same from a file that has been read.
  static std::shared_ptr<const PatternWeights> from_file(const format::WeightFile& file);

  const PatternSet& set() const noexcept { return set_; }
  /// By feature; from kMinGamma to kMaxGamma.
  std::span<const double> gammas() const noexcept { return gammas_; }
  std::span<const std::uint32_t> wins() const noexcept { return wins_; }
  /// Where they came from, for messages: the file's name.
  const std::string& source() const noexcept { return source_; }

 private:
  explicit PatternWeights(PatternSet set) : set_(std::move(set)) {}

  PatternSet set_;
  std::vector<double> gammas_;
  std::vector<std::uint32_t> wins_;
  std::string source_;
};

/// The tensors of such a file; `gammas` and `wins` have a number for each feature of the set.
std::vector<format::Tensor> pattern_tensors(const PatternSet& set, std::span<const double> gammas, std::span<const std::uint32_t> wins);

}  // namespace trivium::connect6
