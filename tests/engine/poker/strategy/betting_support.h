// Trees for tests of the betting abstraction.
#pragma once

#include <string_view>
#include <utility>

#include "engine/poker/strategy/betting_tree.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {

inline BettingTree tree_of(const GameDefinition& game, std::string_view sizes = "") {
  const Result<BettingAbstraction> abstraction = BettingAbstraction::parse(sizes);
  if (!abstraction) FAIL(abstraction.error().message);
  Result<BettingTree> built = BettingTree::build(game, *abstraction);
  if (!built) FAIL(built.error().message);
  return *std::move(built);
}

}  // namespace trivium::poker
