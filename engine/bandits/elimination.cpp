// Methods that reject actions in phases, by a plan for all rounds.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/bandits/method_makers.h"

namespace trivium::bandits {

namespace {

/// Base class. Below an action, it samples and pulls the principal leaf.
class Elimination : public Method {
 public:
  explicit Elimination(const Problem& problem)
      : Method(problem), left_(problem.tree->actions()), room_(left_.size()) {
    std::iota(left_.begin(), left_.end(), std::size_t{0});
  }

  std::size_t next(Rng& rng) noexcept final {
    while (left_.size() > 1 && given_ >= phase_pulls()) end_phase(rng);
    return value().sample_below(left_[given_++ % left_.size()], beliefs(), rng);
  }

  std::size_t recommend(Rng& rng) noexcept final { return left_[extreme(Goal::kBest, rng)]; }

 protected:
  std::size_t left() const noexcept { return left_.size(); }
  std::size_t all() const noexcept { return tree().actions(); }
  /// Number of pulls in this phase, over all remaining actions.
  virtual std::size_t phase_pulls() const noexcept = 0;
  /// Number of actions that remain after this phase.
  virtual std::size_t leaves_over() const noexcept = 0;

 private:
  std::size_t extreme(Goal goal, Rng& rng) noexcept {
    value().set_to_means(beliefs());
    value().back_up(rng);
    for (std::size_t i = 0; i < left_.size(); ++i) room_[i] = value().action(left_[i]);
    return rule().choose(goal, std::span(room_).first(left_.size()), rng);
  }

  void end_phase(Rng& rng) noexcept {
    for (const std::size_t over = leaves_over(); left_.size() > over;) {
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(extreme(Goal::kWorst, rng)));
    }
    given_ = 0;
  }

  std::vector<std::size_t> left_;  // remaining actions
  std::vector<Ternary> room_;
  std::size_t given_ = 0;  // pulls made in this phase
};

class SuccessiveRejects final : public Elimination {
 public:
  explicit SuccessiveRejects(const Problem& problem) : Elimination(problem), weight_(0.5) {
    for (std::size_t i = 2; i <= all(); ++i) weight_ += 1 / static_cast<double>(i);
  }

 protected:
  std::size_t phase_pulls() const noexcept override {
    return (each_until(left()) - each_until(left() + 1)) * left();
  }
  std::size_t leaves_over() const noexcept override { return left() - 1; }

 private:
  /// Total pulls of each action at the end of the phase that starts with `actions` actions.
  std::size_t each_until(std::size_t actions) const noexcept {
    if (actions > all() || problem().rounds <= all()) return 0;
    const auto rounds = static_cast<double>(problem().rounds - all());
    return static_cast<std::size_t>(std::ceil(rounds / weight_ / static_cast<double>(actions)));
  }

  double weight_;
};

class SequentialHalving final : public Elimination {
 public:
  explicit SequentialHalving(const Problem& problem) : Elimination(problem) {
    while ((std::size_t{1} << phases_) < all()) ++phases_;
  }

 protected:
  std::size_t phase_pulls() const noexcept override {
    return problem().rounds / (left() * std::max<std::size_t>(1, phases_)) * left();
  }
  std::size_t leaves_over() const noexcept override { return (left() + 1) / 2; }

 private:
  std::size_t phases_ = 0;
};

}  // namespace

std::unique_ptr<Method> make_successive_rejects(const Problem& problem, double /*parameter*/) {
  return std::make_unique<SuccessiveRejects>(problem);
}
std::unique_ptr<Method> make_sequential_halving(const Problem& problem, double /*parameter*/) {
  return std::make_unique<SequentialHalving>(problem);
}

}  // namespace trivium::bandits
