#include "learning/tdleaf/learning_curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "learning/harness/curve_svg.h"
#include "learning/tdleaf/piece_worth.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::array kColumnNames = std::to_array<std::string_view>(
    {"generation",   "games",        "positions",  "alpha",       "td_difference", "result_error", "white_score", "draws",
     "plies",        "deciding",     "pawn",       "knight",      "bishop",        "rook",         "queen",       "pawn_worth",
     "knight_worth", "bishop_worth", "rook_worth", "queen_worth", "result_scale",  "draw_margin"});
static_assert(kColumnNames.size() == kCurveColumns);

/// 1, 2 or 5 times a power of ten, just above: the end of an axis that begins with 0.
double round_above(double value) noexcept {
  if (!(value > 0.0)) return 1.0;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= value) return step * power;
  }
  return 10.0 * power;
}

/// A chart of columns from 0 on; what is below 0 is drawn at 0.
CurveChart chart(std::string_view title, std::span<const CurveRow> rows, std::span<const std::pair<std::string_view, Column>> columns) {
  double highest = 0.0;
  std::vector<CurveLine> lines;
  for (const auto& [name, column] : columns) {
    lines.push_back({name, {}});
    for (const CurveRow& row : rows) lines.back().values.push_back(std::max(row[column], 0.0));
    for (const double value : lines.back().values) highest = std::max(highest, value);
  }
  const double end = round_above(highest), step = end / 5;
  const auto decimals = static_cast<int>(std::max(0.0, std::ceil(-std::log10(step))));
  return {title, {0.0, end, step, decimals}, std::move(lines)};
}

}  // namespace

std::string_view name_of(Column column) noexcept { return kColumnNames[static_cast<std::size_t>(column)]; }

std::string curve_csv(std::span<const CurveRow> rows) {
  std::string csv = fmt::format("{}\n", fmt::join(kColumnNames, ","));
  for (const CurveRow& row : rows) csv += fmt::format("{:.9g}\n", fmt::join(row.values(), ","));
  return csv;
}

std::string curve_svg(std::span<const CurveRow> rows) {
  using Named = std::pair<std::string_view, Column>;
  constexpr std::array kErrors{Named{"to the next", Column::kDifference}, Named{"to the result", Column::kError}};
  std::vector<Named> pieces;
  for (std::size_t piece = 0; piece < kPieceNames.size(); ++piece)
    pieces.emplace_back(kPieceNames[piece], piece_column(Column::kPawnWorth, piece));
  std::vector<std::size_t> games;
  for (const CurveRow& row : rows) games.push_back(static_cast<std::size_t>(row[Column::kGames]));
  return learning::curve_svg(games, std::array{chart("Worth of the pieces, centipawns, by games", rows, pieces),
                                               chart("Difference of predictions (root of the mean square), by games", rows, kErrors)});
}

}  // namespace trivium::learning::tdleaf
