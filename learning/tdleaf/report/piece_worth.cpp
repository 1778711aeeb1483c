#include "learning/tdleaf/report/piece_worth.h"

#include <fmt/format.h>
#include <optional>

#include "engine/chess/evaluation/features.h"
#include "learning/tdleaf/linear_model.h"

namespace trivium::learning::tdleaf {

namespace {

/// Returns the evaluation without the piece on `missing` (kNone: with all pieces) and without
/// castling rights. Returns nothing if the rest is not a valid position or its value does not
/// depend on weights.
std::optional<double> value_without(const chess::Position& position, chess::Square missing,
                                    std::span<const double> weights) {
  chess::PositionBuilder builder;
  builder.set_side_to_move(position.side_to_move());
  for (chess::Bitboard squares = position.pieces(); squares != 0;) {
    const chess::Square square = chess::pop_lowest(squares);
    if (square != missing) builder.put(square, position.piece_on(square));
  }
  const Result<chess::Position> rest = builder.build();
  if (!rest) return std::nullopt;
  chess::Extraction extraction;
  chess::extract(*rest, extraction);
  if (extraction.known()) return std::nullopt;
  return evaluation(extraction, weights);
}

}  // namespace

PieceValues material(std::span<const double> weights) noexcept {
  PieceValues values{};
  for (std::size_t piece = 0; piece < values.size(); ++piece) {
    values[piece] =
        0.5 * kCentipawnsPerPawn * (weights[piece] + weights[chess::kFeatureCount + piece]);
  }
  return values;
}

void set_material(std::span<double> weights, const PieceValues& centipawns) noexcept {
  for (std::size_t piece = 0; piece < centipawns.size(); ++piece) {
    weights[piece] = weights[chess::kFeatureCount + piece] = centipawns[piece] / kCentipawnsPerPawn;
  }
}

PieceValues piece_worth(std::span<const chess::Position> positions,
                        std::span<const double> weights) {
  PieceValues sums{};
  PieceValues pieces{};
  for (const chess::Position& position : positions) {
    const std::optional<double> whole = value_without(position, chess::Square::kNone, weights);
    if (!whole) continue;
    for (chess::Bitboard squares = position.pieces() & ~position.pieces(chess::PieceType::kKing);
         squares != 0;) {
      const chess::Square square = chess::pop_lowest(squares);
      const std::optional<double> rest = value_without(position, square, weights);
      if (!rest) continue;
      const chess::Piece piece = position.piece_on(square);
      const auto type = static_cast<std::size_t>(chess::index(chess::type_of(piece)));
      sums[type] +=
          chess::color_of(piece) == chess::Color::kWhite ? *whole - *rest : *rest - *whole;
      pieces[type] += 1.0;
    }
  }
  for (std::size_t type = 0; type < sums.size(); ++type)
    sums[type] = pieces[type] > 0.0 ? sums[type] / pieces[type] : 0.0;
  return sums;
}

std::string piece_table(const PieceValues& learned, std::string_view heading) {
  std::string text = fmt::format(
      "| {} | learned, centipawns | learned, pawn = 100 | reference | ratio "
      "|\n|---|---:|---:|---:|---:|\n",
      heading);
  for (std::size_t piece = 0; piece < learned.size(); ++piece) {
    const double reference = kPublishedPieces[piece];
    text += fmt::format("| {} | {:.1f} |", kPieceNames[piece], learned[piece]);
    if (learned[0] > 0.0) {
      const double normalized = kCentipawnsPerPawn * learned[piece] / learned[0];
      text += fmt::format(" {:.0f} | {:.0f} | {:.2f} |\n", normalized, reference,
                          normalized / reference);
    } else {
      text += fmt::format(" - | {:.0f} | - |\n", reference);
    }
  }
  return text;
}

}  // namespace trivium::learning::tdleaf
