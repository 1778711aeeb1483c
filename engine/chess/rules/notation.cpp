// Squares and moves in UCI notation, and the board as text.
#include "engine/chess/rules/notation.h"

#include "engine/chess/rules/notation_text.h"

namespace trivium::chess {
namespace {

/// Returns the king's square after castling, on the g-file or c-file.
Square king_target(Move castling) noexcept {
  return make_square(file_of(castling.to()) > file_of(castling.from()) ? 6 : 2,
                     rank_of(castling.from()));
}

Error uci_error(std::string code, std::string_view text, const std::string& cause) {
  return Error{std::move(code), "UCI move " + text::quoted(text) + ": " + cause};
}

/// Returns the error of an illegal move, with a hint at the mistake.
Error refusal(const Position& position, std::string_view text, Square from) {
  const Piece piece = position.piece_on(from);
  if (piece == Piece::kNone) return uci_error("move.illegal", text, to_string(from) + " is empty");
  if (color_of(piece) != position.side_to_move())
    return uci_error("move.illegal", text, "the piece on " + to_string(from) + " is not on move");
  return uci_error("move.illegal", text, "not legal here");
}

}  // namespace

std::string to_string(Square square) {
  if (square == Square::kNone) return "-";
  return {text::file_letter(file_of(square)), text::rank_digit(rank_of(square))};
}

std::string board_text(const Position& position) {
  constexpr std::string_view kRule = " +---+---+---+---+---+---+---+---+\n";
  std::string text(kRule);
  for (int rank = 7; rank >= 0; --rank) {
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.piece_on(make_square(file, rank));
      text += " | ";
      text +=
          piece == Piece::kNone ? ' ' : text::kPieceLetters[static_cast<std::size_t>(index(piece))];
    }
    text += " | ";
    text += text::rank_digit(rank);
    text += '\n';
    text += kRule;
  }
  return text + "   a   b   c   d   e   f   g   h\n";
}

std::string to_uci(const Position& position, Move move) {
  if (!move) return "0000";
  const bool king_takes_rook = move.kind() != Move::Kind::kCastling || position.chess960();
  std::string out =
      to_string(move.from()) + to_string(king_takes_rook ? move.to() : king_target(move));
  if (move.kind() == Move::Kind::kPromotion) out += "nbrq"[index(move.promotion()) - 1];
  return out;
}

Result<Move> parse_uci_move(const Position& position, std::string_view text) {
  if (text.size() != 4 && text.size() != 5)
    return uci_error("move.syntax", text, "must be 4 or 5 characters, as in e2e4 or e7e8q");
  const Square from = text::square_named(text.substr(0, 2));
  const Square to = text::square_named(text.substr(2, 2));
  if (from == Square::kNone || to == Square::kNone)
    return uci_error("move.syntax", text, "must be two squares, as in e2e4");
  const PieceType promotion = text.size() == 5 ? text::type_of_letter(text[4]) : PieceType::kNone;
  const bool promotes = promotion != PieceType::kNone && promotion != PieceType::kPawn &&
                        promotion != PieceType::kKing;
  if (text.size() == 5 && !promotes)
    return uci_error("move.syntax", text, "the fifth character must be q, r, b or n");

  const MoveList moves = legal_moves(position);
  bool promotion_missing = false;
  for (const Move move : moves) {
    if (move.from() != from || move.to() != to) continue;
    if (move.kind() == Move::Kind::kPromotion ? promotes && move.promotion() == promotion
                                              : !promotes)
      return move;
    promotion_missing = promotion_missing || move.kind() == Move::Kind::kPromotion;
  }
  if (promotion_missing)
    return uci_error("move.promotion", text, "a promotion needs its piece: q, r, b or n");
  for (const Move move : moves) {
    if (move.kind() == Move::Kind::kCastling && move.from() == from && king_target(move) == to &&
        !promotes)
      return move;
  }
  return refusal(position, text, from);
}

}  // namespace trivium::chess
