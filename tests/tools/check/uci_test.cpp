#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/chess/rules/notation.h"
#include "tests/tools/check/spoiled_engine.h"
#include "tools/check/checked_program.h"
#include "tools/check/uci/check_uci.h"
#include "tools/check/uci/info.h"

namespace trivium::check {

namespace {

const std::string kFilteredUci = filtered("uci");

/// A fault for each rule.
const std::vector<Spoiling>& uci_spoilings() {
  static const std::vector<Spoiling> kFaults = {
      // The slowest ones come first.
      {"end-of-input", "", "", R"((cat; sleep 30) | "$0" uci)"},
      {"quit-ends", "s/^quit//", ""},
      // Each process reports other scores.
      {"same-again", "", "", R"("$0" uci | sed -u "s/ score cp / score cp $$/")"},
      {"starts", "", "", "exit 3"},
      {"silent-start", "", "", R"(echo readyok; exec "$0" uci)"},
      {"uci-answered", "", "/^id author/d"},
      {"uciok-last", "", "s/^uciok/uciok\\noption name Late type button/"},
      {"uci-again", "", "1!s/^id name.*/id name Another/"},
      {"isready-answered", "", "s/^readyok/readyok\\nreadyok/"},
      {"debug-accepted", "s/^debug on/quit/", ""},
      {"options-declared", "", "s/default 16 min 1/default 0 min 1/"},
      {"hash-offered", "", "/option name Hash/d"},
      {"options-at-default", "s/^setoption name Hash value 16$/quit/", ""},
      {"options-at-least", "s/^setoption name Hash value 1$/quit/", ""},
      {"option-names", "s/^setoption name hAsH.*/quit/", ""},
      {"options-out-of-range", "s/^setoption name Hash value 0$/quit/", ""},
      {"options-malformed", "s/^setoption name No Such Option.*/quit/", ""},
      {"depth-kept", "s/go depth 5/go depth 7/", ""},
      {"nodes-kept", "s/go nodes 20000/go nodes 200000/", ""},
      {"movetime-kept", "s/go movetime 200/go movetime 400/", ""},
      {"clock-kept", "s/go wtime 200 btime 200$/go movetime 400/", ""},
      {"clock-short", "s/go wtime 10 btime 10/go movetime 100/", ""},
      {"clock-empty", "s/go movetime 1$/go movetime 600/", ""},
      {"one-clock", "s/go btime 100$/quit/", ""},
      {"limits-together", "s/ movetime 200$/ movetime 900/", ""},
      {"stop-answers", "/^stop/d", ""},
      {"stop-at-once", "/^go infinite/{N;s/\\nstop//}", ""},
      {"infinite-waits", "s/go infinite/go depth 2/", ""},
      {"infinite-at-the-end", "s/go infinite/go depth 2/", ""},
      {"ready-while-searching", "/^go infinite/,/^stop/{/^isready/d}", ""},
      {"ponder-hit", "/^ponderhit/d", ""},
      {"ponder-miss", "s/^go ponder/go/;s/wtime 60000 btime 60000/depth 2/", ""},
      {"multipv-lines", "/name MultiPV/d", ""},
      {"searchmoves-kept", "s/ searchmoves.*//", ""},
      {"searchmoves-anywhere", "s/searchmoves.*depth 4/infinite/", ""},
      {"mate-found", "s/^go mate 2/go depth 1/", ""},
      {"go-twice", "s/^go depth 3/quit/", ""},
      {"moves-legal", "", "s/^bestmove .*/bestmove a1a1/"},
      {"moves-written", "", "s/^bestmove e1g1/bestmove e1h1/"},
      {"chess960", "/name UCI_Chess960/d", ""},
      {"game-followed", "s/ moves \\([^ ]* [^ ]* [^ ]*\\) .*/ moves \\1/", ""},
      {"long-game", "s/.*f3g1 f6g8 g1f3.*/quit/", ""},
      {"no-legal-move", "", "s/^bestmove (none)/bestmove a1a1/"},
      {"best-is-first", "", "s/ pv [^ ]* / pv a1a1 /"},
      {"info-given", "", "s/ score cp [-0-9]*//"},
      {"info-form", "", "s/ score cp / score cp ./"},
      {"pv-legal", "", "s/ pv [^ ]*/& a1a1/"},
      {"figures-rise", "", "s/depth 2 /depth 0 /"},
      {"figures-agree", "", "s/ time [0-9]*/ time 99999/"},
      {"silent-afterwards", "", "s/^bestmove.*/&\\ninfo depth 1/"},
      {"unknown-ignored", "s/^xyzzy.*/uci/", ""},
      {"unknown-before-known", "s/^joho isready//", ""},
      {"blanks-allowed", "s/^  isready$//", ""},
      {"line-ends", "/\\r/d", ""},
      {"long-lines", "s/^xxxxxxxxxx.*/quit/", ""},
      {"bad-positions", "s/^position nowhere/quit/", ""},
      {"bad-moves", "s/^position startpos moves e2e5/quit/", ""},
      {"bad-go", "s/^go depth x/quit/", ""},
      {"idle-words", "", "s/^readyok/bestmove e2e4\\nreadyok/"},
      {"go-without-position", "s/^go depth 2/quit/", ""},
      {"position-then-new-game", "s/^position startpos moves e2e4/quit/", ""},
      {"new-game-forgets", "1,2!s/^ucinewgame//", ""},
  };
  return kFaults;
}

/// Rules with fast checks, one or two of each group: handshake, options, limits, search,
/// moves, info lines, robustness, lifetime of the engine.
const std::vector<std::string>& sampled_uci_rules() {
  static const std::vector<std::string> kRules = {
      "uciok-last",  "option-names", "nodes-kept",      "searchmoves-kept", "mate-found",
      "moves-legal", "pv-legal",     "unknown-ignored", "bad-moves",        "new-game-forgets"};
  return kRules;
}

/// Tests Trivium against these rules; empty: all with fast checks.
void check_trivium(const std::vector<std::string>& rules) {
  CheckOptions options;
  options.program.command = {trivium_program(), "uci"};
  options.quick = true;
  options.only = rules;
  const CheckReport report = check_uci(options);
  CHECK_MESSAGE(report.findings.empty(), charges(report));
  CHECK(report.passed());
  CHECK(report.engine.starts_with("Trivium"));
  for (const CheckedRule& rule : report.rules)
    CHECK_MESSAGE(rule.unchecked.empty(), rule.id, ": ", rule.unchecked);
  if (!rules.empty()) CHECK(report.rules.size() == 1 + rules.size());
}

}  // namespace

TEST_CASE("Trivium follows rules of UCI of each group") { check_trivium(sampled_uci_rules()); }

TEST_CASE("Trivium follows every rule of UCI with a fast check" * doctest::test_suite("long")) {
  check_trivium({});
}

TEST_CASE("a thread that ends during the search does not increase the measured time") {
  using std::chrono::milliseconds;
  CHECK(time_taken(milliseconds(700), milliseconds(20)) == milliseconds(0));
  CHECK(time_taken(milliseconds(20), milliseconds(700)) == milliseconds(680));
}

TEST_CASE("rules of UCI of each group detect an engine that breaks them") {
  const std::vector<Spoiling> some = spoilings_of(uci_spoilings(), sampled_uci_rules());
  REQUIRE(some.size() == sampled_uci_rules().size());
  CHECK(unconvicted(some, kFilteredUci, check_uci) == "");
}

TEST_CASE("every rule of UCI detects an engine that breaks it" * doctest::test_suite("long")) {
  CHECK(unconvicted(uci_spoilings(), kFilteredUci, check_uci) == "");
}

TEST_CASE("every quick rule of UCI has an engine that breaks it") {
  CHECK(unbroken(uci_rules(), uci_spoilings()) == "");
}

TEST_CASE(
    "a failed handshake causes one finding with the last output, and the other rules are not run") {
  CheckOptions options;
  options.program.command = {"sh", "-c", "echo no license >&2; exit 3"};
  options.quick = true;
  int reports = 0;
  options.progress = [&reports](const CheckReport&) { ++reports; };
  const CheckReport report = check_uci(options);
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].rule == "starts");
  CHECK(report.findings[0].text == "it ended with status 3 after 'uci'");
  CHECK(report.findings[0].evidence.back() == "stderr: no license");
  CHECK(reports == 1);
  const auto quick_rules =
      static_cast<std::size_t>(std::ranges::count_if(uci_rules(), &CheckRule::quick));
  REQUIRE(report.rules.size() == quick_rules);
  CHECK(options.count_selected(uci_rules()) == quick_rules);
  for (std::size_t i = 1; i < quick_rules; ++i)
    CHECK(verdict(report, report.rules[i]) == "not run");
  CHECK(summary(report) ==
        fmt::format("{} rules: 1 error, {} not run\n", quick_rules, quick_rules - 1));
  CHECK_FALSE(report.passed());

  options.program.command = {"/no/such/engine"};
  options.only = {"stop-answers"};
  CHECK(options.count_selected(uci_rules()) == 2);
  const CheckReport missing = check_uci(options);
  REQUIRE(missing.findings.size() == 1);
  CHECK(missing.findings[0].rule == "starts");
  CHECK(missing.findings[0].text == "'/no/such/engine': no such program");
}

TEST_CASE("an engine that ignores nodes breaks only that rule, and its games are played by time") {
  CheckOptions options = spoiled({"", "s/^go nodes.*/go infinite/", ""}, kFilteredUci);
  options.only = {"nodes-kept", "game-followed"};
  const CheckReport report = check_uci(options);
  CHECK_MESSAGE(report.findings.size() == 1, charges(report));
  CHECK(verdict(report, report.rules.at(1)) == "error");
  CHECK(verdict(report, report.rules.at(2)) == "passed");
}

TEST_CASE("an unknown rule is rejected, with the nearest rule or all rules") {
  const std::vector<CheckRule> rules{{"stop-answers", ""}, {"quit-ends", ""}};
  const auto complaint = [&](const std::vector<std::string>& ids) {
    return unknown_rule(ids, rules).value_or(Error{}).message;
  };
  CHECK(complaint({}).empty());
  CHECK(complaint({"quit-ends", "stop-answers"}).empty());
  CHECK(complaint({"quit-ends", "stop-answer"}) ==
        "unknown rule 'stop-answer'; did you mean 'stop-answers'?");
  CHECK(complaint({"stop"}) == "unknown rule 'stop'; did you mean 'stop-answers'?");
  CHECK(complaint({"s"}) == "unknown rule 's'; did you mean 'stop-answers' or 'quit-ends'?");
  CHECK(complaint({""}) == "unknown rule ''; accepted: stop-answers, quit-ends");
  CHECK(complaint({"nonsense"}) == "unknown rule 'nonsense'; accepted: stop-answers, quit-ends");
}

TEST_CASE("the text of a rule shows the conversation of errors and warnings, not of notes") {
  CheckReport report;
  report.rules = {{"quit-ends", "quit ends it.", ""}};
  report.findings = {{"quit-ends", Severity::kNote, "slow", {"> a"}},
                     {"quit-ends", Severity::kWarning, "status 1", {"> b"}}};
  CHECK(to_text(report, report.rules[0]) ==
        "warning      quit-ends               quit ends it.\n    note: slow\n    warning: status "
        "1\n        > b\n");
}

TEST_CASE("an engine that does not flush its output is reported") {
  CheckOptions options = spoiled({"uci-answered", "", ""}, R"(words=$("$0" uci); echo "$words")");
  options.start_patience = std::chrono::milliseconds(500);
  const CheckReport report = check_uci(options);
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].text ==
        "no uciok while its input is open: its output may not be flushed");
}

TEST_CASE("the time limit for the start applies even if checks have a shorter one") {
  const CheckReport report = check_uci(silent_at_start());
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].rule == "starts");
  CHECK(report.findings[0].text == "no uciok within 0.3 s of 'uci'");
}

TEST_CASE("a test can be interrupted") {
  client::Interrupt interrupt;
  interrupt.raise();
  CheckOptions options;
  options.program.command = {trivium_program(), "uci"};
  options.interrupt = &interrupt;
  const CheckReport report = check_uci(options);
  CHECK(report.interrupted);
  CHECK_FALSE(report.passed());
  CHECK(report.rules.size() == 1);
}

TEST_CASE("an info line is parsed strictly by UCI") {
  CHECK(info_faults("info depth 12 seldepth 20 multipv 1 score cp -31 lowerbound nodes 1 nps 2 "
                    "hashfull 999 tbhits 0 time 3 pv e2e4 e7e8q")
            .empty());
  CHECK(
      info_faults("info score mate -3 wdl 0 1 999 currmove e2e4 currmovenumber 1 string pv depth x")
          .empty());
  CHECK(info_faults("info currline 1 e2e4 e7e5 refutation d1h5 g6h5").empty());
  CHECK(info_faults("info depth x") ==
        std::vector<std::string>{"depth: 'x' is not a whole number"});
  CHECK(info_faults("info time 1.5") ==
        std::vector<std::string>{"time: '1.5' is not a whole number"});
  CHECK(info_faults("info nodes -5") == std::vector<std::string>{"nodes: '-5' is out of range"});
  CHECK(info_faults("info hashfull 1001") ==
        std::vector<std::string>{"hashfull: '1001' is out of range"});
  CHECK(info_faults("info score 31") ==
        std::vector<std::string>{"score: '31' is neither cp nor mate"});
  CHECK(info_faults("info pv e2e4 e7e9") == std::vector<std::string>{"pv: 'e7e9' is not a move"});
  CHECK(info_faults("info depth") == std::vector<std::string>{"depth: its value is missing"});
  CHECK(info_faults("info pv") == std::vector<std::string>{"pv: its value is missing"});
  CHECK(unknown_info_fields("info depth 1 ebf 1.9 nodes 3 colour red blue") ==
        std::vector<std::string>{"ebf", "colour"});
  CHECK(illegal_move_in(chess::start_position(), "e2e4 e7e5 g1f3") == std::nullopt);
  CHECK(illegal_move_in(chess::start_position(), "e2e4 e2e4").value().starts_with("move 2: "));
}

}  // namespace trivium::check
