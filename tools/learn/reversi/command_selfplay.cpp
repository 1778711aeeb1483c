// `trivium-learn reversi selfplay --out FILE`: games of Trivium against itself, for `reversi value`
// and `reversi patterns`.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "learning/harness/progress.h"
#include "learning/reversi_value/games/random_starts.h"
#include "learning/reversi_value/games/self_play.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/reversi/player_options.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

using learning::records::ReversiGame;

struct ReversiSelfPlay {
  learning::reversi_value::SelfPlayOptions options;
  RandomPlies random_plies{10};
  PlayerWeights weights;
  std::string out;
  Reporting reporting;
};

std::vector<ReversiGame> play_reversi(const ReversiSelfPlay& run, const PlayerKnowledge& player) {
  learning::Progress progress("games", run.options.games,
                              run.reporting.progress(run.out, run.options));
  return learning::reversi_value::play_games(
      player.knowledge, player.hash, run.options,
      [&progress](std::uint64_t done) { progress.update(done); });
}

void write_self_play(const ReversiSelfPlay& run, const std::vector<ReversiGame>& games) {
  reversi::GameRecord record;
  record.event = "self-play";
  record.black = record.white = "Trivium";
  GameFile file(run.out);
  for (const ReversiGame& game : games) {
    record.moves = game.moves;
    record.result = reversi::StatedResult::of_score(game.score);
    file.add(record);
  }
  file.finish();
}

void run_reversi_selfplay(const ReversiSelfPlay& run) {
  const PlayerKnowledge player = load_player(run.weights);
  require_file_place(run.out);
  prepare_output({.run = &run.options, .learner = learning::reversi_value::kSelfPlayName},
                 player.files, with_parts({{"--out", run.out}}));
  const std::vector<ReversiGame> games = play_reversi(run, player);
  write_self_play(run, games);
  run.reporting.print_file(run.out);
  require_count(run.reporting, run.out, games.size(), run.options.games,
                learning::reversi_value::RandomStarts::kMaxKnownInARow, "game",
                "for more variety use more --random-plies");
}

}  // namespace

void add_reversi_selfplay(Command& command) {
  auto run = std::make_shared<ReversiSelfPlay>();
  learning::reversi_value::SelfPlayOptions& options = run->options;
  add_count(command, options.games,
            "Number of games, which all begin from different positions; fewer are written if there "
            "are no more (exit status 1)",
            1, 10'000'000);
  command.begin_group(kDataGroup);
  command.add_number("--nodes", options.nodes, 1, 1'000'000'000'000, "Positions searched per move");
  add_random_plies(command, run->random_plies);
  command.add_number(
      "--solve", options.solve, 0, 24,
      "Both sides play the best moves, found by the solver, when at most this number "
      "of squares is empty; each further square takes two to three times as long; 0: "
      "never");
  add_player_weights(command, run->weights);
  add_seed(command, options.seed, "the random moves");
  add_threads(command, options.threads);
  command.begin_group(kOutputGroup);
  add_game_file(command, run->out, "for `trivium-learn reversi value` and `reversi patterns`");
  add_checkpoint(command, options, "; a resumed run may have another --count");
  add_reporting(command, run->reporting);
  command.callback([run] {
    check_random_plies(run->random_plies);
    run->options.min_random_plies = run->random_plies.front();
    run->options.max_random_plies = run->random_plies.back();
    run_reversi_selfplay(*run);
  });
}

}  // namespace trivium::tools
