// `trivium-learn chess selfplay --out FILE.pgn`: self-play games, as a record and for the learner.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/pgn.h"
#include "engine/core/stopwatch.h"
#include "engine/core/text.h"
#include "learning/harness/progress.h"
#include "learning/records/searched_games.h"
#include "learning/tdleaf/games/self_play.h"
#include "models/format/load_error.h"
#include "models/format/part_file.h"
#include "tools/common_options.h"
#include "tools/learn/chess/self_play_arguments.h"
#include "tools/learn/commands.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

using learning::records::SearchedGame;

struct SelfPlayRun {
  SelfPlayArguments play;
  std::string weights = "default";
  std::string pgn;
  std::string games_file;
  std::uint64_t games = 100;
  std::size_t threads = 1;
  Reporting reporting;
};

/// Writes games to a PGN record, to a file for the learner, or both.
class GameSinks {
 public:
  GameSinks(const SelfPlayRun& run, std::string player) : player_(std::move(player)) {
    if (!run.pgn.empty()) record_.emplace(run.pgn);
    if (!run.games_file.empty()) file_.emplace(run.games_file);
  }

  void add(const SearchedGame& game) {
    ++games_;
    if (file_) file_->add(game);
    if (!record_) return;
    record_->write(
        chess::to_pgn(learning::records::to_pgn_game(game, {{"Event", "self-play"},
                                                            {"Round", fmt::format("{}", games_)},
                                                            {"White", player_},
                                                            {"Black", player_}})));
  }

  void finish() {
    if (file_) file_->finish();
    if (record_) record_->finish();
  }

 private:
  std::string player_;
  std::optional<format::PartFile> record_;
  std::optional<learning::records::SearchedGameWriter> file_;
  std::uint64_t games_ = 0;
};

/// Checks the output files before any game is played.
void prepare_places(const SelfPlayRun& run) {
  for (const std::string& place : {run.pgn, run.games_file}) {
    if (!place.empty()) require_file_place(place);
  }
  require_different(
      with_parts({{"--out", run.pgn}, {"--games-file", run.games_file}}),
      {{"--openings", run.play.book}, {"--weights", file_of_weights(run.weights).value_or("")}});
  if (std::filesystem::is_regular_file(run.games_file))
    throw format::LoadError("file.exists",
                            run.games_file + ": holds games already; give another name");
}

void run_selfplay_chess(const SelfPlayRun& run) {
  prepare_places(run);
  std::vector<learning::DataSource> data;  // a record has no manifest
  const learning::tdleaf::SelfPlayOptions options = self_play_options(run.play);
  if (!run.games_file.empty())
    require_storable(options.search, static_cast<std::size_t>(options.max_plies));
  const learning::tdleaf::Openings openings = read_openings(run.play, data);
  require_variety(run.play, openings, run.games);
  const learning::tdleaf::Selves selves{
      chess::Weights::from_pawns(weights_named(run.weights, data), run.weights), {}};
  GameSinks sinks(run, run.weights == "default" ? "trivium" : run.weights);

  const Stopwatch watch;
  std::uint64_t positions = 0, unbalanced = 0;
  learning::Progress progress("games", run.games,
                              run.reporting.progress(run.pgn.empty() ? run.games_file : run.pgn));
  for (std::uint64_t done = 0; done < run.games;) {
    const std::uint64_t count =
        std::min<std::uint64_t>(learning::tdleaf::games_at_once(run.threads), run.games - done);
    for (const SearchedGame& game : learning::tdleaf::play_games(selves, openings, options, 0, done,
                                                                 count, run.threads, &unbalanced)) {
      positions += game.positions.size();
      sinks.add(game);
    }
    done += count;
    progress.update(done, unbalanced_words(unbalanced));
  }
  sinks.finish();
  const double seconds = watch.seconds();
  run.reporting.note("{}, {}, {:.2f} s: {:.0f} positions a second",
                     text::counted(run.games, "game"), text::counted(positions, "position"),
                     seconds, static_cast<double>(positions) / seconds);
  if (unbalanced > 0) run.reporting.note("{}", unbalanced_words(unbalanced));
  for (const std::string& name : {run.pgn, run.games_file}) {
    if (!name.empty()) run.reporting.print_file(name);
  }
}

}  // namespace

void add_chess_selfplay(Command& command) {
  auto run = std::make_shared<SelfPlayRun>();
  add_count(command, run->games, "Number of games", 1, 100'000'000)->old_name("--games");
  add_search_options(command, run->play.options.search);
  add_self_play_options(command, run->play);
  command.begin_group(kModelGroup);
  command
      .add_option("--weights FILE|default|nothing", run->weights,
                  "Weights that play: a weight file, `default` or `nothing`")
      ->default_str("the shipped weights");
  command.begin_group(kOutputGroup);
  Option* pgn = command.add_option("--out FILE", run->pgn,
                                   "Game record to write (PGN), each move with its value");
  Option* file = command.add_option(
      "--games-file FILE", run->games_file,
      "File of the games for `trivium-learn chess tdleaf --data`, with the lines of the searches");
  command
      .add_number("--tree", run->play.options.search.tree_positions, 0, 65535,
                  "Nodes of each search tree that --games-file keeps, for TreeStrap")
      ->needs(file);
  add_seed(command, run->play.options.seed, "openings and random moves");
  add_threads(command, run->threads);
  add_reporting(command, run->reporting);
  command.callback([run, &command, pgn, file] {
    check_self_play_options(command, run->play);
    if (pgn->count() + file->count() == 0) throw UsageError::required("--out or --games-file");
    run_selfplay_chess(*run);
  });
}

}  // namespace trivium::tools
