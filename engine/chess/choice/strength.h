// How strong a chooser is who searches so much and gives so much for it: the scale behind UCI_LimitStrength and UCI_Elo, as a weight file
// of kind chess.strength that was measured by matches.
//
//   elo       F64 [n]  rising
//   errors    F64 [n]  standard errors of the elo
//   nodes     F64 [n]  SearchPart::nodes, never falling
//   weights   F64 [n]  SearchPart::weight, never falling
//   anchored  U8  [n]  1 where players of known strength were met, 0 where the elo comes by games between choosers
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

/// A chooser and what he was measured to be.
struct Rung {
  double elo = 0;
  double error = 0;  ///< standard error of the elo
  SearchPart search;
  bool anchored = false;
};

struct StrengthScale {
  std::vector<Rung> rungs;  ///< at least two, the weakest first
  std::string source;       ///< the file's name, for messages

  /// Throws format::LoadError when it is not such a file.
  static StrengthScale load(const std::filesystem::path& path);
  static StrengthScale from_file(const format::WeightFile& file);
  /// The file without a manifest.
  format::WeightFile to_file() const;

  double least() const noexcept { return rungs.front().elo; }
  double most() const noexcept { return rungs.back().elo; }

  /// The chooser of this strength: between the rungs beside it, nodes and weight by their logarithms; at the ends those of the ends.
  SearchPart at(double elo) const noexcept;
};

}  // namespace trivium::chess
