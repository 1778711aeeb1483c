#include "protocols/acpc/player_client.h"

#include <future>
#include <mutex>

#include "boost/asio/io_context.hpp"
#include "boost/asio/post.hpp"

#include "engine/poker/policies/fixed_policy.h"
#include "tests/engine/poker/support.h"
#include "tests/protocols/acpc/test_dealer.h"

namespace trivium::acpc {
namespace {

using namespace std::chrono_literals;

const std::string kQuestion = "MATCHSTATE:1:0::|AsKs\r\n";
const std::string kAnswer = "MATCHSTATE:1:0::|AsKs:c\r";
const std::string kHandOver = "MATCHSTATE:1:0:f:|AsKs\r\n";

ClientConfig config(std::uint16_t port) {
  ClientConfig config;
  config.host = "127.0.0.1";
  config.port = port;
  config.game = std::make_shared<const poker::GameDefinition>(poker::game("limit"));
  config.policy = std::make_shared<poker::FixedPolicy>("call", poker::ActionWeights{0, 1, 0});
  return config;
}

ClientConfig reconnecting(std::uint16_t port, std::chrono::milliseconds patience) {
  ClientConfig result = config(port);
  result.reconnect = ReconnectPolicy{5ms, 40ms, patience};
  return result;
}

/// A client on its own I/O thread.
class Running {
 public:
  explicit Running(ClientConfig config) {
    client_ = std::make_shared<PlayerClient>(
        io_.get_executor(), std::move(config),
        [this](const ClientEvent& event) {
          const std::lock_guard lock(mutex_);
          events_.push_back(event);
        },
        [this](MatchEnd end, const MatchScore& score) {
          ended_.set_value({end, score.hands(), score.chips()});
        });
    client_->start();
    thread_ = std::jthread([this] { io_.run(); });
  }
  ~Running() { stop(); }

  struct End {
    MatchEnd end;
    std::uint64_t hands;
    double chips;
  };

  End wait() {
    if (end_.wait_for(30s) != std::future_status::ready)
      throw std::runtime_error("the client does not end");
    return end_.get();
  }
  void stop() {
    boost::asio::post(io_, [client = client_] { client->stop(); });
  }
  int count(ClientEvent::Kind kind) {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(
        std::count_if(events_.begin(), events_.end(),
                      [&](const ClientEvent& event) { return event.kind == kind; }));
  }
  std::string first(ClientEvent::Kind kind) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(events_.begin(), events_.end(),
                                    [&](const ClientEvent& event) { return event.kind == kind; });
    return found == events_.end() ? "" : found->text;
  }

 private:
  boost::asio::io_context io_;
  std::mutex mutex_;
  std::vector<ClientEvent> events_;
  std::promise<End> ended_;
  std::shared_future<End> end_ = ended_.get_future().share();
  std::shared_ptr<PlayerClient> client_;
  std::jthread thread_;
};

TEST_CASE("the match is over if the dealer closes the connection between two hands") {
  TestDealer dealer;
  Running running(config(dealer.port()));
  line::Client seat = dealer.accept();
  CHECK(seat.read_line() == kVersionLine);
  seat.write(kQuestion);
  CHECK(seat.read_line() == kAnswer);
  seat.write(kHandOver);
  seat.hang_up();
  const auto [end, hands, chips] = running.wait();
  CHECK(end == MatchEnd::kOver);
  CHECK(hands == 1);
  CHECK(chips == -5);
}

TEST_CASE(
    "without reconnection the match is lost if the dealer closes within a hand, or before the "
    "first") {
  TestDealer dealer;
  SUBCASE("within a hand") {
    Running running(config(dealer.port()));
    line::Client seat = dealer.accept();
    seat.write(kQuestion);
    CHECK(seat.read_until(kAnswer) == kAnswer);
    seat.hang_up();
    CHECK(running.wait().end == MatchEnd::kLost);
  }
  SUBCASE("before the first") {
    Running running(config(dealer.port()));
    dealer.accept().hang_up();
    CHECK(running.wait().end == MatchEnd::kLost);
  }
}

TEST_CASE("without a dealer there is no match, and the message states address and cause") {
  TestDealer dealer;
  dealer.close();
  Running running(config(dealer.port()));
  CHECK(running.wait().end == MatchEnd::kUnreachable);
  CHECK(running.first(ClientEvent::Kind::kCannotConnect) ==
        "cannot connect to 127.0.0.1:" + std::to_string(dealer.port()) + ": Connection refused");
}

TEST_CASE("a host without an address is reported at once") {
  ClientConfig nowhere = config(1);
  nowhere.host = "no host has such a name";
  Running running(std::move(nowhere));
  CHECK(running.wait().end == MatchEnd::kUnreachable);
  CHECK(running.first(ClientEvent::Kind::kCannotConnect)
            .starts_with("cannot connect to no host has such a name:1: "));
}

TEST_CASE("host names are resolved, and IPv6 addresses are shown in brackets") {
  TestDealer dealer;
  ClientConfig named = config(dealer.port());
  named.host = "localhost";
  Running running(std::move(named));
  line::Client seat = dealer.accept();
  CHECK(seat.read_line() == kVersionLine);
  CHECK(line::endpoint_text("::1", 7000) == "[::1]:7000");
  CHECK(line::endpoint_text("localhost", 7000) == "localhost:7000");
}

TEST_CASE(
    "with reconnection the client continues when the dealer is back, and counts each hand once") {
  TestDealer dealer;
  Running running(reconnecting(dealer.port(), 20s));
  line::Client seat = dealer.accept();
  seat.write(kQuestion);
  CHECK(seat.read_until(kAnswer) == kAnswer);
  dealer.close();
  seat.hang_up();
  std::this_thread::sleep_for(60ms);
  dealer.open();
  seat = dealer.accept();
  CHECK(seat.read_line() == kVersionLine);
  seat.write(kQuestion);
  CHECK(seat.read_line() == kAnswer);
  seat.write(kHandOver + kHandOver);
  seat.hang_up();
  // Back again, with the same end of the hand and the next hand.
  seat = dealer.accept();
  seat.write(kHandOver + "MATCHSTATE:0:1:f:7c7d|\r\nSCORE:5|-5:A|B\r\n");
  CHECK(seat.read_line() == kVersionLine);
  seat.hang_up();
  const auto [end, hands, chips] = running.wait();
  CHECK(end == MatchEnd::kOver);
  CHECK(hands == 2);
  CHECK(chips == 0);
  CHECK(running.count(ClientEvent::Kind::kConnected) == 3);
  CHECK(running.count(ClientEvent::Kind::kCannotConnect) > 0);
  CHECK(running.first(ClientEvent::Kind::kScore) == "SCORE:5|-5:A|B");
}

TEST_CASE("when the patience ends, the result depends on the last state") {
  TestDealer dealer;
  SUBCASE("the dealer was never reachable") {
    dealer.close();
    Running running(reconnecting(dealer.port(), 100ms));
    CHECK(running.wait().end == MatchEnd::kUnreachable);
    CHECK(running.count(ClientEvent::Kind::kCannotConnect) > 1);
  }
  SUBCASE("the dealer left between two hands") {
    Running running(reconnecting(dealer.port(), 200ms));
    line::Client seat = dealer.accept();
    dealer.close();
    seat.write(kHandOver);
    CHECK(seat.read_line() == kVersionLine);
    seat.hang_up();
    CHECK(running.wait().end == MatchEnd::kOver);
  }
  SUBCASE("the dealer left within a hand") {
    Running running(reconnecting(dealer.port(), 200ms));
    line::Client seat = dealer.accept();
    dealer.close();
    seat.write(kQuestion);
    CHECK(seat.read_until(kAnswer) == kAnswer);
    seat.hang_up();
    CHECK(running.wait().end == MatchEnd::kLost);
  }
}

TEST_CASE("the patience starts when the connection is lost, not when the dealer falls silent") {
  TestDealer dealer;
  Running running(reconnecting(dealer.port(), 200ms));
  line::Client seat = dealer.accept();
  seat.write(kQuestion);
  CHECK(seat.read_until(kAnswer) == kAnswer);
  std::this_thread::sleep_for(300ms);
  seat.hang_up();
  seat = dealer.accept();
  CHECK(seat.read_line() == kVersionLine);
  seat.write(kHandOver + "SCORE:5|-5:A|B\r\n");
  seat.hang_up();
  CHECK(running.wait().end == MatchEnd::kOver);
}

TEST_CASE(
    "if a dealer accepts and closes at once, the client retries with pauses and gives up in the "
    "end") {
  TestDealer dealer;
  ClientConfig patient = config(dealer.port());
  patient.reconnect = ReconnectPolicy{20ms, 40ms, 200ms};
  Running running(std::move(patient));
  std::jthread rude([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      try {
        dealer.accept().hang_up();
      } catch (const std::runtime_error&) {
        return;
      }
    }
  });
  CHECK(running.wait().end == MatchEnd::kLost);
  CHECK(running.count(ClientEvent::Kind::kConnected) < 12);
  rude.request_stop();
  // The dealer may have stopped already or still wait for a connection, so it gets one more.
  Running last(config(dealer.port()));
  rude.join();
  dealer.close();
  last.wait();
}

TEST_CASE("the client can be stopped in every state") {
  TestDealer dealer;
  SUBCASE("while it plays") {
    Running running(config(dealer.port()));
    line::Client seat = dealer.accept();
    REQUIRE(seat.read_line() == kVersionLine);
    running.stop();
    CHECK(running.wait().end == MatchEnd::kStopped);
    CHECK(!seat.read_line());
  }
  SUBCASE("while it waits before the next try") {
    dealer.close();
    ClientConfig slow = config(dealer.port());
    slow.reconnect = ReconnectPolicy{60s, 60s, std::nullopt};
    Running running(std::move(slow));
    while (running.count(ClientEvent::Kind::kCannotConnect) == 0) std::this_thread::sleep_for(1ms);
    running.stop();
    CHECK(running.wait().end == MatchEnd::kStopped);
  }
  SUBCASE("at once, and twice") {
    Running running(config(dealer.port()));
    running.stop();
    running.stop();
    CHECK(running.wait().end == MatchEnd::kStopped);
  }
}

TEST_CASE("a host that never answers is given up after the time limit") {
  // 192.0.2.0/24 is for documentation (RFC 5737): packets are lost, or rejected if there is no
  // route.
  ClientConfig lost = config(7);
  lost.host = "192.0.2.1";
  lost.connect_timeout = 100ms;
  const auto begin = std::chrono::steady_clock::now();
  Running running(std::move(lost));
  CHECK(running.wait().end == MatchEnd::kUnreachable);
  CHECK(std::chrono::steady_clock::now() - begin < 10s);
}

}  // namespace
}  // namespace trivium::acpc
