// `trivium-learn connect6 selfplay --weights FILE --out FILE`: self-play games of patterns, for
// `connect6 patterns`.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/connect6/patterns/pattern_weights.h"
#include "learning/btmm/connect6/census.h"
#include "learning/btmm/connect6/self_play.h"
#include "learning/charts/report.h"
#include "learning/harness/manifest.h"
#include "learning/harness/progress.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/connect6/game_options.h"
#include "tools/learn/game_count.h"
#include "tools/learn/match_command.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace btmm = learning::btmm;
namespace records = learning::records;

struct Connect6Run {
  btmm::SelfPlayOptions options;
  std::string weights;
  std::string out;
  std::string report;
  learning::RunOptions saving;
  std::uint64_t games = 1000;
  int size = connect6::kDefaultSize;
  std::size_t threads = 1;
  Reporting reporting;
};

constexpr std::uint64_t kConnect6GamesAtOnce = 4096;
constexpr std::uint64_t kMinGamesAtOnce = 64;  // minimum per thread; fewer are not faster
constexpr std::uint64_t kMaxKnownInARow =
    4096;  // then less than one in a thousand games is new, and play ends

// Files in the folder of --report.
constexpr std::array kCensusReport{"games.txt", "lengths.csv"};

/// Everything that decides a game except its number.
std::string identity(const Connect6Run& run) {
  const btmm::GameOptions& game = run.options.game;
  return nlohmann::json{{"weights", learning::describe_data(run.weights, "").sha256},
                        {"seed", run.options.seed},
                        {"sharpness", run.options.choice.sharpness},
                        {"size", run.size},
                        {"fewest_opening_stones", game.min_opening_stones},
                        {"most_opening_stones", game.max_opening_stones},
                        {"most_stones", game.max_stones},
                        {"solver_nodes", game.solver_nodes}}
      .dump();
}

/// Games by number: stored by an earlier run, or played.
class Games {
 public:
  explicit Games(const Connect6Run& run)
      : run_(run),
        weights_(connect6::PatternWeights::load(run.weights)),
        layout_(weights_->set(), run.size) {
    if (run.saving.checkpoint_folder)
      pieces_.emplace(*run.saving.checkpoint_folder, identity(run), run.saving.resume);
  }

  /// Returns games [first, first + count) if they are stored.
  std::optional<std::vector<records::Connect6Game>> kept(std::uint64_t first,
                                                         std::size_t count) const {
    return pieces_ ? pieces_->find(first, count) : std::nullopt;
  }

  /// Plays these games, and stores them if requested.
  std::vector<records::Connect6Game> play(std::uint64_t first, std::size_t count) const {
    std::vector<records::Connect6Game> games =
        btmm::play_games(layout_, weights_->gammas(), run_.options, first, count, run_.threads);
    if (pieces_) pieces_->keep(first, games);
    return games;
  }

 private:
  const Connect6Run& run_;
  std::shared_ptr<const connect6::PatternWeights> weights_;
  connect6::PatternLayout layout_;
  std::optional<btmm::GamePieces> pieces_;
};

struct Made {
  btmm::Census census;
  std::uint64_t known_in_a_row = 0;  // number of consecutive games that were known
  std::uint64_t states_kept = 0;     // states of games of an earlier run
};

/// Returns the size of the next batch: the missing games, or more if few are missing and new ones
/// are rare.
std::size_t next_count(const Made& made, std::uint64_t missing) {
  return static_cast<std::size_t>(
      std::clamp(std::max(missing, made.known_in_a_row), kMinGamesAtOnce, kConnect6GamesAtOnce));
}

/// Writes games until the requested number differ or no new ones come.
Made make(const Connect6Run& run) {
  const Games games(run);
  records::Connect6GameWriter writer(run.out);
  Made made;
  const auto done = [&] {
    return made.census.games() == run.games || made.known_in_a_row == kMaxKnownInARow;
  };
  learning::Progress progress("games", run.games, run.reporting.progress(run.out, run.saving));
  for (std::uint64_t next = 0; !done();) {
    const std::size_t count = next_count(made, run.games - made.census.games());
    std::optional<std::vector<records::Connect6Game>> batch = games.kept(next, count);
    const bool were_there = batch.has_value();
    if (!were_there) batch = games.play(next, count);
    for (const records::Connect6Game& game : *batch) {
      if (done()) break;
      const bool is_new = made.census.add(game);
      if (is_new) writer.add(game);
      made.known_in_a_row = is_new ? 0 : made.known_in_a_row + 1;
    }
    next += count;
    if (were_there) made.states_kept = made.census.states();
    if (!were_there || done()) progress.update(made.census.games());
  }
  writer.finish();
  return made;
}

/// Checks the output before any game is played.
void prepare_places(const Connect6Run& run) {
  require_file_place(run.out);
  std::vector<NamedPlace> written = with_parts({{"--out", run.out}});
  prepare_report(run.report, kCensusReport, written);
  require_different(written, {{"--weights", run.weights}});
  if (run.saving.checkpoint_folder) prepare_folder(*run.saving.checkpoint_folder);
}

int run_selfplay_connect6(const Connect6Run& run) {
  prepare_places(run);
  const auto started = std::chrono::steady_clock::now();
  const Made made = make(run);
  const btmm::Census& census = made.census;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
  fmt::print(stderr, "{}{:.2f} s: {:.0f} states a second\n", census.text(), seconds.count(),
             static_cast<double>(census.states() - made.states_kept) / seconds.count());
  if (!run.report.empty()) {
    learning::charts::write_report(run.report, "Games by patterns", kCensusReport,
                                   {census.text(), census.lengths_csv()});
  }
  run.reporting.print_file(run.out);
  return report_count(run.out, {census.games(), run.games, made.known_in_a_row}, "game",
                      "for more variety use more --most-opening-stones or --most-stones, or less "
                      "--sharpness");
}

}  // namespace

void add_connect6_selfplay(Command& command, int& status) {
  auto run = std::make_shared<Connect6Run>();
  add_count(command, run->games,
            fmt::format("Number of different games; fewer are written if {} in a row bring no new "
                        "one (exit status 1)",
                        kMaxKnownInARow),
            1, 100'000'000)
      ->old_name("--games");
  add_game_options(command, run->size, run->options.game);
  command.begin_group(kModelGroup);
  command
      .add_option("--weights FILE", run->weights,
                  "Patterns that play: a weight file of kind connect6.btmm")
      ->required();
  add_sharpness(command, "--sharpness", run->options.choice.sharpness, "stone");
  add_seed(command, run->options.seed, "openings and stones");
  add_threads(command, run->threads);
  command.begin_group(kOutputGroup);
  command
      .add_option("--out FILE", run->out,
                  "File of games to write, for `trivium-learn connect6 patterns`")
      ->required();
  add_report(command, run->report, "statistics of the games");
  add_checkpoint(command, run->saving,
                 "the games, as large as --out; a resumed run may have another --count");
  add_reporting(command, run->reporting);
  command.callback([run, &status] {
    check_game_options(run->options.game);
    status = run_selfplay_connect6(*run);
  });
}

}  // namespace trivium::tools
