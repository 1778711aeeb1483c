// Factory functions of the methods. Each family has a file of its own.
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
/// Uses two phases, for trees of depth two: `lower_share` of the rounds identify the worst reply to
/// each action, the others the best action. Arms are selected by Thompson sampling (TBBA) or in
/// turn; with "reuse", the second phase starts with the posteriors of the first. Source: Liu et al.
/// 2019 (paper 001).
std::unique_ptr<Method> make_tbba_tree(const Problem& problem, double lower_share);
std::unique_ptr<Method> make_tbba_tree_reuse(const Problem& problem, double lower_share);
std::unique_ptr<Method> make_uniform_tree(const Problem& problem, double lower_share);
/// Successive rejects. Source: Audibert, Bubeck and Munos 2010. Below an action it works as
/// make_ttba(). The plan requires more rounds than actions; with fewer, it rejects all actions but
/// one at random.
std::unique_ptr<Method> make_successive_rejects(const Problem& problem, double parameter);
/// Sequential halving. Source: Karnin, Koren and Somekh 2013; unlike there, pulls of earlier phases
/// count, too. Below an action it works as make_ttba(). A phase with fewer rounds than actions
/// rejects half of them at random.
std::unique_ptr<Method> make_sequential_halving(const Problem& problem, double parameter);
/// Pulls the leader or its rival, whichever has the wider confidence interval; intervals of the
/// leaves fail with probability `delta`. Source: Kaufmann and Koolen 2017. They have no chance
/// nodes; here the interval of one is that of the mixture, and the child that makes it widest is
/// followed.
std::unique_ptr<Method> make_lucb(const Problem& problem, double delta);
std::unique_ptr<Method> make_ugape(const Problem& problem, double delta);
/// Upper confidence bounds for trees. Source: Kocsis and Szepesvari 2006.
std::unique_ptr<Method> make_uct(const Problem& problem, double exploration);
/// Our method; dissent.cpp explains it.
std::unique_ptr<Method> make_dissent(const Problem& problem, double parameter = 0);

}  // namespace trivium::bandits
