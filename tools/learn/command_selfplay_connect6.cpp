// `trivium-learn selfplay connect6 --weights FILE --out FILE`: games that patterns play against themselves, for `trivium-learn btmm`.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/connect6/pattern_weights.h"
#include "learning/btmm/census.h"
#include "learning/btmm/self_play.h"
#include "learning/harness/progress.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tools/learn/commands.h"
#include "tools/learn/connect6_options.h"
#include "tools/learn/places.h"
#include "tools/number_range.h"

namespace trivium::tools {

namespace {

namespace btmm = learning::btmm;

struct Connect6Run {
  btmm::SelfPlayOptions options;
  std::string weights;
  std::string out;
  std::string report;
  std::uint64_t games = 1000;
  int size = connect6::kDefaultSize;
  std::size_t threads = 1;
};

constexpr std::uint64_t kGamesAtOnce = 4096;

/// Plays until there are so many games that differ; throws format::LoadError where no new ones come.
btmm::Census play(const Connect6Run& run, const connect6::PatternWeights& weights) {
  const connect6::PatternLayout layout(weights.set(), run.size);
  btmm::GameWriter writer(run.out);
  btmm::Census census;
  learning::Progress progress("games", run.games);
  for (std::uint64_t next = 0; census.games() < run.games;) {
    const std::uint64_t before = census.games();
    const auto count = static_cast<std::size_t>(std::min(kGamesAtOnce, run.games - before));
    for (const btmm::Game& game : btmm::play_games(layout, weights.gammas(), run.options, next, count, run.threads)) {
      if (census.add(game)) writer.add(game);
    }
    next += count;
    if (census.games() == before) {
      throw format::LoadError(fmt::format("after {} games none is new: --opening-stones more or --sharpness less", before));
    }
    progress.update(census.games());
  }
  writer.finish();
  return census;
}

int run_selfplay_connect6(const Connect6Run& run) {
  require_place(run.out);
  if (!run.report.empty()) prepare_folder(run.report);
  const auto weights = connect6::PatternWeights::load(run.weights);
  const auto started = std::chrono::steady_clock::now();
  const btmm::Census census = play(run, *weights);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
  fmt::print(stderr, "{}{:.2f} s: {:.0f} states a second\n", census.text(), seconds.count(),
             static_cast<double>(census.states()) / seconds.count());
  if (!run.report.empty()) {
    format::write_file_atomically(std::filesystem::path(run.report) / "games.txt", census.text());
    format::write_file_atomically(std::filesystem::path(run.report) / "lengths.csv", census.lengths_csv());
  }
  fmt::print("{}\n", run.out);
  return 0;
}

}  // namespace

void add_selfplay_connect6(CLI::App& selfplay, int& status) {
  CLI::App* command = selfplay.add_subcommand(
      "connect6", "Stones drawn by patterns, wins and parries of one turn exact; equal games for any number of threads");
  auto run = std::make_shared<Connect6Run>();
  command->add_option("--weights", run->weights, "Who plays: a weight file of kind connect6.btmm")->required()->type_name("FILE");
  command->add_option("--out", run->out, "Games to write, for `trivium-learn btmm`")->required()->type_name("FILE");
  command->add_option("--report", run->report, "Folder for what the games are like: games.txt, lengths.csv")->type_name("DIR");
  command->add_option("--games", run->games, "How many that differ")->check(number_range(1, 100'000'000))->capture_default_str();
  command->add_option("--seed", run->options.seed, "Of openings and stones")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  add_sharpness(*command, "--sharpness", run->options.choice.sharpness);
  add_game_options(*command, run->size, run->options.game);
  command->add_option("--threads", run->threads, "Changes the speed, not the result")->check(number_range(1, 1024))->capture_default_str();
  command->callback([run, &status] {
    check_game_options(run->options.game);
    status = run_selfplay_connect6(*run);
  });
}

}  // namespace trivium::tools
