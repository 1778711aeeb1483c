// Factory functions of the methods, for the table of methods() (method.cpp). Functions that call
// their second argument `parameter` ignore it. Definitions: sampling.cpp, elimination.cpp,
// bounds.cpp, dissent.cpp.
#pragma once

#include <memory>

#include "engine/bandits/method.h"

namespace trivium::bandits {

/// Pulls every leaf in turn.
std::unique_ptr<Method> make_uniform(const Problem& problem, double parameter);
/// Samples the whole tree and pulls its principal leaf. Source: Liu et al. 2019, algorithms 1 and 2
/// (paper 001), generalized to any tree.
std::unique_ptr<Method> make_ttba(const Problem& problem, double parameter);
/// As make_ttba(), but with probability 1 - `leader_share` it samples again until another action is
/// best. Source: Russo 2016.
std::unique_ptr<Method> make_top_two(const Problem& problem, double leader_share);
/// The next three work in two phases, for trees of depth two: `lower_share` of the rounds identify
/// the worst reply to each action, the others the best action. Source: Liu et al. 2019 (paper 001).
/// - tbba_tree: selects arms by Thompson sampling (TBBA)
/// - tbba_tree_reuse: as tbba_tree; the second phase starts with the posteriors of the first
/// - uniform_tree: selects arms in turn
std::unique_ptr<Method> make_tbba_tree(const Problem& problem, double lower_share);
std::unique_ptr<Method> make_tbba_tree_reuse(const Problem& problem, double lower_share);
std::unique_ptr<Method> make_uniform_tree(const Problem& problem, double lower_share);
/// Successive rejects: rejects the worst action after each phase. Below an action it works as
/// make_ttba(). If there are not more rounds than actions, it rejects all actions but one at
/// random. Source: Audibert, Bubeck and Munos 2010.
std::unique_ptr<Method> make_successive_rejects(const Problem& problem, double parameter);
/// Sequential halving: rejects the worse half of the actions after each phase. Below an action it
/// works as make_ttba(). A phase with fewer rounds than actions rejects half of them at random.
/// Source: Karnin, Koren and Somekh 2013; unlike there, pulls of earlier phases count, too.
std::unique_ptr<Method> make_sequential_halving(const Problem& problem, double parameter);
/// The next two pull the leader or its rival, whichever has the wider confidence interval. `delta`
/// is the risk for which the intervals of the leaves are computed. The rival has the highest upper
/// bound of the others. LUCB's leader has the highest mean; UGapE's leader is the action that its
/// best rival can exceed by the least. Source: Kaufmann and Koolen 2017. Chance nodes are our
/// addition: their interval is the mixture of the children's, and next() follows the child that
/// contributes most of its width.
std::unique_ptr<Method> make_lucb(const Problem& problem, double delta);
std::unique_ptr<Method> make_ugape(const Problem& problem, double delta);
/// Upper confidence bounds for trees. Source: Kocsis and Szepesvari 2006.
std::unique_ptr<Method> make_uct(const Problem& problem, double exploration);
/// Our method; dissent.cpp explains it.
std::unique_ptr<Method> make_dissent(const Problem& problem, double parameter = 0);

}  // namespace trivium::bandits
