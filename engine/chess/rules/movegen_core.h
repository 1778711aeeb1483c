// Move generator templates for a side known at compile time. The functions of movegen.h and perft
// call them.
//
// A move is legal if the own king is not attacked after it. So two facts are computed once per
// position: `check_mask`, the target squares with which a piece other than the king ends a check
// (all squares without check, none in double check), and the pin lines (Position), which a pinned
// piece must not leave.
#pragma once

#include <bit>

#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/position.h"
#include "engine/chess/rules/position_moves.h"

namespace trivium::chess {

/// Restrictions on the moves of `kUs` in a position.
template <Color kUs>
struct Constraints {
  explicit Constraints(const Position& position) noexcept
      : king(position.king(kUs)),
        own(position.pieces(kUs)),
        enemy(position.pieces(~kUs)),
        occupied(own | enemy),
        pin_orthogonal(position.orthogonal_pins()),
        pin_diagonal(position.diagonal_pins()) {
    const Bitboard checkers = position.checkers();
    if (checkers != 0)
      check_mask =
          (checkers & (checkers - 1)) != 0 ? 0 : between(king, lowest(checkers)) | checkers;
  }
  Bitboard pinned() const noexcept { return pin_orthogonal | pin_diagonal; }

  Square king;
  Bitboard own, enemy, occupied;
  Bitboard pin_orthogonal, pin_diagonal;
  Bitboard check_mask = ~Bitboard{0};
};

/// Returns those of `squares` that `kColor` attacks, with `occupied` as blockers.
template <Color kColor>
inline Bitboard attacked_among(const Position& position, Bitboard squares,
                               Bitboard occupied) noexcept {
  const Bitboard own = position.pieces(kColor);
  const Bitboard pawns = own & position.pieces(PieceType::kPawn);
  const Bitboard queens = position.pieces(PieceType::kQueen);
  const Bitboard diagonal = own & (position.pieces(PieceType::kBishop) | queens);
  const Bitboard orthogonal = own & (position.pieces(PieceType::kRook) | queens);
  Bitboard attacked = pawns_attack_left<kColor>(pawns) | pawns_attack_right<kColor>(pawns) |
                      king_attacks(position.king(kColor));
  for (Bitboard knights = own & position.pieces(PieceType::kKnight); knights != 0;)
    attacked |= knight_attacks(pop_lowest(knights));
  const Bitboard open = squares & ~attacked;
  if ((open & (open - 1)) == 0) {  // at most one square left: look from there
    if (open != 0 && (bishop_attacks(lowest(open), occupied) & diagonal) == 0 &&
        (rook_attacks(lowest(open), occupied) & orthogonal) == 0)
      return squares & attacked;
    return squares;
  }
  for (Bitboard sliders = diagonal; sliders != 0;)
    attacked |= bishop_attacks(pop_lowest(sliders), occupied);
  for (Bitboard sliders = orthogonal; sliders != 0;)
    attacked |= rook_attacks(pop_lowest(sliders), occupied);
  return squares & attacked;
}

/// True if castling on that side is legal. `attacked` contains the squares of Castling::safe that
/// the other side attacks. Requires: `kUs` is not in check and still has the right, and the
/// squares of Castling::clear are empty.
template <Color kUs>
inline bool castling_is_legal(const Position& position, const Constraints<kUs>& limits,
                              bool king_side, Bitboard attacked) noexcept {
  const Position::Castling& castling = position.castling(kUs, king_side);
  if ((castling.safe & attacked) != 0) return false;
  // In Chess960 the castling rook may have shielded its king along the back rank.
  const Bitboard after = (limits.occupied & ~castling.keepers) | bit(castled_rook(kUs, king_side));
  const Bitboard sliders = position.pieces(PieceType::kRook) | position.pieces(PieceType::kQueen);
  return (rook_attacks(castled_king(kUs, king_side), after) & limits.enemy & sliders) == 0;
}

template <Color kUs, MoveClass kWanted, class Sink>
inline void visit_king_moves(const Position& position, const Constraints<kUs>& limits,
                             Bitboard allowed, Sink& sink) noexcept {
  bool king_side = false, queen_side = false;
  if (kWanted != MoveClass::kNoisy && position.has_castling_right(kUs) && !position.in_check()) {
    const auto clear = [&](bool side) {
      return position.castling_rook(kUs, side) != Square::kNone &&
             (position.castling(kUs, side).clear & limits.occupied) == 0;
    };
    king_side = clear(true);
    queen_side = clear(false);
  }
  const Bitboard targets = king_attacks(limits.king) & allowed;
  if (targets == 0 && !king_side && !queen_side) return;
  const Bitboard interesting = targets | (king_side ? position.castling(kUs, true).safe : 0) |
                               (queen_side ? position.castling(kUs, false).safe : 0);
  const Bitboard attacked =
      attacked_among<~kUs>(position, interesting, limits.occupied ^ bit(limits.king));
  sink.piece(limits.king, targets & ~attacked);
  if (king_side && castling_is_legal<kUs>(position, limits, true, attacked))
    sink.castling(limits.king, position.castling(kUs, true).rook);
  if (queen_side && castling_is_legal<kUs>(position, limits, false, attacked))
    sink.castling(limits.king, position.castling(kUs, false).rook);
}

template <Color kUs, MoveClass kWanted, class Sink>
inline void visit_en_passant(const Position& position, Sink& sink) noexcept {
  const Square to = position.en_passant();
  if (kWanted == MoveClass::kQuiet || to == Square::kNone) return;
  Bitboard pawns = pawn_attacks(~kUs, to) & position.pieces(kUs, PieceType::kPawn);
  while (pawns != 0) {
    const Square from = pop_lowest(pawns);
    if (en_passant_is_safe<kUs>(position, from, to, position.checkers())) sink.en_passant(from, to);
  }
}

template <Color kUs, MoveClass kWanted, class Sink>
inline void visit_pawn_moves(const Position& position, const Constraints<kUs>& limits,
                             Sink& sink) noexcept {
  constexpr int kForward = kUs == Color::kWhite ? 8 : -8;
  constexpr Bitboard kLastRank = rank_board(kUs == Color::kWhite ? 7 : 0);
  constexpr Bitboard kThirdRank = rank_board(kUs == Color::kWhite ? 2 : 5);
  const Bitboard pawns = limits.own & position.pieces(PieceType::kPawn);
  const Bitboard free = pawns & ~limits.pinned();
  Bitboard once = pawns_advance<kUs>(free), left = pawns_attack_left<kUs>(free),
           right = pawns_attack_right<kUs>(free);
  // Pawns pinned on their file may advance, those pinned on a diagonal may capture along it.
  if ((pawns & limits.pinned()) != 0) {
    once |= pawns_advance<kUs>(pawns & limits.pin_orthogonal) & limits.pin_orthogonal;
    left |= pawns_attack_left<kUs>(pawns & limits.pin_diagonal) & limits.pin_diagonal;
    right |= pawns_attack_right<kUs>(pawns & limits.pin_diagonal) & limits.pin_diagonal;
  }
  once &= ~limits.occupied;
  const Bitboard twice =
      pawns_advance<kUs>(once & kThirdRank) & ~limits.occupied & limits.check_mask;
  const Bitboard advances = once & limits.check_mask;
  left &= limits.enemy & limits.check_mask;
  right &= limits.enemy & limits.check_mask;

  if constexpr (kWanted != MoveClass::kQuiet) {
    sink.pawns(left & ~kLastRank, kForward - 1);
    sink.pawns(right & ~kLastRank, kForward + 1);
  }
  if constexpr (kWanted != MoveClass::kNoisy) {
    sink.pawns(advances & ~kLastRank, kForward);
    sink.pawns(twice, 2 * kForward);
  }
  if (((advances | left | right) & kLastRank) != 0) {
    sink.promotions(left & kLastRank, kForward - 1);
    sink.promotions(right & kLastRank, kForward + 1);
    sink.promotions(advances & kLastRank, kForward);
  }
  visit_en_passant<kUs, kWanted>(position, sink);
}

/// Visits the moves of pinned sliders along their pin line. A pinned knight cannot move.
template <Color kUs, class Sink>
inline void visit_pinned_sliders(const Position& position, const Constraints<kUs>& limits,
                                 Bitboard targets, Sink& sink) noexcept {
  const Bitboard queens = position.pieces(PieceType::kQueen);
  for (Bitboard sliders =
           limits.own & limits.pin_diagonal & (position.pieces(PieceType::kBishop) | queens);
       sliders != 0;) {
    const Square from = pop_lowest(sliders);
    sink.piece(from, bishop_attacks(from, limits.occupied) & targets & limits.pin_diagonal);
  }
  for (Bitboard sliders =
           limits.own & limits.pin_orthogonal & (position.pieces(PieceType::kRook) | queens);
       sliders != 0;) {
    const Square from = pop_lowest(sliders);
    sink.piece(from, rook_attacks(from, limits.occupied) & targets & limits.pin_orthogonal);
  }
}

template <Color kUs, class Sink>
inline void visit_piece_moves(const Position& position, const Constraints<kUs>& limits,
                              Bitboard allowed, Sink& sink) noexcept {
  const Bitboard targets = allowed & limits.check_mask;
  const Bitboard free = limits.own & ~limits.pinned();
  const Bitboard queens = position.pieces(PieceType::kQueen);
  for (Bitboard knights = free & position.pieces(PieceType::kKnight); knights != 0;) {
    const Square from = pop_lowest(knights);
    sink.piece(from, knight_attacks(from) & targets);
  }
  for (Bitboard sliders = free & (position.pieces(PieceType::kBishop) | queens); sliders != 0;) {
    const Square from = pop_lowest(sliders);
    sink.piece(from, bishop_attacks(from, limits.occupied) & targets);
  }
  for (Bitboard sliders = free & (position.pieces(PieceType::kRook) | queens); sliders != 0;) {
    const Square from = pop_lowest(sliders);
    sink.piece(from, rook_attacks(from, limits.occupied) & targets);
  }
  if (limits.pinned() != 0) visit_pinned_sliders<kUs>(position, limits, targets, sink);
}

/// Passes the legal moves of class `kWanted` to `sink` in sets: piece(from, targets),
/// pawns(targets, step) and promotions(targets, step) with from = to - step, en_passant(from, to),
/// castling(king, rook). Requires: `kUs` is to move.
template <Color kUs, MoveClass kWanted, class Sink>
inline void visit_legal_moves(const Position& position, Sink& sink) noexcept {
  const Constraints<kUs> limits(position);
  const Bitboard allowed = kWanted == MoveClass::kAll     ? ~limits.own
                           : kWanted == MoveClass::kNoisy ? limits.enemy
                                                          : ~limits.occupied;
  visit_king_moves<kUs, kWanted>(position, limits, allowed, sink);
  if (limits.check_mask == 0) return;
  visit_pawn_moves<kUs, kWanted>(position, limits, sink);
  visit_piece_moves<kUs>(position, limits, allowed, sink);
}

/// Sink that writes the moves into a list.
template <MoveClass kWanted>
class ListingSink {
 public:
  explicit ListingSink(MoveList& list) noexcept : list_(list) {}

  void piece(Square from, Bitboard targets) noexcept {
    while (targets != 0) list_.push(Move(from, pop_lowest(targets)));
  }
  void pawns(Bitboard targets, int step) noexcept {
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      list_.push(Move(static_cast<Square>(index(to) - step), to));
    }
  }
  void promotions(Bitboard targets, int step) noexcept {
    while (targets != 0) {
      const Square to = pop_lowest(targets);
      const Square from = static_cast<Square>(index(to) - step);
      if constexpr (kWanted != MoveClass::kQuiet)
        list_.push(Move(from, to, Move::Kind::kPromotion, PieceType::kQueen));
      if constexpr (kWanted != MoveClass::kNoisy) {
        for (const PieceType type : {PieceType::kRook, PieceType::kBishop, PieceType::kKnight})
          list_.push(Move(from, to, Move::Kind::kPromotion, type));
      }
    }
  }
  void en_passant(Square from, Square to) noexcept {
    list_.push(Move(from, to, Move::Kind::kEnPassant));
  }
  void castling(Square king, Square rook) noexcept {
    list_.push(Move(king, rook, Move::Kind::kCastling));
  }

 private:
  MoveList& list_;
};

/// Sink that counts moves of class kAll: each step of a pawn to the last rank counts as four.
class CountingSink {
 public:
  int count() const noexcept { return count_; }

  void piece(Square, Bitboard targets) noexcept { count_ += std::popcount(targets); }
  void pawns(Bitboard targets, int) noexcept { count_ += std::popcount(targets); }
  void promotions(Bitboard targets, int) noexcept { count_ += 4 * std::popcount(targets); }
  void en_passant(Square, Square) noexcept { ++count_; }
  void castling(Square, Square) noexcept { ++count_; }

 private:
  int count_ = 0;
};

template <Color kUs, MoveClass kWanted>
inline void generate_legal_as(const Position& position, MoveList& list) noexcept {
  ListingSink<kWanted> sink(list);
  visit_legal_moves<kUs, kWanted>(position, sink);
}

template <Color kUs>
inline int count_legal_as(const Position& position) noexcept {
  CountingSink sink;
  visit_legal_moves<kUs, MoveClass::kAll>(position, sink);
  return sink.count();
}

}  // namespace trivium::chess
