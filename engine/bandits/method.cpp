#include "engine/bandits/method.h"

#include <array>

#include "engine/bandits/method_makers.h"
#include "engine/core/spelling.h"
#include "engine/core/text.h"

namespace trivium::bandits {

namespace {

constexpr bool kPlans = true, kDepthTwo = true;
constexpr MethodInfo::Parameter kNone{}, kShare{0.5, 0, 1}, kRisk{0.1, 1e-9, 10},
    kExploration{1, 0, 100};
constexpr std::size_t kShownBytes = 40;

const std::array kMethods = std::to_array<MethodInfo>({
    {"uniform", "every leaf in turn", make_uniform},
    {"ttba", "Thompson sampling of the whole tree (paper 001; called TBBA for flat arms)",
     make_ttba},
    {"tbba_tree",
     "two phases of Thompson sampling: for the worst reply to each action, then for the best "
     "action; N: share of the rounds in the first phase (paper 001)",
     make_tbba_tree, kShare, kPlans, kDepthTwo},
    {"tbba_tree_reuse", "as tbba_tree; the second phase starts with the posteriors of the first",
     make_tbba_tree_reuse, kShare, kPlans, kDepthTwo},
    {"uniform_tree", "as tbba_tree, but pulls the arms of a phase in turn", make_uniform_tree,
     kShare, kPlans, kDepthTwo},
    {"top_two",
     "as ttba, but with probability 1 - N for the best action other than the leader (Russo 2016)",
     make_top_two, kShare},
    {"successive_rejects",
     "rejects the worst action after each phase (Audibert, Bubeck and Munos 2010)",
     make_successive_rejects, kNone, kPlans},
    {"sequential_halving",
     "rejects the worse half of the actions after each phase (Karnin, Koren and Somekh 2013)",
     make_sequential_halving, kNone, kPlans},
    {"lucb", "LUCB at the leaves; N: the risk (Kaufmann and Koolen 2017)", make_lucb, kRisk},
    {"ugape", "UGapE at the leaves; N: the risk (Kaufmann and Koolen 2017)", make_ugape, kRisk},
    {"uct", "upper confidence bounds for trees; N: exploration (Kocsis and Szepesvari 2006)",
     make_uct, kExploration},
    {"dissent",
     "pulls a leaf that could prove the leader wrong; recommends the action that is most probably "
     "the best (ours)",
     make_dissent},
});

bool has_depth_two(const Tree& tree) noexcept {
  for (const Tree::Node& node : tree.nodes().subspan(1)) {
    const bool below_root = node.parent == 0;
    if (node.kind != (below_root ? NodeKind::kMin : NodeKind::kLeaf)) return false;
  }
  return true;
}

}  // namespace

std::size_t Method::recommend(Rng& rng) noexcept {
  value_.set_to_means(beliefs_);
  value_.back_up(rng);
  return value_.best_action();
}

std::span<const MethodInfo> methods() noexcept { return kMethods; }

Result<MethodChoice> parse_method(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  for (const MethodInfo& one : kMethods) {
    if (one.name != name) continue;
    MethodChoice choice{&one, one.parameter.usual, std::string(text)};
    if (colon == std::string_view::npos) return choice;
    const auto number = text::parse_number<double>(text.substr(colon + 1));
    if (one.parameter.maximum == 0)
      return Error{"bandits.method.number", "method: " + std::string(name) + " takes no number"};
    if (!number || !(*number >= one.parameter.minimum && *number <= one.parameter.maximum)) {
      return Error{"bandits.method.number", "method: the number in " +
                                                text::printable(text, kShownBytes) +
                                                " is invalid or out of range"};
    }
    choice.parameter = *number;
    return choice;
  }
  return Error{"bandits.method.unknown", "method: " + text::quoted(text, kShownBytes) +
                                             " is none of " +
                                             text::joined(kMethods, ", ", &MethodInfo::name) +
                                             text::suggestion(name, kMethods, &MethodInfo::name)};
}

Result<std::unique_ptr<Method>> make_method(const MethodChoice& choice, const Problem& problem) {
  if (choice.info->only_depth_two && !has_depth_two(*problem.tree)) {
    return Error{"bandits.method.shape",
                 "method: " + choice.text + " needs a tree of actions and replies, no other"};
  }
  return choice.info->make(problem, choice.parameter);
}

}  // namespace trivium::bandits
