// Choice of the thread whose move is played: agreement first, then depth and value.
#include "engine/chess/search/thread_vote.h"

#include <vector>

#include "doctest/doctest.h"

namespace trivium::chess {
namespace {

constexpr Move kOne(make_square(4, 1), make_square(4, 3));
constexpr Move kOther(make_square(3, 1), make_square(3, 3));

Ballot settled(Move move, Value value, int depth) { return {move, true, value, depth}; }

std::size_t winner(const std::vector<Ballot>& ballots) { return choose_thread(ballots); }

TEST_CASE("a single thread is chosen, and so is one of several with the same result") {
  CHECK(winner({settled(kOne, 30, 10)}) == 0);
  CHECK(winner({{kOne, false, kDrawValue, 0}}) == 0);
  CHECK(winner({settled(kOne, 30, 10), settled(kOne, 30, 10), settled(kOther, 30, 10)}) == 0);
}

TEST_CASE("a thread without an exact value, or with one of another move, does not vote") {
  const Ballot nothing{kOther, false, kDrawValue, 0};
  // Its last exact value belongs to another move.
  const Ballot changed_its_mind{kOther, false, 500, 12};
  CHECK(winner({settled(kOne, 30, 5), nothing, nothing, nothing}) == 0);
  CHECK(winner({settled(kOne, 30, 5), changed_its_mind, changed_its_mind}) == 0);
  CHECK(winner({nothing, settled(kOne, -900, 1)}) == 1);
  CHECK(winner({settled(kOne, 30, 10), settled(kOther, 30, 11), changed_its_mind}) == 1);
}

TEST_CASE("a value that is not exact does not lower the minimum for the others") {
  const Ballot nothing{kOther, false, -5000, 0};
  CHECK(winner({settled(kOne, 0, 10), settled(kOther, 50, 9), nothing}) ==
        1);  // 20 x 10 against 70 x 9, not 5020 x 10 against 5070 x 9
}

TEST_CASE("of two moves the deeper search wins, at equal depth the higher value") {
  CHECK(winner({settled(kOne, 30, 10), settled(kOther, 30, 11)}) == 1);
  CHECK(winner({settled(kOne, 30, 11), settled(kOther, 30, 10)}) == 0);
  CHECK(winner({settled(kOne, 30, 10), settled(kOther, 31, 10)}) == 1);
  CHECK(winner({settled(kOne, 30, 10), settled(kOther, 29, 10)}) == 0);
}

TEST_CASE("two threads that agree outvote a deeper third one, and the better of them is chosen") {
  const std::vector<Ballot> ballots{settled(kOther, 30, 12), settled(kOne, 30, 10),
                                    settled(kOne, 30, 11)};
  CHECK(winner(ballots) == 2);
  CHECK(winner({ballots[1], ballots[2], ballots[0]}) == 1);
}

TEST_CASE("a mate outweighs any agreement on less") {
  CHECK(winner({settled(kOne, 30, 14), settled(kOne, 40, 14), settled(kOne, 50, 14),
                settled(kOther, mate_in(5), 9)}) == 3);
}

}  // namespace
}  // namespace trivium::chess
