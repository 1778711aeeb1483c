#include "learning/choice/tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "engine/chess/rules/game.h"
#include "engine/core/weighted_draw.h"
#include "learning/charts/table_chart.h"
#include "learning/choice/split.h"
#include "learning/harness/seeds.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::choice {

namespace {

constexpr std::uint64_t kGames = 0x63686F696365;

constexpr std::size_t kMaxMoves = 400;
constexpr std::uint64_t kTrials = 0x747269616C73;

/// The experiments of the paper; the estimates of this program are not known yet.
const std::vector<Recovery> kExperiments{
    {1000, {{"material", 5, 5.1182, 5.15}, {"mobility", 0.5, 0.5, 0.51}}},
    {1000, {{"material", 10, 9.9365, 10.23}, {"mobility", 1, 1, 1.02}}},
    {5,
     {{"material", 7, 6.802},
      {"mobility", 0.2, 0.199},
      {"centre", 0.5, 0.462},
      {"attack", 3, 2.923}},
     0.62},
};

chess::Attributes attributes_of(const Recovery& experiment) {
  std::vector<std::string> words;
  for (const RecoveredWeight& weight : experiment.weights) words.push_back(weight.attribute);
  return or_invalid_argument(chess::Attributes::named(words));
}

std::vector<double> truth_of(const Recovery& experiment) {
  std::vector<double> truth;
  for (const RecoveredWeight& weight : experiment.weights) truth.push_back(weight.truth);
  return truth;
}

/// Plays `games` games with the true weights, starting with game number `first`, and fits the
/// weights to their moves.
Fit read_back(const Recovery& experiment, const chess::Attributes& attributes, std::uint64_t seed,
              std::uint64_t first, std::size_t games, std::size_t threads,
              const WorkProgress& progress = {}) {
  Records records;
  for (const chess::PgnGame& game :
       play_games({&attributes, chess::Lookahead::kOnePly, truth_of(experiment)}, seed, first,
                  games, kMaxMoves, threads, progress)) {
    records.add(game);
  }
  return fit(decisions_in(records), attributes, {.threads = threads});
}

}  // namespace

chess::PgnGame play_game(const Chooser& chooser, Rng& rng, std::size_t max_moves) {
  chess::MoveValuer valuer(*chooser.attributes, chooser.lookahead);
  chess::MoveValues values;
  std::vector<double> chances;
  chess::Game game;
  std::optional<chess::GameEnd> end;
  while (!(end = game.end()) && game.moves().size() < max_moves) {
    chess::Position position = game.position();
    const chess::MoveList moves = chess::legal_moves(position);
    valuer.value(position, moves, chooser.weights, values);
    chess::softmax(values.values, chances);
    game.do_move(moves[sample_index(chances, rng)]);
  }
  chess::PgnGame record;
  record.moves = game.moves();
  if (end) record.result = end->for_white;
  return record;
}

std::vector<chess::PgnGame> play_games(const Chooser& chooser, std::uint64_t seed,
                                       std::uint64_t first, std::size_t count,
                                       std::size_t max_moves, std::size_t threads,
                                       const WorkProgress& progress) {
  std::vector<chess::PgnGame> games(count);
  const auto play = [&](std::size_t i) {
    Rng rng = stream_rng(seed, kGames, first + i);
    games[i] = play_game(chooser, rng, max_moves);
  };
  for_each_item(count, threads, play, progress);
  return games;
}

std::vector<Recovery> recoveries(std::uint64_t seed, double share, std::size_t threads,
                                 const StepProgress& progress) {
  std::vector<Recovery> all = kExperiments;
  std::uint64_t total = 0, before = 0;  // games of all experiments, and of those that have ended
  for (Recovery& recovery : all) {
    recovery.games = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::llround(static_cast<double>(recovery.games) * share)));
    total += recovery.games;
  }
  const auto report = [&](std::uint64_t played) {
    if (progress) progress(before + played, total);
  };
  report(0);
  for (std::size_t number = 0; number < all.size(); ++number) {
    Recovery& recovery = all[number];
    const Fit found =
        read_back(recovery, attributes_of(recovery), stream_seed(seed, kTrials, number), 0,
                  recovery.games, threads, report);
    before += recovery.games;
    recovery.sums = found.sums;
    for (std::size_t k = 0; k < recovery.weights.size(); ++k) {
      recovery.weights[k].found = found.weights[k];
      recovery.weights[k].standard_error = found.errors_by_choice[k];
    }
  }
  return all;
}

std::vector<ErrorByGames> errors_by_games(std::uint64_t seed, std::span<const std::size_t> games,
                                          std::size_t trials, std::size_t threads,
                                          const std::function<void()>& on_trial) {
  const Recovery& experiment = kExperiments.front();
  const chess::Attributes attributes = attributes_of(experiment);
  const std::vector<double> truth = truth_of(experiment);
  std::vector<ErrorByGames> all;
  std::uint64_t first = 0;
  for (const std::size_t count : games) {
    ErrorByGames row{count, trials, std::vector<double>(truth.size()),
                     std::vector<double>(truth.size())};
    for (std::size_t trial = 0; trial < trials; ++trial) {
      const Fit found = read_back(experiment, attributes, seed, first, count, threads);
      first += count;
      for (std::size_t k = 0; k < truth.size(); ++k) {
        row.errors[k] += std::pow(found.weights[k] / truth[k] - 1, 2) / static_cast<double>(trials);
        row.predicted[k] +=
            std::pow(found.errors_by_choice[k] / truth[k], 2) / static_cast<double>(trials);
      }
      if (on_trial) on_trial();
    }
    for (double& error : row.errors) error = std::sqrt(error);
    for (double& error : row.predicted) error = std::sqrt(error);
    all.push_back(std::move(row));
  }
  return all;
}

std::string recoveries_csv(std::span<const Recovery> recoveries) {
  std::string text =
      "games,moves,attribute,truth,found,standard_error,paper,jansen,compression,paper_"
      "compression\n";
  for (const Recovery& recovery : recoveries) {
    for (const RecoveredWeight& weight : recovery.weights) {
      text += fmt::format(
          "{},{},{},{},{:.4f},{:.4f},{},{},{:.4f},{}\n", recovery.games, recovery.sums.cases,
          weight.attribute, weight.truth, weight.found, weight.standard_error, weight.published,
          weight.published_too == 0 ? "" : fmt::format("{}", weight.published_too),
          recovery.sums.compression(),
          recovery.published_compression == 0 ? ""
                                              : fmt::format("{}", recovery.published_compression));
    }
  }
  return text;
}

std::string errors_csv(std::span<const ErrorByGames> errors) {
  std::string text =
      "games,trials,material_error,mobility_error,material_foretold,mobility_foretold\n";
  for (const ErrorByGames& row : errors) {
    text += fmt::format("{},{},{:.5f},{:.5f},{:.5f},{:.5f}\n", row.games, row.trials, row.errors[0],
                        row.errors[1], row.predicted[0], row.predicted[1]);
  }
  return text;
}

std::string errors_svg(std::span<const ErrorByGames> errors) {
  return charts::own_table_svg(
      errors_csv(errors),
      {.title = "Error of learned weights by number of games",
       .x = "games learned from: games",
       .y = {"relative error (root mean square): material_error=material, mobility_error=mobility, "
             "~material_foretold=material predicted, ~mobility_foretold=mobility predicted"},
       .logarithmic = "xy"});
}

}  // namespace trivium::learning::choice
