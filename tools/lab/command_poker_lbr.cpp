// `trivium-lab poker lbr`: local best response, a lower bound on the exploitability of a policy.
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/core/stopwatch.h"
#include "engine/core/text.h"
#include "learning/poker_measure/best_response/local_best_response.h"
#include "learning/statistics/intervals.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/lab/commands.h"
#include "tools/lab/measured.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

using learning::poker_measure::LbrOptions;
using learning::poker_measure::LbrResult;

struct LbrRun {
  MeasureOptions measure;
  std::string policy = "rule";
  SeenHands seen;
  std::string set = "fc";
  std::uint64_t hands = 1000;
  bool exact = false;
};

void print_sampled(const LbrRun& run, const LbrResult& result, double seconds) {
  const learning::poker_measure::Winnings won{
      result.mean(), learning::statistics::kNormal95 * result.standard_error(), 0, run.hands};
  if (run.measure.reporting.json) {
    nlohmann::ordered_json out{{"game", run.measure.game},
                               {"policy", run.policy},
                               {"set", run.set},
                               {"hands", run.hands},
                               {"seed", run.measure.seed}};
    out.update({{"mean", won.mean}, {"low", won.low()}, {"high", won.high()}});
    out["by_position"] = {result.by_position[0].mean(), result.by_position[1].mean()};
    out["questions"] = result.questions;
    fmt::print("{}\n", format::json_line(out));
    return;
  }
  fmt::print("LBR {} wins {} from {} in {} of {}\n", run.set, shown(won), run.policy,
             text::counted(run.hands, "hand"), run.measure.game);
  fmt::print("by position: {:+.1f}, {:+.1f}; {} asked; {:.1f} ms a hand on {}\n",
             result.by_position[0].mean(), result.by_position[1].mean(),
             text::counted(result.questions, "range"),
             1000 * seconds / static_cast<double>(run.hands),
             text::counted(run.measure.threads, "thread"));
}

void print_exact(const LbrRun& run, const std::array<double, 2>& means) {
  const double mean = (means[0] + means[1]) / 2;
  if (run.measure.reporting.json) {
    const nlohmann::ordered_json out{{"game", run.measure.game},
                                     {"policy", run.policy},
                                     {"set", run.set},
                                     {"mean", mean},
                                     {"by_position", {means[0], means[1]}}};
    fmt::print("{}\n", format::json_line(out));
    return;
  }
  fmt::print("LBR {} wins {:+.3f} mbb/g from {} in {}, exactly; by position {:+.3f}, {:+.3f}\n",
             run.set, mean, run.policy, run.measure.game, means[0], means[1]);
}

void run_lbr(LbrRun run) {
  const poker::GameDefinition game = or_usage_error("--game", poker::game_named(run.measure.game));
  const auto policy = or_usage_error("--policy", measured_policy(run.policy, game, run.seen));
  LbrOptions options;
  options.bets = *learning::poker_measure::BetPlan::parse(run.set);
  if (options.bets.rounds() > static_cast<std::size_t>(game.rounds)) {
    throw UsageError(Error{"usage.option.value", "--set {}: {} sets for the {} rounds of {}",
                           run.set, options.bets.rounds(), game.rounds, run.measure.game});
  }
  if (run.exact) {
    const auto means =
        or_failure(learning::poker_measure::exact_local_best_response(game, *policy, options.bets));
    print_exact(run, means);
    return;
  }
  options.hands = run.hands = (run.hands + 1) / 2 * 2;
  options.seed = run.measure.seed;
  options.threads = run.measure.threads;
  options.progress = progress_of(options.hands, run.measure.reporting);
  const Stopwatch watch;
  const LbrResult result =
      or_failure(learning::poker_measure::local_best_response(game, *policy, options));
  options.progress = {};
  print_sampled(run, result, watch.seconds());
}

}  // namespace

void add_poker_lbr(Command& poker) {
  Command* command =
      poker.add_subcommand("lbr",
                           "Compute the local best response, a lower bound on exploitability: an "
                           "opponent knows the policy's range and looks one action ahead");
  auto run = std::make_shared<LbrRun>();
  add_measure_options(*command, run->measure);
  add_policy_option(*command, "Policy that is measured", run->policy);
  command->begin_group(kDataGroup);
  add_seen_hands(*command, run->seen);
  command->begin_group(kModelGroup);
  std::string help = "The bets it may choose, for all rounds or one set for each, as in c/c/fcpa:";
  for (const learning::poker_measure::BetSet& set : learning::poker_measure::bet_sets())
    help += fmt::format("{} {} ({})", help.ends_with(':') ? "" : ",", set.name, set.help);
  command->add_option("--set SET[/SET...]", run->set, help)
      ->suggest_names(learning::poker_measure::bet_sets())
      ->check([](const std::string& name) {
        return fault_of(learning::poker_measure::BetPlan::parse(name));
      });
  Option* hands = add_count(*command, run->hands,
                            "Number of hands, half of them in each position; rounded up to even", 4,
                            1'000'000'000)
                      ->old_name("--hands");
  command
      ->add_flag("--exact", run->exact,
                 "All deals and actions instead of a sample; small games only")
      ->excludes(hands);
  command->callback([run] { run_lbr(*run); });
}

}  // namespace trivium::tools
