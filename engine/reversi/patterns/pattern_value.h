// Linear evaluation of a position by patterns: the expected final difference in discs. Immutable,
// shared by all players, read from a weight file (kind reversi.value).
//
// The value is the sum of one weight for each instance of each shape of the set, in the stage of
// the position. Weights are whole numbers, so values are equal on every machine. Tensors:
// `definition` (U8) is the text of the set; for each table T of the set, `value.T` (I16, [stages,
// codes], packed) has the weights in units of 1/kUnitsPerDisc disc; `errors` (F64, [stages]) is the
// root mean square of the final difference minus the value. `search_errors` (F64, [stages,
// depths]), if measured, is that of the value of a search minus the value of a shallower one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/reversi/patterns/pattern_codes.h"
#include "engine/reversi/patterns/pattern_set.h"
#include "engine/reversi/rules/value.h"
#include "models/format/tensor.h"
#include "models/format/weight_file.h"

namespace trivium::reversi {

inline constexpr std::string_view kValueKind = "reversi.value";
inline constexpr int kValueSchema = 1;

inline constexpr std::string_view kSearchErrorsTensor = "search_errors";
/// Depth of the first column of `search_errors`.
inline constexpr int kMinProbCutDepth = 3;
inline constexpr std::uint64_t kMaxProbCutDepths = 30;
/// Returns the depth of the shallower search: at most half of `depth`, with the same parity, since
/// the side that moves last has an advantage in the value. Requires: `depth` >= kMinProbCutDepth.
constexpr int probcut_depth(int depth) noexcept { return depth / 2 - (depth - depth / 2) % 2; }

class PatternValue {
 public:
  static constexpr int kUnitsPerDisc = 400;

  /// Reads a file. Throws format::LoadError if it cannot be read, is of another kind or does not
  /// match its definition.
  static std::shared_ptr<const PatternValue> load(const std::filesystem::path& path);
  /// Does the same with a file that was already read.
  static std::shared_ptr<const PatternValue> from_file(const format::WeightFile& file);
  /// Creates weights in memory, for learners and tests: one for each feature of `set`, in units,
  /// an error() for each stage, and search_errors(), which may be empty. `source` names them in
  /// messages. Throws format::LoadError if the set is not for values, has too many instances, or
  /// the numbers do not fit.
  static std::shared_ptr<const PatternValue> from_weights(
      PatternSet set, std::span<const std::int16_t> weights, std::span<const double> errors,
      std::string source, std::span<const double> search_errors = {});

  const PatternSet& set() const noexcept { return set_; }
  const PatternLayout& layout() const noexcept { return layout_; }
  /// By feature, in units.
  std::span<const std::int16_t> weights() const noexcept { return weights_; }
  /// Root mean square of the final difference minus the value in positions with `discs` discs, in
  /// discs. In (0, kMaxScore].
  double error(int discs) const noexcept {
    return errors_[static_cast<std::size_t>(set_.stage(discs))];
  }
  std::span<const double> errors() const noexcept { return errors_; }
  /// Root mean square of the value of a search minus that of one of probcut_depth(), in discs; 0 if
  /// it was not measured. By stage, then by depth from kMinProbCutDepth on. Empty if there is none.
  std::span<const double> search_errors() const noexcept { return search_errors_; }
  /// Name of the file, for messages.
  const std::string& source() const noexcept { return source_; }

  /// Value for the side to move, in [-kMaxValue, kMaxValue]. `codes` and `discs` are those of the
  /// position.
  Value value(const PatternCodes& codes, int discs) const noexcept {
    const std::size_t view = codes.swapped() ? 1 : 0;
    const auto stage = static_cast<std::size_t>(set_.stage(discs));
    const std::int16_t* weights = by_code_.data() + (2 * stage + view) * layout_.codes();
    const std::span<const std::uint32_t> places = layout_.places();
    int sum = 0;
    for (std::size_t i = 0; i < places.size(); ++i) sum += weights[places[i] + codes[i]];
    return std::clamp(sum * kDisc / kUnitsPerDisc, -kMaxValue, kMaxValue);
  }
  /// As above, for a position of size 8 without codes. Takes longer.
  Value value(const Position& position) const noexcept {
    return value(PatternCodes(layout_, position), position.discs());
  }

 private:
  PatternValue(PatternSet set, std::span<const std::int16_t> weights,
               std::span<const double> errors, std::string source,
               std::span<const double> search_errors);

  PatternSet set_;
  PatternLayout layout_;
  std::vector<std::int16_t> weights_;
  std::vector<double> errors_;
  std::vector<double> search_errors_;
  std::vector<std::int16_t> by_code_;  // by stage, view (0: digit 1 is to move) and code
  std::string source_;
};

/// Returns the tensors of such a file. `weights` has a number for each feature of `set`, in units,
/// `errors` one for each stage.
std::vector<format::Tensor> value_tensors(const PatternSet& set,
                                          std::span<const std::int16_t> weights,
                                          std::span<const double> errors);

/// Returns the tensor of PatternValue::search_errors() for a set with `stages` stages.
format::Tensor search_errors_tensor(std::span<const double> errors, int stages);

}  // namespace trivium::reversi
