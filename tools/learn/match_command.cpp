#include "tools/learn/match_command.h"

#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "learning/harness/progress.h"
#include "learning/statistics/pair_score.h"
#include "models/format/strict_json.h"
#include "tools/learn/shown_names.h"

namespace trivium::tools {

namespace {

using learning::btmm::MatchScore;
using learning::statistics::Estimate;

/// Mean result of a game with its interval.
Estimate mean_result(const Estimate& elo) {
  return {learning::statistics::score_of_elo(elo.value),
          learning::statistics::score_of_elo(elo.low),
          learning::statistics::score_of_elo(elo.high)};
}

void print_json(const MatchArguments& arguments, const GameOfMatch& game, const MatchScore& score) {
  const Estimate mean = mean_result(learning::statistics::elo(score.pairs));
  const nlohmann::ordered_json out = {{"weights", shown_name(arguments.weights)},
                                      {"against", shown_name(arguments.against)},
                                      {"games", score.games.games()},
                                      {"won", score.games.wins},
                                      {"drawn", score.games.draws},
                                      {"lost", score.games.losses},
                                      {"score", mean.value},
                                      {"score_low", mean.low},
                                      {"score_high", mean.high},
                                      {"black_share", score.share_of_black()},
                                      {fmt::format("mean_{}", game.pieces), score.mean_pieces()}};
  fmt::print("{}\n", format::json_line(out));
}

void print_text(const MatchArguments& arguments, const GameOfMatch& game, const MatchScore& score) {
  const Estimate elo = learning::statistics::elo(score.pairs);
  const Estimate mean = mean_result(elo);
  fmt::print(
      "{} against {}: +{} ={} -{} of {}, {:.1f} % ({:.1f} to {:.1f}), Elo {:+.0f} ({:+.0f} to "
      "{:+.0f})\n",
      shown_name(arguments.weights), shown_name(arguments.against), score.games.wins,
      score.games.draws, score.games.losses, score.games.games(), 100.0 * mean.value,
      100.0 * mean.low, 100.0 * mean.high, elo.value, elo.low, elo.high);
  fmt::print("Black scored {:.1f} %, games have {:.1f} {} on average\n",
             100.0 * score.share_of_black(), score.mean_pieces(), game.pieces);
}

void run_match(const MatchArguments& arguments, const GameOfMatch& game) {
  learning::Progress progress("pairs of games", arguments.pairs,
                              arguments.reporting.delayed_progress());
  const MatchScore score = learning::btmm::score_of(
      game.play(arguments, [&](std::uint64_t done) { progress.update(done); }));
  arguments.reporting.json ? print_json(arguments, game, score)
                           : print_text(arguments, game, score);
}

}  // namespace

void add_match(Command& command, const GameOfMatch& game) {
  auto arguments = std::make_shared<MatchArguments>();
  add_count(command, arguments->pairs, "Number of openings, each played twice", 1, 10'000'000);
  game.add_options(command);
  command.begin_group(kModelGroup);
  command
      .add_option("--weights FILE", arguments->weights,
                  fmt::format("Weight file of kind {}, whose score is reported", game.kind))
      ->required();
  command
      .add_option("--against FILE", arguments->against,
                  "Weight file of the opponent, of any pattern set")
      ->required();
  Option* sharpness = add_sharpness(command, "--sharpness", arguments->choice.sharpness, game.move);
  Option* against_sharpness =
      add_sharpness(command, "--against-sharpness", arguments->against_choice.sharpness, game.move);
  against_sharpness->description("Sharpness of --against")->default_str("that of --weights");
  command
      .add_flag("--strongest", arguments->choice.strongest,
                fmt::format("Both play the strongest {}; only the openings are random", game.move))
      ->excludes(sharpness)
      ->excludes(against_sharpness);
  add_seed(command, arguments->seed, fmt::format("openings and {}s", game.move));
  add_threads(command, arguments->threads);
  add_reporting(command, arguments->reporting);
  command.callback([=] {
    game.check_options();
    arguments->against_choice.strongest = arguments->choice.strongest;
    if (!*against_sharpness) arguments->against_choice.sharpness = arguments->choice.sharpness;
    run_match(*arguments, game);
  });
}

Option* add_sharpness(Command& command, const std::string& name, double& sharpness,
                      const char* move) {
  return command.add_number(
      name, sharpness, 0.01, 100.0,
      fmt::format("Power that strengths are raised to before a {} is sampled: 1 "
                  "samples as the patterns predict, more prefers strong {}s",
                  move, move));
}

}  // namespace trivium::tools
