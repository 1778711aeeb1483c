// Placement of a piece: material and the two piece-square families, which are always counted
// together.
//
// A piece has one square from its own king's view and one from the enemy king's view. Both follow
// from the first one and from whether the kings are on the same half of the board. So Weights can
// add the three weights in advance, in one small table.
#pragma once

#include <array>
#include <cstddef>

#include "engine/chess/evaluation/feature_groups.h"
#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// A piece type on a square from its own king's view: seen from its side of the board, mirrored so
/// that the king is on files e-h.
struct Seat {
  PieceType type = PieceType::kPawn;
  Square square = Square::kA1;
  bool kings_on_same_half = false;

  constexpr std::size_t index() const noexcept {
    return static_cast<std::size_t>(64 * (2 * chess::index(type) + (kings_on_same_half ? 1 : 0)) +
                                    chess::index(square));
  }
};
inline constexpr std::size_t kSeats = std::size_t{2} * kPieceTypes * 64;

/// Conversion of one side's squares to seats.
struct SeatView {
  int flip = 0;
  bool kings_on_same_half = false;

  constexpr Seat seat(PieceType type, Square square) const noexcept {
    return {type, static_cast<Square>(index(square) ^ flip), kings_on_same_half};
  }
};

inline SeatView seat_view(const Position& position, Color us) noexcept {
  const auto on_left_half = [&](Color color) { return file_of(position.king(color)) < 4; };
  return {(us == Color::kWhite ? 0 : 56) ^ (on_left_half(us) ? 7 : 0),
          on_left_half(us) == on_left_half(~us)};
}

/// Features of a piece on its seat.
struct SeatFeatures {
  std::array<FeatureIndex, 3> features{};
  std::size_t size = 0;

  constexpr const FeatureIndex* begin() const noexcept { return features.data(); }
  constexpr const FeatureIndex* end() const noexcept { return features.data() + size; }
};

/// Returns the features for material, own square and enemy square; a king has only its own square.
/// Requires: can_exist(seat).
constexpr SeatFeatures seat_features(Seat seat) noexcept {
  const auto group = [](FeatureGroup first, PieceType type) {
    return static_cast<FeatureGroup>(index(first) + static_cast<std::size_t>(index(type)));
  };
  const auto square_number = [&](Square square) {
    return index(square) - (seat.type == PieceType::kPawn ? 8 : 0);
  };
  if (seat.type == PieceType::kKing) {
    return {{feature_at("king_square"_group, 4 * rank_of(seat.square) + file_of(seat.square) - 4)},
            1};
  }
  const Square enemy_view =
      static_cast<Square>(index(seat.square) ^ (seat.kings_on_same_half ? 0 : 7));
  return {{feature_at(group("pawn"_group, seat.type)),
           feature_at(group("pawn_square"_group, seat.type), square_number(seat.square)),
           feature_at(group("pawn_enemy_square"_group, seat.type), square_number(enemy_view))},
          3};
}

/// False for pawns on the first or last rank and kings on files a-d, which have no features.
constexpr bool can_exist(Seat seat) noexcept {
  if (seat.type == PieceType::kPawn) return rank_of(seat.square) != 0 && rank_of(seat.square) != 7;
  return seat.type != PieceType::kKing || file_of(seat.square) >= 4;
}

}  // namespace trivium::chess
