// Published leaf counts: orthodox positions from the Chess Programming Wiki's "Perft Results",
// Chess960 positions from the Ethereal suite.
#include "engine/chess/rules/perft.h"

#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <span>

#include "engine/chess/rules/notation.h"

namespace trivium::chess {
namespace {

struct Count {
  const char* fen;
  int depth;
  std::uint64_t leaves;
};

void check_counts(std::span<const Count> counts) {
  for (const Count& count : counts) {
    CAPTURE(count.fen);
    Position position = *parse_fen(count.fen);
    const Position before = position;
    CHECK(perft(position, count.depth) == count.leaves);
    CHECK(position == before);
    CHECK(position.key() == before.key());
  }
}

TEST_CASE("orthodox positions have their published leaf counts") {
  constexpr std::array kCounts{
      Count{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
      Count{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
      Count{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
      Count{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
      Count{"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4, 422333},
      Count{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
      Count{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
      Count{"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3605103},
  };
  check_counts(kCounts);
}

TEST_CASE("Chess960 positions have their published leaf counts") {
  constexpr std::array kCounts{
      Count{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672},
      Count{"n1nrqkbr/ppb2ppp/3pp3/2p5/2P3P1/5P2/PP1PPB1P/NBNRQK1R w HDhd - 1 9", 4, 681428},
      Count{"bnrb1rkq/ppnpppp1/3Q4/2p4p/7P/N7/PPPPPPP1/B1RBNKR1 w GC - 2 9", 4, 800440},
      Count{"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", 4, 287739},
      Count{"2nqknrb/1rpppppp/5B2/pp6/1PP1b3/3P4/P3PPPP/1RNQKNRB w GBg - 1 9", 4, 1101159},
      Count{"rb1knnbr/1pp1ppp1/p2p3p/5q2/3B2P1/3P1P2/PPP1P2P/RBQKNN1R w HAha - 0 9", 4, 1605706},
      Count{"rbqkb1nn/1ppppr1p/p5p1/5p2/1P6/2P4P/P1KPPPP1/RBQ1BRNN w a - 1 9", 4, 231273},
      Count{"bbq1nr1r/pppppk1p/2n2p2/6p1/P4P2/4P1P1/1PPP3P/BBQNNRKR w HF - 1 9", 4, 387556},
  };
  check_counts(kCounts);
}

TEST_CASE(
    "depth 0 counts the position itself, depth 1 its moves, and mates and stalemates have no "
    "leaves") {
  Position start = start_position();
  CHECK(perft(start, 0) == 1);
  CHECK(perft(start, 1) == 20);
  Position mate = *parse_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
  CHECK(perft(mate, 1) == 0);
  CHECK(perft(mate, 3) == 0);
}

TEST_CASE("divide adds up to perft, and stops when requested") {
  Position position = start_position();
  const std::string before = to_fen(position);
  int moves = 0;
  std::uint64_t sum = 0;
  const auto add = [&](Move, std::uint64_t leaves) {
    ++moves;
    sum += leaves;
  };
  CHECK(divide(position, 5, add, [] { return false; }) == 4865609);
  CHECK(moves == 20);
  CHECK(sum == 4865609);
  CHECK(divide(position, 0, add, [] { return false; }) == 1);
  CHECK(divide(position, 1, add, [] { return false; }) == 20);
  CHECK(moves == 40);

  int asked = 0;
  CHECK_FALSE(divide(position, 20, add, [&asked] { return ++asked > 50; }).has_value());
  CHECK(asked == 51);
  CHECK(moves == 40);
  CHECK(to_fen(position) == before);
}

}  // namespace
}  // namespace trivium::chess
