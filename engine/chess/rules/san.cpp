// Moves in standard algebraic notation (PGN standard, section 8.2.3): minimal on output, tolerant
// on input.
//
// Sources: The Unicode Standard, blocks Miscellaneous Symbols (the pieces) and General Punctuation;
// Windows-1252 by its table there.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/notation_text.h"

namespace trivium::chess {
namespace {

/// Content of a SAN text.
struct Pattern {
  enum class Castling : std::uint8_t { kNo, kKingSide, kQueenSide };

  Castling castling = Castling::kNo;
  PieceType piece = PieceType::kPawn;
  int from_file = -1;  ///< -1: not stated
  int from_rank = -1;
  Square to = Square::kNone;
  PieceType promotion = PieceType::kNone;
};

Error san_error(std::string code, std::string_view text, const std::string& cause) {
  return Error{"san." + std::move(code), "SAN " + text::quoted(text) + ": " + cause};
}

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t N>
bool lies_in(char32_t character, const std::array<Range, N>& ranges) noexcept {
  return std::ranges::any_of(ranges,
                             [&](Range r) { return character >= r.first && character <= r.last; });
}

struct Decoded {
  char32_t character;
  std::size_t bytes;
  bool is_utf8;
};

/// Returns the character of a byte that does not begin UTF-8, by Windows-1252 and the old DOS code
/// pages. Covers only characters that occur in moves.
char32_t of_code_page(unsigned char byte) noexcept {
  constexpr std::array kCharacters =
      std::to_array<std::pair<unsigned char, char32_t>>({{0x85, U'\u2026'},
                                                         {0x86, U'\u2020'},
                                                         {0x87, U'\u2021'},
                                                         {0x96, U'\u2013'},
                                                         {0x97, U'\u2013'},
                                                         {0xFF, U'\u00A0'}});
  const auto known =
      std::ranges::find(kCharacters, byte, [](const auto& pair) { return pair.first; });
  return known != kCharacters.end() ? known->second : byte;
}

Decoded decode(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  const Decoded single{of_code_page(byte(0)), 1, false};
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return single;
  char32_t character = byte(0) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return single;
    character = character << 6 | (byte(i) & 0x3FU);
  }
  return {character, length, true};
}

bool is_wide_blank(char32_t character) noexcept {
  constexpr auto kBlanks = std::to_array<Range>({{0x85, 0x85},
                                                 {0xA0, 0xA0},
                                                 {0x1680, 0x1680},
                                                 {0x2000, 0x200C},
                                                 {0x2026, 0x2026},  // ellipsis, skipped
                                                 {0x2028, 0x2029},
                                                 {0x202F, 0x202F},
                                                 {0x205F, 0x205F},
                                                 {0x3000, 0x3000},
                                                 {0xFEFF, 0xFEFF}});
  return lies_in(character, kBlanks);
}

bool is_wide_mark(char32_t character) noexcept {
  constexpr auto kMarks = std::to_array<Range>({{0xA1, 0xBF},
                                                {0xF7, 0xF7},
                                                {0x2000, 0x2BFF},
                                                {0x2E00, 0x2E7F},
                                                {0xE000, 0xF8FF},
                                                {0x1F300, 0x1F9FF}});
  return lies_in(character, kMarks);
}

/// Returns the character in ASCII, or nullptr. Figurines of either color are accepted for both
/// sides, since most texts use one set only.
const char* plain_form(char32_t character) noexcept {
  if (character >= U'\u2654' && character <= U'\u265F') {
    constexpr std::array<const char*, 6> kPieces{"K", "Q", "R", "B", "N", "P"};
    return kPieces[(character - U'\u2654') % kPieces.size()];
  }
  if ((character >= 0x2010 && character <= 0x2015) || character == 0x2212) return "-";
  // First a soft hyphen, then joiners, direction marks and variation selectors.
  constexpr std::array kForms = std::to_array<std::pair<char32_t, const char*>>({{0xAD, ""},
                                                                                 {0x200D, ""},
                                                                                 {0x200E, ""},
                                                                                 {0x200F, ""},
                                                                                 {0x2060, ""},
                                                                                 {0xFE0E, ""},
                                                                                 {0xFE0F, ""},
                                                                                 {0xBD, "1/2"},
                                                                                 {0xD7, "x"},
                                                                                 {0x2715, "x"},
                                                                                 {0x2020, "+"},
                                                                                 {0x2021, "#"},
                                                                                 {0x2044, "/"}});
  const auto known =
      std::ranges::find(kForms, character, [](const auto& pair) { return pair.first; });
  return known != kForms.end() ? known->second : nullptr;
}

std::string_view name_of(PieceType type) noexcept {
  constexpr std::array<std::string_view, kPieceTypes> kNames{"pawn", "knight", "bishop",
                                                             "rook", "queen",  "king"};
  return kNames[static_cast<std::size_t>(index(type))];
}

bool king_side(Move castling) noexcept { return file_of(castling.to()) > file_of(castling.from()); }

constexpr bool is_sign(char c) noexcept {
  return c == '+' || c == '#' || c == '!' || c == '?' || c == ' ' || c == '\t';
}

std::string_view without_signs(std::string_view text) noexcept {
  while (!text.empty() && is_sign(text.back())) text.remove_suffix(1);
  return text;
}

bool ends_on_sign_or_rank(std::string_view text) noexcept {
  return !text.empty() && (text::is_rank(text.back()) || is_sign(text.back()));
}

/// Removes check signs, marks, "e.p." and other words from the end. "D" is a diagram only after a
/// square or sign, and "N" is a novelty only after a sign, since a promotion could look the same.
std::string_view without_suffix(std::string_view text) noexcept {
  for (bool changed = true; changed;) {
    const std::size_t before = text.size();
    text = without_signs(text);
    if (text.empty() || text::is_rank(text.back())) break;
    for (const std::string_view suffix : {"e.p.", "e.p", "ep", "mate", "ch"}) {
      const bool longer = text.size() > suffix.size();
      if (longer &&
          trivium::text::same_ignoring_case(text.substr(text.size() - suffix.size()), suffix))
        text.remove_suffix(suffix.size());
    }
    for (const char letter : {'D', 'N'}) {
      if (!text.ends_with(letter)) continue;
      const std::string_view rest = text.substr(0, text.size() - 1);
      if (ends_on_sign_or_rank(rest) && (letter == 'D' || !text::is_rank(rest.back()))) text = rest;
    }
    changed = text.size() != before;
  }
  return text;
}

/// Reads O-O and O-O-O with letters or zeros, with or without dashes.
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

/// Removes "=Q", "Q", "/Q" or "(Q)" from the end of a move that ends on a square.
PieceType take_promotion(std::string_view& body) noexcept {
  std::string_view rest = body;
  const bool bracket = rest.ends_with(')');
  if (bracket) rest.remove_suffix(1);
  if (rest.size() < 3) return PieceType::kNone;
  const PieceType type = text::type_of_letter(rest.back());
  if (type == PieceType::kNone || type == PieceType::kPawn || type == PieceType::kKing)
    return PieceType::kNone;
  rest.remove_suffix(1);
  const char sign = rest.back();
  if (bracket ? sign == '(' : sign == '=' || sign == '/') rest.remove_suffix(1);
  if (rest.empty() || !text::is_rank(rest.back())) return PieceType::kNone;
  body = rest;
  return type;
}

/// True for "f3N" and "e4N". No promotion is possible there, so the letter marks a novelty.
bool ends_on_novelty(std::string_view body, PieceType piece) noexcept {
  if (body.size() < 3 || body.back() != 'N' || !text::is_rank(body[body.size() - 2])) return false;
  const char rank = body[body.size() - 2];
  return piece != PieceType::kPawn || (rank != '1' && rank != '8');
}

/// Parses the text. If it is not a move, `to` is kNone and castling is kNo.
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
  if (ends_on_novelty(body, pattern.piece)) body.remove_suffix(1);
  pattern.promotion = take_promotion(body);
  if (body.size() < 2) return pattern;
  const Square to = text::square_named(body.substr(body.size() - 2));
  body.remove_suffix(2);
  if (!body.empty() && (body.back() == 'x' || body.back() == '-' || body.back() == ':'))
    body.remove_suffix(1);
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
    return pattern.castling ==
           (king_side(move) ? Pattern::Castling::kKingSide : Pattern::Castling::kQueenSide);
  }
  return move.to() == pattern.to && type_of(position.piece_on(move.from())) == pattern.piece &&
         (pattern.from_file < 0 || file_of(move.from()) == pattern.from_file) &&
         (pattern.from_rank < 0 || rank_of(move.from()) == pattern.from_rank);
}

Error ambiguity(const Position& position, std::string_view text, const Pattern& pattern) {
  std::string choices;
  for (const Move move : legal_moves(position)) {
    if (fits(position, move, pattern))
      choices += (choices.empty() ? "" : " or ") + to_san(position, move);
  }
  return san_error("ambiguous", text, "ambiguous: " + choices);
}

Error refusal(std::string_view text, const Pattern& pattern) {
  if (pattern.castling != Pattern::Castling::kNo)
    return san_error("illegal", text, "castling on that side is not legal here");
  return san_error(
      "illegal", text,
      "no " + std::string(name_of(pattern.piece)) + " can legally go " +
          (pattern.from_file >= 0 || pattern.from_rank >= 0 ? "from there to " : "to ") +
          to_string(pattern.to));
}

/// Returns the characters that distinguish `move` from other legal moves of equal pieces to the
/// same square.
std::string disambiguation(const Position& position, Move move) {
  const Piece piece = position.piece_on(move.from());
  bool others = false;
  bool same_file = false;
  bool same_rank = false;
  for (const Move other : legal_moves(position)) {
    if (other.to() != move.to() || other.from() == move.from() ||
        other.kind() == Move::Kind::kCastling)
      continue;
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
  after.do_move(move);
  if (!after.in_check()) return "";
  return count_legal(after) == 0 ? "#" : "+";
}

bool is_move(const Pattern& pattern) noexcept {
  return pattern.to != Square::kNone || pattern.castling != Pattern::Castling::kNo;
}

/// Returns the legal move that matches the pattern. Ambiguity is an error.
Result<Move> find_move(const Position& position, std::string_view text, const Pattern& pattern) {
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
  // Long algebraic notation without the piece's letter, as in UCI: g1f3, or e1g1 for castling.
  if (pattern.piece == PieceType::kPawn && pattern.from_file >= 0 && pattern.from_rank >= 0) {
    std::string squares{text::file_letter(pattern.from_file), text::rank_digit(pattern.from_rank)};
    squares += to_string(pattern.to);
    if (pattern.promotion != PieceType::kNone)
      squares += text::kTypeLetters[static_cast<std::size_t>(index(pattern.promotion))];
    if (const Result<Move> move = parse_uci_move(position, squares)) return *move;
  }
  if (promotions_refused > 0)
    return san_error("promotion", text, "a promotion needs its piece, as in e8=Q");
  if (others_refused > 0) return san_error("promotion", text, "this move does not promote");
  return refusal(text, pattern);
}

}  // namespace

namespace text {

WideCharacter wide_character(std::string_view text) noexcept {
  using Kind = WideCharacter::Kind;
  const Decoded decoded = decode(text);
  if (is_wide_blank(decoded.character)) return {Kind::kBlank, decoded.bytes, " "};
  if (const char* plain = plain_form(decoded.character))
    return {Kind::kPlain, decoded.bytes, plain};
  const bool mark = !decoded.is_utf8 || is_wide_mark(decoded.character);
  return {mark ? Kind::kMark : Kind::kOther, decoded.bytes, {}};
}

std::string in_ascii(std::string_view text) {
  std::string out;
  std::size_t end = 0;  // beginning of the marks at the end
  while (!text.empty()) {
    const bool wide = static_cast<unsigned char>(text.front()) >= 128;
    const WideCharacter character =
        wide ? wide_character(text)
             : WideCharacter{WideCharacter::Kind::kPlain, 1, text.substr(0, 1)};
    out += character.kind == WideCharacter::Kind::kPlain ||
                   character.kind == WideCharacter::Kind::kBlank
               ? character.plain
               : text.substr(0, character.bytes);
    if (character.kind != WideCharacter::Kind::kMark) end = out.size();
    text.remove_prefix(character.bytes);
  }
  out.resize(end);
  return out;
}

bool is_glyph(std::string_view word) noexcept {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"ch", "check", "dis", "disc", "disch", "dbl", "double", "dblch", "mate", "checkmate",
       "stalemate", "e.p.", "e.p", "ep", "novelty", "diagram"});
  word = without_signs(word);
  return word == "N" || word == "D" || word == "TN" || word == "RR" ||
         std::ranges::any_of(kWords, [&](std::string_view each) {
           return trivium::text::same_ignoring_case(each, word);
         });
}

}  // namespace text

std::string to_san(const Position& position, Move move) {
  if (!move) return "--";
  if (move.kind() == Move::Kind::kCastling)
    return (king_side(move) ? "O-O" : "O-O-O") + check_sign(position, move);
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
  if (const Pattern pattern = read_pattern(text); is_move(pattern))
    return find_move(position, text, pattern);
  const std::string plain = text::in_ascii(text);
  const Pattern pattern = read_pattern(plain);
  return is_move(pattern) ? find_move(position, plain, pattern)
                          : san_error("syntax", text, "not a move");
}

}  // namespace trivium::chess
