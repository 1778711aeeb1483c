// `trivium-learn selfplay chess --out FILE.pgn`: games of the engine against itself, as a record and as food for the learner.
#include <algorithm>
#include <chrono>
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
#include "engine/core/text.h"
#include "learning/harness/progress.h"
#include "learning/records/searched_games.h"
#include "learning/tdleaf/games/self_play.h"
#include "models/format/load_error.h"
#include "models/format/part_file.h"
#include "tools/command.h"
#include "tools/learn/commands.h"
#include "tools/learn/self_play_arguments.h"
#include "tools/number_range.h"
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
};

/// Where the games go: a record that people read, a file that the learner reads, or both.
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
    record_->write(chess::to_pgn(learning::records::to_pgn_game(
        game, {{"Event", "self-play"}, {"Round", fmt::format("{}", games_)}, {"White", player_}, {"Black", player_}})));
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

/// Games that could not be written are not played.
void prepare_places(const SelfPlayRun& run) {
  for (const std::string& place : {run.pgn, run.games_file}) {
    if (!place.empty()) require_file_place(place);
  }
  require_different(with_parts({{"--out", run.pgn}, {"--games-file", run.games_file}}),
                    {{"--book", run.play.book}, {"--weights", file_of_weights(run.weights).value_or("")}});
  if (std::filesystem::is_regular_file(run.games_file))
    throw format::LoadError("file.exists", run.games_file + ": holds games already; give another name");
}

int run_selfplay_chess(const SelfPlayRun& run) {
  prepare_places(run);
  std::vector<learning::DataSource> data;  // a record has no manifest
  const learning::tdleaf::SelfPlayOptions options = self_play_options(run.play);
  if (!run.games_file.empty()) require_storable(options.search, static_cast<std::size_t>(options.most_plies));
  const learning::tdleaf::Openings openings = read_openings(run.play, data);
  require_variety(run.play, openings, run.games);
  const learning::tdleaf::Selves selves{chess::Weights::from_pawns(weights_named(run.weights, data), run.weights), {}};
  GameSinks sinks(run, run.weights == "default" ? "trivium" : run.weights);

  const auto started = std::chrono::steady_clock::now();
  std::uint64_t positions = 0, unbalanced = 0;
  learning::Progress progress("games", run.games);
  for (std::uint64_t done = 0; done < run.games;) {
    const std::uint64_t count = std::min<std::uint64_t>(learning::tdleaf::games_at_once(run.threads), run.games - done);
    for (const SearchedGame& game : learning::tdleaf::play_games(selves, openings, options, 0, done, count, run.threads, &unbalanced)) {
      positions += game.positions.size();
      sinks.add(game);
    }
    done += count;
    progress.update(done, unbalanced_words(unbalanced));
  }
  sinks.finish();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
  fmt::print(stderr, "{}, {}, {:.2f} s: {:.0f} positions a second\n", text::counted(run.games, "game"),
             text::counted(positions, "position"), seconds.count(), static_cast<double>(positions) / seconds.count());
  if (unbalanced > 0) fmt::print(stderr, "{}\n", unbalanced_words(unbalanced));
  for (const std::string& name : {run.pgn, run.games_file}) {
    if (!name.empty()) fmt::print("{}\n", name);
  }
  return 0;
}

}  // namespace

void add_selfplay(Command& app, int& status) {
  Command* selfplay = app.add_subcommand("selfplay", "Play games of an engine against itself");
  selfplay->require_subcommand(1);
  add_selfplay_connect6(*selfplay, status);
  add_selfplay_poker(*selfplay, status);
  Command* chess = selfplay->add_subcommand("chess", "Each position searched by so many nodes; equal games for any number of threads");
  auto run = std::make_shared<SelfPlayRun>();
  Option* pgn = chess->add_option("--out", run->pgn, "Record to write (PGN), each move with its value by the weights")->type_name("FILE");
  Option* file = chess->add_option("--games-file", run->games_file, "The same for `trivium-learn tdleaf --from-games`, lines included")
                     ->type_name("FILE");
  chess->add_option("--weights", run->weights, "Who plays: a weight file, `default` or `nothing`")
      ->type_name("FILE")
      ->capture_default_str();
  chess->add_option("--games", run->games, "How many")->check(number_range(1, 100'000'000))->capture_default_str();
  chess->add_option("--seed", run->play.options.seed, "Of openings and random moves")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  chess->add_option("--threads", run->threads, "Changes the speed, not the result")->check(number_range(1, 1024))->capture_default_str();
  add_search_options(*chess, run->play.options.search);
  chess->add_option("--tree", run->play.options.search.tree_positions, "Nodes of each search's tree kept in --games-file, for TreeStrap")
      ->check(number_range(0, 65535))
      ->capture_default_str()
      ->needs(file);
  add_self_play_options(*chess, run->play);
  chess->callback([run, chess, pgn, file, &status] {
    check_self_play_options(*chess, run->play);
    if (pgn->count() + file->count() == 0) throw UsageError::required("--out or --games-file");
    status = run_selfplay_chess(*run);
  });
}

}  // namespace trivium::tools
