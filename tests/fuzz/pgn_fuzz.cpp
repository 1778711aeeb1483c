// Any bytes are games or errors, in a bounded number; a parsed game survives writing and reading.
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/pgn.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::chess {
namespace {

using fuzz::check;

void check_game(const PgnGame& game) {
  Position position = game.start;
  for (const Move move : game.moves) {
    check(is_legal(position, move), "the moves of a game are legal");
    Undo undo;
    position.do_move(move, undo);
  }
  const std::string text = to_pgn(game);
  std::istringstream in(text);
  PgnReader reader(in, {.keep_comments = true});
  auto again = reader.next();
  check(again.has_value() && again->has_value(), "what we write can be read");
  check((*again)->moves == game.moves && (*again)->start == game.start &&
            (*again)->result == game.result,
        "a game is the same");
  check(to_pgn(**again) == text, "the export format is the same after reading and writing");
  check(!reader.next().has_value(), "a game is written as one game");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(pgn) {
  std::istringstream in(std::string(fuzz::text_of(input)));
  PgnReader reader(in, {.keep_comments = true});
  while (const auto game = reader.next()) {
    check(reader.games() <= input.size() + 1, "reading comes to an end");
    if (*game) {
      check_game(**game);
    } else {
      fuzz::check_message(game->error().message);
    }
  }
}

}  // namespace trivium::chess
