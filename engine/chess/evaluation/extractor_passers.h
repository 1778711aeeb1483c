// Features of passed pawns that depend on other pieces: whether the path is free, safe and
// supported.
#pragma once

#include <algorithm>

#include "engine/chess/evaluation/extractor_facts.h"
#include "engine/chess/evaluation/feature_groups.h"

namespace trivium::chess::detail {

/// True if the enemy has no pieces, the path is free, and the enemy king cannot catch the pawn.
template <Color kUs>
bool is_unstoppable(const Position& position, const BoardFacts& facts, Square pawn,
                    Bitboard path) noexcept {
  constexpr Color kThem = ~kUs;
  const SideFacts& them = facts.side(kThem);
  if (them.pieces != (them.pawns | bit(them.king)) || (path & facts.occupied) != 0) return false;
  const Square promotion = make_square(file_of(pawn), kUs == Color::kWhite ? 7 : 0);
  const int pawn_moves = std::min(7 - relative_rank(kUs, pawn), 5);
  const int king_moves =
      king_steps(them.king, promotion) - (position.side_to_move() == kThem ? 1 : 0);
  return king_moves > pawn_moves;
}

template <Color kUs, class Sink>
void extract_passer(const Position& position, const BoardFacts& facts, Square pawn,
                    Sink& sink) noexcept {
  constexpr Color kThem = ~kUs;
  const SideFacts& us = facts.side(kUs);
  const SideFacts& them = facts.side(kThem);
  const int number = relative_rank(kUs, pawn) - 1;
  const Bitboard stop = pawns_advance<kUs>(bit(pawn));
  const Bitboard path = ahead_of<kUs>(bit(pawn));
  const auto add_if = [&](bool holds, FeatureGroup group) {
    if (holds) sink.add(feature_at(group, number), kUs);
  };

  const Bitboard heavy = facts.queens | position.pieces(PieceType::kRook);
  const Bitboard behind = rook_attacks(pawn, facts.occupied) & ahead_of<kThem>(bit(pawn)) & heavy;
  if (behind != 0)
    sink.add(feature_at("passer_rook_behind"_group, (behind & us.pieces) != 0 ? 0 : 1), kUs);
  const Bitboard enemy_attacks = them.attacked | ((behind & them.pieces) != 0 ? path : 0);

  add_if((stop & facts.occupied) == 0, "passer_free_stop"_group);
  add_if((stop & them.pieces) != 0, "passer_blockaded"_group);
  add_if((stop & enemy_attacks) == 0, "passer_safe_stop"_group);
  add_if((stop & us.attacked) != 0, "passer_defended_stop"_group);
  add_if((path & (enemy_attacks | them.pieces)) == 0, "passer_safe_path"_group);
  if (number >= 2) {
    const int first = 8 * (number - 2);
    sink.add(feature_at("passer_own_king"_group, first + king_steps(us.king, lowest(stop))), kUs);
    sink.add(feature_at("passer_enemy_king"_group, first + king_steps(them.king, lowest(stop))),
             kUs);
  }
  if (is_unstoppable<kUs>(position, facts, pawn, path))
    sink.add(feature_at("passer_unstoppable"_group), kUs);
}

template <Color kUs, class Sink>
void extract_passers(const Position& position, const PawnFacts& pawns, const BoardFacts& facts,
                     Sink& sink) noexcept {
  for (Bitboard left = pawns.passed & facts.side(kUs).pawns; left != 0;)
    extract_passer<kUs>(position, facts, pop_lowest(left), sink);
}

}  // namespace trivium::chess::detail
