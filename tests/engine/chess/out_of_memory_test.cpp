// Searches in a process without free memory.
#include <chrono>
#include <cstdint>

#include "doctest/doctest.h"

#include "engine/chess/player.h"
#include "engine/chess/rules/movegen.h"
#include "tests/allocation_probe.h"
#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

struct StarvedThought {
  Answer answer;
  std::uint64_t left;  ///< further allocations that would have succeeded
};

/// Runs a search whose first thread can make `allowed` allocations.
StarvedThought think_starved(Player& player, const Limits& limits, std::uint64_t allowed) {
  const SearchControl control;
  const test::AllocationLimit limit(allowed);
  const Answer answer = player.think(limits, control, [](const Report<Move>&) {});
  return {answer, limit.left()};
}

TEST_CASE(
    "without memory a search still answers with a legal move, and the next search works normally") {
  const Game game(position_of("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"));
  Player player(test_weights());
  const Thought before = think(player, game, to_depth(5));
  bool was_refused = false;
  for (std::uint64_t allowed = 0; allowed < 40; ++allowed) {
    const StarvedThought thought = think_starved(player, to_depth(5), allowed);
    was_refused = was_refused || thought.left == 0;
    CHECK(is_legal(game.position(), thought.answer.best));
  }
  CHECK(was_refused);
  player.new_game();
  CHECK(think(player, game, to_depth(5)).answer.best == before.answer.best);
}

TEST_CASE(
    "if memory runs out while threads are started, fewer threads search, and they stop on "
    "request") {
  const Game game(position_of("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"));
  Player player(test_weights());
  player.set_options({.threads = 3, .hash_megabytes = 1});
  Limits limits;  // a clock, which only the first thread checks
  limits.move_time = std::chrono::milliseconds(2);
  think(player, game, limits);
  for (std::uint64_t allowed = 0; allowed < 30; ++allowed) {
    CHECK(is_legal(game.position(), think_starved(player, limits, allowed).answer.best));
  }
}

TEST_CASE("if memory runs out after a search, the ponder move is lost, not the move") {
  const Game game(position_of("rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3"));
  Player player(test_weights());
  const Thought whole = think(player, game, to_depth(5));
  REQUIRE(whole.answer.expected);
  REQUIRE(whole.answer.best != legal_moves(game.position())[0]);
  constexpr std::uint64_t kPlenty = 1'000'000;
  player.new_game();
  const std::uint64_t needed = kPlenty - think_starved(player, to_depth(5), kPlenty).left;
  player.new_game();
  const StarvedThought starved = think_starved(player, to_depth(5), needed - 1);
  CHECK(starved.left == 0);
  CHECK(starved.answer.best == whole.answer.best);
  CHECK_FALSE(starved.answer.expected);
}

}  // namespace
}  // namespace trivium::chess
