// Data shared by several themes of the extractor: pawn facts, which depend on pawns and kings only,
// and attack maps of both sides.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/evaluation/extractor_geometry.h"
#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// Facts that depend on pawns and kings only. An Evaluator caches them with the sum of their
/// weights.
struct PawnFacts {
  Bitboard passed = 0;              ///< passed pawns of both sides
  std::array<Bitboard, 2> spans{};  ///< by color: squares that its pawns attack now or after
                                    ///< advancing
  std::array<std::uint8_t, 2> bare_files{};  ///< by color: number of files at the king without an
                                             ///< own pawn as shelter, 0 to 3

  Bitboard span(Color color) const noexcept {
    return spans[static_cast<std::size_t>(index(color))];
  }
};

/// Facts of one side. Attack maps are complete after the extractor has processed the pieces of both
/// sides.
struct SideFacts {
  Square king = Square::kNone;
  Bitboard pieces = 0;
  Bitboard pawns = 0;
  Bitboard blocked_pawns = 0;  ///< pawns with any piece on the square ahead
  Bitboard ring = 0;           ///< 3 x 3 squares around the king, shifted away from the edge
  Bitboard pinned = 0;  ///< own pieces that are the only shield of the king against an enemy slider
  Bitboard mobility_area = 0;  ///< squares that count as mobility (feature_groups.h)
  std::array<Bitboard, kPieceTypes> attacks{};  ///< by type, as in piece_attacks()
                                                ///< (extractor_pieces.h)
  Bitboard attacked = 0;
  Bitboard attacked_twice = 0;
  int ring_attackers = 0;        ///< number of this side's pieces that attack the enemy king's ring
  int ring_attacker_weight = 0;  ///< sum of their kAttackerWeight (extractor_king.h)
  int ring_attacks = 0;          ///< number of attacks on squares adjacent to the enemy king

  Bitboard attacks_by(PieceType type) const noexcept {
    return attacks[static_cast<std::size_t>(index(type))];
  }
  /// Adds the attacks of one piece.
  void add_attacks(PieceType type, Bitboard squares) noexcept {
    attacked_twice |= attacked & squares;
    attacked |= squares;
    attacks[static_cast<std::size_t>(index(type))] |= squares;
  }
};

struct BoardFacts {
  Bitboard occupied = 0;
  Bitboard queens = 0;
  std::array<SideFacts, 2> sides{};

  SideFacts& side(Color color) noexcept { return sides[static_cast<std::size_t>(index(color))]; }
  const SideFacts& side(Color color) const noexcept {
    return sides[static_cast<std::size_t>(index(color))];
  }
};

/// Returns the pieces of either side that are the only piece between `target` and one of the
/// sliders.
inline Bitboard sole_blockers(Square target, Bitboard diagonal_sliders, Bitboard orthogonal_sliders,
                              Bitboard occupied) noexcept {
  Bitboard snipers = (bishop_attacks(target, 0) & diagonal_sliders) |
                     (rook_attacks(target, 0) & orthogonal_sliders);
  Bitboard blockers = 0;
  while (snipers != 0) {
    const Bitboard shield = between(target, pop_lowest(snipers)) & occupied;
    if (!has_several(shield)) blockers |= shield;
  }
  return blockers;
}

/// Computes the facts of a side before its pieces are processed; the attack maps contain king and
/// pawns.
template <Color kUs>
void gather_side(const Position& position, BoardFacts& facts) noexcept {
  constexpr Color kThem = ~kUs;
  SideFacts& us = facts.side(kUs);
  us.king = position.king(kUs);
  us.pieces = position.pieces(kUs);
  us.pawns = position.pieces(kUs, PieceType::kPawn);
  us.blocked_pawns = us.pawns & pawns_advance<kThem>(facts.occupied);

  const int ring_file = std::clamp(file_of(us.king), 1, 6),
            ring_rank = std::clamp(rank_of(us.king), 1, 6);
  const Square ring_center = make_square(ring_file, ring_rank);
  us.ring = king_attacks(ring_center) | bit(ring_center);

  const Bitboard enemies = position.pieces(kThem);
  us.pinned =
      us.pieces &
      sole_blockers(us.king, enemies & (position.pieces(PieceType::kBishop) | facts.queens),
                    enemies & (position.pieces(PieceType::kRook) | facts.queens), facts.occupied);

  const Bitboard low_ranks = relative_rank_board<kUs>(1) | relative_rank_board<kUs>(2);
  const Bitboard stuck = us.blocked_pawns | (us.pawns & low_ranks);
  us.mobility_area =
      ~(stuck | bit(us.king) | attacks_of_pawns<kThem>(position.pieces(kThem, PieceType::kPawn)));

  us.add_attacks(PieceType::kKing, king_attacks(us.king));
  us.add_attacks(PieceType::kPawn, pawns_attack_left<kUs>(us.pawns));
  us.add_attacks(PieceType::kPawn, pawns_attack_right<kUs>(us.pawns));
}

inline BoardFacts gather_facts(const Position& position) noexcept {
  BoardFacts facts;
  facts.occupied = position.pieces();
  facts.queens = position.pieces(PieceType::kQueen);
  gather_side<Color::kWhite>(position, facts);
  gather_side<Color::kBlack>(position, facts);
  return facts;
}

}  // namespace trivium::chess
