// A chess position with make and unmake of moves: bitboards, incremental Zobrist key, Chess960.
//
// A Position is a plain value without history; Game (game.h) handles repetition and the end of the
// game. Inner loops that know the side to move use the templates of position_moves.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/rules/types.h"
#include "engine/core/result.h"
#include "engine/core/rng.h"

namespace trivium::chess {

/// Maximum of the half-move and move counters, also in a FEN. Counters stop there; no game reaches
/// it.
inline constexpr int kMaxCounter = 9999;

/// State that undo_move cannot compute.
struct Undo {
  std::uint64_t key;
  Bitboard checkers;
  Bitboard orthogonal_pins;
  Bitboard diagonal_pins;
  Piece captured;
  std::uint8_t castling_rights;
  Square en_passant;
  std::uint16_t halfmove_clock;
  std::uint16_t fullmove_number;
};

class Position {
 public:
  /// Creates an empty board, White to move. Use parse_fen() or start_position() for a real
  /// position.
  Position() noexcept;

  Color side_to_move() const noexcept { return side_to_move_; }
  Piece piece_on(Square square) const noexcept {
    return board_[static_cast<std::size_t>(index(square))];
  }
  Bitboard pieces() const noexcept { return by_color_[0] | by_color_[1]; }
  Bitboard pieces(Color color) const noexcept {
    return by_color_[static_cast<std::size_t>(index(color))];
  }
  Bitboard pieces(PieceType type) const noexcept {
    return by_type_[static_cast<std::size_t>(index(type))];
  }
  Bitboard pieces(Color color, PieceType type) const noexcept {
    return pieces(color) & pieces(type);
  }
  Square king(Color color) const noexcept { return lowest(pieces(color, PieceType::kKing)); }

  /// Pieces that give check to the side to move.
  Bitboard checkers() const noexcept { return checkers_; }
  bool in_check() const noexcept { return checkers_ != 0; }

  /// Pin lines of the side to move. If exactly one piece stands between its king and an enemy
  /// slider, and that piece is its own, the line has the squares between them and the slider's
  /// square. A piece on such a line is pinned to it.
  Bitboard orthogonal_pins() const noexcept { return orthogonal_pins_; }
  Bitboard diagonal_pins() const noexcept { return diagonal_pins_; }

  /// The square behind a pawn that has just advanced two squares, if an enemy pawn can legally
  /// capture it; else kNone.
  Square en_passant() const noexcept { return en_passant_; }
  int halfmove_clock() const noexcept { return halfmove_clock_; }
  int fullmove_number() const noexcept { return fullmove_number_; }

  /// Returns the rook that `color` may still castle with on that side of its king, or kNone.
  Square castling_rook(Color color, bool king_side) const noexcept {
    const int right = castling_index(color, king_side);
    return (castling_rights_ >> right) & 1 ? castling_[static_cast<std::size_t>(right)].rook
                                           : Square::kNone;
  }

  bool has_castling_right(Color color) const noexcept {
    return ((castling_rights_ >> (2 * index(color))) & 3) != 0;
  }

  /// Squares of a castling that was allowed when the position was built, for the move generator.
  /// castling_rook() states whether it still is.
  struct Castling {
    Square rook = Square::kNone;
    Bitboard keepers = 0;  ///< squares of king and rook: a move from or to one of them ends the
                           ///< right
    Bitboard clear = 0;    ///< squares that must be empty
    Bitboard safe = 0;     ///< squares that the king crosses or reaches, which must not be attacked
  };
  const Castling& castling(Color color, bool king_side) const noexcept {
    return castling_[static_cast<std::size_t>(castling_index(color, king_side))];
  }

  /// True if a castling was allowed from squares other than those of orthodox chess, unless
  /// set_chess960() changed it. Determines how castling is written.
  bool chess960() const noexcept { return chess960_; }
  void set_chess960(bool on) noexcept { chess960_ = on; }

  /// Zobrist key of pieces, side to move, castling rights and (legal) en passant. Updated
  /// incrementally.
  std::uint64_t key() const noexcept { return key_; }

  /// Returns a prediction of key() after the legal `move`, for prefetching. It is wrong for
  /// castling, promotion, en passant, and moves that change castling rights or allow en passant.
  /// Defined in position_moves.h.
  std::uint64_t likely_key_after(Move move) const noexcept;

  /// Hashes of the pawns, and of the other pieces of a color, its king included, for tables by
  /// structure. Each call computes them with a few multiplications, so moves need not update them.
  /// They are not related to key().
  std::uint64_t pawn_key() const noexcept;
  std::uint64_t piece_key(Color color) const noexcept;

  /// Plays a legal move. Fills `undo` for undo_move(). Allocates nothing.
  void do_move(Move move, Undo& undo) noexcept;
  /// Takes back the last move. Requires: `move` and `undo` are those of that do_move().
  void undo_move(Move move, const Undo& undo) noexcept;
  /// Plays a legal move that is never undone.
  void do_move(Move move) noexcept {
    Undo undo;
    do_move(move, undo);
  }

  /// Passes the turn. In check the result is illegal (the king can be captured): usable for
  /// counting moves, not for playing on.
  void do_null_move(Undo& undo) noexcept;
  void undo_null_move(const Undo& undo) noexcept;

  /// Returns the pieces of both colors that attack `square`, with `occupied` as blockers.
  Bitboard attackers_to(Square square, Bitboard occupied) const noexcept;

  /// do_move() and undo_move() for a side to move that is known at compile time. Defined in
  /// position_moves.h.
  template <Color kUs>
  void do_move_as(Move move, Undo& undo) noexcept;
  template <Color kUs>
  void undo_move_as(Move move, const Undo& undo) noexcept;

  /// True if pieces, side to move, castling rights, en passant and counters are equal. The notation
  /// of castling (chess960()) does not matter.
  friend bool operator==(const Position& a, const Position& b) noexcept;

 private:
  friend class PositionBuilder;

  /// Order: White king side, White queen side, Black king side, Black queen side.
  static constexpr int castling_index(Color color, bool king_side) noexcept {
    return 2 * index(color) + (king_side ? 0 : 1);
  }

  template <Color kUs>
  void castle(Square king, Square rook, Square king_to, Square rook_to) noexcept;
  template <Color kUs>
  void set_checkers_and_pins() noexcept;
  template <Color kUs>
  void set_en_passant_if_legal(Square square) noexcept;
  void lose_castling_rights(Bitboard touched) noexcept;
  static void count_one(std::uint16_t& counter) noexcept {
    counter = static_cast<std::uint16_t>(counter + (counter < kMaxCounter));
  }

  std::array<Bitboard, kPieceTypes> by_type_{};
  std::array<Bitboard, 2> by_color_{};
  std::array<Piece, 64> board_{};
  Bitboard checkers_ = 0;
  Bitboard orthogonal_pins_ = 0;
  Bitboard diagonal_pins_ = 0;
  std::uint64_t key_ = 0;
  Bitboard castling_keepers_ = 0;  ///< all keepers of castling_
  Square en_passant_ = Square::kNone;
  std::uint8_t castling_rights_ = 0;  ///< bit i: castling_[i] is still allowed
  std::uint16_t halfmove_clock_ = 0;
  std::uint16_t fullmove_number_ = 1;
  Color side_to_move_ = Color::kWhite;
  bool chess960_ = false;
  std::array<Castling, 4> castling_{};
};

namespace detail {

/// Odd random factors: one for each set of squares in a combined hash, and one to spread their sum.
struct HashFactors {
  std::array<std::uint64_t, 2> pawns{};                 ///< by color
  std::array<std::uint64_t, kPieceTypes - 1> pieces{};  ///< by type, from the knight on
  std::uint64_t spread = 0;
};

constexpr HashFactors make_hash_factors() noexcept {
  HashFactors factors;
  Rng rng(0x5374727563747572ULL);
  for (auto& factor : factors.pawns) factor = rng() | 1;
  for (auto& factor : factors.pieces) factor = rng() | 1;
  factors.spread = rng() | 1;
  return factors;
}
inline constexpr HashFactors kHashFactors = make_hash_factors();

/// Multiplicative hashing (Knuth 1973). The upper half is first folded into the lower one, so that
/// every square affects the high bits.
constexpr std::uint64_t hashed(Bitboard squares, std::uint64_t factor) noexcept {
  return (squares ^ (squares >> 32)) * factor;
}
constexpr std::uint64_t spread(std::uint64_t sum) noexcept {
  const std::uint64_t mixed = (sum ^ (sum >> 32)) * kHashFactors.spread;
  return mixed ^ (mixed >> 32);
}

}  // namespace detail

inline std::uint64_t Position::pawn_key() const noexcept {
  const auto& factors = detail::kHashFactors.pawns;
  return detail::spread(detail::hashed(pieces(Color::kWhite, PieceType::kPawn), factors[0]) +
                        detail::hashed(pieces(Color::kBlack, PieceType::kPawn), factors[1]));
}

inline std::uint64_t Position::piece_key(Color color) const noexcept {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < detail::kHashFactors.pieces.size(); ++i)
    sum += detail::hashed(pieces(color, static_cast<PieceType>(i + 1)),
                          detail::kHashFactors.pieces[i]);
  return detail::spread(sum);
}

/// Builds a position piece by piece and then validates it. All positions come from here, except the
/// empty board and those after moves.
class PositionBuilder {
 public:
  PositionBuilder() noexcept;  ///< the empty board, White to move

  void put(Square square, Piece piece) noexcept;
  void set_side_to_move(Color color) noexcept;
  /// Allows castling with the rook on `rook_square`. King and rook must be on their back rank when
  /// build() is called.
  void allow_castling(Color color, Square rook_square) noexcept;
  /// Sets the en passant square. build() drops it if no enemy pawn can legally capture.
  void set_en_passant(Square square) noexcept;
  void set_halfmove_clock(int plies) noexcept;
  void set_fullmove_number(int number) noexcept;

  /// Returns the position, or the error: "two white kings", "the side not to move is in check", "a
  /// castling rook is not on its square", ... Each side has at most 16 pieces, including at most 8
  /// pawns and promoted pieces; this limits the number of moves.
  Result<Position> build() const;

 private:
  Status check_pieces() const;
  void place_pieces(Position& position) const noexcept;
  Status place_castling(Position& position) const;
  Status place_castling(Position& position, Color color, Square rook) const;
  void place_en_passant(Position& position) const noexcept;

  std::array<Piece, 64> board_{};
  Color side_to_move_ = Color::kWhite;
  Square en_passant_ = Square::kNone;
  int halfmove_clock_ = 0;
  int fullmove_number_ = 1;
  std::array<Bitboard, 2> castling_{};
};

}  // namespace trivium::chess
