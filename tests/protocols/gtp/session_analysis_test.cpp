#include <memory>
#include <string>

#include "doctest/doctest.h"

#include "protocols/gtp/session.h"
#include "tests/fuzz/recorder.h"
#include "tests/protocols/gtp/gtp_client.h"

namespace trivium::gtp {

using connect6::Board;

TEST_CASE("analysis reports at fixed intervals until the next command, which is then executed") {
  GtpClient client;
  client.ask("play b K10");
  client.wire().write("7 lz-analyze w 5\n");
  CHECK(client.wire().read_line() == "=7");
  for (int line = 0; line < 3; ++line) CHECK(client.wire().read_line()->starts_with("info move "));
  client.wire().write("8 name\n");
  std::string last;
  while (const auto line = client.wire().read_line()) {
    last = *line;
    if (!last.starts_with("info move ")) break;
  }
  CHECK(last.empty());
  CHECK(client.response() == "=8 Trivium");
}

TEST_CASE("an empty line also ends an analysis") {
  GtpClient client(slow_config());
  client.wire().write("kata-analyze 5\n");
  CHECK(client.wire().read_line() == "=");
  const auto line = client.wire().read_line();
  REQUIRE(line);
  CHECK(line->starts_with("info move "));
  CHECK(line->find(" winrate 0.") != std::string::npos);
  client.wire().write("\n");
  while (const auto more = client.wire().read_line()) {
    if (more->empty()) break;
  }
  CHECK(client.ask("name") == "= Trivium");
}

TEST_CASE("a line that waits when an analysis starts ends it") {
  GtpClient client;
  client.ask("play b K10");
  client.wire().write("1 genmove w\n2 lz-analyze w 10\n3 name\n");
  CHECK(client.response().starts_with("=1 "));
  CHECK(client.response().starts_with("=2"));
  CHECK(client.response() == "=3 Trivium");
}

TEST_CASE("genmove with analysis streams and then plays") {
  GtpClient client(test_config(Milliseconds(100)));
  client.wire().write("3 lz-genmove_analyze b 2\n");
  CHECK(client.wire().read_line() == "=3");
  const auto play = client.wire().read_until("play ");
  REQUIRE(play);
  Board board;
  CHECK(place(board, play->substr(5)));
  CHECK(client.wire().read_line() == "");
  CHECK(client.text("gogui-rules_side_to_move") == "white");
  CHECK(client.ask("lz-genmove_analyze 5") == "? invalid color or coordinate");
  CHECK(client.ask("kata-genmove_analyze b") == "? illegal move");
}

TEST_CASE("the odds table has the candidates of the search with probabilities") {
  GtpClient client(test_config());
  client.ask("gogui-play_sequence b K10 w L11 w J9");
  client.ask("trivium-nodes 4000");
  const std::string table = client.text("trivium-odds");
  CHECK(table.starts_with("turn     best"));
  CHECK(table.find("%") != std::string::npos);
  CHECK(client.ask("trivium-odds now") == "? syntax error");
}

TEST_CASE("an explanation names cells in the notation of GoGui") {
  GtpClient client;
  client.ask("gogui-play_sequence b K10 w A1 w C1 b L10 b M10 w E1 w G1 b N10 b C6 w A9 w C9");
  const std::string text = client.text("trivium-explain");
  CHECK(text.ends_with("wins now: H10-J10"));
  CHECK(text.find("Black to move, 2 stones to place") != std::string::npos);
}

TEST_CASE("an explanation runs on the worker, and later commands wait for it") {
  const auto channel = std::make_shared<fuzz::Recorder>();
  std::weak_ptr<Session> alive;
  {
    const auto session = std::make_shared<Session>(channel, test_config());
    alive = session;
    session->receive(
        "gogui-play_sequence b G10 w A1 w T1 b H10 b J10 w A19 w T19 b K7 b K8 w A3 w T3 b K9 b "
        "C16 w A17 w T17");
    session->receive("1 trivium-explain");
    CHECK(session->busy());
    session->receive("2 name");
    session->end(line::SessionEnd::kInput);
  }
  channel->run_until([&alive] { return alive.expired(); });
  const std::string& said = channel->said();
  CHECK(said.starts_with("=\n\n=1 Black to move, 2 stones to place"));
  CHECK(said.find("wins by force in 2 turns: ") !=
        std::string::npos);  // also if the input ends at once
  CHECK(said.ends_with("\n\n=2 Trivium\n\n"));
}

TEST_CASE("every move of an analysis has its prior, however small") {
  GtpClient client(slow_config());
  client.ask("gogui-play_sequence b K10 w J9 w L9");
  client.wire().write("kata-analyze 5 maxmoves 100\n");
  CHECK(client.wire().read_line() == "=");
  int moves = 0;
  for (int line = 0; line < 100 && moves < 20; ++line) {
    const auto info = client.wire().read_line();
    REQUIRE(info);
    moves = 0;
    for (std::size_t at = info->find(" prior "); at != std::string::npos;
         at = info->find(" prior ", at + 1), ++moves) {
      CHECK(std::stod(info->substr(at + 7)) > 0.0);
    }
  }
  CHECK(moves >= 20);  // the ten likeliest turns have fewer first stones
}

}  // namespace trivium::gtp
