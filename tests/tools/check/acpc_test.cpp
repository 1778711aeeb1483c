#include <chrono>
#include <cstddef>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tests/tools/match/odd_player.h"
#include "tools/check/acpc/check_acpc.h"

namespace trivium::check {
namespace {

using namespace std::chrono_literals;

CheckOptions odd_player_options(const std::string& habit, const std::string& game = "nolimit") {
  CheckOptions options;
  options.program.command = match::odd_player(habit, game);
  return options;
}

AcpcTable table(const std::string& game = "nolimit") {
  AcpcTable made;
  made.game = *poker::game_named(game);
  return made;
}

void check_clean(const CheckReport& report) {
  CHECK(report.passed());
  CHECK(report.findings.empty());
  for (const CheckedRule& rule : report.rules) {
    CAPTURE(rule.id);
    CHECK(verdict(report, rule) == "passed");
  }
}

void check_calling_player(const std::string& game) {
  CAPTURE(game);
  const CheckReport report = check_acpc(odd_player_options("call", game), table(game));
  check_clean(report);
  CHECK(report.rules.size() >= 17);
}

/// A habit of the odd player, and the finding that it causes.
struct Habit {
  std::string habit;
  std::string rule;
  Severity severity;
  std::string text;      ///< start of the text
  bool in_gate = false;  ///< also tested in the gate
};

std::vector<Habit> habits() {
  return {
      {"refuse", "connects", Severity::kError, "ended with status 3 instead of connecting"},
      {"version", "version", Severity::kError, "version 3.0.0 is not supported", true},
      {"crash@5", "match", Severity::kError, "ended by signal 6"},
      {"leave@5", "match", Severity::kError, "ended with status 0"},
      {"close@5", "match", Severity::kError, "closed the connection", true},
      {"stall@5", "match", Severity::kError, "no answer within 1000 ms"},
      {"echo", "echo", Severity::kError, "", true},
      {"garbage@5", "echo", Severity::kError, ""},
      {"illegal@5", "legal", Severity::kError, "", true},
      {"bare", "line-end", Severity::kWarning, "a line ends with '\\n' alone", true},
      {"eager", "silence", Severity::kError, "sent a line"},
      {"touchy", "comments", Severity::kError, "ended with status 3"},
      {"packets", "split-lines", Severity::kError, "no answer within 1000 ms"},
      {"deaf", "joined-lines", Severity::kError, "no answer within 1000 ms"},
      {"forgetful", "repeated-state", Severity::kWarning,
       "the same state got two different answers"},
      {"picky", "garbage", Severity::kWarning, "ended with status 3"},
      {"stubborn", "leaves", Severity::kError, "still runs 500 ms"},
      {"bad-end", "leaves", Severity::kWarning, "ended with status 3 after a match without errors",
       true},
      {"patient", "no-dealer", Severity::kWarning, "still runs after 1000 ms without a dealer"},
  };
}

void check_found(const Habit& expected) {
  CAPTURE(expected.habit);
  CheckOptions options = odd_player_options(expected.habit);
  options.only = {"match", expected.rule};
  // A habit that ends the match would also be found there.
  if (expected.rule != "match" && expected.rule != "echo" && expected.rule != "legal")
    options.only = {expected.rule};
  AcpcTable patient = table();
  if (expected.text.starts_with("no answer")) patient.response = 1000ms;
  if (expected.habit == "stubborn" || expected.habit == "patient") patient.leave = 500ms;
  const CheckReport report = check_acpc(options, patient);
  const Finding* finding = report.gravest(expected.rule);
  REQUIRE(finding != nullptr);
  CHECK(finding->severity == expected.severity);
  CHECK(finding->text.starts_with(expected.text));
  CHECK_FALSE(finding->evidence.empty());
  CHECK(report.passed() == (expected.severity != Severity::kError));
}

}  // namespace

TEST_CASE("a player that follows the protocol passes every rule") {
  check_calling_player("nolimit");
}

TEST_CASE("players that follow the protocol pass every rule, at any table" *
          doctest::test_suite("long")) {
  for (const std::string game : {"limit3", "kuhn"}) check_calling_player(game);
  check_clean(check_acpc(odd_player_options("mixed"), table()));
}

TEST_CASE("Trivium's own player plays a match, joins one in the middle and leaves correctly") {
  CheckOptions options;
  options.program.command = {TRIVIUM_BIN_DIR "/trivium", "acpc", "--game", "limit3"};
  options.only = {"match", "middle", "leaves"};
  check_clean(check_acpc(options, table("limit3")));
}

TEST_CASE("Trivium's own player passes every rule" * doctest::test_suite("long")) {
  CheckOptions options;
  options.program.command = {TRIVIUM_BIN_DIR "/trivium", "acpc", "--game", "limit3"};
  check_clean(check_acpc(options, table("limit3")));
}

TEST_CASE("bad habits are found by the rules that they break") {
  for (const Habit& habit : habits()) {
    if (habit.in_gate) check_found(habit);
  }
}

TEST_CASE("each bad habit is found by the rule that it breaks" * doctest::test_suite("long")) {
  for (const Habit& habit : habits()) check_found(habit);
}

TEST_CASE("a stopped match is reported, and the rules that need it do not pass") {
  CheckOptions options = odd_player_options("echo");
  options.only = {"match", "legal"};
  const CheckReport report = check_acpc(options, table());
  REQUIRE(report.rules.size() == 3);
  CHECK(verdict(report, report.rules[1]) == "not checked");
  CHECK(report.rules[1].unchecked == "stopped: the answer was not to the state sent");

  options = odd_player_options("crash");
  const CheckReport silent = check_acpc(options, table());
  for (const CheckedRule& rule : silent.rules) {
    if (rule.id == "legal" || rule.id == "echo" || rule.id == "line-end")
      CHECK(verdict(silent, rule) == "not checked");
  }
}

TEST_CASE("a missing or silent program causes one finding, and the other rules are not run") {
  CheckOptions options;
  options.program.command = {"/no/such/player"};
  const CheckReport report = check_acpc(options, table());
  CHECK_FALSE(report.passed());
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].rule == "connects");
  CHECK(report.findings[0].text.find("/no/such/player") != std::string::npos);
  for (const CheckedRule& rule : report.rules)
    CHECK((rule.id == "connects" || verdict(report, rule) == "not run"));

  // Connects and exits.
  options.program.command = {"bash", "-c", "exec 3<> /dev/tcp/$0/$1; exit 4"};
  const CheckReport silent = check_acpc(options, table());
  REQUIRE(silent.findings.size() == 1);
  CHECK(silent.findings[0].text == "ended with status 4");
}

TEST_CASE(
    "no wait exceeds the test's time limit, and a player that never connects is waited for once") {
  CheckOptions options;
  options.program.command = {"sh", "-c", "exec sleep 1000"};
  options.quick = true;
  options.quick_time = 600ms;
  const auto start = std::chrono::steady_clock::now();
  const CheckReport cut_short = check_acpc(options, table());
  CHECK(std::chrono::steady_clock::now() - start < 15s);
  CHECK(cut_short.findings.empty());
  for (const CheckedRule& rule : cut_short.rules) CHECK(rule.unchecked == "time is up");

  AcpcTable hasty = table();
  hasty.start = 200ms;
  hasty.leave = 100ms;
  options.quick = false;
  const CheckReport report = check_acpc(options, hasty);
  CHECK(report.gravest("connects")->text == "did not connect within 200 ms");
  CHECK(report.findings.size() == 1);
  CHECK(report.rules.at(1).unchecked == "the program does not start");
}

TEST_CASE("a test is interrupted at once") {
  client::Interrupt interrupt;
  CheckOptions options = odd_player_options("stall");
  options.interrupt = &interrupt;
  std::jthread breaker([&interrupt] {
    std::this_thread::sleep_for(200ms);
    interrupt.raise();
  });
  const CheckReport report = check_acpc(options, table());
  CHECK(report.interrupted);
  CHECK_FALSE(report.passed());
}

}  // namespace trivium::check
