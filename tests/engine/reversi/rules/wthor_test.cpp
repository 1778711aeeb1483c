#include "engine/reversi/rules/wthor.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::reversi {
namespace {

const WthorHeader kHeader{{20, 26, 11, 28}, 2, 2026, 24};

std::vector<WthorGame> two_games() {
  return {{1, 2, 3, 32, 32, game_of(kSolvedGame).moves},
          {4, 5, 65535, 20, 40, game_of("f5d6").moves}};
}
std::string wthor_file() { return write_wthor(kHeader, two_games()); }

Result<WthorReader> open_wthor(const std::string& file) {
  return WthorReader::open(std::as_bytes(std::span(file)));
}

/// Code of the first error in a file.
std::string wthor_error_code(const std::string& file) {
  Result<WthorReader> reader = open_wthor(file);
  if (!reader) return reader.error().code;
  WthorGame game;
  Result<bool> more = true;
  while (more && *more) more = reader->next(game);
  return more ? "" : more.error().code;
}

std::string with_byte(std::size_t at, char value) {
  std::string changed = wthor_file();
  changed.at(at) = value;
  return changed;
}

TEST_CASE("a game has 68 bytes after a header of 16, without its passes") {
  const std::string bytes = wthor_file();
  REQUIRE(bytes.size() == 16 + 2 * 68);
  CHECK(bytes.substr(0, 4) == std::string({20, 26, 11, 28}));
  CHECK(bytes.substr(4, 4) == std::string({2, 0, 0, 0}));
  CHECK(bytes.substr(16 + 8, 3) == std::string({56, 64, 33}));  // f5, d6, c3
  CHECK(bytes.substr(16 + 68, 8) == std::string({4, 0, 5, 0, '\xFF', '\xFF', 20, 40}));
  CHECK(bytes.substr(16 + 68 + 8, 3) == std::string({56, 64, 0}));
}

TEST_CASE("a file reads as it was written") {
  const std::string bytes = wthor_file();
  Result<WthorReader> reader = open_wthor(bytes);
  REQUIRE(reader.has_value());
  CHECK(reader->header() == kHeader);
  for (const WthorGame& expected : two_games()) {
    WthorGame game;
    REQUIRE(*reader->next(game));
    CHECK(game == expected);
  }
  WthorGame game;
  CHECK_FALSE(*reader->next(game));
}

TEST_CASE("a stored number of discs is the score of the game") {
  CHECK(two_games()[0].record().result == StatedResult::of_score(0));
  CHECK(two_games()[1].record().result == StatedResult::of_score(-24));
}

TEST_CASE("a file that is cut short yields its complete games and then one error") {
  const std::string bytes = wthor_file().substr(0, 16 + 68 + 30);
  Result<WthorReader> reader = open_wthor(bytes);
  REQUIRE(reader.has_value());
  WthorGame game;
  REQUIRE(*reader->next(game));
  const Result<bool> cut = reader->next(game);
  REQUIRE_FALSE(cut.has_value());
  CHECK(cut.error().code == "wthor.length");
  CHECK(cut.error().message ==
        "WTHOR: the header states 2 games, 152 bytes; 114 bytes found, which hold 1 complete game");
  CHECK_FALSE(*reader->next(game));
  CHECK(wthor_error_code(wthor_file() + "x") == "wthor.length");
}

TEST_CASE("faults of header and games have their codes") {
  CHECK(wthor_error_code("") == "wthor.header");
  CHECK(wthor_error_code(wthor_file().substr(0, 15)) == "wthor.header");
  CHECK(wthor_error_code(with_byte(12, 10)) == "wthor.size");
  CHECK(wthor_error_code(with_byte(12, 0)).empty());
  CHECK(wthor_error_code(with_byte(13, 1)) == "wthor.kind");
  CHECK(wthor_error_code(with_byte(16 + 6, 65)) == "wthor.score");
  CHECK(wthor_error_code(with_byte(16 + 8, 99)) == "wthor.square");
  CHECK(wthor_error_code(with_byte(16 + 8, 20)) == "wthor.square");
  CHECK(wthor_error_code(with_byte(16 + 8, 11)) == "wthor.illegal");
  CHECK(wthor_error_code(with_byte(16 + 68 + 9, 0)).empty());
  CHECK(wthor_error_code(with_byte(16 + 68 + 8, 0)) == "wthor.syntax");
}

TEST_CASE("an error names game and move, and does not hide the next game") {
  const std::string bytes = with_byte(16 + 9, 56);
  Result<WthorReader> reader = open_wthor(bytes);
  REQUIRE(reader.has_value());
  WthorGame game;
  CHECK(reader->next(game).error().message ==
        "WTHOR: game 1, move 2: f5 is occupied; White can play f4, d6, f6");
  REQUIRE(*reader->next(game));
  CHECK(game.black == 5);
}

}  // namespace
}  // namespace trivium::reversi
