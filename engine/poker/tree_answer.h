// What a strategy over a betting tree answers at a real table: the rows of the decisions that a history stands for, mixed, at the table's
// sizes.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "engine/poker/betting_tree.h"
#include "engine/poker/policy.h"

namespace trivium::poker {

/// Gives the probabilities of a decision's actions for holding number `holding` of those asked about.
using TreeRow = std::function<void(std::size_t decision, std::size_t holding, std::span<double> out)>;

/// Fills `out` as Policy::distribution() does for `holdings` holdings. The part of the history that no decision answers (Location::call)
/// checks or calls, whatever the holding.
void answer_by_tree(const BettingTree& tree, const PublicState& state, std::size_t holdings, const TreeRow& row, ActionDistribution& out);

}  // namespace trivium::poker
