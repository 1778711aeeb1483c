#include "protocols/acpc/dealer.h"

#include <chrono>
#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/poker/rules/records.h"
#include "tests/protocols/acpc/dealer_process.h"
#include "tests/protocols/server/tcp_client.h"

namespace trivium::acpc {
namespace {

using namespace std::chrono_literals;

MatchSetup setup_of(std::uint32_t hands) {
  MatchSetup setup;
  setup.name = "match";
  setup.game_name = "limit";
  setup.game = *poker::game_named("limit");
  setup.hands = hands;
  setup.seed = 7;
  setup.names = {"Alice", "Bob"};
  return setup;
}

/// Stores the events of the match in memory.
class Memory final : public Witness {
 public:
  Status action(const Transaction&) override {
    ++actions;
    return fail_at == actions ? Status(Error{"file.write", "the disk is full"}) : Status();
  }
  Status hand_finished(const Match& match) override {
    hands.push_back(hand_line(match));
    return {};
  }
  Status match_over(const Match& match) override {
    score = score_line(match);
    return {};
  }
  void fault(const SeatFault& fault) override { faults.push_back(fault); }

  int actions = 0;
  int fail_at = 0;
  std::vector<std::string> hands;
  std::string score;
  std::vector<SeatFault> faults;
};

poker::Action always_call(const poker::Hand&) { return poker::Action::call(); }

std::vector<std::string> called_down(const MatchSetup& setup) {
  std::vector<std::string> lines;
  for (Match match(setup); !match.over(); match.next_hand()) {
    while (!match.hand().betting().finished()) match.act(poker::Action::call(), 1us);
    lines.push_back(hand_line(match));
  }
  return lines;
}

/// A match, its dealer, and its result.
struct DealerTable {
  explicit DealerTable(std::uint32_t hands, const DealerConfig& config = {})
      : setup(setup_of(hands)), match(setup), dealer(config, match, messages) {}

  MatchSetup setup;
  Match match;
  Messages messages{nullptr, true};
  Dealer dealer;
  Memory memory;
};

TEST_CASE("local players get the cards of the match and are asked in turn") {
  DealerTable table(20);
  for (const int seat : {0, 1}) table.dealer.seat_local(seat, always_call);
  REQUIRE(table.dealer.listen());
  CHECK(table.dealer.ports() == std::vector<std::uint16_t>{0, 0});
  REQUIRE(table.dealer.run(table.memory));
  CHECK(table.memory.hands == called_down(table.setup));
  CHECK(table.memory.score == score_line(table.match));
  CHECK(table.memory.faults.empty());
  CHECK(table.match.used(0) >= 80us);  // a microsecond an action, at least
}

TEST_CASE("a local player and one on the network share a table") {
  DealerTable table(20);
  table.dealer.seat_local(1, always_call);
  REQUIRE(table.dealer.listen());
  std::vector<std::string> received;
  std::jthread player([&, port = table.dealer.ports()[0]] {
    received = play(server::connect_tcp(port), table.setup.game, call);
  });
  REQUIRE(table.dealer.run(table.memory));
  player.join();
  CHECK(table.memory.hands == called_down(table.setup));
  CHECK(received.size() > 20);
}

TEST_CASE("a given-up seat checks or folds without waiting") {
  DealerTable table(5);
  table.dealer.seat_local(0, [](const poker::Hand& hand) {
    return hand.betting().raise_range() ? poker::Action::raise() : poker::Action::call();
  });
  REQUIRE(table.dealer.listen());
  table.dealer.give_up(1);
  REQUIRE(table.dealer.run(table.memory));
  CHECK(table.memory.hands.size() == 5);
  REQUIRE(table.memory.faults.size() == 1);
  CHECK(table.memory.faults[0].kind == SeatFault::Kind::kAbsent);
  CHECK(table.memory.faults[0].seat == 1);
  CHECK(table.match.totals()[0] > 0);
  CHECK(table.dealer.any_missed());
}

TEST_CASE(
    "after the start patience the match begins without missing players if start_without is set") {
  DealerConfig config;
  config.start_patience = 1ms;
  config.start_without = true;
  DealerTable table(3, config);
  table.dealer.seat_local(0, always_call);
  REQUIRE(table.dealer.listen());
  REQUIRE(table.dealer.run(table.memory));
  CHECK(table.memory.hands.size() == 3);
  CHECK(table.memory.faults.size() == 1);

  config.start_without = false;
  DealerTable strict(3, config);
  REQUIRE(strict.dealer.listen());
  const Status played = strict.dealer.run(strict.memory);
  REQUIRE_FALSE(played);
  CHECK(played.error().message == "timed out waiting for seat 1 to connect");
}

TEST_CASE(
    "a player that has left and is given up is reported once, and the match continues without it") {
  DealerTable table(3);
  table.dealer.seat_local(0, always_call);
  REQUIRE(table.dealer.listen());
  std::jthread player([&, port = table.dealer.ports()[1]] {
    line::Client client = server::connect_tcp(port);
    client.write("VERSION:2.0.0\r\n");
    client.read_line();
    client.hang_up();
    table.dealer.give_up(1);
  });
  REQUIRE(table.dealer.run(table.memory));
  CHECK(table.memory.hands.size() == 3);
  REQUIRE(table.memory.faults.size() == 1);
  CHECK(table.memory.faults[0].kind == SeatFault::Kind::kLost);
  CHECK(table.memory.faults[0].shown.starts_with("MATCHSTATE:"));
}

TEST_CASE("a match that waits for a player can be interrupted at once") {
  DealerTable table(3);
  REQUIRE(table.dealer.listen());
  std::jthread other([&] { table.dealer.interrupt(); });
  const Status played = table.dealer.run(table.memory);
  REQUIRE_FALSE(played);
  CHECK(played.error().message == "the match was interrupted");
  CHECK(table.memory.hands.empty());
}

TEST_CASE("a failing witness ends the match before any player sees the action") {
  DealerTable table(3);
  table.memory.fail_at = 5;
  for (const int seat : {0, 1}) table.dealer.seat_local(seat, always_call);
  REQUIRE(table.dealer.listen());
  const Status played = table.dealer.run(table.memory);
  REQUIRE_FALSE(played);
  CHECK(played.error().message == "the disk is full");
  CHECK(table.memory.actions == 5);
  CHECK(table.match.hand().actions().size() == 4);
}

TEST_CASE("an illegal answer and a missing answer are reported to the witness") {
  DealerTable table(2);
  table.setup.limits.response = 1500ms;
  Match match(table.setup);
  Dealer dealer({}, match, table.messages);
  dealer.seat_local(0, always_call);
  REQUIRE(dealer.listen());
  std::jthread player([&, port = dealer.ports()[1]] {
    int answers = 0;
    play(server::connect_tcp(port), table.setup.game,
         [&answers](const std::string& shown,
                    const poker::MatchState&) -> std::optional<std::string> {
           ++answers;
           return answers == 1   ? shown + ":call\r\n"
                  : answers == 2 ? shown + ":x\r\n"
                                 : "# thinking\r\n";
         });
  });
  REQUIRE(dealer.run(table.memory));
  REQUIRE(table.memory.faults.size() == 2);
  // "call" is understood as "c", which is not a fault.
  CHECK(table.memory.faults[0].kind == SeatFault::Kind::kBadAnswer);
  CHECK(table.memory.faults[0].said == table.memory.faults[0].shown + ":x");
  CHECK(table.memory.faults[1].kind == SeatFault::Kind::kSilent);
  CHECK(table.memory.faults[1].said.empty());
}

}  // namespace
}  // namespace trivium::acpc
