#include "learning/harness/game_run.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "models/format/load_error.h"
#include "tests/temporary_folder.h"

namespace trivium::learning {
namespace {

/// A player whose game n is the number n.
struct Counter {
  using Game = std::uint32_t;
  static constexpr const char* kName = "counter";
  static constexpr int kStateVersion = 1;

  std::string identity() const { return "{}"; }
  std::vector<Game> play(std::uint64_t first) {
    played.push_back(first);
    const auto game = static_cast<Game>(first);
    return {game, game + 1};
  }
  void add(Game game) { games.push_back(game); }
  bool done() const { return games.size() == wanted; }
  void resumed() { taken = games.size(); }

  std::size_t wanted;
  std::vector<Game> games{};
  std::vector<std::uint64_t> played{};  ///< first games of the calls of play()
  std::size_t taken = 0;                ///< games of the snapshot
};

Counter run_of(std::size_t games, const RunOptions& options) {
  Counter player{games};
  GameRun learner(player, options);
  run(learner, options);
  return player;
}

TEST_CASE("a resumed run takes the games of its snapshot and plays the next ones") {
  const TemporaryFolder folder;
  RunOptions options{folder.path()};
  CHECK(run_of(3, options).games == std::vector<std::uint32_t>{0, 1, 2});
  options.resume = true;
  const Counter more = run_of(5, options);
  CHECK(more.games == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
  CHECK(more.taken == 3);
  CHECK(more.played == std::vector<std::uint64_t>{3});
  const Counter fewer = run_of(2, options);
  CHECK(fewer.games == std::vector<std::uint32_t>{0, 1});
  CHECK(fewer.played.empty());
}

TEST_CASE("a snapshot with fewer games than steps is rejected") {
  const TemporaryFolder folder;
  Counter player{4};
  GameRun learner(player, RunOptions{folder.path()});
  learner.advance();
  Snapshot snapshot = learner.snapshot();
  ++snapshot.step;
  Counter resumed{4};
  GameRun other(resumed, RunOptions{folder.path()});
  std::string code;
  try {
    other.restore(StateReader(snapshot));
  } catch (const format::LoadError& error) {
    code = error.code();
  }
  CHECK(code == "checkpoint.games");
}

}  // namespace
}  // namespace trivium::learning
