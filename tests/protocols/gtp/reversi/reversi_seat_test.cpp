#include "protocols/gtp/reversi/reversi_seat.h"

#include <algorithm>
#include <memory>
#include <string>

#include "doctest/doctest.h"

#include "tests/protocols/gtp/gtp_client.h"
#include "tests/temporary_folder.h"

namespace trivium::gtp {

namespace {

SessionConfig reversi_config() {
  SessionConfig config = all_games_config();
  std::rotate(config.games.begin(), config.games.begin() + 1, config.games.end());
  return config;
}

/// A session of Reversi.
struct ReversiClient : GtpClient {
  explicit ReversiClient(SessionConfig config = reversi_config()) : GtpClient(std::move(config)) {}

  /// On a board of 4, White must pass.
  void play_to_a_pass() {
    CHECK(ask("boardsize 4") == "=");
    CHECK(ask("gogui-play_sequence b c4 w b4 b a4 w d4 b d2") == "=");
  }
};

constexpr const char* kSgf = "(;FF[4]GM[2]SZ[4]PB[Ann]PW[Bob];B[c4];W[b4];B[a4];W[d4];B[d2])\n";

}  // namespace

TEST_CASE("a game of Reversi is known by both names, in any case") {
  const SeatFactory game = reversi_game(std::make_shared<const ReversiConfig>());
  for (const char* name : {"Othello", "othello", "Reversi", "REVERSI"}) CHECK(game.is_named(name));
  for (const char* name : {"", "Connect6", "Othello8"}) CHECK_FALSE(game.is_named(name));
}

TEST_CASE("genmove plays whole games of Reversi, with passes where the rules demand them") {
  ReversiClient client;
  client.ask("trivium-nodes 200");
  for (const char* size : {"4", "6", "8"}) {
    CAPTURE(size);
    CHECK(client.ask(std::string("boardsize ") + size) == "=");
    for (int moves = 0; !client.text("gogui-rules_legal_moves").empty(); ++moves) {
      REQUIRE(moves < 80);
      const std::string legal = ' ' + client.text("gogui-rules_legal_moves") + ' ';
      const std::string move = client.text("genmove " + client.text("gogui-rules_side_to_move"));
      CHECK(legal.find(' ' + move + ' ') != std::string::npos);
    }
    CHECK(client.text("final_score").find_first_of("BW0") == 0);
  }
}

TEST_CASE("a pass that a program leaves out is implied, also before genmove") {
  ReversiClient client;
  client.play_to_a_pass();
  const std::string move = client.text("genmove b");
  CHECK((move == "A1" || move == "B1" || move == "A2"));
  CHECK(client.ask("undo") == "=");
  CHECK(client.text("gogui-rules_legal_moves") == "pass");
  CHECK(client.text("gogui-rules_side_to_move") == "white");
  CHECK(client.ask("play b b1") == "=");
  CHECK(client.ask("gg-undo 2") == "=");
  CHECK(client.text("gogui-rules_side_to_move") == "black");
}

TEST_CASE("an analysis of Reversi reports moves with priors that sum to 1") {
  ReversiClient client;
  client.ask("play b f5");
  client.wire().write("kata-analyze w 5\n");
  CHECK(client.wire().read_line() == "=");
  const auto line = client.wire().read_line();
  REQUIRE(line);
  CHECK(line->starts_with("info move "));
  CHECK(line->find(" winrate 0.") != std::string::npos);
  CHECK(line->find(" prior 0.33") != std::string::npos);  // White has three moves
  client.wire().write("\n");
  while (const auto more = client.wire().read_line()) {
    if (more->empty()) break;
  }
  client.wire().write("lz-genmove_analyze w 5\n");
  CHECK(client.wire().read_line() == "=");
  std::string last;
  while (const auto more = client.wire().read_line()) {
    if (more->empty()) break;
    last = *more;
  }
  CHECK(last.starts_with("play "));
}

TEST_CASE("records of Reversi are read in every form, and written with what they state") {
  const TemporaryFolder folder;
  ReversiClient client;
  CHECK(client.ask("loadsgf " + folder.write("game.sgf", kSgf).string()) == "=");
  CHECK(client.text("gogui-rules_board_size") == "4");
  CHECK(client.text("gogui-rules_legal_moves") == "pass");
  CHECK(client.text("printsgf") + '\n' == kSgf);
  CHECK(client.ask("loadsgf " + folder.file("game.sgf").string() + " 3") == "=");
  CHECK(client.text("gogui-rules_side_to_move") == "black");
  CHECK(client.text("printsgf").find("W[b4])") != std::string::npos);

  CHECK(client.ask("loadsgf " + folder.write("game.txt", "f5d6c3\n").string()) == "=");
  CHECK(client.text("printsgf") == "(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])");
  const std::string file = folder.file("out.sgf").string();
  CHECK(client.ask("printsgf " + file) == "=");
  CHECK(folder.read("out.sgf") == "(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3])\n");
}

TEST_CASE("trivium-record sets up a game from its text, with discs of a position") {
  ReversiClient client;
  CHECK(client.ask("trivium-record (;GM[2]SZ[4]AB[b2][c3]AW[b3][c2] PL[W])") == "=");
  CHECK(client.text("gogui-rules_board_size") == "4");
  CHECK(client.text("gogui-rules_side_to_move") == "white");
  CHECK(client.ask("trivium-record") == "? syntax error");
  CHECK(client.ask("trivium-record f5a1")
            .starts_with("? transcript: line 1, column 3: a1 flips no disc"));
  CHECK(client.text("gogui-rules_board_size") == "4");
}

TEST_CASE("a record with an illegal move or a wrong result is rejected, and the board stays") {
  const TemporaryFolder folder;
  ReversiClient client;
  client.ask("play b f5");
  const std::string bad = folder.write("bad.txt", "f5a1\n").string();
  CHECK(client.ask("loadsgf " + bad)
            .starts_with("? cannot load file: transcript: line 1, column 3: a1 flips no disc"));
  const std::string wrong =
      folder.write("wrong.sgf", "(;GM[2]SZ[4]RE[W+4]AB[a1][a2][b1]AW[c1];B[d1])\n").string();
  CHECK(
      client.ask("loadsgf " + wrong)
          .starts_with("? cannot load file: record: stated result -4 for Black, on the board +16"));
  CHECK(client.text("printsgf") == "(;FF[4]GM[2]SZ[8];B[f5])");
}

TEST_CASE("a file that is no weight file of Reversi is rejected, and the session continues") {
  const TemporaryFolder folder;
  ReversiClient client;
  const std::string file = folder.write("none.safetensors", "x").string();
  CHECK(client.ask("trivium-weights " + file).starts_with("? "));
  CHECK(client.ask("trivium-weights").starts_with("="));
  client.ask("trivium-nodes 100");
  CHECK(client.text("genmove b").size() == 2);
}

}  // namespace trivium::gtp
