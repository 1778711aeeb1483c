// Reading a book: the moves of a position, the choice among them, and rejected files.
#include "engine/chess/book/book.h"

#include <array>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <vector>

#include "engine/chess/book/book_maker.h"
#include "tests/engine/chess/book/support.h"

namespace trivium::chess {
namespace {

using testing::game_after;
using testing::TemporaryFile;

PolyglotEntry entry_for(const Game& game, std::string_view move, std::uint16_t weight) {
  return {polyglot_key(game), polyglot_move(*parse_uci_move(game.position(), move)), weight, 7};
}

/// Entries of the start position, with others before and after them.
std::vector<PolyglotEntry> start_entries() {
  const Game start;
  return {{1, 2, 3, 4},
          entry_for(start, "g1f3", 0),
          entry_for(start, "d2d4", 10),
          {polyglot_key(start), 0, 500, 0},            // a1a1: ignored
          {polyglot_key(start), 4 << 6 | 36, 500, 0},  // e1e5: not legal
          entry_for(start, "e2e4", 30),
          entry_for(start, "d2d4", 99),  // duplicate move
          {~0ULL, 2, 3, 4}};
}

std::string fault_of(std::span<const std::byte> bytes) {
  const TemporaryFile file(bytes);
  const auto book = Book::open(file.path());
  REQUIRE_FALSE(book);
  CHECK(book.error().message.starts_with(file.path().string() + ": "));
  return book.error().message;
}

TEST_CASE("a book lists its legal moves of a position, highest weight first") {
  const TemporaryFile file(book_bytes(start_entries()));
  const auto book = Book::open(file.path());
  REQUIRE(book);
  CHECK((*book)->entries() == 8);
  const Game start;
  const std::vector<BookMove> moves = (*book)->moves(start);
  REQUIRE(moves.size() == 3);
  CHECK(to_uci(start.position(), moves[0].move) == "e2e4");
  CHECK(moves[0].weight == 30);
  CHECK(moves[0].learn == 7);
  CHECK(to_uci(start.position(), moves[1].move) == "d2d4");
  CHECK(moves[1].weight == 10);
  CHECK(moves[2].weight == 0);
  CHECK((*book)->moves(game_after("e2e4")).empty());
}

TEST_CASE(
    "the best move has the highest weight; random moves come in proportion to their weights, never "
    "with weight 0") {
  const TemporaryFile file(book_bytes(start_entries()));
  const auto book = Book::open(file.path());
  REQUIRE(book);
  Rng rng(5);
  std::map<std::string, int> drawn;
  const Game start;
  for (int i = 0; i < 4000; ++i)
    ++drawn[to_uci(start.position(), (*book)->choose(start, BookChoice::kByWeight, rng).value())];
  CHECK(drawn.size() == 2);
  CHECK(drawn["e2e4"] > 2900);
  CHECK(drawn["e2e4"] < 3100);
  for (int i = 0; i < 10; ++i)
    CHECK(to_uci(start.position(), (*book)->choose(start, BookChoice::kBest, rng).value()) ==
          "e2e4");
  CHECK_FALSE((*book)->choose(game_after("e2e4"), BookChoice::kBest, rng));
}

TEST_CASE("equal seeds select equal moves") {
  const TemporaryFile file(book_bytes(start_entries()));
  const auto book = Book::open(file.path());
  REQUIRE(book);
  Rng one(9), other(9);
  for (int i = 0; i < 50; ++i) {
    CHECK((*book)->choose(Game(), BookChoice::kByWeight, one) ==
          (*book)->choose(Game(), BookChoice::kByWeight, other));
  }
}

TEST_CASE("a move of weight 0 is never played, even if it is the only one") {
  const Game start;
  const std::array entries{entry_for(start, "e2e4", 0)};
  const TemporaryFile file(book_bytes(entries));
  const auto book = Book::open(file.path());
  REQUIRE(book);
  Rng rng(1);
  CHECK_FALSE((*book)->choose(start, BookChoice::kBest, rng));
  CHECK_FALSE((*book)->choose(start, BookChoice::kByWeight, rng));
}

TEST_CASE("every key of a large book is found") {
  std::vector<PolyglotEntry> entries;
  Rng rng(3);
  for (std::uint64_t i = 0; i < 9000; ++i) entries.push_back({i << 40 | rng.below(1000), 0, 1, 0});
  const Game start;
  const auto wanted = entry_for(start, "e2e4", 1);
  const auto behind = [&](const PolyglotEntry& entry) { return entry.key > wanted.key; };
  entries.insert(std::find_if(entries.begin(), entries.end(), behind), wanted);
  const TemporaryFile file(book_bytes(entries));
  const auto book = Book::open(file.path());
  REQUIRE(book);
  CHECK((*book)->moves(start).size() == 1);
}

TEST_CASE("a file that is not a book is rejected with the reason") {
  const std::vector<std::byte> good = book_bytes(start_entries());
  CHECK(fault_of({}).ends_with("is empty"));
  CHECK(fault_of(std::span(good).first(40))
            .find("40 bytes are not a whole number of entries of 16") != std::string::npos);
  std::vector<PolyglotEntry> unsorted = start_entries();
  std::swap(unsorted[0], unsorted[2]);
  CHECK(fault_of(book_bytes(unsorted)).find("entry 3 is out of order") != std::string::npos);
  const auto missing = Book::open("/nonexistent/book.bin");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message == "/nonexistent/book.bin: No such file or directory");
  const auto folder = Book::open("/");
  REQUIRE_FALSE(folder);
  CHECK(folder.error().code == "file.folder");
}

TEST_CASE("a book whose file shrinks while it is open has no moves, without further harm") {
  const TemporaryFile file(book_bytes(start_entries()));
  const auto book = Book::open(file.path());
  REQUIRE(book);
  std::filesystem::resize_file(file.path(), 8);
  CHECK((*book)->moves(Game()).empty());
}

}  // namespace
}  // namespace trivium::chess
