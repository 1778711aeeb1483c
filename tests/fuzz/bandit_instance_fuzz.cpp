// Any text is rejected with a message, or is an instance that can be played and survives writing
// and reading.
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/bandits/method.h"
#include "engine/core/rng.h"
#include "learning/bandits/instance_json.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/learning/bandits/written_instance.h"

namespace trivium::learning::bandits {
namespace {

using fuzz::check;

constexpr std::size_t kMaxPlayed = 200;  // leaves
constexpr std::size_t kPulls = 30;

void check_instance(const Instance& instance) {
  const trivium::bandits::Tree& tree = instance.tree;
  check(tree.root().kind == trivium::bandits::NodeKind::kMax && tree.actions() >= 1,
        "there is something to choose");
  check(instance.leaves.size() == tree.leaves(), "each leaf has chances");
  for (const trivium::bandits::Ternary& leaf : instance.leaves) {
    check(leaf.loss >= 0 && leaf.draw >= 0 && leaf.win >= 0 && std::abs(leaf.total() - 1) < 1e-5,
          "chances of a leaf add up");
  }
  for (const trivium::bandits::Ternary& action : instance.actions)
    check(std::abs(action.total() - 1) < 1e-3, "chances of an action add up");
  check(instance.answers() >= 1, "some action is best");
  check(instance.scores.size() == tree.actions() && instance.names.size() == tree.actions(),
        "each action has a score and a name");
}

void check_written(const Instance& instance) {
  const std::string written = instance_json(instance);
  const auto again = parse_instance(written, {});
  check(again.has_value(), "what is written is read");
  check(instance_json(*again) == written, "and is written again as it was");
}

void play(const Instance& instance) {
  for (const char* const name : {"ttba", "dissent", "ugape", "uct"}) {
    const auto choice = trivium::bandits::parse_method(name);
    const auto method =
        trivium::bandits::make_method(*choice, {&instance.tree,
                                                {trivium::bandits::RuleKind::kGrid, 0.1},
                                                trivium::bandits::kFlatPrior,
                                                kPulls});
    Rng rng(1);
    for (std::size_t i = 0; i < kPulls; ++i) {
      const std::size_t leaf = (*method)->next(rng);
      check(leaf < instance.tree.leaves(), "a leaf of the tree is pulled");
      (*method)->observe(leaf, trivium::bandits::pulled(instance.leaves[leaf], rng), rng);
    }
    check((*method)->recommend(rng) < instance.tree.actions(), "an action of the tree is taken");
  }
}

}  // namespace

TRIVIUM_FUZZ_TARGET(bandit_instance) {
  const auto instance = parse_instance(fuzz::text_of(input), {});
  if (!instance) {
    fuzz::check_message(instance.error().message);
    return;
  }
  check_instance(*instance);
  check_written(*instance);
  if (instance->tree.leaves() <= kMaxPlayed) play(*instance);
}

}  // namespace trivium::learning::bandits
