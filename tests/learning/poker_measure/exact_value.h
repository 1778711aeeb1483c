// Exact values of policies in small games, as references for estimates.
#pragma once

#include <doctest/doctest.h>

#include "learning/poker_measure/best_response/best_response.h"

namespace trivium::learning::poker_measure {

/// Returns the expected winnings of position 0, which plays `first`, in chips per hand.
inline double exact_value(const poker::GameDefinition& game, const poker::Policy& first,
                          const poker::Policy& second) {
  const auto tree = PublicTree::make(game);
  REQUIRE(tree);
  return expected_value(**tree, strategy_of(**tree, first), strategy_of(**tree, second));
}

}  // namespace trivium::learning::poker_measure
