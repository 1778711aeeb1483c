// Keys and moves from the description of the format.
#include "engine/chess/book/polyglot.h"

#include <array>
#include <doctest/doctest.h>
#include <string>

#include "engine/chess/book/entry_bytes.h"
#include "engine/chess/book/polyglot_numbers.h"
#include "engine/chess/rules/movegen.h"
#include "tests/engine/chess/book/support.h"
#include "tests/engine/chess/rules/random_games.h"

namespace trivium::chess {
namespace {

using testing::game_after;

struct Published {
  const char* moves;
  const char* fen;
  std::uint64_t key;
};

/// Test data of "Polyglot book format".
constexpr std::array kPublished{
    Published{"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
              0x463b96181691fc9cULL},
    Published{"e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
              0x823c9b50fd114196ULL},
    Published{"e2e4 d7d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
              0x0756b94461c50fb0ULL},
    Published{"e2e4 d7d5 e4e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
              0x662fafb965db29d4ULL},
    Published{"e2e4 d7d5 e4e5 f7f5",
              "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
              0x22a48b5a8e47ff78ULL},
    Published{"e2e4 d7d5 e4e5 f7f5 e1e2",
              "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1ULL},
    Published{"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7",
              "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9ULL},
    Published{"a2a4 b7b5 h2h4 b5b4 c2c4",
              "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
              0x3c8123ea7b067637ULL},
    Published{"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3",
              "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
              0x5c3f9b829b279560ULL},
};

TEST_CASE("keys are those of the format's description") {
  for (const Published& published : kPublished) {
    CAPTURE(published.fen);
    CHECK(polyglot_key(game_after(published.moves)) == published.key);
    CHECK(polyglot_key(*parse_fen(published.fen)) == published.key);
  }
}

TEST_CASE("a double step beside an enemy pawn changes the key even if the capture is illegal") {
  // The black pawn on d4 is pinned to its king: e4 has no legal en passant capture, but the key
  // includes it.
  const Game game = game_after("e2e4", *parse_fen("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1"));
  REQUIRE(game.position().en_passant() == Square::kNone);
  CHECK((polyglot_key(game) ^ polyglot_key(game.position())) == kPolyglot[kPolyglotEnPassant + 4]);
  CHECK(polyglot_key(game_after("e2e3", game.start())) ==
        polyglot_key(game_after("e2e3", game.start()).position()));
}

TEST_CASE("a pawn on the opposite edge of the board is not adjacent") {
  const Game game = game_after("a2a4", *parse_fen("4k3/8/8/8/7p/7p/P7/4K3 w - - 0 1"));
  CHECK(polyglot_key(game) == polyglot_key(game.position()));
}

TEST_CASE("every legal move has a unique code that decodes to it") {
  for (const Position& start : testing::varied_starts()) {
    testing::for_random_positions(start, 4, 11, [](const Position& position) {
      for (const Move move : legal_moves(position))
        CHECK(move_of_polyglot(position, polyglot_move(move)) == move);
    });
  }
}

TEST_CASE("moves are encoded as the format states") {
  const Position position = *parse_fen("r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 0 1");
  CHECK(polyglot_move(*parse_uci_move(position, "e1g1")) == (4 << 6 | 7));  // e1h1
  CHECK(polyglot_move(*parse_uci_move(position, "e1c1")) == (4 << 6 | 0));  // e1a1
  CHECK(polyglot_move(*parse_uci_move(position, "g7g8n")) == (1 << 12 | 54 << 6 | 62));
  CHECK(polyglot_move(*parse_uci_move(position, "g7h8q")) == (4 << 12 | 54 << 6 | 63));
  // Some books write castling as the king's move.
  CHECK(move_of_polyglot(position, 4 << 6 | 6) == parse_uci_move(position, "e1g1").operator*());
  CHECK_FALSE(move_of_polyglot(position, 0));
  CHECK_FALSE(move_of_polyglot(position, 4 << 6 | 28));
  CHECK_FALSE(move_of_polyglot(position, 54 << 6 | 62));  // no promotion
}

TEST_CASE("the numbers of an entry are big-endian") {
  const PolyglotEntry entry{0x0102030405060708ULL, 0x090A, 0x0B0C, 0x0D0E0F10};
  const EntryBytes bytes = write_entry(entry);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    CHECK(std::to_integer<std::size_t>(bytes[i]) == i + 1);
  CHECK(read_entry(bytes) == entry);
}

}  // namespace
}  // namespace trivium::chess
