// The weights of the linear evaluation: immutable, shared by all players, read from a weight file.
//
// A file holds pawns as real numbers, two for each feature (features.h). They steer a search whose results are promised to be equal on
// every machine, so they are rounded to fixed point once, here.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/chess/evaluation/expectation.h"
#include "engine/chess/evaluation/extractor_placement.h"
#include "engine/chess/evaluation/features.h"
#include "models/format/tensor.h"
#include "models/format/weight_file.h"

namespace trivium::chess {

/// Name of the tensor (F64 [2]) with the scale and the draw margin of the model of results.
inline constexpr std::string_view kExpectationTensor = "expectation";
/// The same numbers among the figures of the manifest, where older files have them. Learners still
/// note them there, but they are not read where the tensor is.
inline constexpr std::string_view kExpectationScale = "expectation.scale";
inline constexpr std::string_view kExpectationDrawMargin = "expectation.draw_margin";

format::Tensor expectation_tensor(const ExpectationModel& model);

/// Throws format::LoadError, naming both sides, unless `file` holds weights of this evaluation, with
/// or without a model of results.
void require_weights(const format::WeightFile& file);

/// Returns the model of results that `file` states, if it does: that of the tensor or else that of
/// the figures. Throws format::LoadError if it is not plausible().
std::optional<ExpectationModel> stated_model(const format::WeightFile& file);

/// A pair of sums, one for the middlegame and one for the endgame, in Weights units; added and multiplied at once in one word.
class Tapered {
 public:
  constexpr Tapered() noexcept = default;
  constexpr Tapered(std::int32_t middlegame, std::int32_t endgame) noexcept
      : both_((static_cast<std::int64_t>(middlegame) << 32) + endgame) {}

  constexpr std::int32_t middlegame() const noexcept { return static_cast<std::int32_t>((both_ + 0x80000000LL) >> 32); }
  constexpr std::int32_t endgame() const noexcept { return static_cast<std::int32_t>(both_); }

  constexpr Tapered& operator+=(Tapered other) noexcept {
    both_ += other.both_;
    return *this;
  }
  constexpr Tapered& operator-=(Tapered other) noexcept {
    both_ -= other.both_;
    return *this;
  }
  friend constexpr Tapered operator+(Tapered a, Tapered b) noexcept { return a += b; }
  friend constexpr Tapered operator-(Tapered a, Tapered b) noexcept { return a -= b; }
  friend constexpr Tapered operator*(Tapered a, int count) noexcept {
    a.both_ *= count;
    return a;
  }
  friend constexpr bool operator==(Tapered, Tapered) noexcept = default;

 private:
  std::int64_t both_ = 0;
};

class Weights {
 public:
  /// The step of a weight: a hundredth of a centipawn.
  static constexpr int kUnitsPerCentipawn = 100;
  static constexpr int kUnitsPerPawn = 100 * kUnitsPerCentipawn;
  /// No weight may be larger in size, so that no sum overflows.
  static constexpr double kMaxPawns = 100.0;

  /// Reads a chess.linear file. Throws format::LoadError, naming both sides, when it is not one for these features.
  static std::shared_ptr<const Weights> load(const std::filesystem::path& path);
  /// The same from a file that has been read.
  static std::shared_ptr<const Weights> from_file(const format::WeightFile& file);

  /// The file that models/chess/default.json names. Throws format::LoadError when there is none.
  static std::shared_ptr<const Weights> load_default();

  /// Weights made in memory, in pawns, kParameterCount of them in the order of parameter_names(): for learners and tests. `source` names
  /// them for messages, `model` is theirs if it is known. Throws format::LoadError when their number is wrong or one is too large or not a
  /// number.
  static std::shared_ptr<const Weights> from_pawns(std::span<const double> pawns, std::string source,
                                                   const std::optional<ExpectationModel>& model = {});

  /// The weight of one more of a feature, in units.
  Tapered operator[](FeatureIndex feature) const noexcept { return units_[feature]; }
  /// The weights of a piece on its square together: the sum over seat_features().
  Tapered placement(Seat seat) const noexcept { return placements_[seat.index()]; }
  /// Centipawns that a piece is worth in exchange: material and square, the mean over squares and over middlegame and endgame; 0 for the
  /// king and none.
  int piece_value(PieceType type) const noexcept { return piece_values_[static_cast<std::size_t>(index(type))]; }

  /// What scores by these weights are worth in results.
  ExpectationModel expectation_model() const noexcept { return stated_model_.value_or(kUnstatedModel); }
  /// Returns how many of the weights' centipawns are reported as 100 (reported_value()): the model's
  /// draw margin, or 100 if the file states none.
  double reported_hundred() const noexcept { return stated_model_ ? stated_model_->draw_margin : 100.0; }

  /// A hash of all weights: equal for equal ones, never 0, different for others but for one case in 2^64. For tables that keep sums.
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// Where they came from, for messages: the file's name.
  const std::string& source() const noexcept { return source_; }

 private:
  Weights() = default;
  void prepare_placements() noexcept;
  void prepare_fingerprint() noexcept;

  std::array<Tapered, kFeatureCount> units_{};
  std::array<Tapered, kSeats> placements_{};
  std::array<int, kPieceTypes + 1> piece_values_{};
  std::optional<ExpectationModel> stated_model_;  // none where the weights do not say
  std::uint64_t fingerprint_ = 0;
  std::string source_;
};

}  // namespace trivium::chess
