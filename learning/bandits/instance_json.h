// Reads instances (instance.h) from JSON.
//
//   {"arms": [{"loss": 0.1, "draw": 0.2, "win": 0.7}, [0.3, 0.3, 0.4]],
//    "names": ["a", "b"], "scores": [2, 1]}
//   {"tree": {"max": [{"min": [LEAF, LEAF]},
//                     {"chance": [NODE, NODE], "probabilities": [0.25, 0.75]},
//                     LEAF]}}
//
// A leaf is an object with the probabilities of a loss, a draw and a win, or a list of them in this
// order. A node is a leaf, or an object with one of "max", "min" and "chance"; the root of a tree
// is a "max". Names and scores are those of the actions at the root; they are optional.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/bandits/decision_rule.h"
#include "engine/core/result.h"
#include "learning/bandits/instance.h"

namespace trivium::learning::bandits {

inline constexpr std::size_t kMaxJsonBytes = std::size_t{1} << 22;

/// Parses an instance of at most kMaxJsonBytes. `truth` orders its actions (make_instance()). The
/// error names the place: "tree.max[2].min[0]: loss, draw and win add up to 0.9".
Result<Instance> parse_instance(std::string_view json, const trivium::bandits::DecisionRule& truth);

}  // namespace trivium::learning::bandits
