// Self-play: games begin differently, end with best play, and are equal for any number of threads
// and after any kill.
#include "learning/reversi_value/games/self_play.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/reversi/search/endgame_solver.h"
#include "learning/reversi_value/games/random_starts.h"
#include "learning/reversi_value/labels.h"
#include "models/format/load_error.h"
#include "tests/learning/killed.h"
#include "tests/temporary_folder.h"

namespace trivium::learning::reversi_value {
namespace {

using records::ReversiGame;

/// Games by mobility of 20 moves after the beginning, of which 8 are best play.
SelfPlayOptions quick_games() {
  SelfPlayOptions options;
  options.games = 12;
  options.nodes = 100;
  options.min_random_plies = 38;
  options.max_random_plies = 40;
  options.solve = 8;
  return options;
}

std::vector<ReversiGame> quickly_played(const SelfPlayOptions& options) {
  return play_games({}, "hash", options);
}

int number_of_moves(const reversi::Game& game) {
  return static_cast<int>(std::ranges::count_if(
      game.moves(), [](reversi::Move move) { return move != reversi::kPass; }));
}

TEST_CASE("beginnings are all positions of their length, up to symmetry") {
  // Numbers of positions after 2 to 4 moves, by an independent program.
  for (const auto& [plies, positions] :
       {std::pair{0, 1}, std::pair{1, 1}, std::pair{2, 3}, std::pair{3, 14}, std::pair{4, 60}})
    CHECK(RandomStarts(1, plies, plies).next(1000).size() == static_cast<std::size_t>(positions));
}

TEST_CASE("symmetric positions are equal in canonical form, and no others") {
  RandomStarts starts(5, 20, 20);
  std::set<std::uint64_t> keys;
  for (const reversi::Game& game : starts.next(50)) {
    const reversi::Position position = game.position();
    keys.insert(canonical(position).key());
    const auto mirrored = [](reversi::Bitboard set) { return __builtin_bswap64(set); };
    CHECK(canonical(position) ==
          canonical({mirrored(position.own), mirrored(position.other), mirrored(position.empty)}));
    CHECK(reversi::count(canonical(position).own) == reversi::count(position.own));
  }
  CHECK(keys.size() == 50);
}

TEST_CASE("a beginning has a number of moves in the range, and its side to move has a move") {
  RandomStarts starts(2, 30, 33);
  std::set<int> lengths;
  for (const reversi::Game& game : starts.next(60)) {
    CHECK(game.position().moves() != 0);
    lengths.insert(number_of_moves(game));
  }
  CHECK(lengths == std::set<int>{30, 31, 32, 33});
}

TEST_CASE("beginnings do not depend on how many are requested at once, but on the seed") {
  const auto moves_of = [](std::vector<reversi::Game> games) {
    std::vector<std::vector<reversi::Move>> moves;
    for (const reversi::Game& game : games) moves.push_back(game.moves());
    return moves;
  };
  RandomStarts starts(1, 8, 8);
  std::vector<std::vector<reversi::Move>> parts = moves_of(starts.next(3));
  for (auto& moves : moves_of(starts.next(4))) parts.push_back(std::move(moves));
  CHECK(parts == moves_of(RandomStarts(1, 8, 8).next(7)));
  CHECK(parts != moves_of(RandomStarts(2, 8, 8).next(7)));
}

TEST_CASE("games are legal, end by the rules, and state the score of their discs") {
  for (const ReversiGame& record : quickly_played(quick_games())) {
    reversi::Game game;
    for (const reversi::Move move : record.moves) {
      REQUIRE(game.position().is_legal(move));
      game.do_move(move);
    }
    CHECK(game.over());
    CHECK(record.score == game.final_score(reversi::Color::kBlack));
  }
}

TEST_CASE("the score of a game is that of best play from the positions that were solved") {
  const SelfPlayOptions options = quick_games();
  const std::vector<ReversiGame> games = quickly_played(options);
  const Shards shards(2, 1);
  const std::vector<LabeledGame> by_solver = labeled(games, options.solve, shards);
  CHECK(by_solver == labeled(games, 0, shards));
  // One more empty square is played by the search, which makes mistakes.
  CHECK(labeled(games, options.solve + 4, shards) != by_solver);
}

TEST_CASE("games are equal for any number of threads, and differ for another seed") {
  SelfPlayOptions options = quick_games();
  const std::vector<ReversiGame> games = quickly_played(options);
  REQUIRE(games.size() == 12);
  options.threads = 3;
  CHECK(quickly_played(options) == games);
  options.games = 5;
  CHECK(quickly_played(options) == std::vector<ReversiGame>(games.begin(), games.begin() + 5));
  options.seed = 2;
  CHECK(quickly_played(options).front() != games.front());
}

TEST_CASE("without solving, games are played to their end by the search") {
  SelfPlayOptions options = quick_games();
  options.games = 2;
  options.solve = 0;
  const std::vector<ReversiGame> games = quickly_played(options);
  REQUIRE(games.size() == 2);
  CHECK(games == quickly_played(options));
}

TEST_CASE("there are no more games than beginnings") {
  SelfPlayOptions options = quick_games();
  options.min_random_plies = options.max_random_plies = 0;
  options.nodes = 1;
  options.games = 3;
  std::uint64_t done = 0;
  CHECK(play_games({}, "hash", options, [&done](std::uint64_t games) { done = games; }).size() ==
        1);
  CHECK(done == 1);
}

TEST_CASE("a killed and resumed run plays the same games") {
  SelfPlayOptions options = quick_games();
  options.games = 20;
  const std::vector<ReversiGame> whole = quickly_played(options);
  const TemporaryFolder folder;
  options.checkpoint_folder = folder.path();
  options.snapshot_seconds = 0;
  const auto kill = [](std::uint64_t games) {
    if (games == 12) throw Killed{};
  };
  CHECK_THROWS_AS(play_games({}, "hash", options, kill), Killed);

  options.resume = true;
  options.threads = 3;
  std::vector<std::uint64_t> done;
  CHECK(play_games({}, "hash", options, [&done](std::uint64_t games) { done.push_back(games); }) ==
        whole);
  REQUIRE_FALSE(done.empty());
  CHECK(done.front() == 8);  // the first step of the killed run was saved
  CHECK(done.back() == 20);
  CHECK(quickly_played(options) == whole);  // all games are in the checkpoint
}

TEST_CASE("a resumed run may have more games and fewer, but no other ones") {
  SelfPlayOptions options = quick_games();
  options.games = 2;
  const TemporaryFolder folder;
  options.checkpoint_folder = folder.path();
  (void)quickly_played(options);
  options.resume = true;
  options.games = 3;
  const std::vector<ReversiGame> more = quickly_played(options);
  options.games = 1;
  CHECK(quickly_played(options) == std::vector<ReversiGame>(more.begin(), more.begin() + 1));
  options.games = 3;
  CHECK_THROWS_AS(play_games({}, "other weights", options), format::LoadError);
  options.nodes = 7;
  CHECK_THROWS_AS(quickly_played(options), format::LoadError);
  options = quick_games();
  options.games = 3;
  CHECK(more == quickly_played(options));
}

}  // namespace
}  // namespace trivium::learning::reversi_value
