// Translates between real hands and the tree of a betting abstraction: the decisions that match a
// history, and their actions at the table.
//
// An off-tree bet is mapped to its neighboring sizes by the pseudo-harmonic mapping, in parts of
// the pot. A bet x between the sizes A and B is mapped to A with probability
//
//   (B - x)(1 + A) / ((B - A)(1 + x))
//
// Below the smallest size, A is 0: a bet is partly mapped to a check, a raise to a call. Nothing is
// sampled: the answer is the mixture over all matching decisions, so that a policy stays a pure
// function. These decisions have the same player to act in the same round as the real hand. A bet
// that is mapped to a check that ends the round in the tree is answered by a call. If the players
// are all-in in the tree but not in the hand, the other matching decisions answer; without any, the
// answer is to check or call. Source: Ganzfried and Sandholm, "Action translation in extensive-form
// games with large action spaces" (IJCAI 2013).
#pragma once

#include <cstddef>
#include <vector>

#include "engine/poker/rules/hand.h"
#include "engine/poker/strategy/betting_tree.h"

namespace trivium::poker {

struct WeightedDecision {
  std::size_t decision = 0;
  double weight = 0;
};

/// The decisions that match an unfinished hand. All weights sum to 1.
struct Location {
  std::vector<WeightedDecision> decisions;  ///< largest weight first, at most kMaxTranslations
  double call = 0;                          ///< weight of checking or calling without a decision
};
inline constexpr std::size_t kMaxTranslations = 16;
/// Follows the history of an unfinished hand of the tree's game.
Location locate(const BettingTree& tree, const PublicState& state);

/// Returns the legal table action for action number `action` of `decision`. Raises keep their part
/// of the pot, all-in stays all-in, and a fold becomes a check if checking is free. Requires:
/// `betting` is an unfinished hand of the tree's game that matches the decision.
Action action_for(const BettingTree& tree, std::size_t decision, std::size_t action,
                  const Betting& betting) noexcept;

}  // namespace trivium::poker
