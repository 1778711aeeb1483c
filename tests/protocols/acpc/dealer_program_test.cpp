#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/core/text.h"
#include "tests/protocols/acpc/dealer_process.h"
#include "tests/temporary_folder.h"

namespace trivium::acpc {
namespace {

using namespace std::chrono_literals;

const poker::GameDefinition kLimit = *poker::game_named("limit");
const poker::GameDefinition kNoLimit = *poker::game_named("nolimit");

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos;
       at = text.find(what, at + what.size()))
    ++found;
  return found;
}

/// A mix of all actions, as a function of the state alone.
std::optional<std::string> steady(const std::string& shown, const poker::MatchState& state) {
  const poker::Betting& betting = state.hand.betting();
  const std::size_t mix = state.hand.id() * 7 + state.hand.actions().size() * 5 +
                          static_cast<std::size_t>(state.viewer);
  poker::Action action = poker::Action::call();
  if (const auto range = betting.raise_range(); range && mix % 3 == 0)
    action = poker::Action::raise(range->min);
  if (mix % 13 == 0 && betting.can_fold()) action = poker::Action::fold();
  return shown + ":" + poker::action_text(action) + "\r\n";
}

TEST_CASE(
    "a match of two callers: every hand is shown, logged and scored, and both receive the same") {
  DealerProcess dealer("limit 3 7 Alice Bob -T");
  REQUIRE(dealer.ports().size() == 2);
  const auto received = play_match(dealer, kLimit, {call, call});
  CHECK(dealer.wait() == 0);
  CHECK(dealer.output() == "SCORE:30|-30:Alice|Bob\n");
  CHECK(dealer.log() ==
        "# name/game/hands/seed match limit 3 7\n#--t_response 600000\n#--t_hand "
        "600000\n#--t_per_hand 7000\n"
        "STATE:0:cc/cc/cc/cc:8dJd|Td4d/As9d6s/3d/6c:10|-10:Alice|Bob\n"
        "STATE:1:cc/cc/cc/cc:Jc6c|7h5d/As5cAh/Qh/Tc:-10|10:Bob|Alice\n"
        "STATE:2:cc/cc/cc/cc:8d9h|9s6d/TsQh8c/Ah/4d:10|-10:Alice|Bob\n"
        "SCORE:30|-30:Alice|Bob\n");
  CHECK(count(dealer.transactions(), "\n") == 24);
  CHECK(dealer.transactions().starts_with("c 0 "));
  REQUIRE(received[0].size() == 27);
  REQUIRE(received[1].size() == 27);
  CHECK(received[0][0] == "MATCHSTATE:0:0::8dJd|");
  CHECK(received[0][8] == "MATCHSTATE:0:0:cc/cc/cc/cc:8dJd|Td4d/As9d6s/3d/6c");
  CHECK(received[0][9] == "MATCHSTATE:1:1::|7h5d");
  CHECK(received[1][0] == "MATCHSTATE:1:0::|Td4d");
  CHECK(dealer.errors().find("\nSTARTED at ") != std::string::npos);
  CHECK(dealer.errors().find("\nFROM 2 at ") != std::string::npos);
  CHECK(dealer.errors().find("\nSeconds cumulatively spent in match for seat 1: 0\n") !=
        std::string::npos);
  CHECK(dealer.errors().ends_with("\nSCORE:30|-30:Alice|Bob\n"));
}

/// Starts `trivial-player` at every seat.
void play_mixed(const DealerProcess& dealer, const std::string& game) {
  const std::string program = std::string(TRIVIUM_BIN_DIR) + "/../bench/trivial-player";
  std::vector<std::unique_ptr<server::Child>> players;
  for (const std::uint16_t port : dealer.ports()) {
    players.push_back(std::make_unique<server::Child>(
        std::vector<std::string>{program, game, "127.0.0.1", std::to_string(port), "mixed"}));
  }
  for (const auto& player : players) CHECK(player->wait() == 0);
}

TEST_CASE("the logs are equal to those of the ACPC server for the same players") {
  int logs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(TRIVIUM_SOURCE_DIR) +
                                                               "/tests/golden/acpc_dealer")) {
    CAPTURE(entry.path().string());
    const std::string golden = content_of(entry.path());
    std::string comment, key, name, game, hands, seed;
    std::istringstream(golden) >> comment >> key >> name >> game >> hands >> seed;
    std::string players = golden.substr(golden.rfind(':') + 1);
    std::ranges::replace(players, '|', ' ');
    DealerProcess dealer("-q " + game + " " + hands + " " + seed + " " +
                         players.substr(0, players.size() - 1));
    play_mixed(dealer, game);
    CHECK(dealer.wait() == 0);
    CHECK(dealer.log() == golden);
    ++logs;
  }
  CHECK(logs == 5);
}

TEST_CASE(
    "quiet: prints only the header and the result; without log and transactions there are no "
    "files") {
  DealerProcess dealer("kuhn3 20 1 A B C -q -l");
  play_match(dealer, *poker::game_named("kuhn3"), {steady, steady, steady});
  CHECK(dealer.wait() == 0);
  CHECK(count(dealer.errors(), "\n") == 5);
  CHECK(dealer.log().empty());
  CHECK(dealer.transactions().empty());
}

TEST_CASE("a wrong version is rejected with the reason, and the seat waits for the next player") {
  DealerProcess dealer("limit 5 7 A B");
  for (const std::string version :
       {"VERSION:3.0.0\r\n", "VERSION:2.1.0\r\n", "hello\r\n", "MATCHSTATE:0:0::8dJd|:c\r\n"}) {
    line::Client wrong = dealer.connect(0);
    wrong.write(version);
    CHECK(wrong.read_line().value_or("").starts_with("# ERROR: "));
    CHECK_FALSE(wrong.read_line());
  }
  play_match(dealer, kLimit, {call, call});
  CHECK(dealer.wait() == 0);
  CHECK(count(dealer.errors(), "WARNING: seat 1: rejected: ") == 4);
}

TEST_CASE("a client that sends no version line is disconnected and does not block the seat") {
  DealerProcess dealer("limit 5 7 A B --version_timeout 300");
  line::Client silent = dealer.connect(0);
  line::Client half = dealer.connect(1);
  half.write("VERSION:2.");
  CHECK_FALSE(silent.read_line(10s));
  CHECK_FALSE(half.read_line(10s));
  play_match(dealer, kLimit, {call, call});
  CHECK(dealer.wait() == 0);
}

TEST_CASE("a player gets a seat although silent clients are connected") {
  DealerProcess dealer("limit 5 7 A B");
  std::vector<line::Client> silent;
  for (int i = 0; i < 5; ++i) silent.push_back(dealer.connect(0));
  play_match(dealer, kLimit, {call, call});
  CHECK(dealer.wait() == 0);
}

TEST_CASE("a seat that stays free until the start timeout ends the match before it begins") {
  DealerProcess dealer("limit 5 7 A B --start_timeout 100");
  line::Client first = dealer.connect(0);
  first.write("VERSION:2.0.0\n");
  CHECK(dealer.wait() == 1);
  CHECK(dealer.output().empty());
  CHECK(dealer.errors().find("timed out waiting for seat 2 to connect") != std::string::npos);
}

TEST_CASE("garbage, comments and old states are ignored, with a bounded number of warnings") {
  DealerProcess dealer("limit 10 7 A B");
  std::string past = "MATCHSTATE:0:7::8dJd|:c\r\n";
  const Answer noisy = [&past](const std::string& shown, const poker::MatchState&) {
    std::string said = "# thinking\r\n; still\r\n" + past;
    for (int i = 0; i < 100; ++i) said += "garbage\x1b[31m " + std::to_string(i) + "\n";
    past = shown + ":c\r\n";
    return std::optional(said + past);
  };
  play_match(dealer, kLimit, {noisy, call});
  CHECK(dealer.wait() == 0);
  CHECK(count(dealer.log(), "\nSTATE:") == 10);
  const std::string errors = dealer.errors();
  CHECK(count(errors, "\nWARNING: seat 1: ") == 10 * 21);
  CHECK(errors.find('\x1b') == std::string::npos);
}

TEST_CASE("an endless line is dropped, and its sender continues to play") {
  DealerProcess dealer("limit 2 7 A B -q");
  const Answer endless = [](const std::string& shown, const poker::MatchState&) {
    return std::optional(std::string(5'000'000, 'x') + "\n" + shown + ":c\r\n");
  };
  play_match(dealer, kLimit, {endless, call});
  CHECK(dealer.wait() == 0);
  CHECK(dealer.errors().find("WARNING: seat 1: a line was too long and was dropped") !=
        std::string::npos);
}

TEST_CASE(
    "an illegal action becomes a call or a legal raise, and operator and player get a warning") {
  DealerProcess dealer("nolimit 1 7 A B -q");
  const Answer small_raise = [](const std::string& shown, const poker::MatchState& state) {
    return std::optional(shown + (state.hand.actions().size() == 1 ? ":r201\r\n" : ":f\r\n"));
  };
  const Answer other = [](const std::string& shown, const poker::MatchState& state) {
    return std::optional(shown + (state.hand.actions().empty() ? ":r150\r\n" : ":c\r\n"));
  };
  const auto received = play_match(dealer, kNoLimit, {small_raise, other});
  CHECK(dealer.wait() == 0);
  CHECK(dealer.log().find("\nSTATE:0:r200r300c/cc/cc/cc:") != std::string::npos);
  const std::string errors = dealer.errors();
  CHECK(count(errors,
              "WARNING: seat 2: raise to 150 is below the minimum 200; played as a raise to 200") ==
        1);
  CHECK(count(errors,
              "WARNING: seat 1: raise to 201 is below the minimum 300; played as a raise to 300") ==
        1);
  CHECK(count(errors, "; played as a call") == 3);
  CHECK(std::ranges::count(
            received[1],
            "# WARNING: raise to 150 is below the minimum 200; played as a raise to 200") == 1);
  CHECK(std::ranges::count_if(
            received[0], [](const auto& line) { return line.starts_with("# WARNING: "); }) == 4);
}

TEST_CASE(
    "a late player is disconnected and checks or folds; all hands are played; exit status 1") {
  DealerProcess dealer("limit 200 7 Slow Quick --t_response 500 -T");
  const Answer sleepy = [](const std::string& shown, const poker::MatchState& state) {
    if (state.hand.id() == 3) std::this_thread::sleep_for(1s);
    return call(shown, state);
  };
  const auto received = play_match(dealer, kLimit, {sleepy, call});
  CHECK(dealer.wait() == 1);
  CHECK(count(dealer.log(), "\nSTATE:") == 200);
  CHECK(count(dealer.log(), "\nSCORE:") == 1);
  CHECK(received[0].back().starts_with("# ERROR: ran out of time"));
  CHECK(received[1].back().starts_with("MATCHSTATE:0:199:f:"));
  CHECK(count(dealer.errors(), "ERROR: seat 1 ran out of time") == 1);
}

TEST_CASE("the time limits for a hand and for the match make a player late, too") {
  for (const std::string limit : {"--t_hand 400", "--t_per_hand 100"}) {
    CAPTURE(limit);
    DealerProcess dealer("limit 10 7 Slow Quick " + limit);
    const Answer dawdling = [](const std::string& shown, const poker::MatchState& state) {
      std::this_thread::sleep_for(150ms);
      return call(shown, state);
    };
    play_match(dealer, kLimit, {dawdling, call});
    CHECK(dealer.wait() == 1);
    CHECK(count(dealer.log(), "\nSTATE:") == 10);
    CHECK(count(dealer.errors(), "ERROR: seat 1 ran out of time") == 1);
  }
}

TEST_CASE("a player that leaves within a hand checks or folds at once in all remaining hands") {
  DealerProcess dealer("limit 500 7 Gone Stays --t_response 600000");
  const Answer leaving = [](const std::string& shown, const poker::MatchState& state) {
    return state.hand.id() == 2 ? std::nullopt : call(shown, state);
  };
  play_match(dealer, kLimit, {leaving, call});
  CHECK(dealer.wait() == 1);
  CHECK(count(dealer.log(), "\nSTATE:") == 500);
  CHECK(count(dealer.errors(), "ERROR: seat 1 is lost") == 1);
}

TEST_CASE("a player that leaves after its last decision has missed none") {
  DealerProcess dealer("limit 1 7 Leaves Waits");
  std::jthread leaving([&dealer] {
    line::Client client = dealer.connect(0);
    client.write("VERSION:2.0.0\r\n");
    // Position 0 acts first after the flop, so after its check on the river only the other acts.
    while (const std::optional<std::string> shown = client.read_line()) {
      const Result<poker::MatchState> state =
          poker::parse_match_state(text::trimmed(*shown), kLimit);
      if (!state || !state->on_turn()) continue;
      client.write(*call(std::string(text::trimmed(*shown)), *state));
      if (state->hand.betting().round() == 3) return;
    }
  });
  const Answer waiting = [&dealer](const std::string& shown, const poker::MatchState& state) {
    while (state.hand.betting().round() == 3 &&
           count(dealer.errors(), "\nseat 1 ") + count(dealer.errors(), "ERROR") == 0) {
      std::this_thread::sleep_for(1ms);
    }
    return call(shown, state);
  };
  play(dealer.connect(1), kLimit, waiting);
  CHECK(dealer.wait() == 0);
  CHECK(count(dealer.log(), "\nSTATE:0:cc/cc/cc/cc:") == 1);
  CHECK(count(dealer.errors(), "\nseat 1 has left\n") == 1);
  CHECK(count(dealer.errors(), "ERROR") == 0);
}

TEST_CASE("if all players have left, the hands are still played and scored") {
  DealerProcess dealer("nolimit3 300 7 A B C -q");
  const Answer leaving = [](const std::string&, const poker::MatchState&) {
    return std::optional<std::string>();
  };
  play_match(dealer, *poker::game_named("nolimit3"), {leaving, leaving, leaving});
  CHECK(dealer.wait() == 1);
  CHECK(count(dealer.log(), "\nSTATE:") == 300);
  CHECK(dealer.output().starts_with("SCORE:"));
}

TEST_CASE("a player that reconnects is sent the present state and plays again") {
  DealerProcess dealer("limit 40 7 Back Waits");
  // In hand 2 the first player leaves on the flop; the other one waits there until it is back.
  std::atomic<bool> back = false;
  const Answer waiting = [&back](const std::string& shown, const poker::MatchState& state) {
    while (state.hand.id() == 2 && state.hand.actions().size() > 1 && !back)
      std::this_thread::sleep_for(1ms);
    return call(shown, state);
  };
  std::jthread other([&] { play(dealer.connect(1), kLimit, waiting); });
  const Answer leaving = [](const std::string& shown, const poker::MatchState& state) {
    return state.hand.id() == 2 ? std::nullopt : call(shown, state);
  };
  play(dealer.connect(0), kLimit, leaving);
  int answered = 0;
  const auto received = play(
      dealer.connect(0), kLimit,
      [&answered](const std::string& shown, const poker::MatchState& state) {
        ++answered;
        return call(shown, state);
      },
      [&back] { back = true; });
  other.join();
  CHECK(dealer.wait() == 1);
  REQUIRE_FALSE(received.empty());
  CHECK(received.front().find(":2:") != std::string::npos);
  CHECK(answered > 100);
  CHECK(dealer.errors().find("seat 1 is back and plays again") != std::string::npos);
}

TEST_CASE("a match that is killed at any moment and resumed has the log of an uninterrupted one") {
  const std::string game = "nolimit 60 42 A B -q ";
  DealerProcess whole(game + "-T");
  play_match(whole, kNoLimit, {steady, steady});
  REQUIRE(whole.wait() == 0);
  REQUIRE(count(whole.transactions(), "\n") > 300);  // more than are played before the kills

  DealerProcess dealer(game + "-T");
  for (int kill = 0; kill < 6; ++kill) {
    std::atomic<int> left = 17 + kill * 13;
    const Answer until_the_kill = [&left](const std::string& shown,
                                          const poker::MatchState& state) {
      return left-- > 0 ? steady(shown, state) : std::nullopt;
    };
    // The dealer is killed while one player waits for the other: no player leaves before that.
    std::vector<std::jthread> players;
    for (int seat = 0; seat < 2; ++seat) {
      players.emplace_back([&, seat] {
        play(dealer.connect(seat), kNoLimit,
             [&](const std::string& shown, const poker::MatchState& state) {
               const auto answer = until_the_kill(shown, state);
               return answer ? answer : std::optional<std::string>("# thinking\r\n");
             });
      });
    }
    while (left >= 0) std::this_thread::sleep_for(1ms);
    dealer.kill_and_start(game + "-T -a");
  }
  play_match(dealer, kNoLimit, {steady, steady});
  CHECK(dealer.wait() == 0);
  CHECK(dealer.log() == whole.log());
  CHECK(count(dealer.transactions(), "\n") == count(whole.transactions(), "\n"));
  CHECK(dealer.output() == whole.output());
}

TEST_CASE(
    "a decision that was missed before the dealer was killed still counts in the exit status") {
  DealerProcess dealer("limit 50 7 Back Waits -q -T");
  // The dealer is killed while seat 2 thinks in hand 3; seat 1 has been absent since hand 1.
  const Answer leaving = [](const std::string& shown, const poker::MatchState& state) {
    return state.hand.id() == 1 ? std::nullopt : call(shown, state);
  };
  std::atomic<bool> thinking = false;
  const Answer pausing = [&thinking](const std::string& shown, const poker::MatchState& state) {
    if (state.hand.id() < 3) return call(shown, state);
    thinking = true;
    return std::optional<std::string>("# thinking\r\n");
  };
  std::jthread first([&] { play(dealer.connect(0), kLimit, leaving); });
  std::jthread second([&] { play(dealer.connect(1), kLimit, pausing); });
  while (!thinking) std::this_thread::sleep_for(1ms);
  dealer.kill_and_start("limit 50 7 Back Waits -q -T -a");
  first.join();
  second.join();
  play_match(dealer, kLimit, {call, call});
  CHECK(dealer.wait() == 1);
  CHECK(count(dealer.log(), "\nSTATE:") == 50);
}

TEST_CASE("a finished match is scored again without players") {
  DealerProcess dealer("limit 3 7 A B -T");
  play_match(dealer, kLimit, {call, call});
  REQUIRE(dealer.wait() == 0);
  const std::string log = dealer.log();
  dealer.kill_and_start("limit 3 7 A B -T -a");
  CHECK(dealer.wait() == 0);
  CHECK(dealer.output() == "SCORE:30|-30:A|B\n");
  CHECK(dealer.log() == log);
}

TEST_CASE("wrong usage has exit status 2, an address of another machine 1") {
  for (const std::string arguments :
       {"limit 0 7 A B", "limit x 7 A B", "limit 1 -1 A B", "limit 1 7 A B C", "limit 1 7 A",
        "limit 1 7 A 'B|C'", "limit 1 7 A B --no-such", "no-such-game 1 7 A B",
        "limit 1 7 A B -p 70000", "limit 1 7 A B -p 0,0,0", "limit 1 7 A B --bind nowhere",
        "limit 1 7 A B --t_response -1", ""}) {
    CAPTURE(arguments);
    CHECK(DealerProcess(arguments).wait() == 2);
  }
  CHECK(DealerProcess("limit 1 7 A B --bind 192.0.2.1").wait() == 1);
}

TEST_CASE("an empty port argument lets the system choose") {
  DealerProcess dealer("limit 1 7 A B -p ,0");
  REQUIRE(dealer.ports().size() == 2);
  CHECK(dealer.ports()[0] != 0);
  play_match(dealer, kLimit, {call, call});
  CHECK(dealer.wait() == 0);
}

TEST_CASE("the help describes any number of players") {
  DealerProcess dealer("--help");
  CHECK(dealer.wait() == 0);
  const std::string help = dealer.output();
  CHECK(help.find("SEED PLAYER ...\n") != std::string::npos);
  CHECK(help.find("one for each seat: 2 to 10") != std::string::npos);
  CHECK(help.find("(2x)") == std::string::npos);
}

TEST_CASE("the IPv6 wildcard address leaves the IPv4 port free") {
  if (DealerProcess("limit 1 7 A B --bind ::").ports().empty()) {
    MESSAGE("no IPv6 here");
    return;
  }
  DealerProcess first("limit 1 7 A B --bind 0.0.0.0");
  DealerProcess second("limit 1 7 A B --bind :: -p " + std::to_string(first.ports().at(0)));
  CHECK(second.ports().size() == 2);
}

TEST_CASE("ports and options may have any order, as with the ACPC server") {
  DealerProcess chosen("limit 1 7 A B -q");
  const std::string ports =
      std::to_string(chosen.ports()[0]) + "," + std::to_string(chosen.ports()[1]);
  chosen.kill_and_start("-qfT -p" + ports + " limit 2 7 --start_timeout -1 --t_response=1000 A B");
  CHECK(std::to_string(chosen.ports().at(0)) + "," + std::to_string(chosen.ports().at(1)) == ports);
  play_match(chosen, kLimit, {call, call});
  CHECK(chosen.wait() == 0);
  CHECK(chosen.log().find("#--t_response 1000\n") != std::string::npos);
  CHECK(count(chosen.log(), ":A|B\n") == 3);
}

TEST_CASE("a port that is in use is reported as an error with the port") {
  DealerProcess first("limit 1 7 A B");
  DealerProcess second("limit 1 7 A B -p " + std::to_string(first.ports().at(1)));
  CHECK(second.wait() == 1);
  CHECK(second.errors().find("for seat 1: Address already in use") != std::string::npos);
}

}  // namespace
}  // namespace trivium::acpc
