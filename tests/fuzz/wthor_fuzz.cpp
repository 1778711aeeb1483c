// WTHOR files: no input crashes the reader; games that are read can be replayed and survive writing
// and reading.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/reversi/rules/wthor.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::reversi {
namespace {

using fuzz::check;

std::vector<WthorGame> games_of(WthorReader& reader) {
  std::vector<WthorGame> games;
  WthorGame game;
  for (auto more = reader.next(game); !more || *more; more = reader.next(game)) {
    if (more) {
      games.push_back(game);
    } else {
      fuzz::check_message(more.error().message);
    }
  }
  return games;
}

}  // namespace

TRIVIUM_FUZZ_TARGET(wthor) {
  auto reader = WthorReader::open(std::as_bytes(input));
  if (!reader) return fuzz::check_message(reader.error().message);
  const std::vector<WthorGame> games = games_of(*reader);
  for (const WthorGame& game : games)
    check(replay(game.record()).has_value(), "what is read can be replayed");
  const std::string written = write_wthor(reader->header(), games);
  auto again = WthorReader::open(std::as_bytes(std::span(written)));
  check(again.has_value(), "what is written can be read");
  check(games_of(*again) == games, "what is written reads the same");
}

}  // namespace trivium::reversi
