// Building a book from games and reading it back.
#include "engine/chess/book/book_maker.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "engine/chess/book/book.h"
#include "engine/chess/rules/movegen.h"
#include "engine/core/rng.h"
#include "tests/engine/chess/book/support.h"

namespace trivium::chess {
namespace {

using testing::game_after;
using testing::TemporaryFile;

BookMaker maker_of(const std::string& pgn, const BookMakerOptions& options) {
  BookMaker maker(options);
  std::istringstream in(pgn);
  PgnReader reader(in);
  while (auto game = reader.next()) {
    REQUIRE(*game);
    maker.add(**game);
  }
  return maker;
}

/// Returns moves and weights as "e2e4:3 d2d4:1", in the book's order.
std::string moves_text(const std::vector<PolyglotEntry>& entries, const Game& game) {
  std::string text;
  for (const PolyglotEntry& entry : entries) {
    if (entry.key != polyglot_key(game)) continue;
    const std::optional<Move> move = move_of_polyglot(game.position(), entry.move);
    REQUIRE(move);
    text += (text.empty() ? "" : " ") + to_uci(game.position(), *move) + ":" +
            std::to_string(entry.weight);
  }
  return text;
}

constexpr const char* kGames =
    "1. e4 e5 2. Nf3 1-0\n\n1. e4 e5 2. f4 1/2-1/2\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 1-0\n\n1. Na3 "
    "e5 0-1\n\n1. e4 e6 *\n\n";

TEST_CASE("a move's weight is two for each win and one for each draw of its player") {
  BookMaker maker = maker_of(kGames, {.plies = 10, .min_games = 1});
  const std::vector<PolyglotEntry> entries = maker.entries();
  CHECK(moves_text(entries, Game()) == "e2e4:4 d2d4:2");  // Na3 lost, 1. e4 e6 has no result
  CHECK(moves_text(entries, game_after("e2e4")) == "c7c5:1 e7e5:1");
  CHECK(moves_text(entries, game_after("b1a3")) == "e7e5:2");
  CHECK(moves_text(entries, game_after("e2e4 e7e5")) == "g1f3:2 f2f4:1");
  CHECK(std::is_sorted(entries.begin(), entries.end(),
                       [](const auto& a, const auto& b) { return a.key < b.key; }));
}

TEST_CASE("results decided by a fault do not count") {
  BookMaker maker = maker_of(
      "[Termination \"Time forfeit\"]\n\n1. e4 e5 1-0\n\n[Termination \"Normal\"]\n\n1. d4 d5 "
      "1-0\n\n",
      {.plies = 10, .min_games = 1});
  CHECK(moves_text(maker.entries(), Game()) == "d2d4:2");
}

TEST_CASE("results that contradict their tag or the board do not count") {
  BookMaker maker = maker_of(
      "[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n[Result "
      "\"*\"]\n\n1. d4 d5 1-0\n\n",
      {.plies = 10, .min_games = 1});
  CHECK(moves_text(maker.entries(), Game()) == "d2d4:2");
}

TEST_CASE("moves with too few games or beyond the maximum ply are omitted") {
  BookMaker rare = maker_of(kGames, {.plies = 10, .min_games = 2});
  CHECK(moves_text(rare.entries(), Game()) == "e2e4:4");
  BookMaker brief = maker_of(kGames, {.plies = 1, .min_games = 1});
  CHECK(moves_text(brief.entries(), Game()) == "e2e4:4 d2d4:2");
  CHECK(moves_text(brief.entries(), game_after("e2e4")).empty());
}

TEST_CASE("a game without a result is omitted and reported") {
  BookMaker maker({.plies = 10, .min_games = 1});
  PgnGame game;
  game.moves = {*parse_san(game.start, "e4")};
  CHECK_FALSE(maker.add(game));
  CHECK(maker.entries().empty());
  game.result = Outcome::kWin;
  CHECK(maker.add(game));
  CHECK(maker.entries().size() == 1);
}

TEST_CASE("weights too large for the format are scaled down together") {
  BookMaker maker({.plies = 1, .min_games = 1});
  PgnGame game;
  game.result = Outcome::kWin;
  game.moves = {*parse_san(game.start, "e4")};
  for (int i = 0; i < 60000; ++i) maker.add(game);
  game.moves = {*parse_san(game.start, "d4")};
  for (int i = 0; i < 30000; ++i) maker.add(game);
  CHECK(moves_text(maker.entries(), Game()) == "e2e4:65535 d2d4:32767");
}

TEST_CASE("a book of random games has the moves and weights that were counted") {
  Rng rng(17);
  BookMaker maker({.plies = 8, .min_games = 1});
  std::map<std::pair<std::uint64_t, std::uint16_t>, std::uint32_t> counted;
  for (int number = 0; number < 3000; ++number) {
    PgnGame record;
    record.result = static_cast<Outcome>(static_cast<int>(rng.below(3)) - 1);
    Game game;
    for (int ply = 0; ply < 8; ++ply) {
      const MoveList legal = legal_moves(game.position());
      const Move move =
          legal[rng.below(static_cast<std::uint32_t>(std::min<std::size_t>(legal.size(), 3)))];
      const int points = ply % 2 == 0 ? static_cast<int>(*record.result) + 1
                                      : 1 - static_cast<int>(*record.result);
      counted[{polyglot_key(game), polyglot_move(move)}] += static_cast<std::uint32_t>(points);
      game.do_move(move);
      record.moves.push_back(move);
    }
    maker.add(record);
  }
  std::erase_if(counted, [](const auto& one) { return one.second == 0; });
  const std::vector<PolyglotEntry> entries = maker.entries();
  CHECK(entries.size() == counted.size());
  for (const PolyglotEntry& entry : entries)
    CHECK(counted[{entry.key, entry.move}] == entry.weight);

  const TemporaryFile file(book_bytes(entries));
  const auto book = Book::open(file.path());
  REQUIRE(book);
  CHECK((*book)->entries() == entries.size());
  CHECK((*book)->moves(Game()).size() == 3);
}

}  // namespace
}  // namespace trivium::chess
