// Which thread answers: agreement first, then depth and value.
#include "engine/chess/search/thread_vote.h"

#include <vector>

#include "doctest/doctest.h"

namespace trivium::chess {
namespace {

constexpr Move kOne(make_square(4, 1), make_square(4, 3));
constexpr Move kOther(make_square(3, 1), make_square(3, 3));

Ballot settled(Move move, Value value, int depth) { return {move, true, value, depth}; }

std::size_t winner(const std::vector<Ballot>& ballots) { return elected(ballots); }

TEST_CASE("one thread, or one of several that found the same, answers for itself") {
  CHECK(winner({settled(kOne, 30, 10)}) == 0);
  CHECK(winner({{kOne, false, kDrawValue, 0}}) == 0);
  CHECK(winner({settled(kOne, 30, 10), settled(kOne, 30, 10), settled(kOther, 30, 10)}) == 0);
}

TEST_CASE("a thread that settled nothing, or a line of another move, does not count") {
  const Ballot nothing{kOther, false, kDrawValue, 0};
  const Ballot changed_its_mind{kOther, false, 500, 12};  // its last exact value is that of another move
  CHECK(winner({settled(kOne, 30, 5), nothing, nothing, nothing}) == 0);
  CHECK(winner({settled(kOne, 30, 5), changed_its_mind, changed_its_mind}) == 0);
  CHECK(winner({nothing, settled(kOne, -900, 1)}) == 1);
  CHECK(winner({settled(kOne, 30, 10), settled(kOther, 30, 11), changed_its_mind}) == 1);
}

TEST_CASE("a value that nobody settled does not lower the bar for the others") {
  const Ballot nothing{kOther, false, -5000, 0};
  CHECK(winner({settled(kOne, 0, 10), settled(kOther, 50, 9), nothing}) == 1);  // 20 x 10 against 70 x 9, not 5020 x 10 against 5070 x 9
}

TEST_CASE("of two moves the deeper search wins, at equal depth the better value") {
  CHECK(winner({settled(kOne, 30, 10), settled(kOther, 30, 11)}) == 1);
  CHECK(winner({settled(kOne, 30, 11), settled(kOther, 30, 10)}) == 0);
  CHECK(winner({settled(kOne, 30, 10), settled(kOther, 31, 10)}) == 1);
  CHECK(winner({settled(kOne, 30, 10), settled(kOther, 29, 10)}) == 0);
}

TEST_CASE("two that agree outvote a third that is deeper, and the better of them answers") {
  const std::vector<Ballot> ballots{settled(kOther, 30, 12), settled(kOne, 30, 10), settled(kOne, 30, 11)};
  CHECK(winner(ballots) == 2);
  CHECK(winner({ballots[1], ballots[2], ballots[0]}) == 1);
}

TEST_CASE("a mate is worth more than any agreement about less") {
  CHECK(winner({settled(kOne, 30, 14), settled(kOne, 40, 14), settled(kOne, 50, 14), settled(kOther, mate_in(5), 9)}) == 3);
}

}  // namespace
}  // namespace trivium::chess
