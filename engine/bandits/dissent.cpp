// Our method "dissent": pulls the leaf that a dissenting sample depends on, and recommends the
// action that most samples vote for.
//
// Thompson sampling (TTBA) pulls the principal leaf of a sample. It loses to uniform sampling on
// unbalanced trees: the worst of many uncertain replies is bad in nearly every sample, so an action
// with many replies is hardly ever the best of a sample. Its replies are then never pulled, and the
// estimate does not change. The question, however, is not the value of the best action; it is
// whether the leader, the best action by the means, is the best. A sample that agrees with the
// leader is rejected, and another one is taken. A sample that dissents names a rival and makes two
// claims: the leader is worse than its mean, because of its weakest leaf in the sample; and the
// rival is better than its mean, because of the rival's weakest leaf by the means. A coin flip
// decides which of the two leaves is pulled. So the leader's replies, all of which must hold, are
// searched for a refutation, and a rival is pulled at its weakest leaf, however many leaves it has.
// A leaf whose value could not change the decision is not pulled.
//
// Recommendation: the mean of a leaf with few pulls is uncertain, and the minimum of many such
// means is biased downward (optimizer's curse). So the action is chosen by the posterior
// probability of being best, not by the means.
#include "engine/bandits/method_makers.h"
#include "engine/bandits/odds.h"

namespace trivium::bandits {

namespace {

class Dissent final : public Method {
 public:
  explicit Dissent(const Problem& problem)
      : Method(problem), sampled_(*problem.tree, problem.rule), odds_(problem.tree->actions()) {}

  std::size_t next(Rng& rng) noexcept override {
    if (tree().actions() == 1) return sampled_.sample_below(0, beliefs(), rng);
    if (!has_begun_) begin(rng);
    const std::size_t leader = known().best_action();
    std::size_t rival = leader;
    for (int i = 1; i < kTries && rival == leader; ++i)
      rival = sampled_.sample_best(beliefs(), leader, rng);
    if (rival == leader) rival = last_rival(leader, rng);
    return rng.unit() < 0.5 ? sampled_.principal_leaf_of(leader) : known().principal_leaf_of(rival);
  }

  std::size_t recommend(Rng& rng) noexcept override {
    return voted_best(beliefs(), kVotes, sampled_, odds_, rng);
  }

 protected:
  void learn(std::size_t leaf, Outcome, Rng& rng) noexcept override {
    if (has_begun_) known().update(leaf, beliefs()[leaf].mean(), rng);
  }

 private:
  /// Limit of samples that agree with the leader; then the second best action of the last sample is
  /// the rival. More tries gave no improvement.
  static constexpr int kTries = 8;
  static constexpr std::size_t kVotes = 500;

  /// Tree values by the posterior means, updated in every round.
  TreeValue& known() noexcept { return value(); }

  void begin(Rng& rng) noexcept {
    known().set_to_means(beliefs());
    known().back_up(rng);
    has_begun_ = true;
  }

  /// Returns the best action of the last sample, or the second best if the best is the leader.
  std::size_t last_rival(std::size_t leader, Rng& rng) noexcept {
    sampled_.set_to_samples(beliefs(), rng);
    sampled_.back_up(rng);
    const std::size_t best = sampled_.best_action();
    return best != leader ? best : rule().choose_but(leader, Goal::kBest, sampled_.actions(), rng);
  }

  TreeValue sampled_;
  std::vector<double> odds_;  // by action
  bool has_begun_ = false;
};

}  // namespace

std::unique_ptr<Method> make_dissent(const Problem& problem, double /*parameter*/) {
  return std::make_unique<Dissent>(problem);
}

}  // namespace trivium::bandits
