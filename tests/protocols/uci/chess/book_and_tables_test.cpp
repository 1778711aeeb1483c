// Opening book and endgame tables of a session.
#include <array>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <utility>

#include "engine/chess/book/book_maker.h"
#include "engine/chess/rules/notation.h"
#include "tests/engine/chess/book/support.h"
#include "tests/engine/chess/endgame/small_tables.h"
#include "tests/protocols/uci/support.h"

namespace trivium::uci {
namespace {

using chess::testing::Folder;
using chess::testing::TemporaryFile;

/// A book with e2e4 at three quarters of the weight and d2d4 with the rest.
TemporaryFile small_book() {
  const chess::Game start;
  const auto entry = [&start](const char* move, std::uint16_t weight) {
    return chess::PolyglotEntry{
        chess::polyglot_key(start),
        chess::polyglot_move(*chess::parse_uci_move(start.position(), move)), weight, 0};
  };
  const std::array entries{entry("e2e4", 3), entry("d2d4", 1)};
  return TemporaryFile(chess::book_bytes(entries));
}

std::string set_option(const std::string& name, const std::string& value) {
  return "setoption name " + name + " value " + value + "\n";
}

/// Returns whether the answer to `go` comes from the book; stores its bestmove in `best`.
bool from_book(line::Client& client, const std::string& go, std::string& best) {
  client.write(go + "\n");
  bool book = false;
  std::string shown;
  while (const auto line = client.read_line()) {
    book = book || *line == "info string from the book";
    if (line->starts_with("info depth ")) shown = *line;
    if (!line->starts_with("bestmove ")) continue;
    best = line->substr(9);
    if (book) CHECK(shown == "info depth 0 pv " + best);
    return book;
  }
  FAIL("no bestmove");
  return false;
}

TEST_CASE("a session plays from its book if OwnBook is set, and searches where the book ends") {
  const TemporaryFile book = small_book();
  line::Conversation talk(session_factory());
  line::Client& client = talk.client();
  std::string best;
  client.write(set_option("Book File", book.path().string()) + "position startpos\n");
  CHECK_FALSE(from_book(client, "go depth 1", best));  // OwnBook is off
  client.write(set_option("OwnBook", "true") + set_option("Best Book Move", "true"));
  for (const char* go :
       {"go depth 1", "go wtime 1000 btime 1000", "go movetime 5", "go nodes 10"}) {
    CHECK(from_book(client, go, best));
    CHECK(best == "e2e4");
  }
  CHECK_FALSE(from_book(client, "go depth 1 searchmoves a2a3", best));
  CHECK(best.starts_with("a2a3"));
  CHECK_FALSE(from_book(client, "go mate 1", best));
  CHECK_FALSE(from_book(client, "go infinite\nstop", best));
  client.write("position startpos moves e2e4\n");
  CHECK_FALSE(from_book(client, "go depth 1", best));
  client.write(set_option("Book File", "<empty>") + "position startpos\n");
  CHECK_FALSE(from_book(client, "go depth 1", best));
}

TEST_CASE("book moves are sampled by weight, equally for equal seeds") {
  const TemporaryFile book = small_book();
  const auto games = [&book](std::uint64_t seed) {
    ChessConfig chess = test_chess();
    chess.seed = seed;
    line::Conversation talk(session_factory(test_config(chess)));
    talk.client().write(set_option("Book File", book.path().string()) +
                        set_option("OwnBook", "true") + "position startpos\n");
    std::string moves, best;
    for (int i = 0; i < 40; ++i) {
      CHECK(from_book(talk.client(), "go depth 1", best));
      moves += best[0];
    }
    return moves;
  };
  const std::string moves = games(3);
  CHECK(games(3) == moves);
  CHECK(games(4) != moves);
  CHECK(moves.find('d') != std::string::npos);
  CHECK(moves.find('e') != std::string::npos);
}

TEST_CASE("endgame tables are opened, one set for all sessions of a process") {
  const Folder folder, other;
  folder.write("KQvK.rtbw",
               chess::testing::lone_piece_table(chess::testing::kQueenCode, chess::testing::kWin,
                                                chess::testing::kLoss));
  other.write("KNvK.rtbw",
              chess::testing::lone_piece_table(chess::testing::kKnightCode, chess::testing::kDraw,
                                               chess::testing::kDraw));
  line::Conversation one(session_factory()), two(session_factory());
  one.client().write(set_option("SyzygyPath", folder.path()));
  CHECK(one.client().read_line() == "info string 1 Syzygy tables of up to 3 men, 0 with distances");
  two.client().write(set_option("SyzygyPath", other.path()));
  const auto refusal = two.client().read_line();
  REQUIRE(refusal);
  CHECK(refusal->starts_with("info string error: SyzygyPath: the tables of " + folder.path() +
                             " are in use"));
  two.client().write(set_option("SyzygyPath", folder.path()));
  CHECK(two.client().read_line() == "info string 1 Syzygy tables of up to 3 men, 0 with distances");

  one.client().write("position fen 8/8/3k4/8/8/8/4Q3/4K3 w - - 0 1\ngo depth 8\n");
  CHECK(one.client().read_until("bestmove "));
}

TEST_CASE("a client of a server cannot name files") {
  SessionConfig config = test_config();
  config.files = false;
  line::Conversation talk(session_factory(config));
  for (const char* name : {"OwnBook", "Book File", "Style", "SyzygyPath", "WeightsFile"}) {
    talk.client().write(set_option(name, "true"));
    CHECK(talk.client().read_line() ==
          "info string error: no such option: '" + std::string(name) + "'");
  }
}

TEST_CASE("a client of a server chooses styles by listed names") {
  ChessConfig chess = test_chess();
  chess.style_file = [](const std::string& name) {
    return std::filesystem::path(name == "calm" ? "/nowhere/calm.safetensors" : "");
  };
  SessionConfig config = test_config(std::move(chess));
  config.files = false;
  line::Conversation talk(session_factory(config));
  talk.client().write(set_option("Style", "/nowhere/calm.safetensors"));
  CHECK(talk.client().read_line() ==
        "info string error: Style: '/nowhere/calm.safetensors' is not listed");
  talk.client().write(set_option("Style", "calm"));
  const auto unread = talk.client().read_line();
  REQUIRE(unread);
  CHECK(unread->starts_with("info string error: Style: /nowhere/calm.safetensors"));
  talk.client().write(set_option("Style", "<empty>") + "isready\n");
  CHECK(talk.client().read_line() == "readyok");
}

}  // namespace
}  // namespace trivium::uci
