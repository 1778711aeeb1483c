#include "learning/tdleaf/game_gradient.h"

#include <algorithm>
#include <cstddef>

#include "models/format/load_error.h"

namespace trivium::learning::tdleaf {

namespace {

/// Returns the part of `difference` = target - prediction that remains if the target is a bound,
/// from White's view.
double admitted(double difference, Score::Bound bound) noexcept {
  if (bound == Score::Bound::kLower) return std::max(difference, 0.0);
  if (bound == Score::Bound::kUpper) return std::min(difference, 0.0);
  return difference;
}

double slope_at(double probability, double scale) noexcept {
  return probability * (1.0 - probability) / scale;
}

}  // namespace

double GameGradient::predict_fixed(chess::Value value) const noexcept {
  if (chess::is_mate(value)) return value > 0 ? 1.0 : 0.0;
  return win_probability(value, options_.scale);
}

double GameGradient::predict(const chess::Position& position,
                             const records::SearchedPosition& searched, std::size_t t) {
  predictions_[t] = {};
  if (!searched.leaf_decides) return predict_fixed(searched.value);
  chess::Position leaf = position;
  chess::Undo undo;
  for (const chess::Move move : searched.variation) leaf.do_move(move, undo);
  chess::extract(leaf, leaves_[t]);
  if (leaves_[t].known()) return predict_fixed(searched.value);
  const double value = evaluation(leaves_[t], weights_);
  const double probability = win_probability(value, options_.scale);
  predictions_[t] = {value, slope_at(probability, options_.scale)};
  return probability;
}

void GameGradient::add_leaves(Outcome for_white, GradientSums& sums) {
  const double result = points_of(for_white);
  const std::size_t count = probabilities_.size();
  differences_.resize(count);
  sum_differences(probabilities_, result, options_.lambda, differences_);
  for (std::size_t t = 0; t < count; ++t) {
    const double difference = (t + 1 < count ? probabilities_[t + 1] : result) - probabilities_[t];
    const double error = result - probabilities_[t];
    sums.squared_differences += difference * difference;
    sums.squared_errors += error * error;
    const Prediction& prediction = predictions_[t];
    if (prediction.slope == 0.0) continue;
    ++sums.deciding;
    sums.results.add(prediction.value, for_white);
    add_gradient(leaves_[t], prediction.value,
                 options_.leaf_weight * differences_[t] * prediction.slope, sums.gradient);
  }
}

void GameGradient::add_tree(std::span<const records::TreeNode> tree, double result,
                            GradientSums& sums) {
  if (tree.empty() || options_.tree_weight == 0.0) return;
  const double weight = options_.tree_weight / static_cast<double>(tree.size());
  for (const records::TreeNode& node : tree) {
    const Result<chess::Position> position = records::unpack(node.position);
    if (!position)
      throw format::LoadError("tdleaf.game.damaged", "a node of a tree is not a position: {}",
                              position.error().message);
    chess::extract(*position, node_);
    if (node_.known()) continue;
    const double value = evaluation(node_, weights_);
    const double probability = win_probability(value, options_.scale);
    const double from_search = admitted(predict_fixed(node.value) - probability, node.bound);
    const double difference =
        (1.0 - options_.tree_result) * from_search + options_.tree_result * (result - probability);
    ++sums.nodes;
    add_gradient(node_, value, weight * difference * slope_at(probability, options_.scale),
                 sums.gradient);
  }
}

void GameGradient::add(const records::SearchedGame& game, GradientSums& sums) {
  const std::size_t count = game.positions.size();
  if (leaves_.size() < count) leaves_.resize(count);
  predictions_.resize(count);
  probabilities_.resize(count);
  const double result = points_of(game.for_white);
  chess::Position position = game.start;
  chess::Undo undo;
  for (std::size_t t = 0; t < count; ++t) {
    probabilities_[t] = predict(position, game.positions[t], t);
    add_tree(game.positions[t].tree, result, sums);
    position.do_move(game.positions[t].played, undo);
  }
  add_leaves(game.for_white, sums);
  ++sums.games;
  sums.positions += count;
}

void sum_differences(std::span<const double> predictions, double result, double lambda,
                     std::span<double> sums) noexcept {
  double next = result;
  double sum = 0.0;
  for (std::size_t t = predictions.size(); t-- > 0;) {
    sum = (next - predictions[t]) + lambda * sum;
    sums[t] = sum;
    next = predictions[t];
  }
}

}  // namespace trivium::learning::tdleaf
