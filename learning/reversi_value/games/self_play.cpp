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

bool is_to_solve(const reversi::Game& game, int solve) noexcept {
  return reversi::count(game.position().empty) <= solve;
}

/// Plays by searches until the game ends or is to be solved.
void play_by_search(reversi::Game& game, const reversi::Knowledge& knowledge,
                    const SelfPlayOptions& options) {
  reversi::PlayerOptions player_options;
  player_options.hash_megabytes = kPlayMegabytes;
  reversi::Player player(knowledge, player_options);
  Limits limits;
  limits.nodes = options.nodes;
  while (!game.over() && !is_to_solve(game, options.solve)) {
    const SearchControl control;
    player.set_position(game.position());
    game.do_move(player.think(limits, control, {}));
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

void play_to_end(reversi::Game& game, const reversi::Knowledge& knowledge,
                 const SelfPlayOptions& options) {
  play_by_search(game, knowledge, options);
  if (!game.over()) play_best(game);
}

/// The player of GameRun.
class SearchPlayer {
 public:
  using Game = records::ReversiGame;
  static constexpr const char* kName = kSelfPlayName;
  static constexpr int kStateVersion = 1;

  SearchPlayer(const reversi::Knowledge& knowledge, const std::string& knowledge_hash,
               const SelfPlayOptions& options, const std::function<void(std::uint64_t)>& on_games)
      : knowledge_(knowledge),
        knowledge_hash_(knowledge_hash),
        options_(options),
        on_games_(on_games),
        starts_(options.seed, options.min_random_plies, options.max_random_plies) {}

  std::string identity() const {
    return nlohmann::json{{"weights", knowledge_hash_},
                          {"seed", options_.seed},
                          {"nodes", options_.nodes},
                          {"min_random_plies", options_.min_random_plies},
                          {"max_random_plies", options_.max_random_plies},
                          {"solve", options_.solve}}
        .dump();
  }

  /// Plays the next games on all threads.
  std::vector<Game> play(std::uint64_t first) {
    std::vector<reversi::Game> games = starts_.next(static_cast<std::size_t>(
        std::min<std::uint64_t>(options_.games - first, kGamesPerThread * options_.threads)));
    std::vector<Game> result(games.size());
    for_each_item(
        games.size(), options_.threads,
        [&](std::size_t i) {
          play_to_end(games[i], knowledge_, options_);
          result[i].moves = games[i].moves();
          result[i].score = games[i].final_score(reversi::Color::kBlack);
        },
        [&](std::uint64_t done) { report(first + done); });
    return result;
  }

  void add(const Game& game) { games_.push_back(game); }
  bool done() const noexcept { return games_.size() == options_.games; }
  void resumed() {
    (void)starts_.next(games_.size());  // those of these games
    report(games_.size());
  }

  std::vector<Game> games() && { return std::move(games_); }

 private:
  void report(std::uint64_t games) const {
    if (on_games_) on_games_(games);
  }

  const reversi::Knowledge& knowledge_;
  const std::string& knowledge_hash_;
  const SelfPlayOptions& options_;
  const std::function<void(std::uint64_t)>& on_games_;
  RandomStarts starts_;
  std::vector<Game> games_;
};

}  // namespace

std::vector<records::ReversiGame> play_games(const reversi::Knowledge& knowledge,
                                             const std::string& knowledge_hash,
                                             const SelfPlayOptions& options,
                                             const std::function<void(std::uint64_t)>& on_games) {
  SearchPlayer player(knowledge, knowledge_hash, options, on_games);
  GameRun learner(player, options.checkpoint_folder.has_value());
  run(learner, options);
  return std::move(player).games();
}

}  // namespace trivium::learning::reversi_value
