// What a strategy over a betting tree answers at a real table: the rows of the decisions that a history stands for, mixed, at the table's
// sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/poker/policies/policy.h"
#include "engine/poker/strategy/betting_tree.h"

namespace trivium::poker {

/// Gives the probabilities of a decision's actions in a bucket.
using TreeRow = std::function<void(std::size_t decision, std::uint16_t bucket, std::span<double> out)>;

/// The place of `action` in `actions`, put there if need be.
std::size_t place_of(Action action, std::vector<Action>& actions);

/// What becomes of the part of a history that no decision answers (Location::call).
enum class Unanswered : std::uint8_t {
  kCalls,    ///< checks or calls, whatever the holding
  kLeftOut,  ///< is missing: rows of the answer sum to less than 1, by so much
};

/// Fills `out` as Policy::distribution() does for holdings in these `buckets`; each bucket is asked about once. Returns the part that no
/// decision answers.
double answer_by_tree(const BettingTree& tree, const PublicState& state, std::span<const std::uint16_t> buckets, const TreeRow& row,
                      Unanswered rest, ActionDistribution& out);

}  // namespace trivium::poker
