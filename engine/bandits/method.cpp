#include "engine/bandits/method.h"

#include <array>

#include "engine/bandits/method_makers.h"
#include "engine/core/spelling.h"
#include "engine/core/text.h"

namespace trivium::bandits {

namespace {

using Maker = std::unique_ptr<Method> (*)(const Problem& problem, double parameter);

/// A method's number, where it has one: what it is, what it is if none is given, and its bounds.
struct Parameter {
  double usual = 0;
  double least = 0;
  double most = 0;
};

struct Known {
  MethodInfo info;
  Parameter parameter;
  Maker make;
};

constexpr bool kPlans = true, kDepthTwo = true;

const std::array kKnown = std::to_array<Known>({
    {{"uniform", "every leaf in turn"}, {}, [](const Problem& problem, double) { return make_uniform(problem); }},
    {{"ttba", "Thompson sampling of the whole tree (paper 001; TBBA where there is one layer)"},
     {},
     [](const Problem& problem, double) { return make_ttba(problem); }},
    {{"tbba_tree", "TBBA for the replies, then for the actions; N: the replies' share of the rounds (paper 001)", kPlans, kDepthTwo},
     {0.5, 0, 1},
     [](const Problem& problem, double lower) {
       return make_layered(problem, {lower, true, false});
     }},
    {{"tbba_tree_reuse", "the same, the upper layer beginning with what the lower one found", kPlans, kDepthTwo},
     {0.5, 0, 1},
     [](const Problem& problem, double lower) {
       return make_layered(problem, {lower, true, true});
     }},
    {{"uniform_tree", "two layers, in each every arm in turn; N: the replies' share of the rounds", kPlans, kDepthTwo},
     {0.5, 0, 1},
     [](const Problem& problem, double lower) {
       return make_layered(problem, {lower, false, false});
     }},
    {{"top_two", "Thompson sampling of the leader and of who else may be best; N: the leader's share (Russo 2016)"},
     {0.5, 0, 1},
     [](const Problem& problem, double share) { return make_top_two(problem, share); }},
    {{"successive_rejects", "one action after another is given up (Audibert, Bubeck and Munos 2010)", kPlans},
     {},
     [](const Problem& problem, double) { return make_successive_rejects(problem); }},
    {{"sequential_halving", "half of the actions after another is given up (Karnin, Koren and Somekh 2013)", kPlans},
     {},
     [](const Problem& problem, double) { return make_sequential_halving(problem); }},
    {{"lucb", "LUCB at the leaves; N: the risk (Kaufmann and Koolen 2017)"},
     {0.1, 1e-9, 10},
     [](const Problem& problem, double delta) { return make_bounded(problem, BoundedChoice::kLucb, delta); }},
    {{"ugape", "UGapE at the leaves; N: the risk (Kaufmann and Koolen 2017)"},
     {0.1, 1e-9, 10},
     [](const Problem& problem, double delta) { return make_bounded(problem, BoundedChoice::kUgape, delta); }},
    {{"uct", "upper confidence bounds for trees; N: exploration (Kocsis and Szepesvari 2006)"},
     {1, 0, 100},
     [](const Problem& problem, double exploration) { return make_uct(problem, exploration); }},
    {{"dissent", "what a dissenting sample rests on, and a vote of samples in the end (ours)"},
     {},
     [](const Problem& problem, double) { return make_dissent(problem); }},
});

bool has_depth_two(const Tree& tree) noexcept {
  for (const Tree::Node& node : tree.nodes().subspan(1)) {
    const bool below_root = node.parent == 0;
    if (node.kind != (below_root ? NodeKind::kMin : NodeKind::kLeaf)) return false;
  }
  return true;
}

const Known& known(const MethodInfo& info) noexcept {
  for (const Known& one : kKnown) {
    if (&one.info == &info) return one;
  }
  return kKnown.front();
}

}  // namespace

std::size_t Method::recommend(Rng& rng) noexcept {
  value_.set_to_means(beliefs_);
  value_.back_up(rng);
  return value_.best_action();
}

std::vector<const MethodInfo*> methods() {
  std::vector<const MethodInfo*> all;
  all.reserve(kKnown.size());
  for (const Known& one : kKnown) all.push_back(&one.info);
  return all;
}

namespace {

constexpr std::size_t kShownBytes = 40;

}  // namespace

Result<MethodChoice> parse_method(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  for (const Known& one : kKnown) {
    if (one.info.name != name) continue;
    MethodChoice choice{&one.info, one.parameter.usual, std::string(text)};
    if (colon == std::string_view::npos) return choice;
    const auto number = text::parse_number<double>(text.substr(colon + 1));
    if (one.parameter.most == 0) return Error{"bandits.method.number", "method: " + std::string(name) + " takes no number"};
    if (!number || !(*number >= one.parameter.least && *number <= one.parameter.most)) {
      return Error{"bandits.method.number", "method: the number of " + text::printable(text, kShownBytes) + " is none, or out of bounds"};
    }
    choice.parameter = *number;
    return choice;
  }
  std::string names;
  std::vector<std::string_view> known;
  for (const Known& one : kKnown) {
    names += (names.empty() ? "" : ", ") + std::string(one.info.name);
    known.push_back(one.info.name);
  }
  return Error{"bandits.method.unknown",
               "method: " + text::quoted(text, kShownBytes) + " is none of " + names + text::suggestion(name, known)};
}

Result<std::unique_ptr<Method>> make_method(const MethodChoice& choice, const Problem& problem) {
  if (choice.info->only_depth_two && !has_depth_two(*problem.tree)) {
    return Error{"bandits.method.shape", "method: " + choice.text + " needs a tree of actions and replies, no other"};
  }
  return known(*choice.info).make(problem, choice.parameter);
}

}  // namespace trivium::bandits
