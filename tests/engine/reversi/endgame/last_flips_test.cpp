#include "engine/reversi/endgame/last_flips.h"

#include <doctest/doctest.h>

#include "engine/core/rng.h"
#include "engine/reversi/rules/position.h"

namespace trivium::reversi {
namespace {

TEST_CASE("the flips on the last empty square are counted from the own discs alone") {
  Rng rng(2);
  for (int i = 0; i < 2000; ++i) {
    const auto square = static_cast<Square>(i % 64);
    const Bitboard own = rng() & rng() & ~bit(square);
    const Bitboard other = ~own & ~bit(square);
    CHECK(count_last_flips(square, own) == count(flips(square, own, other)));
    CHECK(count_last_flips(square, other) == count(flips(square, other, own)));
  }
}

TEST_CASE("squares beside a small board are no discs that could be flipped") {
  // The last square is f6, the corner of a board of 6. Only the column has an own disc.
  const Bitboard last = bit(45);
  const Bitboard own = bit(5);
  const Bitboard other = board_squares(6) & ~own & ~last;
  CHECK(count_last_flips(45, own) == 4);
  CHECK(count_last_flips(45, own) == count(flips(45, own, other)));
}

}  // namespace
}  // namespace trivium::reversi
