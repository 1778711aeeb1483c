// Leaf counts of Aart Bik (2009) for boards of 8; those of 6 and 4 come from a second program.
#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <span>

#include "engine/reversi/rules/position.h"

namespace trivium::reversi {
namespace {

/// Checks the counts from depth 1 on.
void check_counts(int size, std::span<const std::uint64_t> counts) {
  const Position start = Position::start(size);
  CHECK(perft(start, 0) == 1);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    CAPTURE(i + 1);
    CHECK(perft(start, static_cast<int>(i) + 1) == counts[i]);
  }
}

TEST_CASE("the start position of Reversi has its published leaf counts") {
  constexpr std::array<std::uint64_t, 11> kCounts = {
      4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800};
  check_counts(8, kCounts);
}

TEST_CASE("the start position of Reversi has its published leaf count at depth 12" *
          doctest::test_suite("long")) {
  CHECK(perft(Position::start(), 12) == 1939886636);
}

TEST_CASE("a board of 6 has its leaf counts") {
  constexpr std::array<std::uint64_t, 9> kCounts = {4,    12,    56,     244,    1364,
                                                    7604, 47740, 308716, 2114912};
  check_counts(6, kCounts);
}

TEST_CASE("a board of 4 has its leaf counts up to the end of every game") {
  constexpr std::array<std::uint64_t, 12> kCounts = {4,    12,   44,    128,   424,   1256,
                                                     3624, 9116, 20044, 36540, 50704, 57436};
  check_counts(4, kCounts);
}

TEST_CASE("a finished game is one leaf at every depth, and a pass is a ply") {
  // Black's only disc is in a corner, and the other three corners are White's: nobody can move.
  const Position over{
      .own = bit(0), .other = bit(7) | bit(56) | bit(63), .empty = ~0x8100000000000081ULL};
  REQUIRE(over.over());
  for (const int depth : {0, 1, 5}) CHECK(perft(over, depth) == 1);
  // White could play c1, Black cannot move.
  const Position pass{.own = bit(1), .other = bit(0), .empty = ~Bitboard{3}};
  REQUIRE(pass.must_pass());
  CHECK(perft(pass, 1) == 1);
  CHECK(perft(pass, 2) == 1);
}

}  // namespace
}  // namespace trivium::reversi
