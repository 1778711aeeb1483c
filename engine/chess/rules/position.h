// A chess position and the moves that change it: bitboards, incremental Zobrist key, do_move and undo_move. Chess960 included.
//
// A Position is a plain value without history; repetition and the end of a game are Game's concern (game.h). Inner loops that know the
// side to move use the templates of position_moves.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/rules/types.h"
#include "engine/core/result.h"
#include "engine/core/rng.h"

namespace trivium::chess {

/// Where the counters of half-moves and moves stand still, and the largest ones a FEN may hold: no game needs as many moves.
inline constexpr int kMaxCounter = 9999;

/// What undo_move needs and cannot compute.
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
  /// The empty board, White to move. Build a real one with parse_fen() or start_position().
  Position() noexcept;

  Color side_to_move() const noexcept { return side_to_move_; }
  Piece piece_on(Square square) const noexcept { return board_[static_cast<std::size_t>(index(square))]; }
  Bitboard pieces() const noexcept { return by_color_[0] | by_color_[1]; }
  Bitboard pieces(Color color) const noexcept { return by_color_[static_cast<std::size_t>(index(color))]; }
  Bitboard pieces(PieceType type) const noexcept { return by_type_[static_cast<std::size_t>(index(type))]; }
  Bitboard pieces(Color color, PieceType type) const noexcept { return pieces(color) & pieces(type); }
  Square king(Color color) const noexcept { return lowest(pieces(color, PieceType::kKing)); }

  /// Pieces that give check to the side to move.
  Bitboard checkers() const noexcept { return checkers_; }
  bool in_check() const noexcept { return checkers_ != 0; }

  /// The lines from the king of the side to move to each enemy slider that exactly one piece, an own one, shields it from; the slider's
  /// square is included, the king's is not. A piece on such a line is pinned to it.
  Bitboard orthogonal_pins() const noexcept { return orthogonal_pins_; }
  Bitboard diagonal_pins() const noexcept { return diagonal_pins_; }

  /// The square behind a pawn that just advanced two, but only if an enemy pawn could take it legally; else kNone.
  Square en_passant() const noexcept { return en_passant_; }
  int halfmove_clock() const noexcept { return halfmove_clock_; }
  int fullmove_number() const noexcept { return fullmove_number_; }

  /// The rook `color` may still castle with on that side of its king, or kNone.
  Square castling_rook(Color color, bool king_side) const noexcept {
    const int right = castling_index(color, king_side);
    return (castling_rights_ >> right) & 1 ? castling_[static_cast<std::size_t>(right)].rook : Square::kNone;
  }

  bool has_castling_right(Color color) const noexcept { return ((castling_rights_ >> (2 * index(color))) & 3) != 0; }

  /// A castling that was possible at the start, for the move generator; castling_rook() says whether it still is.
  struct Castling {
    Square rook = Square::kNone;
    Bitboard keepers = 0;  ///< the squares of king and rook: a move from or to one of them ends the right
    Bitboard clear = 0;    ///< squares that must be empty
    Bitboard safe = 0;     ///< squares the king crosses or reaches, not to be attacked
  };
  const Castling& castling(Color color, bool king_side) const noexcept {
    return castling_[static_cast<std::size_t>(castling_index(color, king_side))];
  }

  /// Whether the start squares are not those of orthodox chess, or the user said so: decides how castling is written.
  bool chess960() const noexcept { return chess960_; }
  void set_chess960(bool on) noexcept { chess960_ = on; }

  /// Zobrist key of pieces, side to move, castling rights and (legal) en passant. Kept incrementally.
  std::uint64_t key() const noexcept { return key_; }

  /// key() as the legal `move` will most likely leave it, for fetching from a table in advance: not exact where the move castles, promotes,
  /// takes en passant, or changes who may castle or take en passant. Defined in position_moves.h.
  std::uint64_t likely_key_after(Move move) const noexcept;

  /// A hash of where the pawns stand, and of where the other pieces of a color stand, its king included: for tables of what such
  /// structures are worth. Computed when asked (a few multiplications), so that moves cost nothing for them; key() does not contain them.
  std::uint64_t pawn_key() const noexcept;
  std::uint64_t piece_key(Color color) const noexcept;

  /// Plays a legal move. Fills `undo` for undo_move. No allocation.
  void do_move(Move move, Undo& undo) noexcept;
  void undo_move(Move move, const Undo& undo) noexcept;
  /// Plays a legal move for good.
  void do_move(Move move) noexcept {
    Undo undo;
    do_move(move, undo);
  }

  /// Passes the turn. In check it leaves a position in which the king could be taken: good for counting moves, not for playing on.
  void do_null_move(Undo& undo) noexcept;
  void undo_null_move(const Undo& undo) noexcept;

  /// Every piece of both colors that attacks `square` when `occupied` are the blockers.
  Bitboard attackers_to(Square square, Bitboard occupied) const noexcept;

  /// do_move and undo_move for a side to move that the caller knows at compile time; defined in position_moves.h.
  template <Color kUs>
  void do_move_as(Move move, Undo& undo) noexcept;
  template <Color kUs>
  void undo_move_as(Move move, const Undo& undo) noexcept;

  /// Same pieces, side to move, castling rights, en passant and counters. How castling is written (chess960()) does not matter.
  friend bool operator==(const Position& a, const Position& b) noexcept;

 private:
  friend class PositionBuilder;

  /// White king side, white queen side, black king side, black queen side.
  static constexpr int castling_index(Color color, bool king_side) noexcept { return 2 * index(color) + (king_side ? 0 : 1); }

  template <Color kUs>
  void castle(Square king, Square rook, Square king_to, Square rook_to) noexcept;
  template <Color kUs>
  void set_checkers_and_pins() noexcept;
  template <Color kUs>
  void set_en_passant_if_legal(Square square) noexcept;
  void lose_castling_rights(Bitboard touched) noexcept;
  static void count_one(std::uint16_t& counter) noexcept { counter = static_cast<std::uint16_t>(counter + (counter < kMaxCounter)); }

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

/// Odd random factors, one for each set of squares in a hash of several, and one to spread their sum.
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

/// Multiplicative hashing (Knuth 1973). The upper half is folded into the lower one first, so that every square moves the high bits.
constexpr std::uint64_t hashed(Bitboard squares, std::uint64_t factor) noexcept { return (squares ^ (squares >> 32)) * factor; }
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
    sum += detail::hashed(pieces(color, static_cast<PieceType>(i + 1)), detail::kHashFactors.pieces[i]);
  return detail::spread(sum);
}

/// Puts a position together piece by piece, then checks it as a whole. The only way into a Position from outside.
class PositionBuilder {
 public:
  PositionBuilder() noexcept;  ///< the empty board, White to move

  void put(Square square, Piece piece) noexcept;
  void set_side_to_move(Color color) noexcept;
  /// The rook on `rook_square` may castle with its king; both must be on their back rank when build() is called.
  void allow_castling(Color color, Square rook_square) noexcept;
  /// Dropped by build() when no enemy pawn can legally take.
  void set_en_passant(Square square) noexcept;
  void set_halfmove_clock(int plies) noexcept;
  void set_fullmove_number(int number) noexcept;

  /// The position, or why it is none: "two white kings", "the side not to move is in check", "a castling rook is not on its square", ...
  /// Each side has at most 16 pieces, of them at most 8 pawns and promoted pieces: what bounds the number of moves.
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
