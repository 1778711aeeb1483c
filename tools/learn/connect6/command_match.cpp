// `trivium-learn connect6 match --weights FILE --against FILE`: match of two pattern files, without
// search.
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/connect6/patterns/pattern_weights.h"
#include "learning/btmm/connect6/match.h"
#include "learning/harness/progress.h"
#include "learning/statistics/pair_score.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/connect6/game_options.h"
#include "tools/learn/shown_names.h"

namespace trivium::tools {

namespace {

namespace btmm = learning::btmm;

struct MatchRun {
  btmm::MatchOptions options;
  std::string weights;
  std::string against;
  btmm::Choice choice;
  double against_sharpness = 1.0;
  std::size_t pairs = 1000;
  int size = connect6::kDefaultSize;
  std::size_t threads = 1;
  Reporting reporting;
};

/// Result of a match, from the view of --weights.
struct MatchScore {
  learning::statistics::GameCounts games;
  learning::statistics::PairCounts pairs{};
  std::uint64_t black_half_points = 0;  // half points of Black
  std::uint64_t stones = 0;

  double share_of_black() const noexcept {
    return static_cast<double>(black_half_points) / 2.0 / static_cast<double>(games.games());
  }
  double mean_stones() const noexcept {
    return static_cast<double>(stones) / static_cast<double>(games.games());
  }
};

MatchScore score_of(const std::vector<btmm::MatchPair>& pairs) {
  MatchScore score;
  for (const btmm::MatchPair& pair : pairs) {
    for (const int points : {pair.as_black, pair.as_white})
      ++(points == 2 ? score.games.wins : points == 1 ? score.games.draws : score.games.losses);
    ++score.pairs[static_cast<std::size_t>(pair.as_black + pair.as_white)];
    score.black_half_points += static_cast<std::uint64_t>(pair.as_black + 2 - pair.as_white);
    score.stones += static_cast<std::uint64_t>(pair.stones);
  }
  return score;
}

/// Mean result of a game with its interval.
learning::statistics::Estimate mean_result(const learning::statistics::Estimate& elo) {
  return {learning::statistics::score_of_elo(elo.value),
          learning::statistics::score_of_elo(elo.low),
          learning::statistics::score_of_elo(elo.high)};
}

void print_json(const MatchRun& run, const MatchScore& score) {
  const learning::statistics::Estimate elo = learning::statistics::elo(score.pairs);
  const learning::statistics::Estimate mean = mean_result(elo);
  const nlohmann::ordered_json out = {{"weights", shown_name(run.weights)},
                                      {"against", shown_name(run.against)},
                                      {"games", score.games.games()},
                                      {"won", score.games.wins},
                                      {"drawn", score.games.draws},
                                      {"lost", score.games.losses},
                                      {"score", mean.value},
                                      {"score_low", mean.low},
                                      {"score_high", mean.high},
                                      {"black_share", score.share_of_black()},
                                      {"mean_stones", score.mean_stones()}};
  fmt::print("{}\n", out.dump());
}

void print_text(const MatchRun& run, const MatchScore& score) {
  const learning::statistics::Estimate elo = learning::statistics::elo(score.pairs);
  const learning::statistics::Estimate mean = mean_result(elo);
  fmt::print(
      "{} against {}: +{} ={} -{} of {}, {:.1f} % ({:.1f} to {:.1f}), Elo {:+.0f} ({:+.0f} to "
      "{:+.0f})\n",
      shown_name(run.weights), shown_name(run.against), score.games.wins, score.games.draws,
      score.games.losses, score.games.games(), 100.0 * mean.value, 100.0 * mean.low,
      100.0 * mean.high, elo.value, elo.low, elo.high);
  fmt::print("Black scored {:.1f} %, games have {:.1f} stones on average\n",
             100.0 * score.share_of_black(), score.mean_stones());
}

int run_match(const MatchRun& run) {
  const auto weights = connect6::PatternWeights::load(run.weights);
  const auto against = connect6::PatternWeights::load(run.against);
  const connect6::PatternLayout layout(weights->set(), run.size);
  const connect6::PatternLayout other(against->set(), run.size);
  const btmm::Contestant first{&layout, weights->gammas(), run.choice};
  const btmm::Contestant second{
      &other, against->gammas(), {run.against_sharpness, run.choice.strongest}};
  learning::Progress progress("pairs of games", run.pairs, run.reporting.delayed_progress());
  const MatchScore score =
      score_of(btmm::play_match(first, second, run.options, run.pairs, run.threads,
                                [&](std::uint64_t done) { progress.update(done); }));
  run.reporting.json ? print_json(run, score) : print_text(run, score);
  return 0;
}

}  // namespace

void add_connect6_match(Command& command, int& status) {
  auto run = std::make_shared<MatchRun>();
  add_count(command, run->pairs, "Number of openings, each played twice", 1, 10'000'000)
      ->old_name("--pairs");
  add_game_options(command, run->size, run->options.game);
  command.begin_group(kModelGroup);
  command
      .add_option("--weights FILE", run->weights,
                  "Weight file of kind connect6.btmm, whose score is reported")
      ->required();
  command
      .add_option("--against FILE", run->against, "Weight file of the opponent, of any pattern set")
      ->required();
  Option* sharpness = add_sharpness(command, "--sharpness", run->choice.sharpness);
  Option* against_sharpness = add_sharpness(command, "--against-sharpness", run->against_sharpness);
  against_sharpness->description("Sharpness of --against")->default_str("that of --weights");
  command
      .add_flag("--strongest", run->choice.strongest,
                "Both play the strongest stone; only the openings are random")
      ->excludes(sharpness)
      ->excludes(against_sharpness);
  add_seed(command, run->options.seed, "openings and stones");
  add_threads(command, run->threads);
  add_reporting(command, run->reporting);
  command.callback([=, &status] {
    check_game_options(run->options.game);
    if (!*against_sharpness) run->against_sharpness = run->choice.sharpness;
    status = run_match(*run);
  });
}

}  // namespace trivium::tools
