#include "learning/tdleaf/learner.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "learning/harness/shards.h"
#include "learning/statistics/ridge.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::size_t kGradientShards = 16;  // changes results: sums are added shard by shard
constexpr std::size_t kGamesAtOnce = 1024;   // games read at once if a batch is the whole pass

/// Returns, by parameter, true if its feature belongs to a group of `only`; all true if `only` is
/// empty.
std::vector<bool> learning_parameters(std::span<const chess::FeatureGroup> only) {
  std::vector<bool> learns(chess::kParameterCount, only.empty());
  for (std::size_t feature = 0; feature < chess::kFeatureCount; ++feature) {
    if (std::ranges::find(only, chess::group_of(static_cast<chess::FeatureIndex>(feature))) ==
        only.end())
      continue;
    learns[feature] = learns[chess::kFeatureCount + feature] = true;
  }
  return learns;
}

}  // namespace

Learner::Learner(const LearnerOptions& options, std::vector<double> start,
                 std::vector<double> prior)
    : options_(options),
      weights_(std::move(start)),
      prior_(std::move(prior)),
      learns_(learning_parameters(options.only)),
      stepper_(options.rule, weights_.size()) {
  if (weights_.size() != chess::kParameterCount || prior_.size() != weights_.size()) {
    throw std::invalid_argument(
        "the start or the prior has another number of weights than the evaluation");
  }
}

double Learner::alpha() const noexcept {
  if (options_.alpha_half <= 0.0) return options_.alpha;
  return std::max(options_.min_alpha,
                  options_.alpha / (1.0 + static_cast<double>(games_) / options_.alpha_half));
}

GradientSums Learner::gradient(std::span<const records::SearchedGame> games, Crew crew) const {
  const Shards shards(std::min(kGradientShards, games.size()), crew);
  const auto part = [&](std::size_t shard) {
    GradientSums sums(weights_.size());
    GameGradient gradient(weights_, options_.gradient);
    const Range range = shards.range(shard, games.size());
    for (std::size_t game = range.begin; game < range.end; ++game) gradient.add(games[game], sums);
    return sums;
  };
  return shards.sum(GradientSums(weights_.size()), part);
}

void Learner::step(const GradientSums& sums) {
  std::vector<double> gradient = sums.gradient;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const statistics::Ridge ridge{options_.prior * kCentipawnsPerPawn, prior_[i]};
    gradient[i] =
        learns_[i] ? gradient[i] / static_cast<double>(sums.games) - ridge.slope(weights_[i]) : 0.0;
  }
  stepper_.step(weights_, gradient, alpha());
  games_ += sums.games;
}

GradientSums Learner::learn(const records::GameStream& games, Crew crew) {
  GradientSums all(weights_.size());
  std::vector<records::SearchedGame> batch(options_.batch > 0 ? options_.batch : kGamesAtOnce);
  for (;;) {
    std::size_t filled = 0;
    while (filled < batch.size() && games(batch[filled])) ++filled;
    if (filled == 0) break;
    GradientSums sums = gradient(std::span(batch).first(filled), crew);
    if (options_.batch > 0) step(sums);
    add_to(all, sums);
    if (filled < batch.size()) break;
  }
  if (options_.batch == 0 && all.games > 0) step(all);
  return all;
}

std::vector<format::Tensor> Learner::state() const {
  std::vector<format::Tensor> state = stepper_.state();
  state.push_back(format::make_tensor("learner.weights", weights_));
  state.push_back(format::make_tensor("learner.games", games_));
  return state;
}

void Learner::restore(const StateReader& state) {
  stepper_.restore(state);
  state.read("learner.weights", weights_);
  games_ = state.number<std::uint64_t>("learner.games");
}

}  // namespace trivium::learning::tdleaf
