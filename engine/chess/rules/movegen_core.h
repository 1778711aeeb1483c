// The move generator for a side known at compile time, as templates: perft and the search call them directly.
//
// A move is legal when it leaves the own king unattacked. So, once a position: `check_mask` holds the squares that a non-king move must
// reach to answer a check (all of them without a check, none in a double check), and the pin masks hold the lines from the king to each
// enemy slider that one own piece shields; a pinned piece may move only on its line. The rest is counting and listing.
#pragma once

#include <bit>

#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/position.h"
#include "engine/chess/rules/position_moves.h"

namespace trivium::chess {

template <Color kUs>
struct Constraints {
  Square king;
  Bitboard occupied;
  Bitboard own;
  Bitboard enemy;
  Bitboard check_mask;
  Bitboard pin_orthogonal;
  Bitboard pin_diagonal;

  explicit Constraints(const Position& position) noexcept
      : king(position.king(kUs)), own(position.pieces(kUs)), enemy(position.pieces(~kUs)) {
    occupied = own | enemy;
    const Bitboard checkers = position.checkers();
    check_mask = ~Bitboard{0};
    if (checkers != 0) check_mask = (checkers & (checkers - 1)) != 0 ? 0 : between(king, lowest(checkers)) | checkers;
    const Bitboard queens = position.pieces(PieceType::kQueen);
    pin_orthogonal = pins(rook_attacks(king, enemy) & enemy & (position.pieces(PieceType::kRook) | queens));
    pin_diagonal = pins(bishop_attacks(king, enemy) & enemy & (position.pieces(PieceType::kBishop) | queens));
  }

 private:
  /// The lines to those of `snipers` (sliders that would attack the king but for own pieces) that exactly one piece blocks.
  Bitboard pins(Bitboard snipers) const noexcept {
    Bitboard lines = 0;
    while (snipers != 0) {
      const Square sniper = pop_lowest(snipers);
      const Bitboard squares = between(king, sniper);
      const Bitboard blockers = squares & own;
      if (blockers != 0 && (blockers & (blockers - 1)) == 0) lines |= squares | bit(sniper);
    }
    return lines;
  }
};

/// Squares that `kColor` attacks when `occupied` are the blockers.
template <Color kColor>
inline Bitboard attacked_squares(const Position& position, Bitboard occupied) noexcept {
  const Bitboard own = position.pieces(kColor);
  const Bitboard pawns = own & position.pieces(PieceType::kPawn);
  const Bitboard queens = position.pieces(PieceType::kQueen);
  Bitboard attacked = pawns_attack_left<kColor>(pawns) | pawns_attack_right<kColor>(pawns) | king_attacks(position.king(kColor));
  for (Bitboard knights = own & position.pieces(PieceType::kKnight); knights != 0;) attacked |= knight_attacks(pop_lowest(knights));
  for (Bitboard sliders = own & (position.pieces(PieceType::kBishop) | queens); sliders != 0;)
    attacked |= bishop_attacks(pop_lowest(sliders), occupied);
  for (Bitboard sliders = own & (position.pieces(PieceType::kRook) | queens); sliders != 0;)
    attacked |= rook_attacks(pop_lowest(sliders), occupied);
  return attacked;
}

/// Whether `kUs`, not in check, may castle on that side when the other side attacks `attacked`.
template <Color kUs>
inline bool castling_is_legal(const Position& position, const Constraints<kUs>& limits, bool king_side, Bitboard attacked) noexcept {
  const Position::Castling& castling = position.castling(kUs, king_side);
  if ((castling.safe & attacked) != 0) return false;
  // In Chess960 the rook may have shielded its king along the back rank.
  const Bitboard after = (limits.occupied & ~castling.keepers) | bit(castled_rook(kUs, king_side));
  const Bitboard sliders = position.pieces(PieceType::kRook) | position.pieces(PieceType::kQueen);
  return (rook_attacks(castled_king(kUs, king_side), after) & limits.enemy & sliders) == 0;
}

template <Color kUs, MoveClass kWanted, class Sink>
inline void visit_king_moves(const Position& position, const Constraints<kUs>& limits, Bitboard allowed, Sink& sink) noexcept {
  const auto clear = [&](bool king_side) {
    return position.castling_rook(kUs, king_side) != Square::kNone && (position.castling(kUs, king_side).clear & limits.occupied) == 0;
  };
  const bool may_castle = kWanted != MoveClass::kNoisy && !position.in_check();
  const bool king_side = may_castle && clear(true), queen_side = may_castle && clear(false);
  const Bitboard targets = king_attacks(limits.king) & allowed;
  if (targets == 0 && !king_side && !queen_side) return;
  const Bitboard attacked = attacked_squares<~kUs>(position, limits.occupied ^ bit(limits.king));
  sink.piece(limits.king, targets & ~attacked);
  if (king_side && castling_is_legal<kUs>(position, limits, true, attacked)) sink.castling(limits.king, position.castling(kUs, true).rook);
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
inline void visit_pawn_moves(const Position& position, const Constraints<kUs>& limits, Sink& sink) noexcept {
  constexpr int kForward = kUs == Color::kWhite ? 8 : -8;
  constexpr Bitboard kLastRank = rank_board(kUs == Color::kWhite ? 7 : 0);
  constexpr Bitboard kThirdRank = rank_board(kUs == Color::kWhite ? 2 : 5);
  const Bitboard pawns = limits.own & position.pieces(PieceType::kPawn);
  const Bitboard free = pawns & ~(limits.pin_orthogonal | limits.pin_diagonal);

  // A pawn pinned on its file may advance, one pinned on a diagonal may capture along it.
  const Bitboard empty = ~limits.occupied;
  const Bitboard once = (pawns_advance<kUs>(free) | (pawns_advance<kUs>(pawns & limits.pin_orthogonal) & limits.pin_orthogonal)) & empty;
  const Bitboard twice = pawns_advance<kUs>(once & kThirdRank) & empty & limits.check_mask;
  const Bitboard advances = once & limits.check_mask;
  const Bitboard pinned = pawns & limits.pin_diagonal & ~limits.pin_orthogonal;
  const Bitboard victims = limits.enemy & limits.check_mask;
  const Bitboard left = (pawns_attack_left<kUs>(free) | (pawns_attack_left<kUs>(pinned) & limits.pin_diagonal)) & victims;
  const Bitboard right = (pawns_attack_right<kUs>(free) | (pawns_attack_right<kUs>(pinned) & limits.pin_diagonal)) & victims;

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

template <Color kUs, class Sink>
inline void visit_piece_moves(const Position& position, const Constraints<kUs>& limits, Bitboard allowed, Sink& sink) noexcept {
  const Bitboard targets = allowed & limits.check_mask;
  const Bitboard queens = position.pieces(PieceType::kQueen);
  const Bitboard pinned = limits.pin_orthogonal | limits.pin_diagonal;
  for (Bitboard knights = limits.own & position.pieces(PieceType::kKnight) & ~pinned; knights != 0;) {
    const Square from = pop_lowest(knights);
    sink.piece(from, knight_attacks(from) & targets);
  }
  const Bitboard diagonal = limits.own & (position.pieces(PieceType::kBishop) | queens) & ~limits.pin_orthogonal;
  for (Bitboard sliders = diagonal & ~limits.pin_diagonal; sliders != 0;) {
    const Square from = pop_lowest(sliders);
    sink.piece(from, bishop_attacks(from, limits.occupied) & targets);
  }
  for (Bitboard sliders = diagonal & limits.pin_diagonal; sliders != 0;) {
    const Square from = pop_lowest(sliders);
    sink.piece(from, bishop_attacks(from, limits.occupied) & targets & limits.pin_diagonal);
  }
  const Bitboard orthogonal = limits.own & (position.pieces(PieceType::kRook) | queens) & ~limits.pin_diagonal;
  for (Bitboard sliders = orthogonal & ~limits.pin_orthogonal; sliders != 0;) {
    const Square from = pop_lowest(sliders);
    sink.piece(from, rook_attacks(from, limits.occupied) & targets);
  }
  for (Bitboard sliders = orthogonal & limits.pin_orthogonal; sliders != 0;) {
    const Square from = pop_lowest(sliders);
    sink.piece(from, rook_attacks(from, limits.occupied) & targets & limits.pin_orthogonal);
  }
}

/// Hands the legal moves of a class to `sink` in sets: piece(from, targets), pawns(targets, step) and promotions(targets, step) with
/// from = to - step, en_passant(from, to), castling(king, rook).
template <Color kUs, MoveClass kWanted, class Sink>
inline void visit_legal_moves(const Position& position, Sink& sink) noexcept {
  const Constraints<kUs> limits(position);
  const Bitboard allowed = kWanted == MoveClass::kAll ? ~limits.own : kWanted == MoveClass::kNoisy ? limits.enemy : ~limits.occupied;
  visit_king_moves<kUs, kWanted>(position, limits, allowed, sink);
  if (limits.check_mask == 0) return;
  visit_pawn_moves<kUs, kWanted>(position, limits, sink);
  visit_piece_moves<kUs>(position, limits, allowed, sink);
}

/// Writes the moves into a list.
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
      if constexpr (kWanted != MoveClass::kQuiet) list_.push(Move(from, to, Move::Kind::kPromotion, PieceType::kQueen));
      if constexpr (kWanted != MoveClass::kNoisy) {
        for (const PieceType type : {PieceType::kRook, PieceType::kBishop, PieceType::kKnight})
          list_.push(Move(from, to, Move::Kind::kPromotion, type));
      }
    }
  }
  void en_passant(Square from, Square to) noexcept { list_.push(Move(from, to, Move::Kind::kEnPassant)); }
  void castling(Square king, Square rook) noexcept { list_.push(Move(king, rook, Move::Kind::kCastling)); }

 private:
  MoveList& list_;
};

/// Counts the moves only.
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
