// `trivium-lab poker match`: duplicate poker between two policies in one process, with raw, all-in
// and AIVAT figures.
#include <array>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/stopwatch.h"
#include "engine/core/text.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/records.h"
#include "learning/poker_measure/matches/policy_match.h"
#include "models/format/part_file.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/lab/commands.h"
#include "tools/lab/measured.h"
#include "tools/places.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

using learning::poker_measure::Estimator;
using learning::poker_measure::PolicyMatchResult;

struct PokerMatchRun {
  MeasureOptions measure;
  std::string policy = "rule";
  std::string against = "call";
  SeenHands seen;
  std::uint64_t hands = 1000;
  bool no_aivat = false;
  bool both_known = false;
  std::string log;
  std::vector<std::string> names;
};

/// Names in the log: those of --names, else the kinds of the policies.
std::array<std::string, 2> names_of(const PokerMatchRun& run) {
  if (!run.names.empty()) return {run.names[0], run.names[1]};
  const auto word = [](const std::string& policy) { return policy.substr(0, policy.find(':')); };
  std::array<std::string, 2> names{word(run.policy), word(run.against)};
  if (names[0] == names[1]) names[1] += "-2";
  return names;
}

void print_json(const PokerMatchRun& run, const PolicyMatchResult& result) {
  nlohmann::ordered_json out{{"game", run.measure.game},
                             {"policy", run.policy},
                             {"against", run.against},
                             {"hands", run.hands},
                             {"seed", run.measure.seed}};
  for (std::size_t k = 0; k < learning::poker_measure::kEstimators; ++k) {
    const learning::poker_measure::Winnings won = result.won[k].winnings();
    if (won.units == 0) continue;
    const std::string name(name_of(static_cast<Estimator>(k)));
    out[name] = to_json(won);
    if (k > 0) out[name + " less raw"] = to_json(result.less_raw[k].winnings());
  }
  fmt::print("{}\n", format::json_line(out));
}

void print_text(const PokerMatchRun& run, const PolicyMatchResult& result, double seconds) {
  fmt::print("{} against {}, {} of {} in duplicate pairs, {:.1f} ms a hand on {}\n", run.policy,
             run.against, text::counted(run.hands, "hand"), run.measure.game,
             1000 * seconds / static_cast<double>(run.hands),
             text::counted(run.measure.threads, "thread"));
  const learning::poker_measure::Winnings raw = result.of(Estimator::kRaw).winnings();
  for (std::size_t k = 0; k < learning::poker_measure::kEstimators; ++k) {
    const learning::poker_measure::Winnings won = result.won[k].winnings();
    if (won.units == 0) continue;
    fmt::print(
        "{:<17} {}\n", name_of(static_cast<Estimator>(k)),
        k == 0 ? shown_estimate(won) : shown_estimate(won, raw, result.less_raw[k].winnings()));
  }
}

/// Checks before play that all output can be written and overwrites no input.
void prepare_log(const PokerMatchRun& run, const poker::GameDefinition& game) {
  if (run.log.empty()) return;
  require_file_place(run.log);
  std::vector<NamedPlace> read{{"--after", run.seen.log}, {"--game", game_file(run.measure.game)}};
  for (const std::filesystem::path& file : poker::policy_files(run.policy, game))
    read.push_back({"--policy", file});
  for (const std::filesystem::path& file : poker::policy_files(run.against, game))
    read.push_back({"--against", file});
  require_different(with_parts({{"--out", run.log}}), read);
}

void run_match(PokerMatchRun run) {
  const poker::GameDefinition game = or_usage_error("--game", poker::game_named(run.measure.game));
  if (!run.names.empty() && run.names[0] == run.names[1])
    throw UsageError("--names", "both players would have the same name");
  prepare_log(run, game);
  const auto policy = or_usage_error("--policy", measured_policy(run.policy, game, run.seen));
  const auto against = or_usage_error("--against", measured_policy(run.against, game, run.seen));
  learning::poker_measure::PolicyMatchOptions options;
  options.pairs = (run.hands + 1) / 2;
  options.seed = run.measure.seed;
  options.threads = run.measure.threads;
  options.one_known = !run.no_aivat && !run.both_known;
  options.both_known = !run.no_aivat;
  const auto progress = progress_of(2 * options.pairs, run.measure.reporting, run.log);
  options.progress = [progress](std::uint64_t pairs) { progress(2 * pairs); };
  std::optional<format::PartFile> log;
  if (!run.log.empty()) {
    log.emplace(run.log);
    options.names = names_of(run);
    options.log = [&log](std::string_view line) { log->write_line(line); };
  }
  const Stopwatch watch;
  const PolicyMatchResult result =
      or_failure(learning::poker_measure::play_policy_match(game, *policy, *against, options));
  if (log) log->finish();
  run.hands = 2 * options.pairs;
  const double seconds = watch.seconds();
  run.measure.reporting.json ? print_json(run, result) : print_text(run, result, seconds);
}

}  // namespace

void add_poker_match(Command& poker) {
  Command* command =
      poker.add_subcommand("match",
                           "Play duplicate poker between two policies and report the winnings of "
                           "the first: raw, by all-in expectation and by AIVAT");
  auto run = std::make_shared<PokerMatchRun>();
  add_measure_options(*command, run->measure);
  add_policy_option(*command, "Policy whose winnings are reported", run->policy);
  add_policy_option(*command, "--against", "Policy of the opponent", run->against);
  command->begin_group(kDataGroup);
  add_seen_hands(*command, run->seen);
  add_count(*command, run->hands,
            "Number of hands, in pairs: each deal is played from both positions", 2, 1'000'000'000)
      ->old_name("--hands");
  command->begin_group(kOutputGroup);
  Option* no_aivat = command->add_flag("--no-aivat", run->no_aivat,
                                       "Skip AIVAT, which evaluates both policies with all hands");
  Option* log =
      command
          ->add_option("--out FILE", run->log,
                       "Log of the hands as STATE lines; both hands of a deal are consecutive")
          ->old_name("--log");
  command
      ->add_option("--names FIRST,SECOND", run->names,
                   "Names of both players in the log; default: the kinds of their policies")
      ->needs(log)
      ->delimiter(',')
      ->expected(2)
      ->check([](const std::string& name) {
        return std::string(poker::is_player_name(name)
                               ? ""
                               : "a name needs at least one letter, and none of : | /");
      });
  command
      ->add_flag("--both-known", run->both_known,
                 "Only AIVAT with both policies known, in half the time")
      ->excludes(no_aivat);
  command->callback([run] { run_match(*run); });
}

}  // namespace trivium::tools
