// A player as a weight file of kind chess.choice describes him: what he looks at, how far, and what it is worth to him.
//
//   attributes  U8   the words of attributes.h, parted by blanks
//   lookahead   U8   "1-ply", ...: move_values.h
//   errors      F64  [n], standard errors of the weights; 0 where nothing was learned of one
//
// and the weights themselves, a feature for each attribute (models/format/linear.h), in log-odds: a move is exp(value) likely. Source:
// Wallbrink 2000 (paper 002).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/move_values.h"
#include "models/format/weight_file.h"

namespace trivium::chess {

inline constexpr std::string_view kChoiceKind = "chess.choice";
inline constexpr int kChoiceSchema = 1;

struct ChoiceModel {
  Attributes attributes;
  Lookahead lookahead = Lookahead::kOnePly;
  std::vector<double> weights;
  std::vector<double> standard_errors;
  std::string source;  ///< the file's name, for messages

  /// Throws format::LoadError when it is not such a file, or its attributes are not those that are known here.
  static ChoiceModel load(const std::filesystem::path& path);
  static ChoiceModel from_file(const format::WeightFile& file);

  /// The file without a manifest.
  format::WeightFile to_file() const;
};

}  // namespace trivium::chess
