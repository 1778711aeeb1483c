// Between real hands and the tree of a betting abstraction: which decisions a history stands for, and what their actions are at the table.
//
// A bet that the tree has not is taken for its neighbours by the pseudo-harmonic mapping, in parts of the pot: with x between the sizes A
// and B, for A with probability (B - x)(1 + A) / ((B - A)(1 + x)). Below the smallest size A is 0: the bet is taken for a check, in part.
// Nothing is drawn: the answer is the mixture over all decisions the history may stand for, so that a policy stays a pure function.
// Those decisions have the same player to act in the same round as the real hand. A bet taken for the check that ends the tree's round is
// answered by a call, which catches up. Where the tree's players are all-in and the real ones are not, the others answer; if there is none,
// the answer is to check or call.
// Source: Ganzfried and Sandholm, "Action translation in extensive-form games with large action spaces" (IJCAI 2013).
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

/// What an unfinished hand of the tree's game may stand for. All weights add up to 1.
struct Location {
  std::vector<WeightedDecision> decisions;  ///< heaviest first, at most kMaxTranslations
  double call = 0;                          ///< weight of what checks or calls without asking the tree
};
inline constexpr std::size_t kMaxTranslations = 16;
Location locate(const BettingTree& tree, const PublicState& state);

/// What action number `action` of `decision` is at the table: legal in `betting`, a hand of the tree's game that stands for that decision
/// and is not over. Raises are the same part of the pot, all-in stays all-in; no fold where checking is free.
Action action_for(const BettingTree& tree, std::size_t decision, std::size_t action, const Betting& betting) noexcept;

}  // namespace trivium::poker
