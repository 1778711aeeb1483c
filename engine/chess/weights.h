// The weights of the linear evaluation: immutable, shared by all players, read from a weight file.
//
// A file holds pawns as real numbers, one for each feature (features.h). They steer a search whose results are promised to be equal on
// every machine, so they are rounded to fixed point once, here.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "engine/chess/features.h"

namespace trivium::chess {

class Weights {
 public:
  /// The step of a weight: a hundredth of a centipawn.
  static constexpr int kUnitsPerCentipawn = 100;
  static constexpr int kUnitsPerPawn = 100 * kUnitsPerCentipawn;
  /// No weight may be larger in size, so that no sum overflows.
  static constexpr double kMaxPawns = 100.0;

  /// Reads a chess.linear file. Throws format::LoadError, naming both sides, when it is not one for these features.
  static std::shared_ptr<const Weights> load(const std::filesystem::path& path);

  /// The file that models/chess/default.json names. Throws format::LoadError when there is none.
  static std::shared_ptr<const Weights> load_default();

  /// Weights made in memory, in pawns, one for each feature in order: for learners and tests. `source` names them for messages.
  /// Throws format::LoadError when their number is wrong or one is too large or not a number.
  static std::shared_ptr<const Weights> from_pawns(std::span<const double> pawns, std::string source);

  /// The weight of one more of a feature, in units.
  std::int32_t units(Feature feature) const noexcept { return units_[index(feature)]; }
  const std::array<std::int32_t, kFeatureCount>& units() const noexcept { return units_; }
  /// The same in centipawns, rounded towards zero.
  int centipawns(Feature feature) const noexcept { return units(feature) / kUnitsPerCentipawn; }

  /// Where they came from, for messages: the file's name.
  const std::string& source() const noexcept { return source_; }

 private:
  Weights() = default;

  std::array<std::int32_t, kFeatureCount> units_{};
  std::string source_;
};

}  // namespace trivium::chess
