// The hold'em player of a server, with a dealer played by the test.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>

#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "tests/protocols/server/test_server.h"

namespace trivium::server {
namespace {

/// Listens on a free loopback port.
class Dealer {
 public:
  Dealer() : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0);
    REQUIRE(listen(listener_.get(), 1) == 0);
    REQUIRE(getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ntohs(address.sin_port);
  }

  std::uint16_t port() const { return port_; }
  /// Waits for the player.
  line::Client seat() {
    return line::Client(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  }

 private:
  Descriptor listener_;
  std::uint16_t port_ = 0;
};

Result<ServerPlayer> limit_player(const AcpcPlayerConfig& player) {
  const auto game = poker::game_named(player.game);
  if (!game) return game.error();
  auto policy = poker::policy_named(player.policy, *game);
  if (!policy) return policy.error();
  ServerPlayer loaded;
  loaded.client.game = std::make_shared<const poker::GameDefinition>(*game);
  loaded.client.policy = *std::move(policy);
  loaded.files = {{"poker-limit", "strategy of " + player.policy, std::string(64, '1')}};
  return loaded;
}

ServerSources with_players(decltype(ServerSources::acpc_player) player) {
  ServerSources sources = test_sources();
  sources.acpc_player = std::move(player);
  return sources;
}

ServerConfig config_for(const Dealer& dealer) {
  ServerConfig config = test_server_config();
  config.acpc.push_back({});
  config.acpc[0].host = "127.0.0.1";
  config.acpc[0].port = dealer.port();
  config.acpc[0].game = "limit";
  return config;
}

/// The first state to answer for the player that acts first, and the beginning of any answer.
const std::string kQuestion = "MATCHSTATE:1:0::|9s8h";

TEST_CASE(
    "a player connects, plays, reconnects after a broken connection, and leaves when the server "
    "ends") {
  Dealer dealer;
  TestServer server(config_for(dealer), with_players(limit_player));
  for (int round = 0; round < 2; ++round) {
    line::Client seat = dealer.seat();
    CHECK(seat.read_line() == "VERSION:2.0.0\r");
    seat.write(kQuestion + "\r\n");
    const auto answer = seat.read_line();
    REQUIRE(answer.has_value());
    CHECK(answer->starts_with(kQuestion + ":"));
    CHECK(server.status().acpc[0].state == "connected");
  }
  line::Client last = dealer.seat();
  CHECK(last.read_line() == "VERSION:2.0.0\r");
  CHECK(server.shut_down(std::chrono::seconds(2)));
  CHECK(last.read_rest().empty());
}

TEST_CASE(
    "a reload changes a player's policy for the next match; a policy that cannot be loaded changes "
    "nothing") {
  Dealer dealer;
  std::string policy = "call";
  const auto source = [&policy](const AcpcPlayerConfig& player) -> Result<ServerPlayer> {
    AcpcPlayerConfig other = player;
    other.policy = policy;
    return limit_player(other);
  };
  TestServer server(config_for(dealer), with_players(source));
  const auto action = [](line::Client& seat) {
    seat.write(kQuestion + "\r\n");
    return seat.read_line().value_or("").substr(kQuestion.size());
  };
  {
    line::Client seat = dealer.seat();
    CHECK(seat.read_line() == "VERSION:2.0.0\r");
    CHECK(action(seat) == ":c\r");
    CHECK(server.status().weights.back().file == "strategy of call");
    policy = "none of these";
    server.on_io_thread([](Server& it) { it.reload(); });
    REQUIRE(
        server.wait_until([](const ServerStatus& status) { return status.failed_reloads == 1; }));
    CHECK(server.status().weights.back().file == "strategy of call");
    policy = "raise";
    server.on_io_thread([](Server& it) { it.reload(); });
    REQUIRE(server.wait_until([](const ServerStatus& status) { return status.reloads == 1; }));
    CHECK(server.status().weights.back().file == "strategy of raise");
    CHECK(action(seat) == ":c\r");
    seat.write("MATCHSTATE:1:0:cc/cc/cc/cc:|9s8h/8c8d5c/Td/2c\r\nSCORE:1|-1:a|b\r\n");
  }
  line::Client next = dealer.seat();
  CHECK(next.read_line() == "VERSION:2.0.0\r");
  CHECK(action(next) == ":r\r");
}

TEST_CASE("an unavailable dealer delays nothing, not even the shutdown") {
  ServerConfig config;
  {
    const Dealer away;
    config = config_for(away);
  }
  TestServer server(config, with_players(limit_player));
  CHECK(server.wait_until([](const ServerStatus& status) {
    return status.acpc[0].state.find("Connection refused") != std::string::npos;
  }));
  line::Client client = server.connect();
  client.write("uci\n");
  CHECK(client.read_until("uciok"));
  CHECK(server.shut_down(std::chrono::seconds(2)));
}

}  // namespace
}  // namespace trivium::server
