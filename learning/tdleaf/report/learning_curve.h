// Learning curve by generation, as a table (CSV) and a plot (SVG).
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
#include <vector>

namespace trivium::learning::tdleaf {

enum class Column : std::uint8_t {
  kGeneration,  ///< after which, from 1
  kGames,       ///< made so far, or read
  kPositions,   ///< searched in this generation
  kAlpha,       ///< of the next step, centipawns
  kDifference,  ///< root of the mean squared difference of successive predictions, of the window
  kError,  ///< root of the mean squared difference of predictions and the game's result, of the
           ///< window
  kWhiteScore,                    ///< White's points a game
  kDraws,                         ///< share of the games
  kPlies,                         ///< a game
  kDeciding,                      ///< share of the window's positions whose leaf decided the value
  kPawn,                          ///< material weights, centipawns, then the others of kPieceNames
  kPawnWorth = kPawn + 5,         ///< piece_worth(), then the others
  kResultScale = kPawnWorth + 5,  ///< of the model of results that fits the window
                                  ///< (ExpectationModel), centipawns; 0: none does
  kDrawMargin,                    ///< the same
  kCount
};

inline constexpr std::size_t kCurveColumns = static_cast<std::size_t>(Column::kCount);

/// A row of the table.
class CurveRow {
 public:
  double& operator[](Column column) noexcept { return values_[static_cast<std::size_t>(column)]; }
  double operator[](Column column) const noexcept {
    return values_[static_cast<std::size_t>(column)];
  }
  std::span<double, kCurveColumns> values() noexcept { return values_; }
  std::span<const double, kCurveColumns> values() const noexcept { return values_; }

 private:
  std::array<double, kCurveColumns> values_{};
};

/// The row's column of a piece (in the order of kPieceNames) behind a first one, kPawn or
/// kPawnWorth.
constexpr Column piece_column(Column pawn, std::size_t piece) noexcept {
  return static_cast<Column>(static_cast<std::size_t>(pawn) + piece);
}

std::string_view name_of(Column column) noexcept;

/// Returns a header line and one line per row.
std::string curve_csv(std::span<const CurveRow> rows);

/// Returns a self-contained picture: piece values above, both errors below, by games.
std::string curve_svg(std::span<const CurveRow> rows);

}  // namespace trivium::learning::tdleaf
