#include <chrono>
#include <string>

#include "doctest/doctest.h"

#include "protocols/gtp/session.h"
#include "tests/engine/prompt.h"
#include "tests/protocols/gtp/gtp_client.h"

namespace trivium::gtp {

using std::chrono::steady_clock;

namespace {

Milliseconds time_of(const auto& work) {
  const auto began = steady_clock::now();
  work();
  return std::chrono::duration_cast<Milliseconds>(steady_clock::now() - began);
}

}  // namespace

TEST_CASE("the second stone of a turn follows at once and its time is not counted") {
  GtpClient client(test_config(Milliseconds(400)));
  client.ask("play b K10");
  CHECK(time_of([&] { client.ask("genmove w"); }) >= Milliseconds(300));
  CHECK(test::computed_in([&] { CHECK(client.ask("genmove w").starts_with("= ")); }) <
        Milliseconds(200));
}

TEST_CASE("with an absolute clock that has run out, a stone is played at once") {
  GtpClient client(slow_config());
  client.ask("play b K10");
  client.ask("time_settings 0 0 0");
  CHECK(time_of([&] { CHECK(client.ask("genmove w").starts_with("= ")); }) < kPatience);
  client.ask("undo");
  client.ask("time_left w -3 0");
  CHECK(time_of([&] { CHECK(client.ask("genmove w").starts_with("= ")); }) < kPatience);
}

TEST_CASE("the move overhead is shown and set within its limits") {
  GtpClient client(test_config());
  CHECK(client.text("trivium-move_overhead") == "50");
  CHECK(client.ask("trivium-move_overhead 5001") == "? move overhead: from 0 to 5000 ms");
  CHECK(client.ask("trivium-move_overhead -1") == "? move overhead: from 0 to 5000 ms");
  CHECK(client.ask("trivium-move_overhead 1 2") == "? syntax error");
  CHECK(client.ask("trivium-move_overhead much") == "? syntax error");
  CHECK(client.ask("trivium-move_overhead 4900") == "=");
  CHECK(client.text("trivium-move_overhead") == "4900");
}

TEST_CASE("the move overhead is subtracted from the clock, but not from a move without a clock") {
  GtpClient client(test_config(Milliseconds(200)));
  client.ask("trivium-move_overhead 1000");
  client.ask("play b K10");
  CHECK(time_of([&] { client.ask("reg_genmove w"); }) >= Milliseconds(200));
  CHECK(test::computed_in([&] { client.ask("reg_genmove w"); }) < Milliseconds(600));
  client.ask("time_settings 0 1.5 2");  // for the turn
  CHECK(test::computed_in([&] { client.ask("reg_genmove w"); }) < Milliseconds(900));
}

TEST_CASE("with a node limit the clock is ignored") {
  GtpClient client(test_config());
  CHECK(client.text("trivium-nodes") == "0");
  CHECK(client.ask("trivium-nodes -1") == "? syntax error");
  CHECK(client.ask("trivium-nodes 2 3") == "? syntax error");
  CHECK(client.ask("trivium-nodes 40") == "=");
  CHECK(client.text("trivium-nodes") == "40");
  CHECK(client.ask("time_settings 1 0 0") == "=");
  CHECK(client.ask("time_left b 0 0") == "=");
  client.ask("play b k10");
  const std::string first = client.text("genmove w");
  client.ask("undo");
  CHECK(client.text("genmove w") == first);
}

}  // namespace trivium::gtp
