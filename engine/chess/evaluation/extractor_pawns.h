// Features of pawns and kings only: their squares, pawn structure, the king's shelter and the pawn
// storm against it.
#pragma once

#include <algorithm>
#include <bit>

#include "engine/chess/evaluation/extractor_facts.h"
#include "engine/chess/evaluation/extractor_placement.h"
#include "engine/chess/evaluation/feature_groups.h"

namespace trivium::chess {

namespace detail {

/// Extracts the structural features of one pawn.
template <Color kUs, class Sink>
void extract_pawn(Square square, Bitboard own, Bitboard enemy, Bitboard passed,
                  Sink& sink) noexcept {
  constexpr Color kThem = ~kUs;
  const Bitboard pawn = bit(square);
  const int rank = relative_rank(kUs, square);
  const Bitboard file_ahead = ahead_of<kUs>(pawn);
  const Bitboard adjacent = own & beside(file_board(file_of(square)));
  const Bitboard helpers = adjacent & ~ahead_of<kUs>(beside(pawn));  // level or behind
  const bool supported = (pawn & attacks_of_pawns<kUs>(own)) != 0;
  const int open = (file_ahead & enemy) == 0 ? 1 : 0;

  if (adjacent == 0) sink.add(feature_at("isolated_pawn"_group, open), kUs);
  if ((file_ahead & own) != 0) sink.add(feature_at("doubled_pawn"_group, supported ? 0 : 1), kUs);
  if (adjacent != 0 && helpers == 0) {
    const Bitboard stop = pawns_advance<kUs>(pawn);
    if ((stop & (enemy | attacks_of_pawns<kThem>(enemy))) != 0)
      sink.add(feature_at("backward_pawn"_group, open), kUs);
  }
  if ((beside(pawn) & own) != 0)
    sink.add(feature_at("phalanx_pawn"_group, rank - 1 + 6 * open), kUs);
  if (supported) sink.add(feature_at("supported_pawn"_group, rank - 2 + 5 * open), kUs);
  if (rank >= 4 && (pawns_advance<kUs>(pawn) & enemy) != 0)
    sink.add(feature_at("advanced_ram"_group, rank - 4), kUs);

  if ((pawn & passed) != 0) {
    const Bitboard near = beside(pawn | pawns_advance<kUs>(pawn) | pawns_advance<kThem>(pawn));
    sink.add(feature_at("passed_pawn"_group, rank - 1), kUs);
    if ((near & passed & own) != 0) sink.add(feature_at("connected_passer"_group, rank - 1), kUs);
    if (supported) sink.add(feature_at("protected_passer"_group, rank - 2), kUs);
  } else if (open != 0 && (file_ahead & own) == 0) {
    const Bitboard sentries = enemy & ahead_of<kUs>(beside(pawn));
    if (std::popcount(helpers) >= std::popcount(sentries))
      sink.add(feature_at("candidate_pawn"_group, rank - 1), kUs);
  }
}

template <Color kUs, class Sink>
void extract_pawn_structure(const Position& position, const PawnFacts& pawns, Sink& sink) noexcept {
  const Bitboard own = position.pieces(kUs, PieceType::kPawn),
                 enemy = position.pieces(~kUs, PieceType::kPawn);
  const SeatView view = seat_view(position, kUs);
  sink.place(kUs, view.seat(PieceType::kKing, position.king(kUs)));
  for (Bitboard left = own; left != 0;) {
    const Square square = pop_lowest(left);
    sink.place(kUs, view.seat(PieceType::kPawn, square));
    extract_pawn<kUs>(square, own, enemy, pawns.passed, sink);
  }
  const Bitboard files = fill_forward<Color::kBlack>(fill_forward<Color::kWhite>(own)) & kRank1;
  const Bitboard island_starts = files & ~(files << 1);
  sink.add(feature_at("pawn_island"_group), kUs, std::popcount(island_starts));
}

/// Extracts the shelter and storm features of one file near the king.
template <Color kUs, class Sink>
void extract_shelter_file(int file, Bitboard own, Bitboard enemy, Sink& sink) noexcept {
  const Bitboard own_here = own & file_board(file), enemy_here = enemy & file_board(file);
  const int own_rank = own_here != 0 ? relative_rank(kUs, rearmost<kUs>(own_here)) : 0;
  const int enemy_rank = enemy_here != 0 ? relative_rank(kUs, rearmost<kUs>(enemy_here)) : 0;
  const int from_edge = std::min(file, 7 - file);
  sink.add(feature_at("king_shelter"_group, 7 * from_edge + own_rank), kUs);
  if (own_rank != 0 && enemy_rank == own_rank + 1)
    sink.add(feature_at("king_blocked_storm"_group, enemy_rank - 2), kUs);
  else
    sink.add(feature_at("king_storm"_group, 7 * from_edge + enemy_rank), kUs);
}

/// Returns the number of files at the king without an own pawn as shelter.
template <Color kUs, class Sink>
int extract_shelter(const Position& position, Sink& sink) noexcept {
  const Bitboard own = position.pieces(kUs, PieceType::kPawn),
                 enemy = position.pieces(~kUs, PieceType::kPawn);
  const Square king = position.king(kUs);
  const Bitboard king_row = kRank1 << (index(king) & 0x38);  // bits shared by the squares of a rank
  const Bitboard not_behind = fill_forward<kUs>(king_row);
  const int middle = std::clamp(file_of(king), 1, 6);
  int bare_files = 0;
  for (int file = middle - 1; file <= middle + 1; ++file) {
    extract_shelter_file<kUs>(file, own & not_behind, enemy & not_behind, sink);
    bare_files += (own & not_behind & file_board(file)) == 0;
  }

  const bool no_own = (own & file_board(file_of(king))) == 0,
             no_enemy = (enemy & file_board(file_of(king))) == 0;
  if (no_own || no_enemy)
    sink.add(feature_at("king_file"_group, no_own && no_enemy ? 2 : no_own ? 0 : 1), kUs);

  int nearest = own != 0 ? 7 : 0;
  for (Bitboard left = own; left != 0;)
    nearest = std::min(nearest, king_steps(king, pop_lowest(left)));
  sink.add(feature_at("king_pawn_distance"_group, nearest), kUs);
  if (((own | enemy) & king_flank(king)) == 0)
    sink.add(feature_at("king_pawnless_flank"_group), kUs);
  return bare_files;
}

/// Returns the passed pawns of a side: no pawn of either side ahead on the file, no enemy pawn
/// ahead on an adjacent file.
template <Color kUs>
constexpr Bitboard passed_pawns(Bitboard own, Bitboard enemy) noexcept {
  constexpr Color kThem = ~kUs;
  const Bitboard guarded = ahead_of<kThem>(enemy | beside(enemy));
  return own & ~guarded & ~ahead_of<kThem>(own);
}

}  // namespace detail

/// Extracts all features that depend on pawns and kings only, their material and squares included.
template <class Sink>
PawnFacts extract_pawn_features(const Position& position, Sink& sink) noexcept {
  const Bitboard white = position.pieces(Color::kWhite, PieceType::kPawn),
                 black = position.pieces(Color::kBlack, PieceType::kPawn);
  PawnFacts facts;
  facts.passed = detail::passed_pawns<Color::kWhite>(white, black) |
                 detail::passed_pawns<Color::kBlack>(black, white);
  facts.spans = {fill_forward<Color::kWhite>(attacks_of_pawns<Color::kWhite>(white)),
                 fill_forward<Color::kBlack>(attacks_of_pawns<Color::kBlack>(black))};
  detail::extract_pawn_structure<Color::kWhite>(position, facts, sink);
  detail::extract_pawn_structure<Color::kBlack>(position, facts, sink);
  facts.bare_files = {
      static_cast<std::uint8_t>(detail::extract_shelter<Color::kWhite>(position, sink)),
      static_cast<std::uint8_t>(detail::extract_shelter<Color::kBlack>(position, sink))};
  return facts;
}

}  // namespace trivium::chess
