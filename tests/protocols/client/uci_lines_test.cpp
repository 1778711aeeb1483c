#include <doctest/doctest.h>

#include "protocols/client/uci_info.h"
#include "protocols/client/uci_option.h"

namespace trivium::client {

namespace {

UciOption option(std::string_view line) {
  Result<UciOption> parsed = parse_uci_option(line);
  REQUIRE_MESSAGE(parsed, parsed.error().message);
  return std::move(*parsed);
}

std::string option_error(std::string_view line) {
  const Result<UciOption> parsed = parse_uci_option(line);
  return parsed ? "" : parsed.error().message;
}

}  // namespace

TEST_CASE("options of every type are parsed, also names and choices with blanks") {
  const UciOption spin = option("option name Move Overhead type spin default 10 min 0 max 5000");
  CHECK(spin.name == "Move Overhead");
  CHECK(spin.type == UciOption::Type::kSpin);
  CHECK(spin.initial == "10");
  CHECK(spin.min == 0);
  CHECK(spin.max == 5000);
  const UciOption combo =
      option("option name Style type combo default Very solid var Very solid var Risky");
  CHECK(combo.initial == "Very solid");
  CHECK(combo.choices == std::vector<std::string>{"Very solid", "Risky"});
  CHECK(option("option name Clear Hash type button").type == UciOption::Type::kButton);
  CHECK(option("option name Ponder type check default false").initial == "false");
  const UciOption text = option("option name NalimovPath type string default c:\\min max\\tables");
  CHECK(text.initial == "c:\\min max\\tables");
  CHECK(!text.min);
  CHECK(option("option name Log type string default").initial.empty());
}

TEST_CASE("the error for an invalid option line states what is missing") {
  CHECK(option_error("option") == "option: 'name' is missing");
  CHECK(option_error("option name type spin") == "option: its name is missing");
  CHECK(option_error("option name Hash") == "option Hash: 'type' is missing");
  CHECK(option_error("option name Hash type number") == "option Hash: unknown type 'number'");
  CHECK(option_error("option name Hash type spin default 1 min x") ==
        "option Hash: 'min' is not a whole number: 'x'");
  CHECK(option_error("option name Hash type spin 16") == "option Hash: unknown word '16'");
}

TEST_CASE("values are checked against the type and range of an option") {
  const UciOption spin = option("option name Hash type spin default 16 min 1 max 64");
  CHECK(!objection(spin, "64"));
  CHECK(objection(spin, "65") == "Hash: 65 is above its maximum 64");
  CHECK(objection(spin, "0") == "Hash: 0 is below its minimum 1");
  CHECK(objection(spin, "") == "Hash: '' is not a whole number");
  const UciOption combo = option("option name Style type combo default Solid var Solid var Risky");
  CHECK(!objection(combo, "risky"));
  CHECK(objection(combo, "Wild") == "Style: 'Wild' is not one of its choices");
  CHECK(!objection(option("option name Clear type button"), ""));
  CHECK(objection(option("option name Clear type button"), "x") ==
        "Clear: a button takes no value, found 'x'");
  CHECK(!objection(option("option name Path type string"), "anything at all"));
}

TEST_CASE("an info line is parsed in any order") {
  const UciInfo info = parse_uci_info(
      "info depth 12 seldepth 20 multipv 1 score cp -35 upperbound wdl 10 800 190 nodes "
      "123456789012 nps 1000 hashfull 31 tbhits 0 "
      "time 150 pv e2e4 e7e5");
  CHECK(info.depth == 12);
  CHECK(info.selective_depth == 20);
  CHECK(info.line == 1);
  CHECK(info.score == Score{Score::Kind::kValue, Score::Bound::kUpper, -35});
  REQUIRE(info.expectation);
  CHECK(info.expectation->draw == 800);
  CHECK(info.nodes == 123456789012);
  CHECK(info.hash_per_mille == 31);
  CHECK(info.milliseconds == 150);
  CHECK(info.principal_variation == "e2e4 e7e5");
  const UciInfo other = parse_uci_info("info pv g1f3  g8f6 score mate -3 depth 4");
  CHECK(other.principal_variation == "g1f3  g8f6");
  CHECK(other.score == Score{Score::Kind::kMate, Score::Bound::kExact, -3});
  CHECK(other.depth == 4);
}

TEST_CASE("unknown parts of an info line are ignored") {
  const UciInfo info = parse_uci_info(
      "info depth x score cp nodes 99999999999999999999 score +12 foo 3 score cp +7 string depth "
      "3");
  CHECK(!info.depth);
  CHECK(!info.nodes);
  CHECK(info.score == Score{Score::Kind::kValue, Score::Bound::kExact, 7});
  CHECK(info.message == "depth 3");
  CHECK(parse_uci_info("info score cp 9999999999").score->value == 2147483647);
  CHECK(!parse_uci_info("info").depth);
  CHECK(!parse_uci_info("info score").score);
}

TEST_CASE("only the first variation's lines with a score count") {
  CHECK(has_score("info depth 1 score cp 3 pv e2e4"));
  CHECK(has_score("info depth 1 multipv 1 score cp 3 pv e2e4"));
  CHECK(!has_score("info depth 1 multipv 2 score cp 3 pv e2e4"));
  CHECK(!has_score("info depth 1 score cp 3 multipv 12 pv e2e4"));
  CHECK(!has_score("info string the score is bad"));
  CHECK(!has_score("info depth 5 currmove e2e4 currmovenumber 1"));
  CHECK(!has_score("information score cp 3"));
}

}  // namespace trivium::client
