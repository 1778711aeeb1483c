#include "learning/reversi_value/games/self_play.h"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/limits.h"
#include "engine/core/node_budget.h"
#include "engine/core/search_control.h"
#include "engine/reversi/player.h"
#include "engine/reversi/rules/game.h"
#include "engine/reversi/search/endgame_solver.h"
#include "learning/harness/game_run.h"
#include "learning/harness/work_items.h"
#include "learning/reversi_value/games/random_starts.h"

namespace trivium::learning::reversi_value {

namespace {

// The sizes of the tables change the games. Every game has new tables, so that it does not depend
// on the games before.
constexpr int kPlayMegabytes = 4;
constexpr int kSolveMegabytes = 16;

/// Number of games for each thread in a step: few, since a step is lost if the run is killed, but
/// enough that threads seldom wait for the last game.
constexpr std::size_t kGamesPerThread = 8;

/// Plays by searches until the game ends or is to be solved.
void play_by_search(reversi::Game& game, const reversi::Knowledge& knowledge,
                    const SelfPlayOptions& options) {
  reversi::Player player(knowledge, {.hash_megabytes = kPlayMegabytes});
  while (!game.over() && reversi::count(game.position().empty) > options.solve) {
    player.set_position(game.position());
    game.do_move(player.think({.nodes = options.nodes}, SearchControl(), {}));
  }
}

/// Plays the best moves of both sides to the end. The solver gets no knowledge, so that the moves
/// do not depend on the weights.
void play_best(reversi::Game& game) {
  reversi::EndgameSolver solver(kSolveMegabytes);
  NodeBudget unlimited;
  const reversi::EndgameResult result =
      solver.solve(game.position(), reversi::EndgameGoal::kScore, unlimited);
  for (const reversi::Move move : result.line) game.do_move(move);
}

/// The player of GameRun.
struct SearchPlayer {
  using Game = records::ReversiGame;
  static constexpr const char* kName = kSelfPlayName;
  static constexpr int kStateVersion = 2;

  std::string identity() const {
    return nlohmann::json{{"weights", knowledge_hash},
                          {"seed", options.seed},
                          {"nodes", options.nodes},
                          {"min_random_plies", options.min_random_plies},
                          {"max_random_plies", options.max_random_plies},
                          {"solve", options.solve}}
        .dump();
  }

  /// Plays the next games on all threads.
  std::vector<Game> play(std::uint64_t first) {
    std::vector<reversi::Game> begun = starts.next(static_cast<std::size_t>(
        std::min<std::uint64_t>(options.games - first, kGamesPerThread * options.threads)));
    std::vector<Game> played(begun.size());
    for_each_item(
        begun.size(), options.threads,
        [&](std::size_t i) {
          play_by_search(begun[i], knowledge, options);
          if (!begun[i].over()) play_best(begun[i]);
          played[i].moves = begun[i].moves();
          played[i].score = begun[i].final_score(reversi::Color::kBlack);
        },
        [&](std::uint64_t done) {
          if (on_games) on_games(first + done);
        });
    return played;
  }

  void add(const Game& game) { games.push_back(game); }
  bool done() const noexcept { return games.size() == options.games; }
  void resumed() {
    (void)starts.next(games.size());  // those of these games
    if (on_games) on_games(games.size());
  }

  const reversi::Knowledge& knowledge;
  const std::string& knowledge_hash;
  const SelfPlayOptions& options;
  const std::function<void(std::uint64_t)>& on_games;
  RandomStarts starts{options.seed, options.min_random_plies, options.max_random_plies};
  std::vector<Game> games{};
};

}  // namespace

std::vector<records::ReversiGame> play_games(const reversi::Knowledge& knowledge,
                                             const std::string& knowledge_hash,
                                             const SelfPlayOptions& options,
                                             const std::function<void(std::uint64_t)>& on_games) {
  SearchPlayer player{knowledge, knowledge_hash, options, on_games};
  GameRun learner(player, options);
  run(learner, options);
  return std::move(player.games);
}

}  // namespace trivium::learning::reversi_value
