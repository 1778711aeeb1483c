// King safety features that change with every move: the enemy's attack and the pieces near the
// king. Shelter and storm depend on pawns only (extractor_pawns.h).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "engine/chess/evaluation/extractor_facts.h"
#include "engine/chess/evaluation/feature_groups.h"

namespace trivium::chess::detail {

/// Attack units: fixed weights of the parts of an attack. Their sum selects one feature of the
/// group king_danger. A linear evaluation cannot multiply numbers of attackers, but with one weight
/// for each sum it can learn any function of the sum. The units only decide which attacks share a
/// feature (chessprogramming wiki, King Safety).
struct DangerUnits {
  static constexpr std::array<int, 4> kSafeCheck{14, 11, 18, 14};  ///< by type, from the knight
  static constexpr int kUnsafeCheck = 3;
  static constexpr int kWeakSquare = 4;
  static constexpr int kPinned = 2;
  static constexpr int kBareFile = 3;
};

/// Checks that a side could give on its next move.
struct Checks {
  Bitboard safe_squares;  ///< squares on which the checking piece is unlikely to be captured
  int units = 0;
};

template <Color kUs, class Sink>
void extract_checks_by(PieceType type, Bitboard squares, Checks& checks, Sink& sink) noexcept {
  const int number = index(type) - index(PieceType::kKnight);
  const Bitboard safe = squares & checks.safe_squares;
  if (safe != 0) {
    sink.add(feature_at("safe_check"_group, number + (has_several(safe) ? 4 : 0)), kUs);
    checks.units += DangerUnits::kSafeCheck[static_cast<std::size_t>(number)];
  } else if (squares != 0) {
    sink.add(feature_at("unsafe_check"_group, number), kUs);
    checks.units += DangerUnits::kUnsafeCheck;
  }
}

/// Extracts the checks that this side's pieces could give. Returns their attack units.
template <Color kUs, class Sink>
int extract_checks(const Position& position, const BoardFacts& facts, Bitboard weak,
                   Sink& sink) noexcept {
  constexpr Color kThem = ~kUs;
  const SideFacts& us = facts.side(kUs);
  const SideFacts& them = facts.side(kThem);
  const Bitboard without_queen = facts.occupied & ~position.pieces(kThem, PieceType::kQueen);
  const Bitboard diagonals = bishop_attacks(them.king, without_queen),
                 lines = rook_attacks(them.king, without_queen);
  const auto reach = [&](PieceType type) { return us.attacks_by(type) & ~us.pieces; };

  Checks checks{~them.attacked | (weak & us.attacked_twice), 0};
  extract_checks_by<kUs>(PieceType::kKnight, knight_attacks(them.king) & reach(PieceType::kKnight),
                         checks, sink);
  extract_checks_by<kUs>(PieceType::kBishop, diagonals & reach(PieceType::kBishop), checks, sink);
  extract_checks_by<kUs>(PieceType::kRook, lines & reach(PieceType::kRook), checks, sink);
  extract_checks_by<kUs>(PieceType::kQueen, (diagonals | lines) & reach(PieceType::kQueen), checks,
                         sink);
  return checks.units;
}

template <Color kUs, class Sink>
void extract_flank(const BoardFacts& facts, Sink& sink) noexcept {
  constexpr Color kThem = ~kUs;
  const SideFacts& us = facts.side(kUs);
  const SideFacts& them = facts.side(kThem);
  const Bitboard camp =
      king_flank(them.king) & ~(relative_rank_board<kThem>(5) | relative_rank_board<kThem>(6) |
                                relative_rank_board<kThem>(7));
  sink.add(feature_at("flank_attack"_group, 0), kUs, std::popcount(camp & us.attacked));
  sink.add(feature_at("flank_attack"_group, 1), kUs, std::popcount(camp & us.attacked_twice));
  sink.add(feature_at("flank_defence"_group), kThem, std::popcount(camp & them.attacked));
}

/// Extracts the attack of one side on the other's king.
template <Color kUs, class Sink>
void extract_king_attack(const Position& position, const PawnFacts& pawns, const BoardFacts& facts,
                         Sink& sink) noexcept {
  constexpr Color kThem = ~kUs;
  const SideFacts& us = facts.side(kUs);
  const SideFacts& them = facts.side(kThem);
  const Bitboard last_defense =
      them.attacks_by(PieceType::kKing) | them.attacks_by(PieceType::kQueen);
  const Bitboard weak = us.attacked & ~them.attacked_twice & (~them.attacked | last_defense);
  const int weak_squares = std::popcount(weak & them.ring);
  sink.add(feature_at("weak_ring_square"_group), kUs, weak_squares);
  extract_flank<kUs>(facts, sink);

  int units = us.ring_attackers * us.ring_attacker_weight / 2 + us.ring_attacks;
  units += extract_checks<kUs>(position, facts, weak, sink);
  units += DangerUnits::kWeakSquare * weak_squares +
           DangerUnits::kPinned * std::popcount(them.pinned) +
           DangerUnits::kBareFile * pawns.bare_files[static_cast<std::size_t>(index(kThem))];
  units = std::min(units, 63);
  if (position.pieces(kUs, PieceType::kQueen) != 0)
    sink.add(feature_at("king_danger"_group, units), kUs);
  else
    sink.add(feature_at("king_danger_queenless"_group, std::min(units, 31)), kUs);
  sink.add(feature_at("king_danger_units"_group), kUs, units);
  sink.add(feature_at("king_danger_squared"_group), kUs, units * units / 32);
}

/// Extracts the pieces near a side's own king.
template <Color kUs, class Sink>
void extract_king_cover(const Position& position, const BoardFacts& facts, Sink& sink) noexcept {
  const SideFacts& us = facts.side(kUs);
  const Bitboard minors =
      us.pieces & (position.pieces(PieceType::kKnight) | position.pieces(PieceType::kBishop));
  sink.add(feature_at("king_defender"_group), kUs, std::popcount(minors & us.ring));
  const int rights = (position.castling_rook(kUs, true) != Square::kNone) +
                     (position.castling_rook(kUs, false) != Square::kNone);
  sink.add(feature_at("castling_right"_group), kUs, rights);
  for (Bitboard left = us.pinned; left != 0;) {
    sink.add(feature_at("pinned"_group, index(type_of(position.piece_on(pop_lowest(left))))), kUs);
  }
}

}  // namespace trivium::chess::detail
