#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/tools/check/spoiled_engine.h"
#include "tools/check/gtp/check_gtp.h"

namespace trivium::check {

namespace {

const std::string kFilteredGtp = filtered("gtp");

/// A fault for each rule.
const std::vector<Spoiling>& gtp_spoilings() {
  static const std::vector<Spoiling> kFaults = {
      // The slowest ones come first.
      {"clock-kept", "", "/^= [A-T][0-9]/e sleep 1.5"},
      {"end-of-input", "", "", R"((cat; sleep 30) | "$0" gtp)"},
      {"quit-ends", "s/^quit/name/", ""},
      {"starts", "", "", "exit 3"},
      {"version-two", "", "s/^= 2$/= 1/"},
      {"program-named", "s/^name$/no_name/", ""},
      {"commands-listed", "", "s/^genmove$/genmuve/"},
      {"ids-repeated", "s/^0 /1 /", ""},
      {"one-response-each", "s/^3 .*/&\\nname/", ""},
      {"comments-passed-over", "s/^#.*/name/", ""},
      {"blanks-allowed", "s/\\t/_/g", ""},
      {"control-characters", "s/name\\r/no_name/", ""},
      {"unknown-refused", "s/^xyzzy.*/name/", ""},
      {"board-sizes", "s/^boardsize 1000/name/", ""},
      {"moves-legal", "", "s/^= \\([A-T]\\)[0-9][0-9]*$/= \\199/"},
      {"one-stone-a-move", "s/^genmove w/reg_genmove w/", ""},
      {"turns-kept", "s/^play b L10/name/", ""},
      {"vertices-read", "s/ I5$/ J5/", ""},
      {"occupied-refused", "s/^play w K10/name/", ""},
      {"pass-refused", "s/^play w PASS/name/", ""},
      {"game-ends", "s/ K15$/ S15/", ""},
      {"score-told", "", "s/B+/W+/"},
      {"undo-takes-one", "s/^undo$/clear_board/", ""},
      {"undo-reopens", "s/^undo$/name/", ""},
      {"arguments-counted", "s/^play w A1 A2$/play w A1/", ""},
      {"board-shown", "", "/A B C/,/to place/d"},
      {"clock-settings", "s/^time_settings x y z/name/", ""},
      {"garbage-refused", "s/^play play play/name/", ""},
      {"long-lines", "s/^xxxxxxxxxx.*/quit/", ""},
  };
  return kFaults;
}

/// A fault for each rule that only Reversi has.
const std::vector<Spoiling>& reversi_spoilings() {
  static const std::vector<Spoiling> kFaults = {
      {"turns-kept", "s/^play b D6/name/", ""},     {"vertices-read", "s/ I5$/ C3/", ""},
      {"flips-needed", "s/^play b D4/name/", ""},   {"pass-refused", "s/^play w PASS/name/", ""},
      {"pass-made", "", "s/^= pass$/= A1/"},        {"pass-read", "s/^play b pass/xyzzy/", ""},
      {"pass-left-out", "s/^play w D2/xyzzy/", ""}, {"game-ends", "s/ E3$/ D7/", ""},
      {"score-told", "", "s/B+64/B+13/"},           {"undo-takes-one", "s/^undo$/clear_board/", ""},
  };
  return kFaults;
}

/// Rules with fast checks, some of each group: grammar, game, robustness.
const std::vector<std::string>& sampled_gtp_rules() {
  static const std::vector<std::string> kRules = {"version-two",      "one-response-each",
                                                  "one-stone-a-move", "game-ends",
                                                  "undo-reopens",     "garbage-refused"};
  return kRules;
}

CheckReport check_connect6(const CheckOptions& options) { return check_gtp(options, kConnect6Gtp); }
CheckReport check_reversi(const CheckOptions& options) { return check_gtp(options, kReversiGtp); }

/// Tests Trivium with `check` against these rules; empty: all with fast checks.
void check_trivium_gtp(CheckReport (*check)(const CheckOptions&),
                       const std::vector<std::string>& rules) {
  CheckOptions options;
  options.program.command = {trivium_program(), "gtp"};
  options.quick = true;
  options.only = rules;
  const CheckReport report = check(options);
  CHECK_MESSAGE(report.findings.empty(), charges(report));
  CHECK(report.passed());
  CHECK(report.engine == "Trivium");
  for (const CheckedRule& rule : report.rules)
    CHECK_MESSAGE(rule.unchecked.empty(), rule.id, ": ", rule.unchecked);
  if (!rules.empty()) CHECK(report.rules.size() == 1 + rules.size());
}

}  // namespace

TEST_CASE("Trivium follows rules of GTP of each group") {
  check_trivium_gtp(check_connect6, sampled_gtp_rules());
  check_trivium_gtp(check_reversi,
                    {"commands-listed", "flips-needed", "pass-made", "pass-read", "pass-left-out"});
}

TEST_CASE("Trivium follows every rule of GTP with a fast check" * doctest::test_suite("long")) {
  check_trivium_gtp(check_connect6, {});
  check_trivium_gtp(check_reversi, {});
}

TEST_CASE("rules of GTP of each group detect a program that breaks them") {
  const std::vector<Spoiling> some = spoilings_of(gtp_spoilings(), sampled_gtp_rules());
  REQUIRE(some.size() == sampled_gtp_rules().size());
  CHECK(unconvicted(some, kFilteredGtp, check_connect6) == "");
}

TEST_CASE("every rule of GTP detects a program that breaks it" * doctest::test_suite("long")) {
  CHECK(unconvicted(gtp_spoilings(), kFilteredGtp, check_connect6) == "");
  CHECK(unconvicted(reversi_spoilings(), kFilteredGtp, check_reversi) == "");
}

TEST_CASE("every quick rule of GTP has a program that breaks it") {
  CHECK(unbroken(gtp_rules(kConnect6Gtp), gtp_spoilings()) == "");
  std::vector<Spoiling> reversi = gtp_spoilings();
  reversi.insert(reversi.end(), reversi_spoilings().begin(), reversi_spoilings().end());
  CHECK(unbroken(gtp_rules(kReversiGtp), reversi) == "");
}

TEST_CASE(
    "the time limit for the start of a GTP program applies even if checks have a shorter one") {
  const CheckReport report = check_connect6(silent_at_start());
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].rule == "starts");
  CHECK(report.findings[0].text == "no response within 0.3 s");
}

TEST_CASE("output that is no GTP causes a finding") {
  CheckOptions options;
  options.program.command = {"sh", "-c", "echo hello; exec cat"};
  options.only = {"version-two"};
  const CheckReport report = check_connect6(options);
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].rule == "starts");
  CHECK(report.findings[0].text == "'hello' begins neither with = nor with ?");
}

}  // namespace trivium::check
