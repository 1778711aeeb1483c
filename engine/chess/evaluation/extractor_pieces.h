// Features of knights, bishops, rooks and queens. Also fills the attack maps that the king attack
// and threat features use.
#pragma once

#include <array>
#include <bit>

#include "engine/chess/evaluation/extractor_facts.h"
#include "engine/chess/evaluation/extractor_placement.h"
#include "engine/chess/evaluation/feature_groups.h"

namespace trivium::chess::detail {

/// Attack units of one piece that attacks the king's ring, before multiplication with the number of
/// attackers, by type (see DangerUnits in extractor_king.h).
inline constexpr std::array<int, kPieceTypes> kAttackerWeight{0, 3, 2, 2, 1, 0};

constexpr FeatureGroup by_type(FeatureGroup knights, PieceType type) noexcept {
  return static_cast<FeatureGroup>(
      index(knights) + static_cast<std::size_t>(index(type) - index(PieceType::kKnight)));
}

/// Returns the attacks of a piece, ignoring pins. A bishop's and a rook's continue behind queens,
/// and a rook's also behind own rooks, because such pieces work together or can be driven away.
template <Color kUs, PieceType kType>
Bitboard piece_attacks(const Position& position, const BoardFacts& facts, Square square) noexcept {
  if constexpr (kType == PieceType::kKnight) return knight_attacks(square);
  if constexpr (kType == PieceType::kBishop)
    return bishop_attacks(square, facts.occupied & ~facts.queens);
  if constexpr (kType == PieceType::kRook)
    return rook_attacks(square,
                        facts.occupied & ~facts.queens & ~position.pieces(kUs, PieceType::kRook));
  return queen_attacks(square, facts.occupied);
}

template <Color kUs, PieceType kType, class Sink>
void extract_minor(const BoardFacts& facts, const PawnFacts& pawns, Square square, Bitboard attacks,
                   Sink& sink) noexcept {
  constexpr bool kKnight = kType == PieceType::kKnight;
  const SideFacts& us = facts.side(kUs);
  const Bitboard zone =
      (relative_rank_board<kUs>(3) | relative_rank_board<kUs>(4) | relative_rank_board<kUs>(5)) &
      ~pawns.span(~kUs);
  const Bitboard supported = us.attacks_by(PieceType::kPawn);
  if ((zone & bit(square)) != 0)
    sink.add(feature_at(kKnight ? "knight_outpost"_group : "bishop_outpost"_group,
                        (supported & bit(square)) != 0 ? 1 : 0),
             kUs);
  else if (kKnight && (attacks & zone & supported & ~us.pieces) != 0)
    sink.add(feature_at("reachable_outpost"_group), kUs);

  const int number = kKnight ? 0 : 1;
  if ((pawns_advance<kUs>(bit(square)) & (us.pawns | facts.side(~kUs).pawns)) != 0)
    sink.add(feature_at("minor_behind_pawn"_group, number), kUs);
  sink.add(feature_at("minor_king_distance"_group, number), kUs, king_steps(square, us.king));
}

template <Color kUs, class Sink>
void extract_bishop(const BoardFacts& facts, Square square, Sink& sink) noexcept {
  const SideFacts& us = facts.side(kUs);
  const Bitboard enemy_pawns = facts.side(~kUs).pawns;
  const Bitboard same_color = squares_of_color_of(square);
  const int own_pawns = std::popcount(us.pawns & same_color);
  sink.add(feature_at("bishop_color_pawn"_group), kUs, own_pawns);
  sink.add(feature_at("bishop_blocked_center"_group), kUs,
           own_pawns * std::popcount(us.blocked_pawns & kCenterFiles));
  sink.add(feature_at("bishop_xray_pawn"_group), kUs,
           std::popcount(bishop_attacks(square, 0) & enemy_pawns));
  constexpr Bitboard kCenter = (file_board(3) | file_board(4)) & (rank_board(3) | rank_board(4));
  if (has_several((bishop_attacks(square, us.pawns | enemy_pawns) | bit(square)) & kCenter))
    sink.add(feature_at("bishop_long_diagonal"_group), kUs);
}

template <Color kUs, class Sink>
void extract_rook(const Position& position, const BoardFacts& facts, Square square, int mobility,
                  Sink& sink) noexcept {
  const SideFacts& us = facts.side(kUs);
  const SideFacts& them = facts.side(~kUs);
  const Bitboard file = file_board(file_of(square));
  if ((file & us.pawns) == 0) {
    sink.add(feature_at("rook_open_file"_group, (file & them.pawns) == 0 ? 1 : 0), kUs);
  } else {
    if ((file & us.blocked_pawns) != 0) sink.add(feature_at("rook_closed_file"_group), kUs);
    const int king_file = file_of(us.king);
    if (mobility <= 3 &&
        (king_file < 4 ? file_of(square) < king_file : file_of(square) > king_file))
      sink.add(feature_at("rook_trapped"_group, position.has_castling_right(kUs) ? 0 : 1), kUs);
  }
  if ((file & facts.queens) != 0) sink.add(feature_at("rook_queen_file"_group), kUs);
  const Bitboard prey =
      (them.pawns & relative_rank_board<kUs>(6)) | (bit(them.king) & relative_rank_board<kUs>(7));
  if (relative_rank(kUs, square) == 6 && prey != 0)
    sink.add(feature_at("rook_on_seventh"_group), kUs);
}

template <Color kUs, class Sink>
void extract_queen(const Position& position, const BoardFacts& facts, const PawnFacts& pawns,
                   Square square, Sink& sink) noexcept {
  constexpr Color kThem = ~kUs;
  if (relative_rank(kUs, square) >= 4 && (pawns.span(kThem) & bit(square)) == 0)
    sink.add(feature_at("queen_infiltration"_group), kUs);
  if (sole_blockers(square, position.pieces(kThem, PieceType::kBishop),
                    position.pieces(kThem, PieceType::kRook), facts.occupied) != 0)
    sink.add(feature_at("queen_exposed"_group), kUs);
}

/// Extracts the features of all pieces of one side and type.
template <Color kUs, PieceType kType, class Sink>
void extract_pieces(const Position& position, const PawnFacts& pawns, const SeatView& view,
                    BoardFacts& facts, Sink& sink) noexcept {
  SideFacts& us = facts.side(kUs);
  const SideFacts& them = facts.side(~kUs);
  constexpr int kNumber = index(kType) - index(PieceType::kKnight);
  for (Bitboard left = position.pieces(kUs, kType); left != 0;) {
    const Square square = pop_lowest(left);
    sink.place(kUs, view.seat(kType, square));
    Bitboard attacks = piece_attacks<kUs, kType>(position, facts, square);
    if ((us.pinned & bit(square)) != 0) attacks &= line(us.king, square);
    us.add_attacks(kType, attacks);
    const int mobility = std::popcount(attacks & us.mobility_area);
    sink.add(feature_at(by_type("knight_mobility"_group, kType), mobility), kUs);

    if ((attacks & them.ring) != 0) {
      const int beside_king = std::popcount(attacks & king_attacks(them.king));
      sink.add(feature_at("ring_attacker"_group, kNumber), kUs);
      sink.add(feature_at("ring_attack"_group, kNumber), kUs, beside_king);
      ++us.ring_attackers;
      us.ring_attacker_weight += kAttackerWeight[static_cast<std::size_t>(index(kType))];
      us.ring_attacks += beside_king;
    }

    if constexpr (kType == PieceType::kKnight || kType == PieceType::kBishop)
      extract_minor<kUs, kType>(facts, pawns, square, attacks, sink);
    if constexpr (kType == PieceType::kBishop) extract_bishop<kUs>(facts, square, sink);
    if constexpr (kType == PieceType::kRook)
      extract_rook<kUs>(position, facts, square, mobility, sink);
    if constexpr (kType == PieceType::kQueen)
      extract_queen<kUs>(position, facts, pawns, square, sink);
  }
}

/// Extracts the features that depend on the number of a side's pieces.
template <Color kUs, class Sink>
void extract_imbalance(const Position& position, Sink& sink) noexcept {
  const int pawns = std::popcount(position.pieces(kUs, PieceType::kPawn));
  const auto count = [&](PieceType type) { return std::popcount(position.pieces(kUs, type)); };
  const int knights = count(PieceType::kKnight), rooks = count(PieceType::kRook),
            queens = count(PieceType::kQueen);
  const Bitboard bishops = position.pieces(kUs, PieceType::kBishop);
  if ((bishops & kDarkSquares) != 0 && (bishops & ~kDarkSquares) != 0)
    sink.add(feature_at("bishop_pair"_group), kUs);
  if (knights >= 2) sink.add(feature_at("knight_pair"_group), kUs);
  if (rooks >= 2) sink.add(feature_at("rook_pair"_group), kUs);
  if (queens > 0) sink.add(feature_at("rook_with_queen"_group), kUs, rooks);
  sink.add(feature_at("knight_by_pawns"_group, pawns), kUs, knights);
  sink.add(feature_at("bishop_by_pawns"_group, pawns), kUs, std::popcount(bishops));
  sink.add(feature_at("rook_by_pawns"_group, pawns), kUs, rooks);
  sink.add(feature_at("queen_by_pawns"_group, pawns), kUs, queens);
}

template <Color kUs, class Sink>
void extract_side_pieces(const Position& position, const PawnFacts& pawns, BoardFacts& facts,
                         Sink& sink) noexcept {
  const SeatView view = seat_view(position, kUs);
  extract_imbalance<kUs>(position, sink);
  extract_pieces<kUs, PieceType::kKnight>(position, pawns, view, facts, sink);
  extract_pieces<kUs, PieceType::kBishop>(position, pawns, view, facts, sink);
  extract_pieces<kUs, PieceType::kRook>(position, pawns, view, facts, sink);
  extract_pieces<kUs, PieceType::kQueen>(position, pawns, view, facts, sink);
}

}  // namespace trivium::chess::detail
