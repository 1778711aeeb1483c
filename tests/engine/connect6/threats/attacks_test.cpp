#include "engine/connect6/threats/attacks.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>
#include <utility>
#include <vector>

#include "tests/engine/connect6/reference.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

using Pairs = std::set<std::pair<Cell, Cell>>;

std::vector<Attack> attacks_of(LineFeatures& lines, Stone side, int stones_left,
                               const AttackScope& scope) {
  AttackGenerator generator;
  std::vector<Attack> attacks;
  generator.generate(lines, side, stones_left, parries(lines, opponent(side)), scope, attacks);
  return attacks;
}

/// Returns the parries of the threats after `turn`.
Parries parries_after(LineFeatures& lines, Stone side, Turn turn) {
  lines.place(turn.first, side);
  lines.place(turn.second, side);
  const Parries answer = parries(lines, side);
  lines.remove(turn.second);
  lines.remove(turn.first);
  return answer;
}

/// Returns random stones without four in any window of six, equally many of both sides.
LineFeatures quiet_lines(Rng& rng, int size) {
  for (;;) {
    const reference::Stones stones = reference::random_stones(rng, size, size * size / 3, 5);
    LineFeatures lines(size);
    for (std::size_t cell = 0; cell < stones.at.size(); ++cell) {
      if (stones.at[cell] != Stone::kEmpty) lines.place(static_cast<Cell>(cell), stones.at[cell]);
    }
    if (!can_win(lines, Stone::kBlack, 2)) return lines;
  }
}

/// True if `cell` is empty and in a window with two or more stones of `side` and none of the
/// opponent.
bool in_a_line(const LineFeatures& lines, Stone side, Cell cell) {
  const auto windows = lines.table().through(cell);
  return lines.at(cell) == Stone::kEmpty &&
         std::any_of(windows.begin(), windows.end(), [&](Window window) {
           return lines.count(window, side) >= 2 && lines.count(window, opponent(side)) == 0;
         });
}

TEST_CASE("a pair is judged as if its stones had been placed") {
  Rng rng(61);
  AttackGenerator generator;
  int needed[4] = {};
  for (int i = 0; i < 40; ++i) {
    LineFeatures lines = quiet_lines(rng, 7 + static_cast<int>(rng.below(3)));
    for (int a = 0; a < lines.cells(); ++a) {
      for (int b = a + 1; b < lines.cells(); ++b) {
        const Turn turn{static_cast<Cell>(a), static_cast<Cell>(b)};
        if (lines.at(turn.first) != Stone::kEmpty || lines.at(turn.second) != Stone::kEmpty)
          continue;
        const Parries expected = parries_after(lines, Stone::kBlack, turn);
        const Parries judged = generator.judge(lines, Stone::kBlack, turn);
        REQUIRE(judged.stones_needed() == expected.stones_needed());
        REQUIRE(std::equal(judged.sets().begin(), judged.sets().end(), expected.sets().begin(),
                           expected.sets().end()));
        ++needed[judged.stones_needed()];
      }
    }
  }
  for (const int count : needed) CHECK(count > 0);  // the positions cover every case
}

TEST_CASE("every pair that takes two stones to parry is found, or one that takes three") {
  Rng rng(62);
  int won = 0;
  int pairs = 0;
  for (int i = 0; i < 150; ++i) {
    LineFeatures lines = quiet_lines(rng, 8);
    const LineFeatures before = lines;
    Pairs expected;
    bool wins = false;
    const bool threatened = can_win(lines, Stone::kWhite, 2);
    for (Cell a = 0; a < lines.cells(); ++a) {
      for (Cell b = a + 1; b < lines.cells(); ++b) {
        if (!in_a_line(lines, Stone::kBlack, a) || !in_a_line(lines, Stone::kBlack, b)) continue;
        const int needed = parries_after(lines, Stone::kBlack, {a, b}).stones_needed();
        lines.place(a, Stone::kBlack);
        lines.place(b, Stone::kBlack);
        const bool parried = !can_win(lines, Stone::kWhite, 2);
        lines.remove(b);
        lines.remove(a);
        if (needed >= 2 && parried) expected.insert({a, b});
        wins = wins || (needed == 3 && parried);
      }
    }
    const std::vector<Attack> found = attacks_of(lines, Stone::kBlack, 2, {});
    REQUIRE(lines == before);
    if (wins) {
      REQUIRE(found.size() == 1);
      REQUIRE(found[0].needed == 3);
      ++won;
      continue;
    }
    Pairs listed;
    for (const Attack& attack : found) {
      REQUIRE(attack.needed == 2);
      listed.insert({attack.turn.first, attack.turn.second});
    }
    REQUIRE(listed.size() == found.size());
    if (!threatened) {
      REQUIRE(listed == expected);
    } else {  // if a parry is in none of our lines, more attacks are found
      REQUIRE(std::includes(listed.begin(), listed.end(), expected.begin(), expected.end()));
    }
    pairs += static_cast<int>(listed.size());
  }
  CHECK(won > 10);
  CHECK(pairs > 100);
}

TEST_CASE("attacks that one stone parries are listed last, the best first, up to the limit") {
  const Board board = board_after("1. B[g10] 2. W[a1s1] 3. B[h10i10] 4. W[a19s19]");
  LineFeatures lines(board);
  const auto count = [](const std::vector<Attack>& attacks, int needed) {
    return std::count_if(attacks.begin(), attacks.end(),
                         [needed](const Attack& attack) { return attack.needed == needed; });
  };
  CHECK(count(attacks_of(lines, Stone::kBlack, 2, {2, 0}), 1) == 0);
  CHECK(count(attacks_of(lines, Stone::kBlack, 2, {3, 0}), 2) == 0);
  const std::vector<Attack> attacks = attacks_of(lines, Stone::kBlack, 2, {2, 5});
  CHECK(count(attacks, 2) == count(attacks_of(lines, Stone::kBlack, 2, {2, 0}), 2));
  REQUIRE(count(attacks, 1) == 5);
  for (std::size_t i = attacks.size() - 4; i < attacks.size(); ++i) {
    CHECK(attacks[i].needed == 1);
    CHECK(attacks[i].gain <= attacks[i - 1].gain);
  }
}

TEST_CASE("with one stone left the attacks are single stones that parry all threats") {
  const Board board = board_after("1. B[g10] 2. W[a1b1] 3. B[h10i10] 4. W[c1d1] 5. B[s19]");
  LineFeatures lines(board);
  const std::vector<Attack> attacks = attacks_of(lines, Stone::kBlack, 1, {2, 100});
  for (const Attack& attack : attacks)
    CHECK((name(attack.turn) == "e1" || name(attack.turn) == "f1"));
  CHECK(attacks.empty());  // they parry, but make no threat
  const Board free = board_after("1. B[g10] 2. W[a1b1] 3. B[h10i10] 4. W[c1s1] 5. B[s19]");
  LineFeatures free_lines(free);
  CHECK(attacks_of(free_lines, Stone::kBlack, 1, {2, 0}).size() ==
        2);  // f10 and j10 make an open four
}

}  // namespace
}  // namespace trivium::connect6
