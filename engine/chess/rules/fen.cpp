// FEN, X-FEN and Shredder-FEN.
//
// Sources: the PGN standard (Edwards 1994), section 16.1; X-FEN by Gabor and Scharnagl (2003), in
// which KQkq mean the outermost rook on that side of the king and a file letter an inner one;
// Shredder-FEN, which always uses the file letter.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/notation_text.h"

namespace trivium::chess {
namespace {

using Board = std::array<Piece, 64>;

/// Returns an error with the code "fen." + `code`.
Error fen_error(std::string_view code, std::string_view field, const std::string& cause) {
  return Error{"fen." + std::string(code), "FEN: " + std::string(field) + ": " + cause};
}

Piece piece_on(const Board& board, Square square) noexcept {
  return board[static_cast<std::size_t>(index(square))];
}

int back_rank(Color color) noexcept { return color == Color::kWhite ? 0 : 7; }

Status read_rank(std::string_view text, int rank, Board& board) {
  int file = 0;
  for (const char c : text) {
    if (text::is_rank(c)) {
      file += c - '0';
    } else {
      const std::size_t piece = text::kPieceLetters.find(c);
      if (piece == std::string_view::npos)
        return fen_error("board", "board", text::quoted({&c, 1}) + " is not a piece");
      if (file < 8)
        board[static_cast<std::size_t>(index(make_square(file, rank)))] = static_cast<Piece>(piece);
      ++file;
    }
    if (file > 8) break;
  }
  if (file == 8) return {};
  return fen_error("board", "board",
                   "rank " + std::to_string(rank + 1) + (file > 8 ? " has more" : " has fewer") +
                       " than 8 squares");
}

Status read_board(std::string_view field, Board& board) {
  board.fill(Piece::kNone);
  for (int rank = 7; rank >= 0; --rank) {
    const std::size_t slash = field.find('/');
    if (rank > 0 && slash == std::string_view::npos)
      return fen_error("board", "board", "only " + std::to_string(8 - rank) + " of 8 ranks");
    if (rank == 0 && slash != std::string_view::npos)
      return fen_error("board", "board", "more than 8 ranks");
    if (Status status = read_rank(field.substr(0, slash), rank, board); !status) return status;
    if (rank > 0) field.remove_prefix(slash + 1);
  }
  return {};
}

Square king_on_back_rank(const Board& board, Color color) noexcept {
  for (int file = 0; file < 8; ++file) {
    const Square square = make_square(file, back_rank(color));
    if (piece_on(board, square) == make_piece(color, PieceType::kKing)) return square;
  }
  return Square::kNone;
}

/// Returns the rook farthest from the king on its king side or queen side, or kNone.
template <class PieceOn>
Square outermost_rook(Square king, Color color, bool king_side, PieceOn piece_at) noexcept {
  for (int file = king_side ? 7 : 0; file != file_of(king); file += king_side ? -1 : 1) {
    const Square square = make_square(file, rank_of(king));
    if (piece_at(square) == make_piece(color, PieceType::kRook)) return square;
  }
  return Square::kNone;
}

/// One letter of the castling field.
struct Claim {
  char letter;
  Color color;
  Square rook = Square::kNone;  ///< kNone if king or rook is not in place
  bool by_side = false;         ///< K or Q, which do not state the rook's file
  bool orthodox = false;
};

Result<Claim> read_claim(char letter, const Board& board) {
  const char upper = text::to_upper(letter);
  Claim claim{letter, letter == upper ? Color::kWhite : Color::kBlack};
  claim.by_side = upper == 'K' || upper == 'Q';
  if (!claim.by_side && (upper < 'A' || upper > 'H'))
    return fen_error("castling", "castling",
                     text::quoted({&letter, 1}) + " is none of KQkq, A-H, a-h");
  const Square king = king_on_back_rank(board, claim.color);
  if (king == Square::kNone) return claim;
  const auto piece_at = [&](Square square) { return piece_on(board, square); };
  if (claim.by_side) {
    claim.rook = outermost_rook(king, claim.color, upper == 'K', piece_at);
  } else {
    const Square square = make_square(upper - 'A', back_rank(claim.color));
    if (piece_at(square) == make_piece(claim.color, PieceType::kRook)) claim.rook = square;
  }
  claim.orthodox = claim.rook != Square::kNone && file_of(king) == 4 &&
                   (file_of(claim.rook) == 0 || file_of(claim.rook) == 7);
  return claim;
}

/// True if the right is impossible and therefore dropped. Board editors often keep rights of a king
/// or rook that has moved. If a side has such a right, its K and Q mean orthodox castling only,
/// since a default "KQkq" does not refer to a rook elsewhere.
bool is_dead(const Claim& claim, const std::vector<Claim>& claims) noexcept {
  if (claim.rook == Square::kNone) return true;
  if (!claim.by_side || claim.orthodox) return false;
  return std::ranges::any_of(claims, [&](const Claim& other) {
    return other.color == claim.color && other.rook == Square::kNone;
  });
}

/// Parses the castling field. Stores a description of dropped rights in `note`.
Status read_castling(std::string_view field, const Board& board, PositionBuilder& builder,
                     std::string& note) {
  if (field == "-") return {};
  std::vector<Claim> claims;
  for (const char letter : field) {
    const Result<Claim> claim = read_claim(letter, board);
    if (!claim) return claim.error();
    claims.push_back(*claim);
  }
  std::array<std::array<bool, 2>, 2> seen{};
  std::string dead;
  for (const Claim& claim : claims) {
    if (is_dead(claim, claims)) {
      dead += claim.letter;
      continue;
    }
    bool& taken = seen[static_cast<std::size_t>(index(claim.color))]
                      [claim.rook > king_on_back_rank(board, claim.color) ? 0 : 1];
    if (taken)
      return fen_error("castling", "castling",
                       text::quoted({&claim.letter, 1}) + " gives a second right on the same side");
    taken = true;
    builder.allow_castling(claim.color, claim.rook);
  }
  if (!dead.empty())
    note =
        "FEN: castling: " + text::quoted(dead) + " dropped: king and rook are not in their places";
  return {};
}

Status read_en_passant(std::string_view field, Color side, PositionBuilder& builder) {
  if (field == "-") return {};
  const Square square = text::square_named(field);
  if (square == Square::kNone)
    return fen_error("en_passant", "en passant",
                     text::quoted(field) + " is neither a square nor '-'");
  const int rank = side == Color::kWhite ? 5 : 2;
  if (rank_of(square) != rank) {
    return fen_error("en_passant", "en passant",
                     text::quoted(field) + " is not on rank " + text::rank_digit(rank) +
                         ", where " + (side == Color::kWhite ? "White" : "Black") + " takes");
  }
  builder.set_en_passant(square);
  return {};
}

/// Parses a counter; returns nothing if the field is missing or '-'.
Result<std::optional<int>> read_counter(std::string_view name, std::string_view field) {
  if (field.empty() || field == "-") return std::optional<int>{};
  const std::optional<int> value = text::parse_number<int>(field);
  if (!value || *value < 0 || *value > kMaxCounter) {
    return fen_error(
        "counter", name,
        text::quoted(field) + " is not a number from 0 to " + std::to_string(kMaxCounter));
  }
  return value;
}

Status read_counters(std::string_view& rest, PositionBuilder& builder) {
  const auto halfmoves = read_counter("half-move clock", text::take_word(rest));
  if (!halfmoves) return halfmoves.error();
  const auto moves = read_counter("move number", text::take_word(rest));
  if (!moves) return moves.error();
  if (*halfmoves) builder.set_halfmove_clock(**halfmoves);
  if (*moves) builder.set_fullmove_number(std::max(1, **moves));
  if (!text::trimmed(rest).empty())
    return fen_error("end", "end", text::quoted(text::trimmed(rest)) + " after the sixth field");
  return {};
}

void append_castling_letter(std::string& out, const Position& position, Color color, bool king_side,
                            FenStyle style) {
  const Square rook = position.castling_rook(color, king_side);
  if (rook == Square::kNone) return;
  const auto piece_at = [&](Square square) { return position.piece_on(square); };
  const bool outermost = outermost_rook(position.king(color), color, king_side, piece_at) == rook;
  char letter = text::file_letter(file_of(rook));
  if (style == FenStyle::kXFen && outermost) letter = king_side ? 'k' : 'q';
  out += color == Color::kWhite ? text::to_upper(letter) : letter;
}

std::string board_field(const Position& position) {
  std::string out;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.piece_on(make_square(file, rank));
      if (piece == Piece::kNone) {
        ++empty;
        continue;
      }
      if (empty > 0) out += static_cast<char>('0' + empty);
      empty = 0;
      out += text::kPieceLetters[static_cast<std::size_t>(index(piece))];
    }
    if (empty > 0) out += static_cast<char>('0' + empty);
    if (rank > 0) out += '/';
  }
  return out;
}

}  // namespace

Position start_position() {
  static const Position kStart = *parse_fen(kStartFen);
  return kStart;
}

Result<Position> parse_fen(std::string_view text, std::string* note) {
  std::string dropped;
  const std::string_view board_text = text::take_word(text);
  const std::string_view side_text = text::take_word(text);
  const std::string_view castling_text = text::take_word(text);
  const std::string_view en_passant_text = text::take_word(text);
  if (board_text.empty()) return fen_error("board", "board", "the text is empty");
  Board board;
  if (Status status = read_board(board_text, board); !status) return status.error();
  if (side_text != "w" && side_text != "b")
    return fen_error("side", "side to move", text::quoted(side_text) + " is neither 'w' nor 'b'");
  if (castling_text.empty()) return fen_error("castling", "castling", "the field is missing");
  if (en_passant_text.empty()) return fen_error("en_passant", "en passant", "the field is missing");

  PositionBuilder builder;
  for (int i = 0; i < 64; ++i) {
    if (board[static_cast<std::size_t>(i)] != Piece::kNone)
      builder.put(static_cast<Square>(i), board[static_cast<std::size_t>(i)]);
  }
  const Color side = side_text == "w" ? Color::kWhite : Color::kBlack;
  builder.set_side_to_move(side);
  if (Status status = read_castling(castling_text, board, builder, dropped); !status)
    return status.error();
  if (Status status = read_en_passant(en_passant_text, side, builder); !status)
    return status.error();
  if (Status status = read_counters(text, builder); !status) return status.error();
  Result<Position> position = builder.build();
  if (!position) return fen_error("position", "position", position.error().message);
  if (note != nullptr) *note = std::move(dropped);
  return position;
}

std::string to_fen(const Position& position, FenStyle style) {
  std::string out = board_field(position);
  out += position.side_to_move() == Color::kWhite ? " w " : " b ";
  const std::size_t before_castling = out.size();
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    append_castling_letter(out, position, color, true, style);
    append_castling_letter(out, position, color, false, style);
  }
  if (out.size() == before_castling) out += '-';
  out += ' ' + to_string(position.en_passant());
  out += ' ' + std::to_string(position.halfmove_clock()) + ' ' +
         std::to_string(position.fullmove_number());
  return out;
}

}  // namespace trivium::chess
