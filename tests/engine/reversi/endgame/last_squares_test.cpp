#include "engine/reversi/endgame/last_squares.h"

#include <cstdint>
#include <doctest/doctest.h>

#include "tests/engine/reversi/endgame/minimax.h"

namespace trivium::reversi {
namespace {

TEST_CASE("the last squares are solved as by minimax, for boards of every size") {
  Rng rng(1);
  for (const int size : kSizes) {
    for (int i = 0; i < 1000; ++i) {
      const Position position = random_endgame(rng, size, i % (kLastSquares + 1));
      if (count(position.empty) > kLastSquares) continue;  // the game ended early
      const int score = minimax(position);
      for (const int alpha : {score - 1, score, -64, 63}) {
        std::uint64_t nodes = 0;
        const int found = solve_last_squares(position, alpha, nodes);
        CAPTURE(alpha);
        if (score > alpha) CHECK((found > alpha && found <= score));
        if (score <= alpha) CHECK((found <= alpha && found >= score));
        CHECK(nodes <= 64);
      }
    }
  }
}

TEST_CASE("positions with a single empty square are not counted as nodes") {
  const Position position{
      .own = 0x7FFFFFFFFFFFFFFEULL & ~bit(1), .other = bit(1) | bit(63), .empty = 1};
  std::uint64_t nodes = 0;
  CHECK(solve_last_squares(position, 0, nodes) == 62);
  CHECK(nodes == 0);
}

}  // namespace
}  // namespace trivium::reversi
