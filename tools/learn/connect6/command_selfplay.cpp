// `trivium-learn connect6 selfplay --weights FILE --out FILE`: self-play games of patterns, for
// `connect6 patterns`.
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string>

#include "engine/connect6/patterns/pattern_weights.h"
#include "engine/core/stopwatch.h"
#include "learning/btmm/connect6/census.h"
#include "learning/btmm/connect6/self_play.h"
#include "learning/charts/report.h"
#include "learning/harness/manifest.h"
#include "learning/harness/progress.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/connect6/game_options.h"
#include "tools/learn/match_command.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace btmm = learning::btmm;
namespace records = learning::records;

struct Connect6Run : OutputOptions {
  btmm::SelfPlayOptions options;
  std::string weights;
  int size = connect6::kDefaultSize;
};

// Files in the folder of --report.
constexpr std::array kCensusReport{"games.txt", "lengths.csv"};

/// Plays the games and writes them to --out.
btmm::SelfPlayResult self_play_to_file(const Connect6Run& run) {
  const auto weights = connect6::PatternWeights::load(run.weights);
  const connect6::PatternLayout layout(weights->set(), run.size);
  records::Connect6GameWriter writer(run.out);
  learning::Progress progress("games", run.options.games,
                              run.reporting.progress(run.out, run.options));
  btmm::SelfPlayResult result = btmm::self_play(
      layout, weights->gammas(), learning::describe_data(run.weights, "").sha256, run.options,
      [&writer](const records::Connect6Game& game) { writer.add(game); },
      [&progress](std::uint64_t games) { progress.update(games); });
  writer.finish();
  return result;
}

void run_connect6_selfplay(const Connect6Run& run) {
  require_file_place(run.out);
  prepare_output({{}, run.report, kCensusReport, &run.options, btmm::kSelfPlayName},
                 {{"--weights", run.weights}}, with_parts({{"--out", run.out}}));
  const Stopwatch watch;
  const btmm::SelfPlayResult result = self_play_to_file(run);
  const btmm::Census& census = result.census;
  const double seconds = watch.seconds();
  run.reporting.note("{}{:.2f} s: {:.0f} states a second", census.text(), seconds,
                     static_cast<double>(census.states() - result.resumed_states) / seconds);
  learning::charts::write_report(run.report, "Games by patterns", kCensusReport,
                                 {census.text(), census.lengths_csv()});
  run.reporting.print_file(run.out);
  require_count(run.reporting, run.out, census.games(), run.options.games, btmm::kMaxKnownInARow,
                "game",
                "for more variety use more --most-opening-stones or --longest, or less "
                "--sharpness");
}

}  // namespace

void add_connect6_selfplay(Command& command) {
  auto run = std::make_shared<Connect6Run>();
  btmm::SelfPlayOptions& options = run->options;
  add_count(command, options.games,
            fmt::format("Number of different games; fewer are written if {} in a row bring no new "
                        "one (exit status 1)",
                        btmm::kMaxKnownInARow),
            1, 100'000'000)
      ->old_name("--games");
  add_game_options(command, run->size, options.game);
  command.begin_group(kModelGroup);
  command
      .add_option("--weights FILE", run->weights,
                  "Patterns that play: a weight file of kind connect6.btmm")
      ->required();
  add_sharpness(command, "--sharpness", options.choice.sharpness, "stone");
  add_seed(command, options.seed, "openings and stones");
  add_threads(command, options.threads);
  command.begin_group(kOutputGroup);
  command
      .add_option("--out FILE", run->out,
                  "File of games to write, for `trivium-learn connect6 patterns`")
      ->required();
  add_report(command, run->report, "statistics of the games");
  add_checkpoint(command, options, "; a resumed run may have another --count");
  add_reporting(command, run->reporting);
  command.callback([run] {
    check_game_options(run->options.game);
    run_connect6_selfplay(*run);
  });
}

}  // namespace trivium::tools
