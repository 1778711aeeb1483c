// `trivium bench bandits`: time to draw a gamma variate, and time of a round of each best-arm
// method.
#include <array>
#include <cstdint>
#include <ctime>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bandits/method.h"
#include "engine/core/signature.h"
#include "learning/harness/progress.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {
namespace {

constexpr std::array kShapes{0.3, 1.0, 3.0, 40.0};
constexpr int kVariates = 500'000;
/// Repetitions for each figure of a method: about a hundredth of a second.
constexpr std::uint64_t kIdentifications = 5;

struct BenchBanditsOptions {
  std::size_t rounds = 2000;
  std::string rule = "lexicographic";
  std::uint64_t seed = 1;
  Reporting reporting;
};

struct BenchTree {
  std::string_view name;
  bandits::Tree tree;
};

std::vector<BenchTree> bench_trees() {
  constexpr std::array<std::size_t, 3> kEven{3, 3, 3}, kLopsided{18, 3, 9};
  return {{"3x3", bandits::Tree::replies(kEven)},
          {"18,3,9", bandits::Tree::replies(kLopsided)},
          {"flat30", bandits::Tree::flat(30)}};
}

/// CPU time of this thread, independent of other load.
double nanoseconds_used() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

/// The results: printed as lines as they come, or as one JSON object at the end.
class Results {
 public:
  explicit Results(const Reporting& reporting) : json_(reporting.json) {}

  void add_variates(std::string_view side, double shape, double nanoseconds, double mean) {
    if (!json_) fmt::print("gamma {} {}: {:.2f} ns, mean {:.3f}\n", shape, side, nanoseconds, mean);
    out_["gamma"].push_back(
        {{"shape", shape}, {"side", side}, {"nanoseconds", nanoseconds}, {"mean", mean}});
  }
  void add_round(std::string_view tree, std::string_view method, double nanoseconds) {
    if (!json_) fmt::print("round {} {}: {:.1f} ns\n", tree, method, nanoseconds);
    out_["rounds"].push_back({{"tree", tree}, {"method", method}, {"nanoseconds", nanoseconds}});
  }
  void finish(const Signature& signature) {
    const std::string text = fmt::format("{:016x}", signature.value());
    out_["signature"] = text;
    json_ ? fmt::print("{}\n", out_.dump()) : fmt::print("signature: {}\n", text);
  }

 private:
  bool json_;
  nlohmann::ordered_json out_;
};

/// Both sides use the same generator, so that only the distributions are compared.
template <class Distribution>
void measure_variates(std::string_view side, double shape, std::uint64_t seed,
                      Distribution&& distribution, Results& results) {
  Rng rng(seed);
  double sum = 0;
  const double start = nanoseconds_used();
  for (int i = 0; i < kVariates; ++i) sum += distribution(rng);
  const double time = nanoseconds_used() - start;
  results.add_variates(side, shape, time / kVariates, sum / kVariates);
}

/// Returns the mean time of a round in nanoseconds; none if the method does not fit the tree.
std::optional<double> time_of_round(const BenchTree& where, const bandits::MethodChoice& choice,
                                    const bandits::DecisionRule& rule,
                                    const BenchBanditsOptions& options, Signature& signature) {
  const bandits::Problem problem{&where.tree, rule, bandits::kFlatPrior, options.rounds};
  double time = 0;
  for (std::uint64_t run = 0; run < kIdentifications; ++run) {
    auto made = bandits::make_method(choice, problem);
    if (!made) return std::nullopt;
    bandits::Method& method = **made;
    Rng rng(options.seed + run);
    std::vector<bandits::Ternary> chances;
    for (std::size_t leaf = 0; leaf < where.tree.leaves(); ++leaf)
      chances.push_back(bandits::Belief().sample(rng));
    const double start = nanoseconds_used();
    for (std::size_t round = 0; round < options.rounds; ++round) {
      const std::size_t leaf = method.next(rng);
      method.observe(leaf, bandits::pulled(chances[leaf], rng), rng);
    }
    const std::size_t answer = method.recommend(rng);
    time += nanoseconds_used() - start;
    for (const bandits::Belief& belief : method.beliefs()) signature.add(belief.pulls());
    signature.add(answer);
  }
  return time / static_cast<double>(options.rounds * kIdentifications);
}

void bench_bandits(const BenchBanditsOptions& options) {
  const auto rule = or_usage_error("--decision-rule", bandits::parse_rule(options.rule));
  Results results(options.reporting);
  for (const double shape : kShapes) {
    measure_variates("ours", shape, options.seed, bandits::GammaDistribution(shape), results);
    measure_variates("std", shape, options.seed, std::gamma_distribution<double>(shape), results);
  }
  Signature signature;
  const std::vector<BenchTree> trees = bench_trees();
  std::uint64_t done = 0;
  learning::Progress progress("methods", trees.size() * bandits::methods().size(),
                              options.reporting.delayed_progress());
  for (const BenchTree& where : trees) {
    for (const bandits::MethodInfo& info : bandits::methods()) {
      const bandits::MethodChoice choice = *bandits::parse_method(info.name);
      const auto time = time_of_round(where, choice, rule, options, signature);
      progress.erase();
      if (time) results.add_round(where.name, choice.text, *time);
      progress.update(++done);
    }
  }
  results.finish(signature);
}

}  // namespace

void add_bench_bandits(Command& bench) {
  Command* command = bench.add_subcommand("bandits",
                                          "Time of a gamma variate and of a round of each method "
                                          "of best-action identification, in nanoseconds");
  auto options = std::make_shared<BenchBanditsOptions>();
  add_steps(*command, options->rounds, "Rounds of each identification", 1'000'000)
      ->old_name("--rounds");
  command->add_option("--decision-rule RULE", options->rule, "How methods compare probabilities")
      ->old_name("--rule");
  add_seed(*command, options->seed, "probabilities and outcomes");
  add_reporting(*command, options->reporting);
  command->callback([options] { bench_bandits(*options); });
}

}  // namespace trivium::tools
