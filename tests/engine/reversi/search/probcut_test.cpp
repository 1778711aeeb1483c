#include "engine/reversi/search/probcut.h"

#include <cstdint>
#include <doctest/doctest.h>

#include "engine/reversi/search/midgame_search.h"
#include "tests/engine/reversi/endgame/minimax.h"
#include "tests/engine/reversi/sample_knowledge.h"

namespace trivium::reversi {
namespace {

constexpr Window kWholeWindow = {-kInfinity, kInfinity};

struct Searched {
  Value value;
  std::uint64_t nodes;
};

/// Searches to `depth` with a table of its own.
Searched search_with(const Knowledge& knowledge, const Position& position, int depth,
                     int probcut = kSearch.probcut) {
  SearchTable table(1);
  NodeBudget unlimited;
  SearchParameters parameters;
  parameters.probcut = probcut;
  MidgameSearch search(knowledge, table, unlimited, nullptr, parameters);
  const Value value = search.search(position, depth, kWholeWindow);
  return {value, unlimited.nodes()};
}

TEST_CASE("margins are the measured errors times the parameter, by depth") {
  const Knowledge knowledge = sample_knowledge(3.0);
  const ProbCutMargins margins(knowledge.value.get(), 150);
  CHECK(margins.margin(2, 30) == 0);
  CHECK(margins.margin(3, 30) == 450);
  CHECK(margins.margin(8, 64) == 450);
  CHECK(margins.margin(9, 30) == 0);
}

TEST_CASE("without measured errors or with the parameter 0 there are no margins") {
  CHECK(ProbCutMargins(nullptr, 150).margin(4, 30) == 0);
  CHECK(ProbCutMargins(sample_knowledge().value.get(), 150).margin(4, 30) == 0);
  CHECK(ProbCutMargins(sample_knowledge(3.0).value.get(), 0).margin(4, 30) == 0);
}

TEST_CASE("small margins save nodes, and margins that no value reaches change none") {
  const Knowledge none = sample_knowledge();
  const Knowledge small = sample_knowledge(0.5);
  const Knowledge large = sample_knowledge(120.0);
  Rng rng(1);
  std::uint64_t all_nodes = 0;
  std::uint64_t cut_nodes = 0;
  for (int i = 0; i < 8; ++i) {
    const Position position = random_choice(rng, 8, 45 - 2 * i);
    const Searched all = search_with(none, position, 6);
    const Searched unreached = search_with(large, position, 6);
    CHECK(unreached.value == all.value);
    CHECK(unreached.nodes == all.nodes);
    CHECK(search_with(small, position, 6, 0).nodes == all.nodes);
    all_nodes += all.nodes;
    cut_nodes += search_with(small, position, 6).nodes;
  }
  CHECK(cut_nodes < all_nodes);
}

}  // namespace
}  // namespace trivium::reversi
