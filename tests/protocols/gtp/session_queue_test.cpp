#include <chrono>
#include <string>
#include <thread>

#include "doctest/doctest.h"

#include "protocols/gtp/session.h"
#include "tests/protocols/gtp/gtp_client.h"

namespace trivium::gtp {

using connect6::Board;

TEST_CASE("commands that arrive during a search are answered afterwards, in order") {
  GtpClient client(test_config(Milliseconds(100)));
  client.ask("play b K10");
  client.wire().write("1 genmove w\n2 name\n3 foo\n4 genmove w\n5 final_score\n");
  CHECK(client.response().starts_with("=1 "));
  CHECK(client.response() == "=2 Trivium");
  CHECK(client.response() == "?3 unknown command");
  CHECK(client.response().starts_with("=4 "));
  CHECK(client.response() == "?5 cannot score");
}

TEST_CASE("GoGui's interrupt makes genmove answer at once with a legal stone") {
  GtpClient client(slow_config());
  client.ask("play b K10");
  client.wire().write("1 genmove w\n");
  std::this_thread::sleep_for(Milliseconds(50));
  client.wire().write("# a comment that is none of genmove's business\n# interrupt\n");
  Board board;
  place(board, "K10");
  const std::string answer = client.response();
  REQUIRE(answer.starts_with("=1 "));
  CHECK(place(board, answer.substr(3)));
}

TEST_CASE("an interrupt without a search is an ordinary comment") {
  GtpClient client;
  client.wire().write("# interrupt\n");
  CHECK(client.ask("1 genmove b").starts_with("=1 "));
}

TEST_CASE("a client that ends its input during a search gets every answer, then the session ends") {
  GtpClient client(slow_config());
  client.ask("play b K10");
  client.wire().write("1 genmove w\n2 genmove w\n3 lz-analyze 10\n4 final_score\n");
  client.wire().end_input();
  CHECK(client.response().starts_with("=1 "));
  CHECK(client.response().starts_with("=2 "));
  CHECK(client.response().starts_with("=3"));
  CHECK(client.response() == "?4 cannot score");
  CHECK(client.conversation().over(kPatience));
}

TEST_CASE("a client that disconnects during a search leaves nothing behind") {
  for (const char* command : {"genmove w", "reg_genmove w", "lz-analyze 1", "kata-analyze w 1",
                              "lz-genmove_analyze w 1"}) {
    CAPTURE(command);
    for (const int wait : {0, 1, 20}) {
      GtpClient client(slow_config());
      client.wire().write(std::string("play b K10\n") + command + "\n");
      std::this_thread::sleep_for(Milliseconds(wait));
      client.wire().hang_up();
      CHECK(client.conversation().over(kPatience));
    }
  }
}

TEST_CASE("quit is answered and ends the session; later lines are not read") {
  GtpClient client(test_config(Milliseconds(50)));
  client.wire().write("genmove b\n9 quit\n10 name\n");
  client.response();
  CHECK(client.response() == "=9");
  CHECK(client.wire().read_rest().empty());
  CHECK(client.conversation().over(kPatience));
}

TEST_CASE("a line beyond the limit is rejected in its turn, and the session continues") {
  line::StreamLimits limits;
  limits.line_bytes = 100;
  GtpClient client(test_config(), limits);
  client.wire().write("1 genmove b\n" + std::string(1000, 'x') + "\n2 name\n");
  CHECK(client.response().starts_with("=1 "));
  CHECK(client.response() == "? line too long");
  CHECK(client.response() == "=2 Trivium");
}

TEST_CASE("a client that queues too many commands is disconnected") {
  GtpClient client(slow_config());
  client.wire().write("play b K10\ngenmove w\n");
  const std::string batch = "play b " + std::string(1 << 16, 'k') + "\n";
  for (int i = 0; i < 300; ++i) client.wire().write(batch);
  CHECK(client.conversation().over(kPatience));
}

TEST_CASE("commands before quit and the end of the input are executed completely") {
  GtpClient client(test_config(Milliseconds(400)));
  const auto begun = std::chrono::steady_clock::now();
  client.wire().write("play b k10\nreg_genmove w\nshowboard\nquit\n");
  client.wire().end_input();
  const std::string said = client.wire().read_rest();
  CHECK(std::chrono::steady_clock::now() - begun >= std::chrono::milliseconds(400));
  CHECK(said.starts_with("=\n\n= "));
  CHECK(said.find("to place") != std::string::npos);
  CHECK(said.ends_with("\n\n=\n\n"));
  CHECK(client.conversation().over());
}

}  // namespace trivium::gtp
