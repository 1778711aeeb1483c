#include "learning/bandits/arm_space.h"

#include <fmt/format.h>
#include <utility>

#include "learning/harness/seeds.h"

namespace trivium::learning::bandits {

namespace {

using trivium::bandits::Ternary;
using trivium::bandits::Tree;

constexpr std::uint64_t kInstances = 0x696E7374;  // purpose of a random stream
constexpr std::size_t kMaxLeaves = 10'000;

/// Samples `count` arms without replacement.
std::vector<Ternary> different_arms(std::vector<Ternary> arms, std::size_t count, Rng& rng) {
  draw_first(arms, count, rng);
  arms.resize(count);
  return arms;
}

std::vector<Ternary> any_arms(const std::vector<Ternary>& arms, std::size_t count, Rng& rng) {
  std::vector<Ternary> drawn;
  for (std::size_t i = 0; i < count; ++i) drawn.push_back(draw_one(arms, rng));
  return drawn;
}

}  // namespace

std::vector<Ternary> arm_space(int number) {
  const int steps = number == 1 ? 10 : 20, minimum = number == 1 ? 1 : 0;
  std::vector<Ternary> arms;
  const auto chance = [steps](int count) { return static_cast<double>(count) / steps; };
  for (int loss = minimum; loss <= steps; ++loss) {
    for (int draw = minimum; loss + draw + minimum <= steps; ++draw)
      arms.push_back({chance(loss), chance(draw), chance(steps - loss - draw)});
  }
  return arms;
}

double precision_of_space(int number) noexcept { return number == 1 ? 0.1 : 0.05; }

std::string to_string(const DrawnShape& shape) {
  if (shape.arms > 0) return fmt::format("{} arms of space {}", shape.arms, shape.space);
  return fmt::format("replies ({}), space {}", fmt::join(shape.replies, ","), shape.space);
}

Result<Instances> Instances::drawn(const DrawnShape& shape,
                                   const trivium::bandits::DecisionRule& truth) {
  const std::size_t maximum = arm_space(shape.space).size();
  if (shape.arms > maximum) {
    return Error{"bandits.arms.few",
                 "space {} has {} different arms, so {} cannot be drawn without replacement",
                 shape.space, maximum, shape.arms};
  }
  if (shape.arms == 0) {
    std::size_t leaves = 0;
    for (const std::size_t count : shape.replies) {
      if (count == 0 || count > kMaxLeaves)
        return Error{"bandits.replies.range", "each action needs 1 to {} replies", kMaxLeaves};
      leaves += count;
    }
    if (leaves == 0 || leaves > kMaxLeaves)
      return Error{"bandits.leaves.range", "a tree needs 1 to {} leaves", kMaxLeaves};
  }
  return Instances(shape, truth);
}

std::shared_ptr<const Instance> Instances::of(std::uint64_t seed, std::size_t run) const {
  if (same_) return same_;
  // Limit for shapes whose trees nearly all have several best actions, such as hundreds of actions
  // with one reply. The last tree is then used.
  constexpr int kTries = 1000;
  Rng rng = stream_rng(seed, kInstances, run);
  for (int tries = 1;; ++tries) {
    Tree tree = shape_.arms > 0 ? Tree::flat(shape_.arms) : Tree::replies(shape_.replies);
    const std::size_t leaves = tree.leaves();
    auto made = std::make_shared<Instance>(make_instance(
        std::move(tree),
        shape_.arms > 0 ? different_arms(space_, leaves, rng) : any_arms(space_, leaves, rng),
        truth_));
    if (made->answers() == 1 || tries == kTries) return made;
  }
}

}  // namespace trivium::learning::bandits
