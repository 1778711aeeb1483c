#include "tools/lab/measured.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/poker/policies.h"
#include "learning/harness/progress.h"
#include "tools/number_range.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

constexpr int kFailure = 1;
constexpr int kBadUsage = 2;
constexpr int kMostThreads = 1024;
constexpr double kPercent = 100;

int complain(const Error& error, int status) {
  fmt::print(stderr, "trivium-lab: {}\n", error.message);
  return status;
}

}  // namespace

void add_measure_options(CLI::App& command, MeasureOptions& options) {
  add_game_option(command, "GAME", options.game)->required();
  command.add_option("--seed", options.seed, "Of cards and dice")->check(any_natural_number<std::uint64_t>())->capture_default_str();
  command.add_option("--threads", options.threads, "Changes the speed, not the result")
      ->check(number_range(1, kMostThreads))
      ->capture_default_str();
  command.add_flag("--json", options.json, "One line of JSON");
}

Result<std::shared_ptr<const poker::Policy>> measured_policy(const std::string& name, const poker::GameDefinition& game) {
  auto policy = poker::policy_named(name, game);
  if (!policy || (*policy)->fresh_experience() == nullptr) return policy;
  return Error{
      fmt::format("policy {} learns while it plays: trivium-match plays such matches, and measures of a fixed strategy cannot", name)};
}

int bad_usage(const Error& error) { return complain(error, kBadUsage); }
int failure(const Error& error) { return complain(error, kFailure); }

std::string shown(const learning::Winnings& winnings) {
  return fmt::format("{:+.1f} mbb/g +-{:.1f} ({:.1f} to {:.1f})", winnings.mean, winnings.half_width, winnings.low(), winnings.high());
}

nlohmann::ordered_json to_json(const learning::Winnings& winnings) {
  return {{"mean", winnings.mean},
          {"low", winnings.low()},
          {"high", winnings.high()},
          {"deviation", winnings.deviation},
          {"units", winnings.pairs}};
}

std::function<void(std::uint64_t)> progress_of(std::uint64_t total) {
  const auto progress = std::make_shared<learning::Progress>("hands", total);
  return [progress](std::uint64_t hands) { progress->update(hands); };
}

double change_of_variance(const learning::Winnings& winnings, const learning::Winnings& raw) noexcept {
  const double part = raw.deviation > 0 ? winnings.deviation / raw.deviation : 1;
  return kPercent * (part * part - 1);
}

}  // namespace trivium::tools
