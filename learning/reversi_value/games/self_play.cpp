#include "learning/reversi_value/games/self_play.h"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "engine/core/limits.h"
#include "engine/core/node_budget.h"
#include "engine/core/search_control.h"
#include "engine/reversi/player.h"
#include "engine/reversi/rules/game.h"
#include "engine/reversi/search/endgame_solver.h"
#include "learning/harness/work_items.h"
#include "learning/reversi_value/games/random_starts.h"
#include "models/format/load_error.h"

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

records::ReversiGame played(const reversi::Game& game) {
  records::ReversiGame result;
  result.moves = game.moves();
  result.score = game.final_score(reversi::Color::kBlack);
  return result;
}

/// A run of self-play, as run() of learning/harness/run.h drives it. A step is a game.
class SelfPlayRun {
 public:
  static constexpr const char* kName = kSelfPlayName;
  static constexpr int kStateVersion = 1;
  static constexpr const char* kUnit = "games";

  SelfPlayRun(const reversi::Knowledge& knowledge, const std::string& knowledge_hash,
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
  std::uint64_t steps() const noexcept { return games_.size(); }
  std::uint64_t goal() const noexcept { return options_.games; }

  Step begin() const noexcept { return Step::kMade; }

  /// Plays the next games on all threads.
  Step advance() {
    const std::uint64_t missing = goal() - steps();
    std::vector<reversi::Game> games = starts_.next(static_cast<std::size_t>(
        std::min<std::uint64_t>(missing, kGamesPerThread * options_.threads)));
    if (games.empty()) return Step::kNone;
    const std::uint64_t before = steps();
    for_each_item(
        games.size(), options_.threads,
        [&](std::size_t i) { play_to_end(games[i], knowledge_, options_); },
        [&](std::uint64_t done) {
          if (on_games_) on_games_(before + done);
        });
    for (const reversi::Game& game : games) games_.push_back(played(game));
    return Step::kMade;
  }

  Snapshot snapshot() const {
    std::vector<reversi::Move> moves;  // of all games: each ends where its game is over
    for (const records::ReversiGame& game : games_)
      moves.insert(moves.end(), game.moves.begin(), game.moves.end());
    return {steps(),
            {format::make_tensor("moves", {moves.size()}, std::span<const reversi::Move>(moves))}};
  }

  void restore(const StateReader& reader) {
    reversi::Game game;
    for (const reversi::Move move : reader.numbers<reversi::Move>("moves")) {
      if (!game.position().is_legal(move)) break;
      game.do_move(move);
      if (!game.over()) continue;
      games_.push_back(played(game));
      game = reversi::Game();
    }
    if (steps() != reader.step())
      throw format::LoadError("checkpoint.games", "the checkpoint has {} games, not {}", steps(),
                              reader.step());
    (void)starts_.next(games_.size());  // those of these games
    if (on_games_) on_games_(steps());
  }

  std::vector<records::ReversiGame> games() && { return std::move(games_); }

 private:
  const reversi::Knowledge& knowledge_;
  const std::string& knowledge_hash_;
  const SelfPlayOptions& options_;
  const std::function<void(std::uint64_t)>& on_games_;
  RandomStarts starts_;
  std::vector<records::ReversiGame> games_;
};

}  // namespace

std::vector<records::ReversiGame> play_games(const reversi::Knowledge& knowledge,
                                             const std::string& knowledge_hash,
                                             const SelfPlayOptions& options,
                                             const std::function<void(std::uint64_t)>& on_games) {
  SelfPlayRun learner(knowledge, knowledge_hash, options, on_games);
  run(learner, options);
  return std::move(learner).games();
}

}  // namespace trivium::learning::reversi_value
