// Self-play of pattern strengths: playable games, exact tactics, the same for any number of
// threads and after any kill; and what a census counts.
#include "learning/btmm/connect6/self_play.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/threats/solve.h"
#include "engine/connect6/threats/threats.h"
#include "learning/btmm/connect6/census.h"
#include "models/format/load_error.h"
#include "tests/learning/killed.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium::learning::btmm;
using namespace trivium::learning::records;
using namespace trivium;
using connect6::Board;
using connect6::Cell;
using connect6::GameResult;
using connect6::Stone;
using connect6::Turn;

namespace {

std::vector<double> flat(const connect6::PatternLayout& layout) {
  return std::vector<double>(layout.set().features(), 1.0);
}

/// Returns the number of turns in which a side missed a win or a complete parry.
int oversights(const Connect6Game& game) {
  const auto opening = static_cast<std::size_t>(game.opening);
  int found = 0;
  Board board(game.size);
  connect6::LineFeatures lines(game.size);
  for (std::size_t i = 0; i < game.moves.size();) {
    const Stone side = board.to_move();
    const int left = board.stones_left_in_turn();
    const bool chosen = i >= opening;
    const bool could_win = connect6::can_win(lines, side, left);
    const bool could_parry = connect6::stones_to_parry(lines, opponent(side)) <= left;
    for (int stone = 0; stone < left && !board.over() && i < (chosen ? game.moves.size() : opening);
         ++stone, ++i) {
      lines.place(game.moves[i], side);
      board.do_move(game.moves[i]);
    }
    if (!chosen) continue;
    if (could_win) {
      found += board.winner() == side ? 0 : 1;
    } else if (could_parry && !board.over()) {
      found += connect6::stones_to_parry(lines, opponent(side)) == 0 ? 0 : 1;
    }
  }
  return found;
}

Connect6Game game_of(std::vector<Cell> moves, int opening = 0) {
  Connect6Game game;
  game.moves = std::move(moves);
  game.opening = opening;
  return game;
}

/// Options for games of few stones, some of which are equal.
SelfPlayOptions quick_games(std::uint64_t games) {
  SelfPlayOptions options;
  options.games = games;
  options.game.min_opening_stones = options.game.max_opening_stones = 1;
  options.game.max_stones = 3;
  return options;
}

struct Played {
  SelfPlayResult result;
  std::vector<Connect6Game> games;
  std::vector<std::uint64_t> steps;  // number of different games after each
};

/// Plays a run on a board of 9. Throws Killed at game `killed`, if it is above 0.
Played played(const SelfPlayOptions& options, std::size_t killed = 0,
              const std::string& weights = "hash") {
  const connect6::PatternLayout layout(*connect6::PatternSet::named("paper-1"), 9);
  Played all;
  all.result = self_play(
      layout, flat(layout), weights, options,
      [&](const Connect6Game& game) {
        all.games.push_back(game);
        if (all.games.size() == killed) throw Killed{};
      },
      [&](std::uint64_t games) { all.steps.push_back(games); });
  return all;
}

}  // namespace

TEST_CASE(
    "games are legal, equal for any number of threads, and can be continued from any number") {
  const connect6::PatternLayout layout(*connect6::PatternSet::named("paper-1"), 15);
  const std::vector<double> gammas = flat(layout);
  SelfPlayOptions options;
  options.game.max_stones = 81;  // players without a plan would play long games
  const std::vector<Connect6Game> games = play_games(layout, gammas, options, 0, 80);
  REQUIRE(games.size() == 80);
  for (const Connect6Game& game : games) {
    CHECK_NOTHROW(require_playable(game));
    CHECK(game.size == 15);
    CHECK(game.opening >= 1);
    CHECK(game.opening <= 6);
    CHECK(oversights(game) == 0);
  }
  options.threads = 3;
  CHECK(play_games(layout, gammas, options, 0, 80) == games);
  options.threads = 2;
  CHECK(play_games(layout, gammas, options, 70, 10) ==
        std::vector<Connect6Game>(games.begin() + 70, games.end()));
  options.seed = 2;
  CHECK(play_games(layout, gammas, options, 0, 10) !=
        std::vector<Connect6Game>(games.begin(), games.begin() + 10));
}

TEST_CASE("openings in which a side could have won are rejected") {
  const connect6::PatternLayout layout(*connect6::PatternSet::named("paper-1"), 6);
  SelfPlayOptions options;
  options.game.max_stones = 12;
  options.game.min_opening_stones = options.game.max_opening_stones =
      GameOptions::kMaxOpeningStones;
  CHECK(play_games(layout, flat(layout), options, 0, 3).front().opening == 10);
  options.game.max_opening_stones = 11;
  CHECK_THROWS_WITH_AS(play_games(layout, flat(layout), options, 0, 3),
                       doctest::Contains("0 to 10 stones"), std::invalid_argument);
}

TEST_CASE("a killed and resumed run plays the same games, and keeps the number of duplicates") {
  SelfPlayOptions options = quick_games(5000);
  const Played whole = played(options);
  CHECK(whole.games.size() == 5000);
  CHECK(whole.result.census.duplicates() > 0);
  const TemporaryFolder folder;
  options.checkpoint_folder = folder.path();
  options.snapshot_seconds = 0;
  CHECK_THROWS_AS(played(options, 4500), Killed);

  options.resume = true;
  options.threads = 3;
  Played resumed = played(options);
  CHECK(resumed.steps.front() > 4000);
  CHECK(resumed.steps.front() <= 4096);
  CHECK(resumed.result.resumed_states > 0);
  CHECK(resumed.result.resumed_states < whole.result.census.states());
  for (int times = 0; times < 2; ++times) {
    CHECK(resumed.games == whole.games);
    CHECK(resumed.result.census.text() == whole.result.census.text());
    CHECK(resumed.steps.back() == 5000);
    resumed = played(options);  // all games are in the checkpoint
    CHECK(resumed.result.resumed_states == whole.result.census.states());
  }
}

TEST_CASE("a checkpoint serves more games and fewer, but no other ones") {
  SelfPlayOptions options = quick_games(100);
  const TemporaryFolder folder;
  options.checkpoint_folder = folder.path();
  played(options);
  CHECK_THROWS_WITH_AS(played(options), doctest::Contains("--resume"), format::LoadError);
  options.resume = true;
  for (const std::uint64_t games : {30, 300, 200}) {
    options.games = games;
    const Played resumed = played(options);
    const Played whole = played(quick_games(games));
    CHECK(resumed.games == whole.games);
    CHECK(resumed.result.census.text() == whole.result.census.text());
    CHECK(resumed.steps.front() == (games == 30 ? 30 : games == 300 ? 100 : 200));
  }
  CHECK_THROWS_WITH_AS(played(options, 0, "other weights"), doctest::Contains("its weights is"),
                       format::LoadError);
  options.seed = 2;
  CHECK_THROWS_WITH_AS(played(options), doctest::Contains("its seed is 1"), format::LoadError);
}

TEST_CASE("a damaged checkpoint is rejected") {
  SelfPlayOptions options = quick_games(20);
  const TemporaryFolder folder;
  options.checkpoint_folder = folder.path();
  played(options);
  const std::filesystem::path file = Checkpoint::file_in(folder.path(), kSelfPlayName);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  options.resume = true;
  CHECK_THROWS_AS(played(options), format::LoadError);
}

TEST_CASE(
    "stones are sampled in proportion to their strengths, with sharpness to a power of them") {
  const connect6::PatternSet set =
      *connect6::PatternSet::parse("player no\nline row 1\ndistance 1 6\n");
  const connect6::PatternLayout layout(set, 9);
  std::vector<double> gammas(set.features(), 1.0);
  SelfPlayOptions options;
  options.game.min_opening_stones = options.game.max_opening_stones = 1;
  options.game.max_stones = 2;
  const auto near_share = [&](double near, double sharpness) {
    std::fill(gammas.begin(), gammas.end(), 1.0);
    const connect6::FeatureId distance = set.tables()[1].begin;
    gammas[distance + 1] = gammas[distance + 2] =
        near;  // the cells that touch the last stone: see PatternBoard::passing_codes()
    options.choice.sharpness = sharpness;
    double touching = 0.0;
    const std::vector<Connect6Game> games = play_games(layout, gammas, options, 0, 2000);
    for (const Connect6Game& game : games) {
      const int columns = std::abs(game.moves[0] % 9 - game.moves[1] % 9),
                rows = std::abs(game.moves[0] / 9 - game.moves[1] / 9);
      touching += std::max(columns, rows) == 1 ? 1.0 : 0.0;
    }
    return touching / static_cast<double>(games.size());
  };
  CHECK(near_share(1.0, 1.0) == doctest::Approx(8.0 / 80.0).epsilon(0.25));
  CHECK(near_share(9.0, 1.0) == doctest::Approx(72.0 / 144.0).epsilon(0.08));
  CHECK(near_share(3.0, 2.0) == doctest::Approx(72.0 / 144.0).epsilon(0.08));
}

TEST_CASE(
    "with a search, a win by double threats that it finds is played, and seldom left to the "
    "opponent") {
  constexpr std::uint64_t kNodes = 60;
  const connect6::PatternLayout layout(*connect6::PatternSet::named("paper-1"), 13);
  SelfPlayOptions options;
  options.game.max_stones = 61;
  const auto games_with = [&](std::uint64_t nodes, std::size_t threads) {
    options.game.solver_nodes = nodes;
    options.threads = threads;
    return play_games(layout, flat(layout), options, 0, 12);
  };
  int turns = 0;  // turns at whose beginning a win was found
  const auto visit_wins = [&](const std::vector<Connect6Game>& games, const auto& visit) {
    for (const Connect6Game& game : games) {
      CHECK_NOTHROW(require_playable(game));
      Board board(game.size);
      for (std::size_t i = 0; i + 1 < game.moves.size(); ++i) {
        if (board.stones_left_in_turn() == 2 && i >= static_cast<std::size_t>(game.opening)) {
          const connect6::SolveResult result = connect6::solve(board, {20, kNodes, 0, {}});
          ++turns;
          if (result.status == connect6::SolveStatus::kProved && result.turns > 1)
            visit(result, Turn{game.moves[i], game.moves[i + 1]});
        }
        board.do_move(game.moves[i]);
      }
    }
  };
  const std::vector<Connect6Game> games = games_with(kNodes, 1);
  CHECK(games_with(kNodes, 3) == games);
  int wins = 0;
  visit_wins(games, [&](const connect6::SolveResult& result, Turn turn) {
    CHECK(result.proof.front().attack == turn);
    ++wins;
  });
  CHECK(wins > 5);
  const double share = static_cast<double>(wins) / turns;
  wins = turns = 0;
  visit_wins(games_with(0, 1), [&](const connect6::SolveResult&, Turn) { ++wins; });
  CHECK(share < 0.7 * wins / turns);
}

TEST_CASE(
    "statistics count lengths and results, omit duplicates, and identify symmetric openings") {
  // Column + 19 * row: an opening, its mirror image, and itself with the stones of a turn
  // exchanged.
  const std::vector<Cell> opening = {180, 181, 199, 200, 160, 161, 182};
  std::vector<Cell> mirrored = opening, exchanged = opening;
  for (Cell& cell : mirrored) cell = static_cast<Cell>(18 - cell % 19 + 19 * (cell / 19));
  std::swap(exchanged[1], exchanged[2]);
  Census census;
  CHECK(census.add(game_of(opening, 3)));
  CHECK_FALSE(census.add(game_of(opening, 3)));
  CHECK(census.add(game_of(mirrored)));
  CHECK(census.add(game_of(exchanged)));
  CHECK(census.openings() == 1);
  std::vector<Cell> longer = opening;
  std::swap(longer[1], longer[3]);  // of different turns
  longer.push_back(300);
  Connect6Game won = game_of(longer);
  won.result = GameResult::kBlackWins;
  CHECK(census.add(won));
  CHECK(census.openings() == 2);
  CHECK(census.games() == 4);
  CHECK(census.duplicates() == 1);
  CHECK(census.states() == 4 + 7 + 7 + 8);
  CHECK(census.results(GameResult::kBlackWins) == 1);
  CHECK(census.length_at(0.75) == 7);
  CHECK(census.length_at(0.76) == 8);
  CHECK(census.lengths_csv() == "stones,games\n7,3\n8,1\n");
  CHECK(census.text().starts_with("4 games, 26 states, 1 duplicate left out\n"));
}
