// Learning curve of TDLeaf by generation, as a table (CSV) and a plot (SVG).
//
// Columns about games (number, results, length) and piece values describe the games of the
// generation. Columns about learning describe all games of its window in the last pass, each with
// the weights before its batch's step.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "learning/tdleaf/regression.h"

namespace trivium::learning::tdleaf {

enum class Column : std::uint8_t {
  kGeneration,             ///< number of the generation, from 1
  kGames,                  ///< games of all generations so far
  kPositions,              ///< positions in the games of this generation
  kAlpha,                  ///< size of the next step (Learner::alpha())
  kDifference,             ///< RMS difference of successive predictions, in points; window
  kError,                  ///< RMS difference of predictions and the game's result; window
  kWhiteScore,             ///< White's mean points per game, in [0, 1]
  kDraws,                  ///< share of drawn games
  kPlies,                  ///< mean length of a game, in plies
  kDeciding,               ///< share of positions with a gradient (GradientSums::deciding); window
  kPawn,                   ///< material weights in centipawns: five columns, as kPieceNames
  kPawnWorth = kPawn + 5,  ///< piece_worth() in centipawns: five columns, as kPieceNames
  /// Scale of the model of results fitted to the window (ExpectationModel), in centipawns; 0 if no
  /// model could be fitted.
  kResultScale = kPawnWorth + 5,
  kDrawMargin,  ///< draw margin of this model, in centipawns; 0 if there is none
  kCount
};

inline constexpr std::size_t kCurveColumns = static_cast<std::size_t>(Column::kCount);

/// A row of the table.
struct CurveRow {
  std::array<double, kCurveColumns> values{};

  double& operator[](Column column) noexcept { return values[static_cast<std::size_t>(column)]; }
  double operator[](Column column) const noexcept {
    return values[static_cast<std::size_t>(column)];
  }
};

/// Returns the column of a piece (index in kPieceNames) in the group that begins with `pawn`: kPawn
/// or kPawnWorth.
constexpr Column piece_column(Column pawn, std::size_t piece) noexcept {
  return static_cast<Column>(static_cast<std::size_t>(pawn) + piece);
}

/// Returns the name of a column in the CSV table.
std::string_view name_of(Column column) noexcept;

/// Returns a header line and one line per row.
std::string curve_csv(std::span<const CurveRow> rows);

/// Returns a self-contained SVG picture by games: piece values above, kDifference and kError below.
std::string curve_svg(std::span<const CurveRow> rows);

// Report on a regression: the training loss by iteration, and the losses before and after.

/// Returns a row for each point of RegressionResult::curve.
std::string regression_csv(const RegressionResult& result);

/// Returns a chart of the same.
std::string regression_svg(const RegressionResult& result);

/// Returns a row for training and held-out positions: their number, and the mean log loss in nats
/// at the start and at the end. Losses of no positions are empty cells.
std::string losses_csv(const RegressionResult& result);

}  // namespace trivium::learning::tdleaf
