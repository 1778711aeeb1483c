#include "engine/poker/equity/river_strength.h"

#include <algorithm>

#include "engine/core/signature.h"
#include "engine/poker/rules/hand_rank.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

struct Compared {
  std::uint32_t halves = 0;  ///< 2 for a win, 1 for a tie
  std::uint32_t holdings = 0;
};

/// Compares a holding with all opponent's holdings allowed by `counts`, one by one.
template <class Counts>
Compared compare(const std::vector<Card>& board, Card a, Card b, const Counts& counts) {
  const CardSum sum(board);
  const HandRank own = rank_hand(sum + a + b);
  const std::uint64_t dead = bits_of(board) | std::uint64_t{1} << a | std::uint64_t{1} << b;
  Compared result;
  for_each_pair(dead, [&](Card high, Card low) {
    if (!counts(high, low)) return;
    const HandRank other = rank_hand(sum + high + low);
    result.halves += own > other ? 2 : own == other ? 1 : 0;
    ++result.holdings;
  });
  return result;
}

constexpr auto kAll = [](Card, Card) { return true; };

const std::vector<const char*> kBoards{"2c7d9hJs5s", "AsKsQsJsTs", "7c7d7h7s2c", "8h9hThAcAd",
                                       "2c2d3c3dKh"};

/// Returns arbitrary classes by the sum of the ranks, with few holdings in the first and the last.
OpponentClasses some_classes() {
  OpponentClasses classes{};
  for_each_pair(0, [&](Card high, Card low) {
    classes[pair_number(high, low)] =
        static_cast<std::uint8_t>((rank_of(high) + rank_of(low)) * 8 / (2 * kRanks - 1));
  });
  return classes;
}

TEST_CASE("river equities agree with comparing every two holdings") {
  for (const char* text : kBoards) {
    CAPTURE(text);
    const std::vector<Card> board = cards(text);
    PairEquities equities{};
    river_equities(board, equities);
    for_each_pair(bits_of(board), [&](Card high, Card low) {
      if (pair_number(high, low) % 7 != 0) return;
      const Compared compared = compare(board, high, low, kAll);
      REQUIRE(compared.holdings * 2 == kRiverUnits);
      REQUIRE(equities[pair_number(high, low)] == compared.halves);
    });
    CHECK(equities[pair_number(board[0], board[1])] == 0);
  }
}

TEST_CASE("if the board is the best hand of every holding, every equity is one half") {
  PairEquities equities{};
  river_equities(cards("AsKsQsJsTs"), equities);
  CHECK(equities[pair_number(cards("2c")[0], cards("3d")[0])] == kRiverUnits / 2);
}

TEST_CASE("river points are the equities against each class of opponent's holdings") {
  const OpponentClasses classes = some_classes();
  for (const char* text : kBoards) {
    CAPTURE(text);
    const std::vector<Card> board = cards(text);
    std::array<RiverPoint, kPairs> points;
    river_points(board, classes, points);
    for_each_pair(bits_of(board), [&](Card high, Card low) {
      if (pair_number(high, low) % 31 != 0) return;
      for (std::size_t c = 0; c < kOpponentClasses; ++c) {
        const Compared compared = compare(
            board, high, low, [&](Card x, Card y) { return classes[pair_number(x, y)] == c; });
        REQUIRE(compared.holdings > 0);
        const std::size_t exact = compared.halves * kProfileUnits / (2 * compared.holdings);
        REQUIRE(points[pair_number(high, low)][c] == exact);
      }
      for (std::size_t rest = kOpponentClasses; rest < points[0].size(); ++rest)
        REQUIRE(points[pair_number(high, low)][rest] == 0);
    });
    CHECK(points[pair_number(board[0], board[1])] == RiverPoint{});
  }
}

TEST_CASE("a class without possible holdings gets the equity against all holdings") {
  OpponentClasses
      classes{};  // all in the first class except one holding, which the board makes impossible
  classes[pair_number(cards("Ks")[0], cards("As")[0])] = 1;
  const std::vector<Card> board = cards("AsKs2c7d9h");
  std::array<RiverPoint, kPairs> points;
  river_points(board, classes, points);
  for_each_pair(bits_of(board), [&](Card high, Card low) {
    const RiverPoint& point = points[pair_number(high, low)];
    REQUIRE(point[1] == point[0]);
    REQUIRE(point[7] == point[0]);
  });
  CHECK(points[pair_number(cards("Ah")[0], cards("Ad")[0])][0] == kProfileUnits);
}

TEST_CASE("a turn point counts each river once") {
  const std::vector<Card> board = cards("2c7d9hJs");
  const std::vector<TurnPoint> points = turn_points(board);
  for (const char* const holding : {"8hTh", "AsAd", "3c4h", "Jd2d"}) {
    CAPTURE(holding);
    const Card a = cards(holding)[0], b = cards(holding)[1];
    TurnPoint expected{};
    for (Card river = 0; river < kCards; ++river) {
      std::vector<Card> full = board;
      full.push_back(river);
      const std::uint64_t dead = bits_of(board) | std::uint64_t{1} << a | std::uint64_t{1} << b;
      if ((dead >> river & 1) != 0) continue;
      for (std::size_t bin = equity_bin(compare(full, a, b, kAll).halves); bin < kEquityBins; ++bin)
        expected[bin] += kTurnScale;
    }
    CHECK(points[pair_number(a, b)] == expected);
    CHECK(expected.back() == kTurnRivers * kTurnScale);
  }
  CHECK(points[pair_number(board[0], cards("8h")[0])] == TurnPoint{});
}

TEST_CASE("turn points are equal for holdings that differ only in suit names") {
  const std::vector<TurnPoint> points = turn_points(cards("2c7d9hJs")),
                               other = turn_points(cards("2s7h9dJc"));
  CHECK(points[pair_number(cards("Ac")[0], cards("Kd")[0])] ==
        other[pair_number(cards("As")[0], cards("Kh")[0])]);
}

// Both kernels run this.
TEST_CASE("equities and points are the same for every kernel and compiler") {
  Signature signature;
  const OpponentClasses classes = some_classes();
  for (const char* text : kBoards) {
    PairEquities equities{};
    river_equities(cards(text), equities);
    for (const std::uint16_t equity : equities) signature.add(equity);
    std::array<RiverPoint, kPairs> points;
    river_points(cards(text), classes, points);
    for (const RiverPoint& point : points) {
      for (const std::uint8_t value : point) signature.add(value);
    }
  }
  CHECK(signature.value() == 0x94bac626ca8f5da);
}

}  // namespace
}  // namespace trivium::poker
