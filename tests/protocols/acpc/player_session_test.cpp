#include "protocols/acpc/player_session.h"

#include <atomic>
#include <future>
#include <stdexcept>

#include "engine/poker/policies/fixed_policy.h"
#include "tests/engine/poker/support.h"
#include "tests/protocols/acpc/test_dealer.h"
#include "tests/protocols/line/conversation.h"
#include "tests/protocols/line/script.h"

namespace trivium::acpc {
namespace {

using poker::game;

/// Notifications of a session to its owner; read after its end.
struct Notifications {
  std::vector<std::string> faults;
  std::vector<std::string> scores;
  int states = 0;
  int ended = 0;
};

line::SessionFactory session(const std::shared_ptr<Notifications>& notified,
                             std::shared_ptr<const poker::Policy> policy,
                             std::string_view name = "limit") {
  return [notified, policy, name](std::shared_ptr<line::Channel> channel) {
    PlayerCallbacks callbacks;
    callbacks.state = [notified](const poker::MatchState&) { ++notified->states; };
    callbacks.score = [notified](const std::string& score) { notified->scores.push_back(score); };
    callbacks.fault = [notified](const std::string& fault) { notified->faults.push_back(fault); };
    callbacks.ended = [notified] { ++notified->ended; };
    return std::make_shared<PlayerSession>(
        std::move(channel), std::make_shared<const poker::GameDefinition>(game(name)),
        poker::Player(policy, 1), std::move(callbacks));
  };
}

std::shared_ptr<const poker::Policy> caller() {
  return std::make_shared<poker::FixedPolicy>("call", poker::ActionWeights{0, 1, 0});
}

/// Decides when it is allowed to, or fails.
class GatedPolicy final : public poker::Policy {
 public:
  explicit GatedPolicy(std::shared_future<void> gate) : gate_(std::move(gate)) {}

  std::string name() const override { return "gated"; }
  Status can_play(const poker::GameDefinition&) const override { return {}; }
  void distribution(const poker::PublicState&, std::span<const poker::Holding>,
                    poker::ActionDistribution& out) const override {
    gate_.get();
    out.actions = {poker::Action::call()};
    out.probabilities = {1.0};
  }

 private:
  std::shared_future<void> gate_;
};

/// Raises once for each hand seen, then calls: its answers show which hands it has seen.
class HandCounter final : public poker::Policy {
 public:
  std::string name() const override { return "counter"; }
  Status can_play(const poker::GameDefinition&) const override { return {}; }
  void distribution(const poker::PublicState&, std::span<const poker::Holding>,
                    poker::ActionDistribution& out) const override {
    out = {{poker::Action::fold()}, {1.0}};
  }
  std::shared_ptr<const poker::Experience> fresh_experience() const override {
    return std::make_shared<Seen>(0);
  }

 private:
  class Seen final : public poker::Experience {
   public:
    explicit Seen(int hands) : hands_(hands) {}
    std::shared_ptr<const Experience> with(const poker::Hand&, int) const override {
      return std::make_shared<Seen>(hands_ + 1);
    }
    void distribution(const poker::PublicState&, std::span<const poker::Holding>,
                      poker::ActionDistribution& out) const override {
      out = {{hands_ == 0   ? poker::Action::fold()
              : hands_ == 1 ? poker::Action::call()
                            : poker::Action::raise()},
             {1.0}};
    }

   private:
    int hands_;
  };
};

TEST_CASE("a player learns from each finished hand once, and an answer uses only earlier hands") {
  line::Conversation talk(
      session(std::make_shared<Notifications>(), std::make_shared<HandCounter>()));
  const std::string question = "MATCHSTATE:0:9:r:7c7d|", first = "MATCHSTATE:0:0:f:7c7d|\r\n",
                    second = "MATCHSTATE:1:1:rf:|7c7d\r\n";
  REQUIRE(talk.client().read_line() == kVersionLine);
  talk.client().write(question + "\r\n" + first + first + question + "\r\n" + first + second +
                      first + question + "\r\n");
  CHECK(talk.client().read_line() == question + ":f\r");
  CHECK(talk.client().read_line() == question + ":c\r");
  CHECK(talk.client().read_line() == question + ":r\r");
}

TEST_CASE("every golden conversation is reproduced over a real socket pair") {
  const auto scripts = line::golden_scripts("acpc_player");
  REQUIRE(scripts.size() >= 2);
  for (const auto& script : scripts) {
    CAPTURE(script.filename().string());
    const auto notified = std::make_shared<Notifications>();
    line::Conversation talk(session(notified, caller()));
    CHECK(line::play_script(script, talk.client()) == "");
    talk.client().hang_up();
    CHECK(talk.over());
    CHECK(notified->ended == 1);
  }
}

TEST_CASE("states split anywhere, or several in one packet, are answered") {
  const std::string first = "MATCHSTATE:1:0::|AsKs\r\n";
  const std::string second = "MATCHSTATE:0:1:r:7c7d|\r\n";
  for (std::size_t cut = 0; cut <= first.size(); ++cut) {
    CAPTURE(cut);
    line::Conversation talk(session(std::make_shared<Notifications>(), caller()));
    REQUIRE(talk.client().read_line() == kVersionLine);
    talk.client().write(first.substr(0, cut));
    if (cut % 5 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    talk.client().write(first.substr(cut) + second + first);
    REQUIRE(talk.client().read_line() == "MATCHSTATE:1:0::|AsKs:c\r");
    REQUIRE(talk.client().read_line() == "MATCHSTATE:0:1:r:7c7d|:c\r");
    REQUIRE(talk.client().read_line() == "MATCHSTATE:1:0::|AsKs:c\r");
  }
}

TEST_CASE("a repeated state gets the same answer, also on a new connection") {
  const auto random = std::make_shared<poker::FixedPolicy>("random", poker::ActionWeights{1, 1, 1});
  for (int number = 0; number < 20; ++number) {
    const std::string state = "MATCHSTATE:0:" + std::to_string(number) + ":r:7c7d|";
    line::Conversation once(session(std::make_shared<Notifications>(), random));
    once.client().write(state + "\r\n" + state + "\r\n");
    REQUIRE(once.client().read_line() == kVersionLine);
    const auto answer = once.client().read_line();
    REQUIRE(answer.has_value());
    REQUIRE(once.client().read_line() == answer);
    line::Conversation again(session(std::make_shared<Notifications>(), random));
    again.client().write(state + "\r\n");
    REQUIRE(again.client().read_until("MATCHSTATE") == answer);
  }
}

TEST_CASE("a bad line is reported with its fault, and the session continues") {
  const auto notified = std::make_shared<Notifications>();
  {
    line::Conversation talk(session(notified, caller()));
    talk.client().write(
        "HELLO\r\nMATCHSTATE:1:0:x:|AsKs\r\nMATCHSTATE:1:0::|As\r\nSCORE:1|-1:A|B\r\nMATCHSTATE:1:"
        "0::|AsKs\r\n");
    REQUIRE(talk.client().read_line() == kVersionLine);
    REQUIRE(talk.client().read_line() == "MATCHSTATE:1:0::|AsKs:c\r");
    talk.client().write(std::string((1 << 20) + 1, 'x') + "\r\nMATCHSTATE:1:1::|AsKs\r\n");
    REQUIRE(talk.client().read_line() == "MATCHSTATE:1:1::|AsKs:c\r");
  }
  REQUIRE(notified->faults.size() == 4);
  CHECK(notified->faults[0].find("'HELLO'") != std::string::npos);
  CHECK(notified->faults[1].find("betting") != std::string::npos);
  CHECK(notified->faults[2].find("cards") != std::string::npos);
  CHECK(notified->faults[3] == "a line was too long and was dropped");
  CHECK(notified->scores == std::vector<std::string>{"SCORE:1|-1:A|B"});
  CHECK(notified->states == 2);
}

TEST_CASE("during a decision the session receives states, which are answered in order") {
  std::promise<void> gate;
  const auto notified = std::make_shared<Notifications>();
  line::Conversation talk(
      session(notified, std::make_shared<GatedPolicy>(gate.get_future().share())));
  REQUIRE(talk.client().read_line() == kVersionLine);
  talk.client().write("MATCHSTATE:1:0::|AsKs\r\nrubbish\r\nMATCHSTATE:1:1::|AsKs\r\n");
  CHECK(!talk.client().read_line(std::chrono::milliseconds(50)));
  gate.set_value();
  CHECK(talk.client().read_line() == "MATCHSTATE:1:0::|AsKs:c\r");
  CHECK(talk.client().read_line() == "MATCHSTATE:1:1::|AsKs:c\r");
}

TEST_CASE(
    "if a dealer disconnects during a decision, nothing is left and nothing is reported after the "
    "end") {
  std::promise<void> gate;
  const auto notified = std::make_shared<Notifications>();
  {
    line::Conversation talk(
        session(notified, std::make_shared<GatedPolicy>(gate.get_future().share())));
    talk.client().write("MATCHSTATE:1:0::|AsKs\r\nMATCHSTATE:1:1::|AsKs\r\n");
    REQUIRE(talk.client().read_line() == kVersionLine);
    talk.client().hang_up();
    CHECK(!talk.over(std::chrono::milliseconds(50)));
    gate.set_value();
    CHECK(talk.over());
  }
  CHECK(notified->ended == 1);
}

TEST_CASE("if the policy fails, the fault is reported and the cheapest action is played") {
  std::promise<void> gate;
  gate.set_exception(std::make_exception_ptr(std::runtime_error("no net")));
  const auto notified = std::make_shared<Notifications>();
  {
    line::Conversation talk(
        session(notified, std::make_shared<GatedPolicy>(gate.get_future().share())));
    talk.client().write("MATCHSTATE:1:0::|AsKs\r\nMATCHSTATE:0:0:c:AsKs|\r\n");
    REQUIRE(talk.client().read_line() == kVersionLine);
    CHECK(talk.client().read_line() == "MATCHSTATE:1:0::|AsKs:f\r");
    CHECK(talk.client().read_line() == "MATCHSTATE:0:0:c:AsKs|:c\r");
  }
  CHECK(notified->faults == std::vector<std::string>{"no decision: no net", "no decision: no net"});
}

TEST_CASE("a dealer that floods the player with states is disconnected") {
  std::promise<void> gate;
  const auto notified = std::make_shared<Notifications>();
  line::Conversation talk(
      session(notified, std::make_shared<GatedPolicy>(gate.get_future().share())));
  std::string flood;
  for (int number = 0; number < 1100; ++number)
    flood += "MATCHSTATE:1:" + std::to_string(number) + "::|AsKs\r\n";
  talk.client().write(flood);
  CHECK(talk.client().read_rest() == kVersionLine + "\n");
  gate.set_value();
  CHECK(talk.over());
  REQUIRE(!notified->faults.empty());
  CHECK(notified->faults.front() == "too many states wait for an answer: the connection is closed");
}

}  // namespace
}  // namespace trivium::acpc
