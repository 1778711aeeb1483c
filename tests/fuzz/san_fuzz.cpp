// The first line is a position, the words after it are moves: SAN and UCI readers reject them or
// return legal moves, and every move survives writing and reading in both notations. Legal ones are
// played.
#include <cstdint>
#include <string_view>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::chess {
namespace {

using fuzz::check;

void check_notations(const Position& position, Move move) {
  check(is_legal(position, move), "a move that was read is legal");
  const auto by_san = parse_san(position, to_san(position, move));
  check(by_san.has_value() && *by_san == move, "a move is the same in SAN");
  const auto by_uci = parse_uci_move(position, to_uci(position, move));
  check(by_uci.has_value() && *by_uci == move, "a move is the same in UCI's notation");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(san) {
  std::string_view text = fuzz::text_of(input);
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos) return;
  auto start = parse_fen(text.substr(0, line));
  if (!start) return;
  Position position = *start;
  text.remove_prefix(line + 1);
  while (!text.empty()) {
    const std::size_t length = std::min(text.find_first_of(" \n"), text.size());
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    const auto uci = parse_uci_move(position, word);
    if (uci) check_notations(position, *uci);
    if (!uci) fuzz::check_message(uci.error().message);
    const auto san = parse_san(position, word);
    if (!san) {
      fuzz::check_message(san.error().message);
      continue;
    }
    check_notations(position, *san);
    Undo undo;
    position.do_move(*san, undo);
  }
}

}  // namespace trivium::chess
