#include "engine/reversi/rules/vertex.h"

#include <algorithm>
#include <array>

#include "engine/core/text.h"

namespace trivium::reversi {

namespace {

constexpr std::array<std::string_view, 4> kPassNames = {"pass", "pa", "ps", "--"};

std::string vertex_name(Move move, char first_column) {
  if (move == kPass) return std::string(kPassNames.front());
  return {static_cast<char>(first_column + move % 8), static_cast<char>('1' + move / 8)};
}

}  // namespace

std::string move_name(Move move) { return vertex_name(move, 'a'); }
std::string gtp_vertex(Move move) { return vertex_name(move, 'A'); }

Result<Square> parse_square(std::string_view text, int size) {
  if (text.size() == 2) {
    const int column = text::lower(text[0]) - 'a';
    const int row = text[1] - '1';
    if (column >= 0 && column < size && row >= 0 && row < size)
      return static_cast<Square>(8 * row + column);
  }
  return Error{"vertex.square", "square " + text::quoted(text, 16) + ": not a column a to " +
                                    static_cast<char>('a' + size - 1) + " followed by a row 1 to " +
                                    std::to_string(size)};
}

Result<Move> parse_move(std::string_view text, int size) {
  const bool pass = std::ranges::any_of(kPassNames, [text](std::string_view pass_name) {
    return text::same_ignoring_case(text, pass_name);
  });
  return pass ? Result<Move>(kPass) : parse_square(text, size);
}

}  // namespace trivium::reversi
