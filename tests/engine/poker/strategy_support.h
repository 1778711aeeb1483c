// Strategies small enough to be told by a rule.
#pragma once

#include <doctest/doctest.h>
#include <string_view>
#include <utility>

#include "engine/poker/strategy.h"
#include "tests/engine/poker/strategy_tables.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {

inline BettingTree tree_of(const GameDefinition& played, std::string_view abstraction) {
  const Result<BettingAbstraction> sizes = BettingAbstraction::parse(abstraction);
  if (!sizes) FAIL(sizes.error().message);
  Result<BettingTree> tree = BettingTree::build(played, *sizes);
  if (!tree) FAIL(tree.error().message);
  return *std::move(tree);
}

inline constexpr std::string_view kFewBets = "50,100:100,all/100,all:all";

}  // namespace trivium::poker
