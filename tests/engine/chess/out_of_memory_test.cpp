// A search in a process whose memory has run out: operator new is replaced, so that a thread can be refused from its n-th request on.
#include <chrono>
#include <cstdlib>
#include <new>

#include "doctest/doctest.h"

#include "engine/chess/player.h"
#include "engine/chess/rules/movegen.h"
#include "tests/engine/chess/support.h"

namespace {

thread_local long requests_left = -1;  // negative: no end

void* allocate(std::size_t size, std::size_t alignment) {
  if (requests_left == 0) throw std::bad_alloc();
  if (requests_left > 0) --requests_left;
  void* const memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace trivium::chess {
namespace {

TEST_CASE("where memory runs out the search still answers with a legal move, and the next one is as ever") {
  const Game game(position_of("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"));
  Player player(test_weights());
  const Thought before = think(player, game, to_depth(5));
  const SearchControl control;
  bool was_refused = false;
  for (long allowed = 0; allowed < 40; ++allowed) {
    requests_left = allowed;
    const Answer answer = player.think(to_depth(5), control, [](const Report<Move>&) {});
    was_refused = was_refused || requests_left == 0;
    requests_left = -1;
    CHECK(is_legal(game.position(), answer.best));
  }
  CHECK(was_refused);
  player.new_game();
  CHECK(think(player, game, to_depth(5)).answer.best == before.answer.best);
}

TEST_CASE("memory that runs out while threads are started leaves fewer of them, which end when they are told to") {
  const Game game(position_of("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"));
  Player player(test_weights());
  player.set_options({.threads = 3, .hash_megabytes = 1});
  Limits limits;  // a clock, that the first thread alone watches
  limits.move_time = std::chrono::milliseconds(2);
  think(player, game, limits);
  for (long allowed = 0; allowed < 30; ++allowed) {
    const SearchControl control;
    requests_left = allowed;
    const Answer answer = player.think(limits, control, [](const Report<Move>&) {});
    requests_left = -1;
    CHECK(is_legal(game.position(), answer.best));
  }
}

TEST_CASE("memory that runs out after a search costs the expected reply, not the move") {
  const Game game(position_of("rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3"));
  Player player(test_weights());
  const Thought whole = think(player, game, to_depth(5));
  REQUIRE(whole.answer.expected);
  REQUIRE(whole.answer.best != legal_moves(game.position())[0]);
  constexpr long kPlenty = 1'000'000;
  player.new_game();
  const SearchControl control;
  requests_left = kPlenty;
  player.think(to_depth(5), control, [](const Report<Move>&) {});
  const long needed = kPlenty - requests_left;
  player.new_game();
  requests_left = needed - 1;
  const Answer answer = player.think(to_depth(5), control, [](const Report<Move>&) {});
  CHECK(requests_left == 0);
  requests_left = -1;
  CHECK(answer.best == whole.answer.best);
  CHECK_FALSE(answer.expected);
}

}  // namespace
}  // namespace trivium::chess
