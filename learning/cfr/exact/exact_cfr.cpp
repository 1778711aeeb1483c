#include "learning/cfr/exact/exact_cfr.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace trivium::learning::cfr {

namespace {

/// How the regrets and the strategy of an iteration are added to the sums.
struct Weights {
  double above = 1;      ///< factor of sums of regrets above zero, applied before the addition
  double below = 1;      ///< factor of sums below zero
  double average = 1;    ///< weight of the iteration's strategy
  bool floored = false;  ///< negative sums are set to zero
};

/// Returns the weights of iteration `t`, counted from 1. Multiplying the average by
/// (t / (t + 1))^2 after iteration t is the same as the weight t^2, up to a common factor.
Weights weights_of(Variant variant, std::uint64_t t) noexcept {
  const auto count = static_cast<double>(t);
  if (variant == Variant::kCfr) return {};
  if (variant != Variant::kDiscounted) return {1, 1, count * count, true};
  const double power = (count - 1) * std::sqrt(count - 1);
  return {power / (power + 1), 0.5, count * count, false};
}

}  // namespace

std::string_view name_of(Variant variant) noexcept {
  return kVariantNames[static_cast<std::size_t>(variant)];
}

/// Updates the regrets and the average of one player. The vectors of a node are parts of one
/// preallocated array, used as a stack.
class ExactCfr::Walk {
 public:
  Walk(ExactCfr& learner, int player) noexcept
      : learner_(learner),
        tree_(*learner.tree_),
        player_(player),
        n_(tree_.holdings().size()),
        weights_(weights_of(learner.variant_, learner.state_.iterations + 1)) {}

  /// Returns the maximum number of elements on the stack: for each level of the tree three vectors
  /// and one for each action.
  static std::size_t scratch_size(const poker_measure::PublicTree& tree) noexcept {
    return tree.depth() * (3 + tree.max_actions()) * tree.holdings().size() +
           3 * tree.holdings().size();
  }

  void run() noexcept {
    std::span<double> rest(learner_.scratch_);
    const std::span<double> own = take(rest), other = take(rest), values = take(rest);
    std::fill(own.begin(), own.end(), 1.0);
    std::fill(other.begin(), other.end(), 1.0);
    visit(tree_.nodes().front(), own, other, values, rest);
  }

 private:
  using Numbers = std::span<double>;
  using ConstNumbers = std::span<const double>;

  /// Takes one vector from the stack.
  Numbers take(Numbers& rest) const noexcept {
    const Numbers taken = rest.first(n_);
    rest = rest.subspan(n_);
    return taken;
  }

  /// Sets `values` to the winnings of each holding of the player in chips, weighted by `other`.
  /// `own` and `other` are the probabilities by holding that the player and the opponent play to
  /// this node; `other` includes the probability of the board.
  void visit(const poker_measure::PublicNode& node, ConstNumbers own, ConstNumbers other,
             Numbers values, Numbers rest) noexcept {
    switch (node.kind) {
      case poker_measure::NodeKind::kDecision:
        return node.player == player_ ? visit_player(node, own, other, values, rest)
                                      : visit_opponent(node, own, other, values, rest);
      case poker_measure::NodeKind::kChance:
        return visit_chance(node, own, other, values, rest);
      default:
        return tree_.end_values(node, player_, other, values);
    }
  }

  /// Visits a decision of the player: updates its average strategy and its regrets.
  void visit_player(const poker_measure::PublicNode& node, ConstNumbers own, ConstNumbers other,
                    Numbers values, Numbers rest) noexcept {
    const Numbers reached = take(rest);
    const Numbers by_action = rest.first(node.children * n_);
    rest = rest.subspan(by_action.size());
    std::fill(values.begin(), values.end(), 0.0);
    for (std::size_t a = 0; a < node.children; ++a) {
      const ConstNumbers row = learner_.current_.row(node, a, n_);
      for (std::size_t h = 0; h < n_; ++h) reached[h] = own[h] * row[h];
      double* average = &learner_.state_.average[node.place + a * n_];
      for (std::size_t h = 0; h < n_; ++h) average[h] += weights_.average * reached[h];
      const Numbers won = by_action.subspan(a * n_, n_);
      visit(tree_.children(node)[a], reached, other, won, rest);
      for (std::size_t h = 0; h < n_; ++h) values[h] += row[h] * won[h];
    }
    add_regrets(node, by_action, values);
  }

  /// Adds the regrets of this iteration. `by_action` has the values of each action by holding, and
  /// `values` those of the current strategy.
  void add_regrets(const poker_measure::PublicNode& node, ConstNumbers by_action,
                   ConstNumbers values) noexcept {
    for (std::size_t a = 0; a < node.children; ++a) {
      double* sums = &learner_.state_.regrets[node.place + a * n_];
      const ConstNumbers won = by_action.subspan(a * n_, n_);
      for (std::size_t h = 0; h < n_; ++h) {
        const double sum =
            sums[h] * (sums[h] > 0 ? weights_.above : weights_.below) + (won[h] - values[h]);
        sums[h] = weights_.floored && sum < 0 ? 0 : sum;
      }
      if (learner_.variant_ != Variant::kPredictive) continue;
      double* last = &learner_.state_.last[node.place + a * n_];
      for (std::size_t h = 0; h < n_; ++h) last[h] = won[h] - values[h];
    }
  }

  /// Visits a decision of the opponent.
  void visit_opponent(const poker_measure::PublicNode& node, ConstNumbers own, ConstNumbers other,
                      Numbers values, Numbers rest) noexcept {
    const Numbers reached = take(rest), won = take(rest);
    std::fill(values.begin(), values.end(), 0.0);
    for (std::size_t a = 0; a < node.children; ++a) {
      const ConstNumbers row = learner_.current_.row(node, a, n_);
      for (std::size_t h = 0; h < n_; ++h) reached[h] = other[h] * row[h];
      visit(tree_.children(node)[a], own, reached, won, rest);
      for (std::size_t h = 0; h < n_; ++h) values[h] += won[h];
    }
  }

  /// Visits a node where board cards are dealt.
  void visit_chance(const poker_measure::PublicNode& node, ConstNumbers own, ConstNumbers other,
                    Numbers values, Numbers rest) noexcept {
    const Numbers own_reached = take(rest), reached = take(rest), won = take(rest);
    const double chance = tree_.chance_of_child(node);
    std::fill(values.begin(), values.end(), 0.0);
    for (const poker_measure::PublicNode& child : tree_.children(node)) {
      const std::uint64_t board = tree_.board(child).mask;
      for (std::size_t h = 0; h < n_; ++h) {
        const bool possible = (tree_.holdings().mask(h) & board) == 0;
        own_reached[h] = possible ? own[h] : 0;
        reached[h] = possible ? other[h] * chance : 0;
      }
      visit(child, own_reached, reached, won, rest);
      for (std::size_t h = 0; h < n_; ++h)
        values[h] += (tree_.holdings().mask(h) & board) == 0 ? won[h] : 0;
    }
  }

  ExactCfr& learner_;
  const poker_measure::PublicTree& tree_;
  int player_;
  std::size_t n_;
  Weights weights_;
};

ExactCfr::ExactCfr(std::shared_ptr<const poker_measure::PublicTree> tree, Variant variant)
    : tree_(std::move(tree)), variant_(variant), current_(poker_measure::uniform_strategy(*tree_)) {
  state_.regrets.resize(tree_->numbers());
  state_.average.resize(tree_->numbers());
  if (variant_ == Variant::kPredictive) state_.last.resize(tree_->numbers());
  scratch_.resize(Walk::scratch_size(*tree_));
}

void ExactCfr::iterate() noexcept {
  for (const int player : {0, 1}) {
    Walk(*this, player).run();
    match_regrets(player);
  }
  ++state_.iterations;
}

void ExactCfr::match_regrets(int player) noexcept {
  const std::size_t n = tree_->holdings().size();
  const bool predict = variant_ == Variant::kPredictive;
  for (const poker_measure::PublicNode& node : tree_->nodes()) {
    if (node.kind != poker_measure::NodeKind::kDecision || node.player != player) continue;
    double* chances = &current_.probabilities[node.place];
    const std::size_t count = node.children * n;
    for (std::size_t i = 0; i < count; ++i) {
      const double regret =
          state_.regrets[node.place + i] + (predict ? state_.last[node.place + i] : 0);
      chances[i] = regret > 0 ? regret : 0;
    }
    for (std::size_t h = 0; h < n; ++h) {
      double sum = 0;
      for (std::size_t i = h; i < count; i += n) sum += chances[i];
      for (std::size_t i = h; i < count; i += n)
        chances[i] = sum > 0 ? chances[i] / sum : 1.0 / node.children;
    }
  }
}

poker_measure::TreeStrategy ExactCfr::average() const {
  const std::size_t n = tree_->holdings().size();
  poker_measure::TreeStrategy strategy = poker_measure::uniform_strategy(*tree_);
  for (const poker_measure::PublicNode& node : tree_->nodes()) {
    if (node.kind != poker_measure::NodeKind::kDecision) continue;
    const std::size_t end = node.place + node.children * n;
    for (std::size_t h = 0; h < n; ++h) {
      double sum = 0;
      for (std::size_t i = node.place + h; i < end; i += n) sum += state_.average[i];
      if (sum == 0) continue;
      for (std::size_t i = node.place + h; i < end; i += n)
        strategy.probabilities[i] = state_.average[i] / sum;
    }
  }
  return strategy;
}

void ExactCfr::restore(ExactState state) {
  const bool fits = state.regrets.size() == state_.regrets.size() &&
                    state.average.size() == state_.average.size() &&
                    state.last.size() == state_.last.size();
  if (!fits) throw std::invalid_argument("the state of another tree or variant");
  state_ = std::move(state);
  for (const int player : {0, 1}) match_regrets(player);
}

}  // namespace trivium::learning::cfr
