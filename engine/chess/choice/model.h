// A player model, loaded from a weight file of kind chess.choice: the attributes it sees, how far
// it looks ahead, and the weights.
//
//   attributes  U8   the words of attributes.h, separated by spaces
//   lookahead   U8   "1-ply", ...: move_values.h
//   errors      F64  [n], standard errors of the weights; 0 for weights that were not learned
//   classes     U8   only if the weights depend on the position before the move: the decision
//                    tree, as text, that assigns the position to a class (position_classes.h)
//   class_weights, class_errors  F64  [classes, n], weights and their standard errors by class
//   search      F64  [3], only if the model searches: nodes for each legal move, weight of the
//                    search term, and the standard error of this weight (searched_moves.h)
//
// The n weights themselves are stored as one feature per attribute (models/format/linear.h), in
// log-odds: a move's probability is proportional to exp(value).
//
// Source: Wallbrink 2000 (paper 002).
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

/// Weights that depend on the class of the position before the move. A row is a class, a column an
/// attribute.
struct ClassPart {
  PositionClasses classes;
  std::vector<std::vector<double>> weights;
  std::vector<std::vector<double>> standard_errors;
};

struct ChoiceModel {
  Attributes attributes;
  Lookahead lookahead = Lookahead::kOnePly;
  std::vector<double> weights;          ///< one for each attribute; used for all positions
  std::vector<double> standard_errors;  ///< of `weights`; 0 for a weight that was not learned
  std::string source;                   ///< file name, for messages
  SearchPart search;                    ///< search term of a move's value; unused if it has 0 nodes
  std::optional<ClassPart> by_class{};  ///< if present, used instead of `weights`

  /// Returns the weights for the moves of `position`, which has `legal_moves` legal moves. The span
  /// is valid until the model changes.
  std::span<const double> weights_in(const Position& position,
                                     std::size_t legal_moves) const noexcept;

  /// Reads a model. Throws format::LoadError if the file is not of this kind, has unknown
  /// attributes or an invalid value.
  static ChoiceModel load(const std::filesystem::path& path);
  /// Converts a weight file that is already in memory. Throws as load() does.
  static ChoiceModel from_file(const format::WeightFile& file);

  /// Returns the model as a weight file with an empty manifest.
  format::WeightFile to_file() const;
};

/// Returns the value of each of these legal moves, in the order of `moves`: from the mover's view,
/// in log-odds, without the search term. `position` is unchanged on return.
std::vector<double> values_of(const ChoiceModel& model, Position& position, const MoveList& moves);

}  // namespace trivium::chess
