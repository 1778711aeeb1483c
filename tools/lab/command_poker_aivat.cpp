// `trivium-lab poker aivat`: variance-reduced winnings of a player in a logged match.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "learning/poker_measure/matches/hand_log.h"
#include "learning/poker_measure/matches/log_score.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/lab/commands.h"
#include "tools/lab/measured.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

using learning::poker_measure::LogScore;

struct AivatRun {
  MeasureOptions measure;
  std::string log;
  std::string player;
  std::string policy = "rule";
};

void print_text(const AivatRun& run, const LogScore& score) {
  fmt::print("{} in {} of {} ({}), known to play {}\n", run.player,
             text::counted(score.hands, "hand"), run.measure.game,
             text::counted(score.raw.units, "different deal"), run.policy);
  if (score.unlike > 0)
    fmt::print(
        "{} of them, in which the player took an action that {} never takes, count at their all-in "
        "expectation\n",
        score.unlike, run.policy);
  fmt::print("{:<7} {}\n", "raw", shown_estimate(score.raw));
  fmt::print("{:<7} {}\n", "all-in",
             shown_estimate(score.all_in, score.raw, score.all_in_less_raw));
  fmt::print("{:<7} {}\n", "aivat", shown_estimate(score.aivat, score.raw, score.aivat_less_raw));
}

void print_json(const AivatRun& run, const LogScore& score) {
  const nlohmann::ordered_json out{{"game", run.measure.game},
                                   {"player", run.player},
                                   {"policy", run.policy},
                                   {"hands", score.hands},
                                   {"hands_at_all_in_expectation", score.unlike},
                                   {"raw", to_json(score.raw)},
                                   {"all-in", to_json(score.all_in)},
                                   {"aivat", to_json(score.aivat)},
                                   {"all-in less raw", to_json(score.all_in_less_raw)},
                                   {"aivat less raw", to_json(score.aivat_less_raw)}};
  fmt::print("{}\n", format::json_line(out));
}

void run_aivat(const AivatRun& run) {
  const poker::GameDefinition game = or_usage_error("--game", poker::game_named(run.measure.game));
  const auto policy = or_usage_error("--policy", fixed_policy_named(run.policy, game));
  const auto hands = or_failure(learning::poker_measure::read_hand_log(run.log, game));
  learning::poker_measure::LogScoreOptions options;
  options.seed = run.measure.seed;
  options.threads = run.measure.threads;
  options.progress = progress_of(hands.size(), run.measure.reporting);
  const LogScore score =
      or_failure(learning::poker_measure::score_log(game, hands, run.player, *policy, options),
                 input::shown_name(run.log));
  options.progress = {};
  run.measure.reporting.json ? print_json(run, score) : print_text(run, score);
}

}  // namespace

void add_poker_aivat(Command& poker) {
  Command* command =
      poker.add_subcommand("aivat",
                           "Report the winnings of a player in a logged match: raw, by all-in "
                           "expectation and by AIVAT, which needs the player's policy");
  auto run = std::make_shared<AivatRun>();
  add_measure_options(*command, run->measure);
  command->begin_group(kDataGroup);
  command
      ->add_option(
          "LOG", run->log,
          "STATE lines, as trivium-dealer and the export of trivium-match write them; - is "
          "standard input")
      ->required()
      ->type_name("FILE");
  command->add_option("--player NAME", run->player, "Player that is measured, by name")->required();
  add_policy_option(*command, "Policy of that player; it must not learn during the match",
                    run->policy);
  command->callback([run] { run_aivat(*run); });
}

}  // namespace trivium::tools
