#include "protocols/acpc/match_score.h"

#include "tests/engine/poker/support.h"

namespace trivium::acpc {
namespace {

using poker::game;

poker::MatchState state(const std::string& line, std::string_view name = "nolimit") {
  const Result<poker::MatchState> read = poker::parse_match_state(line, game(name));
  if (!read) FAIL(read.error().message);
  return *read;
}

TEST_CASE("a finished hand counts once, even if its last state is repeated") {
  MatchScore score;
  CHECK(score.empty());
  REQUIRE(score.add(state("MATCHSTATE:1:0::|AsKs")).has_value());
  CHECK(score.in_hand());
  CHECK(!score.empty());
  for (int k = 0; k < 3; ++k) REQUIRE(score.add(state("MATCHSTATE:1:0:r300f:|AsKs")).has_value());
  CHECK(!score.in_hand());
  CHECK(score.hands() == 1);
  CHECK(score.chips() == 100);
}

TEST_CASE("a showdown is scored by its cards, in thousandths of a big blind per hand") {
  MatchScore score;
  REQUIRE(score.add(state("MATCHSTATE:0:7:r300c/cc/cc/cc:2c2d|AsKs/7h8h9c/Td/3c")).has_value());
  CHECK(score.chips() == 300);
  CHECK(score.mbb_per_hand() == 3000);
  REQUIRE(score.add(state("MATCHSTATE:1:8:f:|AsKs")).has_value());
  CHECK(score.chips() == 250);
  CHECK(score.mbb_per_hand() == 1250);
}

TEST_CASE("a game without blinds has no score in big blinds") {
  poker::GameDefinition free = game("nolimit");
  free.blind = {};
  const Result<poker::MatchState> end =
      poker::parse_match_state("MATCHSTATE:1:0:r300f:|AsKs", free);
  REQUIRE(end.has_value());
  MatchScore score;
  CHECK(score.mbb_per_hand() == 0);
  REQUIRE(score.add(*end).has_value());
  CHECK(score.hands() == 1);
  CHECK_FALSE(score.mbb_per_hand());
}

TEST_CASE("the same hand number with other cards is a hand of a new match") {
  MatchScore score;
  REQUIRE(score.add(state("MATCHSTATE:0:0:f:2c2d|")).has_value());
  REQUIRE(score.add(state("MATCHSTATE:0:0:f:2c3d|")).has_value());
  CHECK(score.hands() == 2);
}

TEST_CASE("a showdown with missing cards is not counted and returns an error") {
  MatchScore score;
  const Status seen = score.add(state("MATCHSTATE:0:7:r300c/cc/cc/cc:2c2d|/7h8h9c/Td/3c"));
  REQUIRE(!seen.has_value());
  CHECK(score.hands() == 0);
  CHECK(!score.in_hand());
}

}  // namespace
}  // namespace trivium::acpc
