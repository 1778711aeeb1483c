#include "engine/reversi/rules/wthor.h"

#include <algorithm>
#include <cassert>

#include "engine/core/text.h"

namespace trivium::reversi {

namespace {

constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kGameBytes = 68;
constexpr std::size_t kMovesAt = 8;  // offset of the moves in a game
constexpr std::size_t kMaxMoves = kGameBytes - kMovesAt;

/// Returns the little-endian number of `size` bytes at `at`.
std::uint32_t number_at(std::span<const std::byte> bytes, std::size_t at, std::size_t size) {
  std::uint32_t number = 0;
  for (std::size_t i = size; i-- > 0;)
    number = number << 8U | std::to_integer<unsigned>(bytes[at + i]);
  return number;
}
std::uint8_t byte_at(std::span<const std::byte> bytes, std::size_t at) {
  return std::to_integer<std::uint8_t>(bytes[at]);
}
std::uint16_t short_at(std::span<const std::byte> bytes, std::size_t at) {
  return static_cast<std::uint16_t>(number_at(bytes, at, 2));
}

void append_number(std::string& text, std::uint32_t number, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) text += static_cast<char>(number >> 8U * i & 0xFFU);
}

Error error(std::string_view code, const std::string& cause) {
  return {"wthor." + std::string(code), "WTHOR: " + cause};
}

/// Reads the moves of a game until the first 0.
Status read_moves(std::span<const std::byte> codes, const std::string& place,
                  std::vector<Move>& moves) {
  RecordBuilder builder;
  const auto is_zero = [](std::byte code) { return code == std::byte{0}; };
  const auto end = std::ranges::find_if(codes, is_zero);
  if (!std::all_of(end, codes.end(), is_zero))
    return error("syntax", place + ": a move follows the end of the game; 0 expected");
  for (auto code = codes.begin(); code != end; ++code) {
    const std::string move_place =
        place + ", move " + std::to_string(code - codes.begin() + 1) + ": ";
    const int number = std::to_integer<int>(*code);
    const int row = number / 10 - 1, column = number % 10 - 1;
    if (row < 0 || row > 7 || column < 0 || column > 7)
      return error("square", move_place + "square " + std::to_string(number) +
                                 " found; 10 * row + column from 11 to 88 expected");
    if (const auto cause = builder.play(static_cast<Move>(8 * row + column)))
      return error("illegal", move_place + *cause);
  }
  moves = builder.game().moves();
  return {};
}

}  // namespace

bool is_wthor(std::istream& in) {
  const int first = in.peek();
  return first >= 0 && first < ' ' && !text::is_blank(static_cast<char>(first));
}

GameRecord WthorGame::record() const {
  GameRecord record;
  record.moves = moves;
  record.result = StatedResult::of_score(2 * black_discs - 64);
  return record;
}

Result<WthorReader> WthorReader::open(std::span<const std::byte> bytes) {
  if (bytes.size() < kHeaderBytes)
    return error("header", "header: " + text::counted(bytes.size(), "byte") +
                               " found; 16 expected (a .wtb file of games)");
  const int size = byte_at(bytes, 12), kind = byte_at(bytes, 13);
  if (size != 0 && size != 8)
    return error("size",
                 "header: board size " + std::to_string(size) + " found; 8 (or 0) expected");
  if (kind != 0)
    return error("kind", "header: kind " + std::to_string(kind) +
                             " found; 0 (games) expected, solitaires are not games");
  WthorHeader header;
  for (std::size_t i = 0; i < header.written.size(); ++i) header.written[i] = byte_at(bytes, i);
  header.games = number_at(bytes, 4, 4);
  header.year = short_at(bytes, 10);
  header.best_depth = byte_at(bytes, 14);
  return WthorReader(bytes, header);
}

std::size_t WthorReader::stored() const noexcept {
  return (bytes_.size() - kHeaderBytes) / kGameBytes;
}

Result<bool> WthorReader::next(WthorGame& game) {
  if (number_ >= std::min<std::size_t>(stored(), header_.games)) {
    const std::size_t expected = kHeaderBytes + kGameBytes * header_.games;
    if (checked_length_ || bytes_.size() == expected) return false;
    checked_length_ = true;
    return error("length", "the header states " + text::counted(header_.games, "game") + ", " +
                               std::to_string(expected) + " bytes; " +
                               text::counted(bytes_.size(), "byte") + " found, which hold " +
                               text::counted(stored(), "complete game"));
  }
  const auto bytes = bytes_.subspan(kHeaderBytes + kGameBytes * number_++, kGameBytes);
  const std::string place = "game " + std::to_string(number_);
  game.tournament = short_at(bytes, 0);
  game.black = short_at(bytes, 2);
  game.white = short_at(bytes, 4);
  game.black_discs = byte_at(bytes, 6);
  game.best_discs = byte_at(bytes, 7);
  for (const int discs : {game.black_discs, game.best_discs}) {
    if (discs > 64)
      return error("score", place + ": " + std::to_string(discs) +
                                " discs of Black found; 0 to 64 expected");
  }
  if (Status status = read_moves(bytes.subspan(kMovesAt), place, game.moves); !status)
    return status.error();
  return true;
}

std::string write_wthor(WthorHeader header, std::span<const WthorGame> games) {
  header.games = static_cast<std::uint32_t>(games.size());
  std::string text;
  for (const std::uint8_t part : header.written) append_number(text, part, 1);
  append_number(text, header.games, 4);
  append_number(text, 0, 2);
  append_number(text, header.year, 2);
  append_number(text, 8, 1);
  append_number(text, 0, 1);
  append_number(text, header.best_depth, 1);
  append_number(text, 0, 1);
  for (const WthorGame& game : games) {
    append_number(text, game.tournament, 2);
    append_number(text, game.black, 2);
    append_number(text, game.white, 2);
    append_number(text, game.black_discs, 1);
    append_number(text, game.best_discs, 1);
    std::string moves;
    for (const Move move : game.moves) {
      if (move != kPass) moves += static_cast<char>(10 * (move / 8 + 1) + move % 8 + 1);
    }
    assert(moves.size() <= kMaxMoves);
    moves.resize(kMaxMoves);
    text += moves;
  }
  return text;
}

}  // namespace trivium::reversi
