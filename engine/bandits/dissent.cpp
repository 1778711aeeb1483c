// Our own method: pull what a dissenting sample rests on, and in the end take what most samples vote for.
//
// Thompson sampling (TTBA) pulls the leaf on which a sample's best value rests. It loses to flat uniform sampling on lopsided trees: the
// worst of many uncertain replies is a bad one in nearly every sample, so an action with many replies is hardly ever the sample's best, its
// replies are never looked at, and the opinion stays. But what is to be found out is not what the best value is; it is whether the leader,
// the best action by what is known, is the best. A sample that says so is thrown away, and another is drawn; one that dissents puts a rival
// forward, and rests on two claims: that the leader is worse than is known, by the leaf which is its weakest in the sample; and that the
// rival is better than is known, by the leaf which is the rival's weakest in what is known. A coin decides which of the two is put to the
// proof. So the leader's own replies, all of which must hold, are searched for the one that does not, and a rival's are pulled where it
// looks weakest, few or many of them: a large group is not avoided, and a leaf whose value could change no opinion is left alone.
//
// The end: what is known of a leaf that was hardly pulled is a mean, and the worst of many means is too bad by chance alone (the
// optimiser's curse). So not the means decide but the odds: the action that is best in most samples of what is believed.
#include "engine/bandits/method_makers.h"
#include "engine/bandits/odds.h"

namespace trivium::bandits {

namespace {

class Dissent final : public Method {
 public:
  explicit Dissent(const Problem& problem) : Method(problem), sampled_(*problem.tree, problem.rule), odds_(problem.tree->actions()) {}

  std::size_t next(Rng& rng) noexcept override {
    if (tree().actions() == 1) return sampled_.sample_below(0, beliefs(), rng);
    if (!has_begun_) begin(rng);
    const std::size_t leader = known().best_action();
    std::size_t rival = leader;
    for (int i = 1; i < kTries && rival == leader; ++i) rival = sampled_.sample_best(beliefs(), leader, rng);
    if (rival == leader) rival = last_rival(leader, rng);
    return rng.unit() < 0.5 ? sampled_.principal_leaf_of(leader) : known().principal_leaf_of(rival);
  }

  std::size_t recommend(Rng& rng) noexcept override { return voted_best(beliefs(), kVotes, sampled_, odds_, rng); }

 protected:
  void learn(std::size_t leaf, Outcome, Rng& rng) noexcept override {
    if (has_begun_) known().update(leaf, beliefs()[leaf].mean(), rng);
  }

 private:
  /// Where so many samples agree with what is known, the last one's second best is as good a rival as any: more tries changed nothing.
  static constexpr int kTries = 8;
  static constexpr std::size_t kVotes = 500;

  /// By the means; kept from round to round.
  TreeValue& known() noexcept { return value(); }

  void begin(Rng& rng) noexcept {
    known().set_to_means(beliefs());
    known().back_up(rng);
    has_begun_ = true;
  }

  /// The best of the last sample, or the second best where that is the leader.
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

std::unique_ptr<Method> make_dissent(const Problem& problem, double /*parameter*/) { return std::make_unique<Dissent>(problem); }

}  // namespace trivium::bandits
