// Clients of a server with one search slot.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/protocols/server/test_server.h"

namespace trivium::server {
namespace {

ServerConfig one_search() {
  ServerConfig config = test_server_config();
  config.limits.searches = 1;
  return config;
}

/// Returns a client that searches until it is stopped.
line::Client holder_of_slot(TestServer& server) {
  line::Client holder = server.connect();
  holder.write("uci\ngo infinite\n");
  REQUIRE(holder.read_until("info depth 1"));
  return holder;
}

TEST_CASE("commands queued before the end of input are dropped when the client disconnects") {
  TestServer server(one_search());
  line::Client holder = holder_of_slot(server);
  line::Client vanishing = server.connect();
  // Its answer is not read, so disconnecting resets the connection.
  vanishing.write("name\ntrivium-explain\ntrivium-explain\n");
  vanishing.end_input();
  CHECK(server.wait_until([](const ServerStatus& status) { return status.searches_waiting == 1; }));
  vanishing.hang_up();
  CHECK(server.wait_until([](const ServerStatus& status) { return status.sessions.size() == 1; }));
}

TEST_CASE("commands queued before the end of input are answered, also if they wait for a slot") {
  TestServer server(one_search());
  line::Client holder = holder_of_slot(server);
  line::Client chess = server.connect();
  line::Client connect6 = server.connect();
  chess.write("uci\neval\neval\nposition startpos moves e2e4\nd\n");
  connect6.write("trivium-explain\ntrivium-explain\nname\n");
  chess.end_input();
  connect6.end_input();
  CHECK(server.wait_until([](const ServerStatus& status) { return status.searches_waiting == 2; }));
  holder.write("stop\n");
  const std::string evaluations = chess.read_rest();
  CHECK(line::count_lines(evaluations, "Fen: ") == 1);
  CHECK(line::count_lines(evaluations, "feature ") == 2);
  CHECK(line::count_lines(connect6.read_rest(), "=") == 3);
}

TEST_CASE("searches beyond the limit wait for their turn, first come, first served") {
  TestServer server(one_search());
  line::Client holder = holder_of_slot(server);
  std::vector<line::Client> waiting;
  for (int i = 0; i < 3; ++i) {
    waiting.push_back(server.connect());
    waiting.back().write("uci\ngo infinite\n");
    CHECK(waiting.back().read_until("info string all search slots of this server are in use"));
  }
  CHECK(server.status().searches_running == 1);
  CHECK(server.status().searches_waiting == 3);
  holder.write("stop\n");
  CHECK(holder.read_until("bestmove "));
  for (line::Client& client : waiting) {
    CHECK(client.read_until("info depth 1"));
    client.write("stop\n");
    CHECK(client.read_until("bestmove "));
  }
  CHECK(server.status().searches == 4);
  CHECK(server.wait_until([](const ServerStatus& status) { return status.searches_running == 0; }));
}

TEST_CASE("a waiting search can be ended by stop, quit or a disconnect, without effect on others") {
  TestServer server(one_search());
  line::Client holder = holder_of_slot(server);
  line::Client stopping = server.connect();
  line::Client unprepared = server.connect();
  line::Client quitting = server.connect();
  line::Client vanishing = server.connect();
  line::Client connect6 = server.connect();
  for (line::Client* client : {&stopping, &quitting, &vanishing}) {
    client->write("uci\ngo infinite\n");
    REQUIRE(client->read_until("info string all search slots"));
  }
  unprepared.write(
      "uci\nisready\nucinewgame\nsetoption name Hash value 1\nposition startpos\ngo infinite\n");
  REQUIRE(unprepared.read_until("info string all search slots"));
  connect6.write("genmove b\n");
  CHECK(server.wait_until([](const ServerStatus& status) { return status.searches_waiting == 5; }));
  stopping.write("stop\n");
  CHECK(stopping.read_until("bestmove "));
  unprepared.write("stop\n");
  CHECK(unprepared.read_until("bestmove "));
  quitting.write("quit\n");
  CHECK(quitting.read_until("bestmove "));
  vanishing.hang_up();
  connect6.end_input();
  CHECK(connect6.read_until("= "));
  CHECK(server.wait_until([](const ServerStatus& status) {
    return status.searches_waiting == 0 && status.sessions.size() == 3;
  }));
  CHECK(server.status().searches_running == 1);
  holder.write("stop\n");
  CHECK(holder.read_until("bestmove "));
}

}  // namespace
}  // namespace trivium::server
