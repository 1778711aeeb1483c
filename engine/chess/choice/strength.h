// Strength scale for UCI_LimitStrength and UCI_Elo: the Elo of players that search a given number
// of nodes with a given weight. Loaded from a weight file of kind chess.strength; measured by
// matches.
//
//   elo       F64 [n]  rising
//   errors    F64 [n]  standard errors of the elo
//   nodes     F64 [n]  SearchPart::nodes, never falling
//   weights   F64 [n]  SearchPart::weight, never falling
//   anchored  U8  [n]  1 if measured against players of known strength, 0 if only against
//                      other players of the scale
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/choice/searched_moves.h"
#include "models/format/weight_file.h"

namespace trivium::chess {

inline constexpr std::string_view kStrengthKind = "chess.strength";
inline constexpr int kStrengthSchema = 1;

/// An entry of the scale: a player and its measured strength.
struct Level {
  double elo = 0;
  double error = 0;  ///< standard error of the elo
  SearchPart search;
  bool anchored = false;
};

struct StrengthScale {
  std::vector<Level> levels;  ///< at least two, the weakest first
  std::string source;         ///< file name, for messages

  /// Throws format::LoadError if the file is not of this kind or the scale is invalid.
  static StrengthScale load(const std::filesystem::path& path);
  static StrengthScale from_file(const format::WeightFile& file);
  /// Returns the file without a manifest.
  format::WeightFile to_file() const;

  double minimum() const noexcept { return levels.front().elo; }
  double maximum() const noexcept { return levels.back().elo; }

  /// Interpolates nodes and weight logarithmically between neighboring entries; clamps outside the
  /// scale.
  SearchPart at(double elo) const noexcept;
};

}  // namespace trivium::chess
