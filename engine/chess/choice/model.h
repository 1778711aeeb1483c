// A player as a weight file of kind chess.choice describes him: what he looks at, how far, and what it is worth to him.
//
//   attributes  U8   the words of attributes.h, parted by blanks
//   lookahead   U8   "1-ply", ...: move_values.h
//   errors      F64  [n], standard errors of the weights; 0 where nothing was learned of one
//   classes     U8   where weights depend on the position before the move: the tree (position_classes.h),
//   class_weights, class_errors  F64  [classes, n], as weights and errors
//   search      F64  [3], for who searches, too: nodes for each legal move, weight, its standard error (searched_moves.h)
//
// and the weights themselves, a feature for each attribute (models/format/linear.h), in log-odds: a move is exp(value) likely. Source:
// Wallbrink 2000 (paper 002).
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/move_values.h"
#include "engine/chess/choice/position_classes.h"
#include "engine/chess/choice/searched_moves.h"
#include "models/format/weight_file.h"

namespace trivium::chess {

inline constexpr std::string_view kChoiceKind = "chess.choice";
inline constexpr int kChoiceSchema = 1;

/// Weights by the class of the position before the move, a row for each class.
struct ClassPart {
  PositionClasses classes;
  std::vector<std::vector<double>> weights;
  std::vector<std::vector<double>> standard_errors;
};

struct ChoiceModel {
  Attributes attributes;
  Lookahead lookahead = Lookahead::kOnePly;
  std::vector<double> weights;  ///< of all positions together
  std::vector<double> standard_errors;
  std::string source;                   ///< the file's name, for messages
  SearchPart search;                    ///< on top of the weights
  std::optional<ClassPart> by_class{};  ///< in place of the weights

  /// Those that count in this position, where there are so many legal moves.
  std::span<const double> weights_in(const Position& position, std::size_t legal_moves) const noexcept;

  /// Throws format::LoadError when it is not such a file, or its attributes are not those that are known here.
  static ChoiceModel load(const std::filesystem::path& path);
  static ChoiceModel from_file(const format::WeightFile& file);

  /// The file without a manifest.
  format::WeightFile to_file() const;
};

/// What these legal moves are worth to the player, without what he searches. The position is as it was when this returns.
std::vector<double> values_of(const ChoiceModel& model, Position& position, const MoveList& moves);

}  // namespace trivium::chess
