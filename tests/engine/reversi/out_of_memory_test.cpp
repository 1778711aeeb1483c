// Searches of Reversi in a process without free memory.
#include <cstdint>
#include <doctest/doctest.h>

#include "engine/reversi/player.h"
#include "tests/allocation_probe.h"
#include "tests/engine/reversi/endgame/minimax.h"
#include "tests/engine/reversi/thought.h"

namespace trivium::reversi {
namespace {

/// Runs a search whose first thread can make `allowed` allocations, and checks that its move is
/// legal. Returns the number of further allocations that would have succeeded.
std::uint64_t check_starved(Player& player, const Limits& limits, std::uint64_t allowed) {
  const SearchControl control;
  const test::AllocationLimit limit(allowed);
  const Move move = player.think(limits, control, [](const Report<Move>&) {});
  const std::uint64_t left = limit.left();
  CHECK(player.position().is_legal(move));
  return left;
}

TEST_CASE("without memory a search of Reversi still has a legal move, and the next one is normal") {
  Rng rng(1);
  for (const int empty : {40, 12}) {
    const Position position = random_choice(rng, 8, empty);
    Limits limits;
    limits.depth = empty == 12 ? 60 : 4;
    Player player({}, {.hash_megabytes = 1});
    const Thought before = think(player, position, limits);
    bool was_refused = false;
    for (std::uint64_t allowed = 0; allowed < 40; ++allowed)
      was_refused = check_starved(player, limits, allowed) == 0 || was_refused;
    CHECK(was_refused);
    player.new_game();
    const Thought after = think(player, position, limits);
    CHECK(after.move == before.move);
    CHECK(after.reports.back().score == before.reports.back().score);
  }
}

TEST_CASE("if memory runs out while threads are started, fewer threads search for Reversi") {
  Rng rng(2);
  Player player({}, {.threads = 3, .hash_megabytes = 1});
  player.set_position(random_choice(rng, 8, 40));
  Limits limits;
  limits.nodes = 2000;
  for (std::uint64_t allowed = 0; allowed < 30; ++allowed) check_starved(player, limits, allowed);
}

}  // namespace
}  // namespace trivium::reversi
