#include "engine/reversi/endgame/stability.h"

#include <doctest/doctest.h>

#include "tests/engine/reversi/endgame/minimax.h"
#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::reversi {
namespace {

TEST_CASE("discs that grow from a corner along the edge are stable") {
  const Position position = position_of_rows("OOOX----OO------O-------");
  CHECK(stable_discs(position) == squares_of({"a1", "b1", "c1", "a2", "b2", "a3"}));
  CHECK(stability_bound(position) == 64 - 12);
}

TEST_CASE("a disc on an edge without its corner is not stable") {
  CHECK(stable_discs(position_of_rows("-OOOX---")) == 0);
}

TEST_CASE("all discs of a full edge are stable") {
  CHECK(stable_discs(position_of_rows("XOOXOXXO")) == squares_of({"b1", "c1", "e1", "h1"}));
}

TEST_CASE("the corner of a small board has the stable discs of a corner") {
  const Position board6{.own = bit(0),
                        .other = bit(45) | bit(44),
                        .empty = board_squares(6) & ~bit(0) & ~bit(45) & ~bit(44)};
  CHECK(stable_discs(board6) == (bit(45) | bit(44)));
}

TEST_CASE("no sequence of moves flips a stable disc, for boards of every size") {
  Rng rng(1);
  int found = 0;
  for (const int size : kSizes) {
    for (int i = 0; i < 1000; ++i) {
      Position position = random_endgame(rng, size, 3 + i % 20);
      const Bitboard stable = stable_discs(position);
      CHECK((stable & ~position.other) == 0);
      found += count(stable);
      bool is_other = true;  // the stable discs belong to `other`
      while (!position.over()) {
        play_random_move(rng, position);
        is_other = !is_other;
        CHECK((stable & ~(is_other ? position.other : position.own)) == 0);
      }
    }
  }
  CHECK(found > 1000);
}

TEST_CASE("the stability bound is never below the score") {
  Rng rng(2);
  for (int i = 0; i < 300; ++i) {
    const Position position = random_endgame(rng, i % 2 == 0 ? 8 : 6, 5);
    CHECK(stability_bound(position) >= minimax(position));
  }
}

}  // namespace
}  // namespace trivium::reversi
