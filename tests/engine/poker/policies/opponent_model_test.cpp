#include "engine/poker/policies/opponent_model.h"

#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

struct Table {
  explicit Table(const char* name) : played(game(name)), chances(played), model(chances) {}

  std::vector<OpponentRange> ranges(const std::string& line) const {
    return model.ranges(hand(line, played).public_state());
  }
  std::uint32_t weight(const OpponentRange& range, const char* text) const {
    return range.weights[chances.holdings().number(holding(text))];
  }

  const GameDefinition& played;
  ShowdownChances chances;
  OpponentModel model;
};

TEST_CASE("before its first action an opponent may hold anything") {
  const Table table("nolimit");
  const auto ranges = table.ranges("MATCHSTATE:1:0::|AsKs");
  REQUIRE(ranges.size() == 1);
  CHECK(table.weight(ranges[0], "2c7d") == kCertain);
  CHECK(table.weight(ranges[0], "AcAd") == kCertain);
}

TEST_CASE("a raise makes good holdings more probable, a larger one more, and none impossible") {
  const Table table("nolimit");
  const auto small = table.ranges("MATCHSTATE:0:0:r300:AsKs|");
  const auto large = table.ranges("MATCHSTATE:0:0:r2000:AsKs|");
  CHECK(table.weight(small[0], "AcAd") == kCertain);
  CHECK(table.weight(small[0], "2c7d") < kCertain / 2);
  CHECK(table.weight(large[0], "2c7d") < table.weight(small[0], "2c7d"));
  CHECK(table.weight(large[0], "2c7d") > 0);
}

TEST_CASE("a check gives no information, a call some") {
  const Table table("limit");
  const auto checked = table.ranges("MATCHSTATE:1:0:cc/c:|AsKs/2c7d9h");
  const auto called = table.ranges("MATCHSTATE:1:0:crc/c:|AsKs/2c7d9h");
  CHECK(table.weight(checked[0], "3c4d") == kCertain);
  CHECK(table.weight(called[0], "3c2d") < kCertain);
  CHECK(table.weight(called[0], "AcAd") == kCertain);
}

TEST_CASE("a bet on the flop is judged by the hands on that board") {
  const Table table("limit");
  const auto ranges = table.ranges("MATCHSTATE:1:0:cc/r:|AsKs/2c7d9h");
  CHECK(table.weight(ranges[0], "9c9d") == kCertain);
  CHECK(table.weight(ranges[0], "2s7s") == kCertain);
  CHECK(table.weight(ranges[0], "3c4d") < kCertain / 2);
}

TEST_CASE("own actions and those of folded players do not change the opponents' ranges") {
  const Table table("limit3");
  const auto ranges = table.ranges("MATCHSTATE:0:0:rrfr:2c2d||");
  REQUIRE(ranges.size() == 1);
  CHECK(ranges[0].players == 1);
}

TEST_CASE("opponents with equal actions are combined") {
  const Table table("limit3");
  const auto alike = table.ranges("MATCHSTATE:2:0:rcc/cc:||2c2d/7c8c9d");
  REQUIRE(alike.size() == 1);
  CHECK(alike[0].players == 2);
  CHECK(table.ranges("MATCHSTATE:2:0:rcc/cr:||2c2d/7c8c9d").size() == 2);
}

}  // namespace
}  // namespace trivium::poker
