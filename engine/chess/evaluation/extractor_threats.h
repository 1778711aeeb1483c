// Features of possible captures and of controlled squares: threats, restriction, space.
#pragma once

#include <bit>

#include "engine/chess/evaluation/extractor_facts.h"
#include "engine/chess/evaluation/feature_groups.h"

namespace trivium::chess::detail {

/// Adds one to the group for each piece on `victims`, by its type; `first_type` is number 0.
template <Color kUs, class Sink>
void add_by_type(const Position& position, FeatureGroup group, Bitboard victims,
                 PieceType first_type, Sink& sink) noexcept {
  while (victims != 0) {
    const PieceType type = type_of(position.piece_on(pop_lowest(victims)));
    sink.add(feature_at(group, index(type) - index(first_type)), kUs);
  }
}

/// Extracts the squares from which a piece could attack the enemy's queen, if there is exactly one.
template <Color kUs, class Sink>
void extract_queen_pressure(const Position& position, const BoardFacts& facts,
                            Bitboard strongly_protected, Sink& sink) noexcept {
  const SideFacts& us = facts.side(kUs);
  const Bitboard queens = position.pieces(~kUs, PieceType::kQueen);
  if (queens == 0 || has_several(queens)) return;
  const Square queen = lowest(queens);
  const Bitboard landing = ~us.pieces & ~strongly_protected;
  const Bitboard knights = knight_attacks(queen) & us.attacks_by(PieceType::kKnight);
  const Bitboard sliders =
      (bishop_attacks(queen, facts.occupied) & us.attacks_by(PieceType::kBishop)) |
      (rook_attacks(queen, facts.occupied) & us.attacks_by(PieceType::kRook));
  sink.add(feature_at("queen_pressure"_group, 0), kUs, std::popcount(landing & knights));
  sink.add(feature_at("queen_pressure"_group, 1), kUs,
           std::popcount(landing & sliders & us.attacked_twice));
}

/// Extracts the attacks of this side's pawns on pieces, now and after a step.
template <Color kUs, class Sink>
void extract_pawn_threats(const Position& position, const BoardFacts& facts, Sink& sink) noexcept {
  const SideFacts& us = facts.side(kUs);
  const SideFacts& them = facts.side(~kUs);
  const Bitboard enemy_pieces = them.pieces & ~them.pawns & ~bit(them.king);
  const Bitboard holds = ~them.attacked | us.attacked;  // safe or defended
  add_by_type<kUs>(position, "threat_by_pawn"_group,
                   attacks_of_pawns<kUs>(us.pawns & holds) & enemy_pieces, PieceType::kKnight,
                   sink);

  Bitboard steps = pawns_advance<kUs>(us.pawns) & ~facts.occupied;
  steps |= pawns_advance<kUs>(steps & relative_rank_board<kUs>(2)) & ~facts.occupied;
  steps &= holds & ~them.attacks_by(PieceType::kPawn);
  sink.add(feature_at("pawn_push_threat"_group), kUs,
           std::popcount(attacks_of_pawns<kUs>(steps) & enemy_pieces));
}

template <Color kUs, class Sink>
void extract_threats(const Position& position, const BoardFacts& facts, Sink& sink) noexcept {
  const SideFacts& us = facts.side(kUs);
  const SideFacts& them = facts.side(~kUs);
  const Bitboard strongly_protected =
      them.attacks_by(PieceType::kPawn) | (them.attacked_twice & ~us.attacked_twice);
  const Bitboard enemies = them.pieces & ~bit(them.king);
  const Bitboard weak = enemies & us.attacked & ~strongly_protected;
  const Bitboard queens = enemies & facts.queens,
                 majors = queens | (enemies & position.pieces(PieceType::kRook));
  const auto add = [&](FeatureGroup group, Bitboard victims) {
    add_by_type<kUs>(position, group, victims, PieceType::kPawn, sink);
  };

  extract_pawn_threats<kUs>(position, facts, sink);
  add("threat_by_knight"_group, us.attacks_by(PieceType::kKnight) & (weak | majors));
  add("threat_by_bishop"_group, us.attacks_by(PieceType::kBishop) & (weak | majors));
  add("threat_by_rook"_group, us.attacks_by(PieceType::kRook) & (weak | queens));
  add("threat_by_king"_group, us.attacks_by(PieceType::kKing) & weak & ~them.attacked);
  add("hanging"_group, weak & (~them.attacked | (us.attacked_twice & ~them.pawns)));
  sink.add(feature_at("restricted_square"_group), kUs,
           std::popcount(us.attacked & them.attacked & ~strongly_protected));
  extract_queen_pressure<kUs>(position, facts, strongly_protected, sink);
}

template <Color kUs, class Sink>
void extract_space(const BoardFacts& facts, Sink& sink) noexcept {
  constexpr Color kThem = ~kUs;
  const SideFacts& us = facts.side(kUs);
  const SideFacts& them = facts.side(kThem);
  const Bitboard ranks =
      relative_rank_board<kUs>(1) | relative_rank_board<kUs>(2) | relative_rank_board<kUs>(3);
  const Bitboard squares = kCenterFiles & ranks & ~us.pawns & ~them.attacks_by(PieceType::kPawn);
  Bitboard behind = pawns_advance<kThem>(us.pawns);
  behind |= pawns_advance<kThem>(behind) | pawns_advance<kThem>(pawns_advance<kThem>(behind));
  sink.add(feature_at("space"_group), kUs, std::popcount(squares));
  sink.add(feature_at("space_behind_pawns"_group), kUs,
           std::popcount(squares & behind & ~them.attacked));
}

}  // namespace trivium::chess::detail
