// `trivium-learn reversi openings --out FILE`: balanced openings for `trivium-match -openings`.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/text.h"
#include "learning/harness/progress.h"
#include "learning/reversi_value/games/openings.h"
#include "learning/reversi_value/games/random_starts.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/reversi/player_options.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

using learning::reversi_value::Openings;

struct ReversiOpenings {
  learning::reversi_value::OpeningOptions options;
  double most_unbalanced = 2;  // in discs
  PlayerWeights weights;
  std::string out;
  Reporting reporting;
};

Openings find_openings(const ReversiOpenings& run, const reversi::Knowledge& knowledge) {
  learning::Progress progress("openings", run.options.count, run.reporting.progress(run.out));
  return balanced_openings(
      knowledge, run.options, [&progress](std::size_t openings, std::uint64_t searched) {
        progress.update(openings, fmt::format("{} searched", text::counted(searched, "position")));
      });
}

void write_openings(const ReversiOpenings& run, const std::vector<reversi::Game>& openings) {
  GameFile file(run.out);
  reversi::GameRecord record;
  for (const reversi::Game& opening : openings) {
    record.moves = opening.moves();
    file.add(record);
  }
  file.finish();
}

void run_reversi_openings(const ReversiOpenings& run) {
  const PlayerKnowledge player = load_player(run.weights);
  require_file_place(run.out);
  require_different(with_parts({{"--out", run.out}}), player.files);
  const Openings found = find_openings(run, player.knowledge);
  write_openings(run, found.games);
  run.reporting.note("{} of {} within {} discs", text::counted(found.games.size(), "opening"),
                     text::counted(found.searched, "position"), run.most_unbalanced);
  run.reporting.print_file(run.out);
  require_count(run.reporting, run.out, found.games.size(), run.options.count,
                learning::reversi_value::RandomStarts::kMaxKnownInARow, "opening",
                "use more --random-plies or a greater --most-unbalanced");
}

}  // namespace

void add_reversi_openings(Command& command) {
  auto run = std::make_shared<ReversiOpenings>();
  learning::reversi_value::OpeningOptions& options = run->options;
  add_count(command, options.count,
            "Number of openings, no two of which are equal under symmetry; fewer are written if "
            "there are no more (exit status 1)",
            1, 1'000'000);
  command.begin_group(kDataGroup);
  command.add_number("--random-plies", options.plies, 1, 50,
                     "Random moves of an opening, without passes");
  command.add_number("--nodes", options.nodes, 1, 1'000'000'000'000,
                     "Positions searched to judge an opening");
  command.add_number("--most-unbalanced", run->most_unbalanced, 0.0, 64.0,
                     "Maximum value of an opening for either side, in discs");
  add_player_weights(command, run->weights);
  add_seed(command, options.seed, "the random moves");
  add_threads(command, options.threads);
  command.begin_group(kOutputGroup);
  add_game_file(command, run->out, "for `trivium-match -openings`");
  add_reporting(command, run->reporting);
  command.callback([run] {
    run->options.max_imbalance =
        static_cast<reversi::Value>(std::lround(run->most_unbalanced * reversi::kDisc));
    run_reversi_openings(*run);
  });
}

}  // namespace trivium::tools
