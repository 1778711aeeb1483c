// PositionBuilder, and make and unmake of moves for a side to move known at run time.
#include "engine/chess/rules/position.h"

#include <algorithm>
#include <string>

#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/position_moves.h"
#include "engine/chess/rules/zobrist.h"

namespace trivium::chess {
namespace {

constexpr std::array<Color, 2> kColors{Color::kWhite, Color::kBlack};

std::string name(Color color) { return color == Color::kWhite ? "white" : "black"; }

constexpr Bitboard back_rank_board(Color color) noexcept {
  return rank_board(color == Color::kWhite ? 0 : 7);
}

/// Returns the squares from `from` to `to` on one rank, both included.
Bitboard walk(Square from, Square to) noexcept { return between(from, to) | bit(from) | bit(to); }

}  // namespace

Position::Position() noexcept { board_.fill(Piece::kNone); }

void Position::do_move(Move move, Undo& undo) noexcept {
  side_to_move_ == Color::kWhite ? do_move_as<Color::kWhite>(move, undo)
                                 : do_move_as<Color::kBlack>(move, undo);
}

void Position::undo_move(Move move, const Undo& undo) noexcept {
  side_to_move_ == Color::kBlack ? undo_move_as<Color::kWhite>(move, undo)
                                 : undo_move_as<Color::kBlack>(move, undo);
}

void Position::do_null_move(Undo& undo) noexcept {
  undo = {key_,           checkers_,       orthogonal_pins_,
          diagonal_pins_, Piece::kNone,    castling_rights_,
          en_passant_,    halfmove_clock_, fullmove_number_};
  key_ ^= kZobrist.black_to_move ^ kZobrist.en_passant[offset(en_passant_)];
  en_passant_ = Square::kNone;
  checkers_ = 0;
  count_one(halfmove_clock_);
  if (side_to_move_ == Color::kBlack) count_one(fullmove_number_);
  side_to_move_ = ~side_to_move_;
  side_to_move_ == Color::kWhite ? set_checkers_and_pins<Color::kWhite>()
                                 : set_checkers_and_pins<Color::kBlack>();
}

void Position::undo_null_move(const Undo& undo) noexcept {
  key_ = undo.key;
  checkers_ = undo.checkers;
  orthogonal_pins_ = undo.orthogonal_pins;
  diagonal_pins_ = undo.diagonal_pins;
  en_passant_ = undo.en_passant;
  halfmove_clock_ = undo.halfmove_clock;
  fullmove_number_ = undo.fullmove_number;
  side_to_move_ = ~side_to_move_;
}

Bitboard Position::attackers_to(Square square, Bitboard occupied) const noexcept {
  const Bitboard queens = pieces(PieceType::kQueen);
  return (pawn_attacks(Color::kBlack, square) & pieces(Color::kWhite, PieceType::kPawn)) |
         (pawn_attacks(Color::kWhite, square) & pieces(Color::kBlack, PieceType::kPawn)) |
         (knight_attacks(square) & pieces(PieceType::kKnight)) |
         (king_attacks(square) & pieces(PieceType::kKing)) |
         (bishop_attacks(square, occupied) & (pieces(PieceType::kBishop) | queens)) |
         (rook_attacks(square, occupied) & (pieces(PieceType::kRook) | queens));
}

void Position::lose_castling_rights(Bitboard touched) noexcept {
  for (std::size_t right = 0; right < castling_.size(); ++right) {
    if (((castling_rights_ >> right) & 1) == 0 || (castling_[right].keepers & touched) == 0)
      continue;
    castling_rights_ = static_cast<std::uint8_t>(castling_rights_ & ~(1U << right));
    key_ ^= kZobrist.castling_rooks[right / 2][offset(castling_[right].rook)];
  }
}

bool operator==(const Position& a, const Position& b) noexcept {
  const auto same_rooks = [&](Color color) {
    return a.castling_rook(color, true) == b.castling_rook(color, true) &&
           a.castling_rook(color, false) == b.castling_rook(color, false);
  };
  return a.board_ == b.board_ && a.side_to_move_ == b.side_to_move_ && same_rooks(Color::kWhite) &&
         same_rooks(Color::kBlack) && a.en_passant_ == b.en_passant_ &&
         a.halfmove_clock_ == b.halfmove_clock_ && a.fullmove_number_ == b.fullmove_number_;
}

PositionBuilder::PositionBuilder() noexcept { board_.fill(Piece::kNone); }

void PositionBuilder::put(Square square, Piece piece) noexcept { board_[offset(square)] = piece; }
void PositionBuilder::set_side_to_move(Color color) noexcept { side_to_move_ = color; }
void PositionBuilder::allow_castling(Color color, Square rook_square) noexcept {
  castling_[static_cast<std::size_t>(index(color))] |= bit(rook_square);
}
void PositionBuilder::set_en_passant(Square square) noexcept { en_passant_ = square; }
void PositionBuilder::set_halfmove_clock(int plies) noexcept { halfmove_clock_ = plies; }
void PositionBuilder::set_fullmove_number(int number) noexcept { fullmove_number_ = number; }

Status PositionBuilder::check_pieces() const {
  std::array<std::array<int, 6>, 2> count{};
  for (int square = 0; square < 64; ++square) {
    const Piece piece = board_[static_cast<std::size_t>(square)];
    if (piece == Piece::kNone) continue;
    ++count[static_cast<std::size_t>(index(color_of(piece)))]
           [static_cast<std::size_t>(index(type_of(piece)))];
    if (type_of(piece) == PieceType::kPawn && (square < 8 || square >= 56))
      return Error{"position.pawns", "a pawn on the first or last rank"};
  }
  for (const Color color : kColors) {
    const auto [pawns, knights, bishops, rooks, queens, kings] =
        count[static_cast<std::size_t>(index(color))];
    if (kings == 0) return Error{"position.kings", "no " + name(color) + " king"};
    if (kings == 2) return Error{"position.kings", "two " + name(color) + " kings"};
    if (kings > 2) return Error{"position.kings", "more than two " + name(color) + " kings"};
    if (pawns + knights + bishops + rooks + queens + kings > 16)
      return Error{"position.pieces", "more than 16 " + name(color) + " pieces"};
    const int promoted = std::max(knights - 2, 0) + std::max(bishops - 2, 0) +
                         std::max(rooks - 2, 0) + std::max(queens - 1, 0);
    if (pawns + promoted > 8)
      return Error{"position.pieces", "more than 8 " + name(color) + " pawns and promoted pieces"};
  }
  return {};
}

void PositionBuilder::place_pieces(Position& position) const noexcept {
  position.board_ = board_;
  position.side_to_move_ = side_to_move_;
  position.halfmove_clock_ =
      static_cast<std::uint16_t>(std::clamp(halfmove_clock_, 0, kMaxCounter));
  position.fullmove_number_ =
      static_cast<std::uint16_t>(std::clamp(fullmove_number_, 1, kMaxCounter));
  position.key_ = side_to_move_ == Color::kBlack ? kZobrist.black_to_move : 0;
  for (std::size_t square = 0; square < 64; ++square) {
    const Piece piece = board_[square];
    if (piece == Piece::kNone) continue;
    position.by_type_[static_cast<std::size_t>(index(type_of(piece)))] |= Bitboard{1} << square;
    position.by_color_[static_cast<std::size_t>(index(color_of(piece)))] |= Bitboard{1} << square;
    position.key_ ^= kZobrist.pieces[static_cast<std::size_t>(index(piece))][square];
  }
}

Status PositionBuilder::place_castling(Position& position, Color color, Square rook) const {
  const Square king = position.king(color);
  const auto at_fault = [&](const char* what) {
    return Error{"position.castling", name(color) + " castling: " + what};
  };
  if ((bit(rook) & back_rank_board(color)) == 0 ||
      board_[offset(rook)] != make_piece(color, PieceType::kRook))
    return at_fault("a castling rook is not on its square");
  if ((bit(king) & back_rank_board(color)) == 0)
    return at_fault("the king is not on its back rank");
  const bool king_side = index(rook) > index(king);
  const auto right = static_cast<std::size_t>(Position::castling_index(color, king_side));
  if ((position.castling_rights_ >> right) & 1) return at_fault("two rooks on one side");

  const Square king_to = castled_king(color, king_side), rook_to = castled_rook(color, king_side);
  const Bitboard keepers = bit(king) | bit(rook);
  position.castling_[right] = {rook, keepers,
                               (walk(king, king_to) | walk(rook, rook_to)) & ~keepers,
                               walk(king, king_to) & ~bit(king)};
  position.castling_keepers_ |= keepers;
  position.castling_rights_ = static_cast<std::uint8_t>(position.castling_rights_ | (1U << right));
  position.key_ ^= kZobrist.castling_rooks[static_cast<std::size_t>(index(color))][offset(rook)];
  const bool orthodox = file_of(king) == 4 && file_of(rook) == (king_side ? 7 : 0);
  if (!orthodox) position.chess960_ = true;
  return {};
}

Status PositionBuilder::place_castling(Position& position) const {
  for (const Color color : kColors) {
    Bitboard rooks = castling_[static_cast<std::size_t>(index(color))];
    while (rooks != 0) {
      if (Status status = place_castling(position, color, pop_lowest(rooks)); !status)
        return status;
    }
  }
  return {};
}

/// Sets the square only if the pawn in front can just have made a double step and can be captured
/// legally.
void PositionBuilder::place_en_passant(Position& position) const noexcept {
  if (en_passant_ == Square::kNone) return;
  const bool white = side_to_move_ == Color::kWhite;
  if (rank_of(en_passant_) != (white ? 5 : 2)) return;
  const int forward = white ? 8 : -8;
  const auto pawn = static_cast<std::size_t>(index(en_passant_) - forward),
             origin = static_cast<std::size_t>(index(en_passant_) + forward);
  if (board_[offset(en_passant_)] != Piece::kNone || board_[origin] != Piece::kNone) return;
  if (board_[pawn] != make_piece(~side_to_move_, PieceType::kPawn)) return;
  white ? position.set_en_passant_if_legal<Color::kWhite>(en_passant_)
        : position.set_en_passant_if_legal<Color::kBlack>(en_passant_);
}

Result<Position> PositionBuilder::build() const {
  if (Status status = check_pieces(); !status) return status.error();
  Position position;
  place_pieces(position);
  const Color us = side_to_move_, them = ~us;
  if ((position.attackers_to(position.king(them), position.pieces()) & position.pieces(us)) != 0)
    return Error{"position.check", "the side not to move is in check"};
  if (Status status = place_castling(position); !status) return status.error();
  us == Color::kWhite ? position.set_checkers_and_pins<Color::kWhite>()
                      : position.set_checkers_and_pins<Color::kBlack>();
  place_en_passant(position);
  return position;
}

}  // namespace trivium::chess
