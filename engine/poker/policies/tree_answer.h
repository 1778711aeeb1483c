// Looks up a tree strategy for a real betting history, mixing rows when a bet size is off-tree.
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
using TreeRow =
    std::function<void(std::size_t decision, std::uint16_t bucket, std::span<double> out)>;

/// Returns the index of `action` in `actions`; appends it if it is missing.
std::size_t place_of(Action action, std::vector<Action>& actions);

/// What to do with the part of a history that no decision matches (Location::call).
enum class Unanswered : std::uint8_t {
  kCalls,    ///< check or call with every holding
  kLeftOut,  ///< omit it: rows sum to 1 minus this part
};

/// Fills `out` like Policy::distribution() for holdings in these `buckets`; calls `row` once for
/// each decision and bucket. Returns the part that no decision matches.
double answer_by_tree(const BettingTree& tree, const PublicState& state,
                      std::span<const std::uint16_t> buckets, const TreeRow& row, Unanswered rest,
                      ActionDistribution& out);

}  // namespace trivium::poker
