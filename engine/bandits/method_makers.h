// The makers of the methods, each family in a file of its own.
#pragma once

#include <memory>

#include "engine/bandits/method.h"

namespace trivium::bandits {

/// Every leaf in turn.
std::unique_ptr<Method> make_uniform(const Problem& problem, double parameter);
/// The leaf on which the value of one sample of the whole tree rests. Source: Liu et al. 2019, algorithms 1 and 2 (paper 001); for any
/// tree.
std::unique_ptr<Method> make_ttba(const Problem& problem, double parameter);
/// The same, but half of the time (`leader_share` of it) for the first sample of another opinion. Source: Russo 2016.
std::unique_ptr<Method> make_top_two(const Problem& problem, double leader_share);
/// A bandit for the worst reply to each action, with `lower_share` of the rounds, then one for the best of these: by Thompson sampling
/// (TBBA), the upper one beginning with what the lower one found, or each arm in turn. Depth two. Source: Liu et al. 2019 (paper 001).
std::unique_ptr<Method> make_tbba_tree(const Problem& problem, double lower_share);
std::unique_ptr<Method> make_tbba_tree_reuse(const Problem& problem, double lower_share);
std::unique_ptr<Method> make_uniform_tree(const Problem& problem, double lower_share);
/// Source: Audibert, Bubeck and Munos 2010. Below an action: as make_ttba(). Their plan needs more rounds than there are actions; with
/// fewer, nothing is looked at before all but one action are given up.
std::unique_ptr<Method> make_successive_rejects(const Problem& problem, double parameter);
/// Source: Karnin, Koren and Somekh 2013, but that what was seen in earlier phases counts too. Below an action: as make_ttba(). With less
/// than a round for each action in a phase, that phase gives up half of them by chance.
std::unique_ptr<Method> make_sequential_halving(const Problem& problem, double parameter);
/// The wider of the leader and its rival, by intervals of the leaves that hold but for `delta`. Source: Kaufmann and Koolen 2017; at
/// chance nodes, which they have not, the interval is the mixture's, and the child is followed that makes it widest.
std::unique_ptr<Method> make_lucb(const Problem& problem, double delta);
std::unique_ptr<Method> make_ugape(const Problem& problem, double delta);
/// Source: Kocsis and Szepesvari 2006.
std::unique_ptr<Method> make_uct(const Problem& problem, double exploration);
/// Ours; dissent.cpp tells the idea.
std::unique_ptr<Method> make_dissent(const Problem& problem, double parameter = 0);

}  // namespace trivium::bandits
