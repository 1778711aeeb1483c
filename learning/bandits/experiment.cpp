#include "learning/bandits/experiment.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>

#include "engine/bandits/identify.h"
#include "engine/core/node_budget.h"
#include "engine/core/signature.h"
#include "learning/harness/seeds.h"

namespace trivium::learning::bandits {

namespace {

using trivium::bandits::Method;
using trivium::bandits::MethodChoice;
using trivium::bandits::Problem;

// Purposes of random streams.
constexpr std::uint64_t kRewards = 0x72657761726473;
constexpr std::uint64_t kMethodDraws = 0x6D6574686F64;
constexpr std::uint64_t kAnswers = 0x616E73776572;

/// Returns a hash of a method's name, which separates the random streams of methods.
std::uint64_t hash_of(std::string_view text) noexcept {
  Signature hash;
  for (const char letter : text) hash.add(static_cast<unsigned char>(letter));
  return hash.value();
}

/// Returns the stream of outcomes of each leaf.
std::vector<Rng> reward_streams(std::uint64_t seed, std::size_t run, std::size_t leaves) {
  std::vector<Rng> streams;
  streams.reserve(leaves);
  const std::uint64_t own = stream_seed(seed, kRewards, run);
  for (std::size_t leaf = 0; leaf < leaves; ++leaf)
    streams.push_back(stream_rng(own, kRewards, leaf));
  return streams;
}

/// One run of all methods. Writes to its own elements of Trials; sums shared by all runs are
/// protected by a mutex.
class TrialRun {
 public:
  TrialRun(const Experiment& experiment, Trials& trials, std::mutex& adding, std::size_t run)
      : experiment_(experiment),
        trials_(trials),
        adding_(adding),
        run_(run),
        instance_(experiment.instances.of(experiment.seed, run)),
        fresh_(reward_streams(experiment.seed, run, instance_->tree.leaves())) {
    if (experiment.live) live_ = experiment.live();
  }

  void play() {
    note_scores();
    for (std::size_t method = 0; method < experiment_.methods.size(); ++method) {
      const std::span<const std::size_t> rounds(experiment_.rounds);
      if (experiment_.methods[method].info->plans) {
        for (std::size_t i = 0; i < rounds.size(); ++i)
          play_budget(method, rounds.subspan(i, 1), i);
      } else {
        play_budget(method, rounds, 0);
      }
      if (trials_.has_stops()) play_until_sure(method);
    }
  }

 private:
  std::unique_ptr<Method> made(std::size_t method, std::size_t rounds) {
    streams_ = fresh_;
    return or_invalid_argument(trivium::bandits::make_method(
        experiment_.methods[method],
        Problem{&instance_->tree, experiment_.rule, trivium::bandits::kFlatPrior, rounds}));
  }

  Rng draws(std::uint64_t purpose, std::size_t method) const noexcept {
    return stream_rng(experiment_.seed, purpose ^ hash_of(experiment_.methods[method].text), run_);
  }

  Outcome pulled(std::size_t leaf) {
    return live_ ? live_(leaf, streams_[leaf])
                 : trivium::bandits::pulled(instance_->leaves[leaf], streams_[leaf]);
  }

  /// Runs a method for rounds.back() rounds and stores its recommendation at each of `rounds`,
  /// whose first element is checkpoint `first`.
  void play_budget(std::size_t method, std::span<const std::size_t> rounds, std::size_t first) {
    const std::unique_ptr<Method> playing = made(method, rounds.back());
    Rng rng = draws(kMethodDraws, method);
    // Recommendations have their own random numbers, so that pulls do not depend on the
    // checkpoints.
    const std::uint64_t answers = draws(kAnswers, method)();
    std::size_t asked = 0;
    while (asked < rounds.size()) {
      const std::size_t leaf = playing->next(rng);
      playing->observe(leaf, pulled(leaf), rng);
      if (playing->pulls() != rounds[asked]) continue;
      Rng dice = stream_rng(answers, kAnswers, rounds[asked]);
      trials_.at(run_, method, first + asked) = judged(playing->recommend(dice));
      ++asked;
    }
    if (first + rounds.size() == experiment_.rounds.size()) add_pulls(method, *playing);
  }

  void play_until_sure(std::size_t method) {
    const std::unique_ptr<Method> playing = made(method, experiment_.rounds.back());
    const NodeBudget budget(experiment_.rounds.back());
    Rng rng = draws(kMethodDraws, method);
    const trivium::bandits::Identified found =
        trivium::bandits::identify(*playing, budget, {.level = experiment_.confidence}, rng,
                                   [this](std::size_t leaf) { return pulled(leaf); });
    trials_.stop(run_, method) = {static_cast<std::uint32_t>(found.rounds), found.sure,
                                  instance_->right(found.action)};
  }

  Answer judged(std::size_t action) const noexcept {
    const double score = instance_->scores[action];
    return {static_cast<std::uint32_t>(action), instance_->right(action), static_cast<float>(score),
            static_cast<float>(instance_->best_score() - score)};
  }

  void note_scores() {
    const auto [minimum, maximum] = std::ranges::minmax(instance_->scores);
    const std::lock_guard lock(adding_);
    trials_.min_score = std::min(trials_.min_score, minimum);
    trials_.max_score = std::max(trials_.max_score, maximum);
  }

  /// Adds the numbers of pulls. They are integers, so the order of runs does not matter.
  void add_pulls(std::size_t method, const Method& playing) {
    const std::lock_guard lock(adding_);
    std::vector<std::uint64_t>& by_rank = trials_.pulls_by_rank[method];
    std::vector<std::uint64_t>& by_leaf = trials_.pulls_by_leaf[method];
    by_rank.resize(std::max(by_rank.size(), instance_->tree.actions()));
    if (experiment_.instances.same_in_all_runs()) by_leaf.resize(instance_->tree.leaves());
    for (std::size_t leaf = 0; leaf < instance_->tree.leaves(); ++leaf) {
      const std::uint64_t pulls = playing.beliefs()[leaf].pulls();
      by_rank[instance_->ranks[instance_->tree.action_of(leaf)]] += pulls;
      if (!by_leaf.empty()) by_leaf[leaf] += pulls;
    }
  }

  const Experiment& experiment_;
  Trials& trials_;
  std::mutex& adding_;
  std::size_t run_;
  std::shared_ptr<const Instance> instance_;
  LivePull live_;
  std::vector<Rng> fresh_;
  std::vector<Rng> streams_;  // by leaf: stream of the current method
};

}  // namespace

Trials::Trials(const Experiment& experiment)
    : pulls_by_rank(experiment.methods.size()),
      pulls_by_leaf(experiment.methods.size()),
      runs_(experiment.runs),
      checkpoints_(experiment.rounds.size()),
      answers_(runs_ * methods() * checkpoints_),
      stops_(experiment.confidence < 1 ? runs_ * methods() : 0) {
  const auto first = experiment.instances.of(experiment.seed, 0);
  const auto [minimum, maximum] = std::ranges::minmax(first->scores);
  min_score = minimum;
  max_score = maximum;
}

Status check_experiment(const Experiment& experiment) {
  if (experiment.methods.empty()) return Error{"bandits.methods.none", "no method is asked"};
  if (experiment.runs == 0) return Error{"bandits.runs.none", "no run is asked for"};
  if (experiment.rounds.empty() || experiment.rounds.front() == 0)
    return Error{"bandits.rounds.none", "no round is asked for"};
  if (std::ranges::adjacent_find(experiment.rounds, std::greater_equal()) !=
      experiment.rounds.end())
    return Error{"bandits.rounds.order", "rounds must ascend"};
  const auto first = experiment.instances.of(experiment.seed, 0);
  for (const MethodChoice& choice : experiment.methods) {
    const auto made = trivium::bandits::make_method(
        choice, Problem{&first->tree, experiment.rule, trivium::bandits::kFlatPrior,
                        experiment.rounds.back()});
    if (!made) return made.error();
  }
  return {};
}

Trials run_experiment(const Experiment& experiment, std::size_t threads,
                      const WorkProgress& progress) {
  Trials trials(experiment);
  std::mutex adding;
  const auto one = [&](std::size_t run) { TrialRun(experiment, trials, adding, run).play(); };
  for_each_item(experiment.runs, threads, one, progress);
  return trials;
}

}  // namespace trivium::learning::bandits
