// Weights of the linear evaluation: immutable, shared by all players, loaded from a weight file.
//
// A file stores real numbers in pawns, two for each feature (features.h): middlegame and endgame.
// The results of a search must be equal on every machine, so the weights are rounded to fixed point
// once, here.
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

/// Name of the tensor (F64 [2]) with the scale and the draw margin of the win/draw/loss model.
inline constexpr std::string_view kExpectationTensor = "expectation";
/// Names of the same numbers among the figures of the manifest, which older files use. Learners
/// still write them; they are read only if the tensor is missing.
inline constexpr std::string_view kExpectationScale = "expectation.scale";
inline constexpr std::string_view kExpectationDrawMargin = "expectation.draw_margin";

format::Tensor expectation_tensor(const ExpectationModel& model);

/// Throws format::LoadError with expected and found values unless `file` holds weights of this
/// evaluation. The win/draw/loss model is optional.
void require_weights(const format::WeightFile& file);

/// Returns the win/draw/loss model of `file`, if it has one: from the tensor, else from the
/// figures. Throws format::LoadError if it is not plausible().
std::optional<ExpectationModel> stated_model(const format::WeightFile& file);

/// A pair of sums for middlegame and endgame, in Weights units, packed into one word for fast
/// addition and multiplication.
class Tapered {
 public:
  constexpr Tapered() noexcept = default;
  constexpr Tapered(std::int32_t middlegame, std::int32_t endgame) noexcept
      : both_((static_cast<std::int64_t>(middlegame) << 32) + endgame) {}

  constexpr std::int32_t middlegame() const noexcept {
    return static_cast<std::int32_t>((both_ + 0x80000000LL) >> 32);
  }
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
  /// Number of units in a centipawn. Weights are whole numbers of units.
  static constexpr int kUnitsPerCentipawn = 100;
  static constexpr int kUnitsPerPawn = 100 * kUnitsPerCentipawn;
  /// Maximum absolute weight in pawns, so that no sum overflows.
  static constexpr double kMaxPawns = 100.0;

  /// Loads a chess.linear file. Throws format::LoadError with expected and found values if it does
  /// not match these features.
  static std::shared_ptr<const Weights> load(const std::filesystem::path& path);
  /// Converts a file that was already read; throws as load() does.
  static std::shared_ptr<const Weights> from_file(const format::WeightFile& file);

  /// Loads the file that models/chess/default.json names. Throws format::LoadError if there is
  /// none.
  static std::shared_ptr<const Weights> load_default();

  /// Creates weights from kParameterCount numbers in pawns, in the order of parameter_names(), for
  /// learners and tests. `source` names them in messages; `model` is their win/draw/loss model if
  /// known. Throws format::LoadError if the count is wrong, or a number is too large or not finite.
  static std::shared_ptr<const Weights> from_pawns(
      std::span<const double> pawns, std::string source,
      const std::optional<ExpectationModel>& model = {});

  /// Returns the weight of a feature, in units.
  Tapered operator[](FeatureIndex feature) const noexcept { return units_[feature]; }
  /// Returns the sum of the weights of seat_features().
  Tapered placement(Seat seat) const noexcept { return placements_[seat.index()]; }
  /// Returns the exchange value of a piece in centipawns: material and square, averaged over
  /// squares, middlegame and endgame; 0 for kings and kNone.
  int piece_value(PieceType type) const noexcept {
    return piece_values_[static_cast<std::size_t>(index(type))];
  }

  /// Returns the win/draw/loss model of these weights, or kUnstatedModel if the file states none.
  ExpectationModel expectation_model() const noexcept {
    return stated_model_.value_or(kUnstatedModel);
  }
  /// Returns the value, in the weights' own centipawns, that is reported as 100 centipawns
  /// (reported_value()): the model's draw margin, or 100 if the file states no model.
  double reported_pawn() const noexcept {
    return stated_model_ ? stated_model_->draw_margin : 100.0;
  }

  /// Returns a hash of all weights, never 0. Equal weights have equal hashes; others differ with
  /// probability 1 - 2^-64. For caches of sums.
  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// Returns the origin for messages: the file name.
  const std::string& source() const noexcept { return source_; }

 private:
  Weights() = default;
  void prepare_placements() noexcept;
  void prepare_fingerprint() noexcept;

  std::array<Tapered, kFeatureCount> units_{};
  std::array<Tapered, kSeats> placements_{};
  std::array<int, kPieceTypes + 1> piece_values_{};
  std::optional<ExpectationModel> stated_model_;  // empty if the weights state none
  std::uint64_t fingerprint_ = 0;
  std::string source_;
};

}  // namespace trivium::chess
