// Moves in standard algebraic notation (PGN standard, section 8.2.3), written minimally and read generously.
#include <algorithm>
#include <string>

#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/notation_text.h"

namespace trivium::chess {
namespace {

/// What a SAN text says about a move.
struct Pattern {
  enum class Castling : std::uint8_t { kNo, kKingSide, kQueenSide };

  Castling castling = Castling::kNo;
  PieceType piece = PieceType::kPawn;
  int from_file = -1;  ///< -1: not said
  int from_rank = -1;
  Square to = Square::kNone;
  PieceType promotion = PieceType::kNone;
};

Error san_error(std::string_view text, const std::string& cause) { return Error{"SAN " + text::quoted(text) + ": " + cause}; }

std::string_view name_of(PieceType type) noexcept {
  constexpr std::array<std::string_view, kPieceTypes> kNames{"pawn", "knight", "bishop", "rook", "queen", "king"};
  return kNames[static_cast<std::size_t>(index(type))];
}

bool king_side(Move castling) noexcept { return file_of(castling.to()) > file_of(castling.from()); }

/// Takes check signs, marks and "e.p." off the end.
std::string_view without_suffix(std::string_view text) noexcept {
  for (bool changed = true; changed;) {
    const std::size_t before = text.size();
    while (!text.empty() && std::string_view("+#!? \t").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
    for (const std::string_view suffix : {"e.p.", "ep"}) {
      if (text.size() > suffix.size() && text.ends_with(suffix)) text.remove_suffix(suffix.size());
    }
    changed = text.size() != before;
  }
  return text;
}

/// O-O and O-O-O with letters or zeros, with or without the dashes.
Pattern::Castling read_castling(std::string_view body) noexcept {
  int circles = 0;
  for (std::size_t i = 0; i < body.size(); ++i) {
    const char c = body[i];
    if (c == 'O' || c == '0' || c == 'o') {
      ++circles;
    } else if (c != '-' || i == 0 || i + 1 == body.size() || body[i - 1] == '-') {
      return Pattern::Castling::kNo;
    }
  }
  if (circles == 2) return Pattern::Castling::kKingSide;
  return circles == 3 ? Pattern::Castling::kQueenSide : Pattern::Castling::kNo;
}

/// Takes "=Q", "Q", "/Q" or "(Q)" off the end of a move that ends on a square.
PieceType take_promotion(std::string_view& body) noexcept {
  std::string_view rest = body;
  const bool bracket = rest.ends_with(')');
  if (bracket) rest.remove_suffix(1);
  if (rest.size() < 3) return PieceType::kNone;
  const PieceType type = text::type_of_letter(rest.back());
  if (type == PieceType::kNone || type == PieceType::kPawn || type == PieceType::kKing) return PieceType::kNone;
  rest.remove_suffix(1);
  const char sign = rest.back();
  if (bracket ? sign == '(' : sign == '=' || sign == '/') rest.remove_suffix(1);
  if (rest.empty() || !text::is_rank(rest.back())) return PieceType::kNone;
  body = rest;
  return type;
}

/// What the text says, or whether it is no move text at all (`to` stays kNone and castling kNo).
Pattern read_pattern(std::string_view text) noexcept {
  Pattern pattern;
  std::string_view body = without_suffix(text);
  pattern.castling = read_castling(body);
  if (pattern.castling != Pattern::Castling::kNo || body.empty()) return pattern;
  if (body.front() >= 'A' && body.front() <= 'Z') {
    pattern.piece = text::type_of_letter(body.front());
    if (pattern.piece == PieceType::kNone) return pattern;
    body.remove_prefix(1);
  }
  pattern.promotion = take_promotion(body);
  if (body.size() < 2) return pattern;
  const Square to = text::square_named(body.substr(body.size() - 2));
  body.remove_suffix(2);
  if (!body.empty() && (body.back() == 'x' || body.back() == '-' || body.back() == ':')) body.remove_suffix(1);
  if (!body.empty() && text::is_file(body.front())) {
    pattern.from_file = body.front() - 'a';
    body.remove_prefix(1);
  }
  if (!body.empty() && text::is_rank(body.front())) {
    pattern.from_rank = body.front() - '1';
    body.remove_prefix(1);
  }
  if (body.empty()) pattern.to = to;
  return pattern;
}

bool fits(const Position& position, Move move, const Pattern& pattern) noexcept {
  if (move.kind() == Move::Kind::kCastling) {
    return pattern.castling == (king_side(move) ? Pattern::Castling::kKingSide : Pattern::Castling::kQueenSide);
  }
  return move.to() == pattern.to && type_of(position.piece_on(move.from())) == pattern.piece &&
         (pattern.from_file < 0 || file_of(move.from()) == pattern.from_file) &&
         (pattern.from_rank < 0 || rank_of(move.from()) == pattern.from_rank);
}

Error ambiguity(const Position& position, std::string_view text, const Pattern& pattern) {
  std::string choices;
  for (const Move move : legal_moves(position)) {
    if (fits(position, move, pattern)) choices += (choices.empty() ? "" : " or ") + to_san(position, move);
  }
  return san_error(text, "ambiguous: " + choices);
}

Error refusal(std::string_view text, const Pattern& pattern) {
  if (pattern.castling != Pattern::Castling::kNo) return san_error(text, "castling on that side is not legal here");
  return san_error(text, "no " + std::string(name_of(pattern.piece)) + " can legally go " +
                             (pattern.from_file >= 0 || pattern.from_rank >= 0 ? "from there to " : "to ") + to_string(pattern.to));
}

/// The letters that tell `move` from other legal moves of like pieces to the same square.
std::string disambiguation(const Position& position, Move move) {
  const Piece piece = position.piece_on(move.from());
  bool others = false;
  bool same_file = false;
  bool same_rank = false;
  for (const Move other : legal_moves(position)) {
    if (other.to() != move.to() || other.from() == move.from() || other.kind() == Move::Kind::kCastling) continue;
    if (position.piece_on(other.from()) != piece) continue;
    others = true;
    same_file = same_file || file_of(other.from()) == file_of(move.from());
    same_rank = same_rank || rank_of(other.from()) == rank_of(move.from());
  }
  std::string out;
  if (others && (!same_file || same_rank)) out += text::file_letter(file_of(move.from()));
  if (others && same_file) out += text::rank_digit(rank_of(move.from()));
  return out;
}

std::string check_sign(const Position& position, Move move) {
  Position after = position;
  Undo undo;
  after.do_move(move, undo);
  if (!after.in_check()) return "";
  return count_legal(after) == 0 ? "#" : "+";
}

}  // namespace

std::string to_san(const Position& position, Move move) {
  if (!move) return "--";
  if (move.kind() == Move::Kind::kCastling) return (king_side(move) ? "O-O" : "O-O-O") + check_sign(position, move);
  const PieceType type = type_of(position.piece_on(move.from()));
  const bool capture = is_capture(position, move);
  std::string out;
  if (type != PieceType::kPawn) {
    out += text::kTypeLetters[static_cast<std::size_t>(index(type))];
    out += disambiguation(position, move);
  } else if (capture) {
    out += text::file_letter(file_of(move.from()));
  }
  if (capture) out += 'x';
  out += to_string(move.to());
  if (move.kind() == Move::Kind::kPromotion) {
    out += '=';
    out += text::kTypeLetters[static_cast<std::size_t>(index(move.promotion()))];
  }
  return out + check_sign(position, move);
}

Result<Move> parse_san(const Position& position, std::string_view text) {
  const Pattern pattern = read_pattern(text);
  if (pattern.to == Square::kNone && pattern.castling == Pattern::Castling::kNo) return san_error(text, "not a move");
  Move found;
  int fitting = 0;
  int promotions_refused = 0;
  int others_refused = 0;
  for (const Move move : legal_moves(position)) {
    if (!fits(position, move, pattern)) continue;
    const bool promotes = move.kind() == Move::Kind::kPromotion;
    if (promotes ? move.promotion() == pattern.promotion : pattern.promotion == PieceType::kNone) {
      found = move;
      ++fitting;
    } else {
      ++(promotes ? promotions_refused : others_refused);
    }
  }
  if (fitting == 1) return found;
  if (fitting > 1) return ambiguity(position, text, pattern);
  // Long algebraic without the piece's letter, as UCI writes it: g1f3, or e1g1 for castling.
  if (pattern.piece == PieceType::kPawn && pattern.from_file >= 0 && pattern.from_rank >= 0) {
    std::string squares{text::file_letter(pattern.from_file), text::rank_digit(pattern.from_rank)};
    squares += to_string(pattern.to);
    if (pattern.promotion != PieceType::kNone) squares += text::kTypeLetters[static_cast<std::size_t>(index(pattern.promotion))];
    if (const Result<Move> move = parse_uci_move(position, squares)) return *move;
  }
  if (promotions_refused > 0) return san_error(text, "a promotion needs its piece, as in e8=Q");
  if (others_refused > 0) return san_error(text, "this move does not promote");
  return refusal(text, pattern);
}

}  // namespace trivium::chess
