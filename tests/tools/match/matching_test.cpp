// Compares matchings with an exhaustive search.
#include "tools/match/record/standings/matching.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "engine/core/rng.h"

namespace trivium::match {
namespace {

using Edges = std::vector<std::pair<int, int>>;

/// Size of a maximum matching by exhaustive search.
int max_edges(const Edges& edges, std::size_t from, unsigned taken) {
  if (from == edges.size()) return 0;
  const unsigned ends = 1U << edges[from].first | 1U << edges[from].second;
  const int without = max_edges(edges, from + 1, taken);
  return (taken & ends) != 0 ? without
                             : std::max(without, 1 + max_edges(edges, from + 1, taken | ends));
}

int edges_of(const Matching& graph, int size) {
  int ends = 0;
  for (int vertex = 0; vertex < size; ++vertex) {
    if (graph.partner(vertex) == Matching::kAlone) continue;
    CHECK(graph.partner(graph.partner(vertex)) == vertex);
    ++ends;
  }
  return ends / 2;
}

}  // namespace

TEST_CASE("a matching is maximum and has only edges of the graph") {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    const int size = 2 + static_cast<int>(rng.below(8));
    Matching graph(static_cast<std::size_t>(size));
    Edges edges;
    for (int a = 0; a < size; ++a) {
      for (int b = a + 1; b < size; ++b) {
        if (edges.size() == 16 || rng.below(3) != 0) continue;
        edges.emplace_back(a, b);
        graph.connect(a, b);
      }
    }
    const bool all = graph.match_all();
    CHECK(edges_of(graph, size) == max_edges(edges, 0, 0));
    CHECK(all == (2 * edges_of(graph, size) == size));
    for (int vertex = 0; vertex < size; ++vertex) {
      const int partner = graph.partner(vertex);
      if (partner != Matching::kAlone)
        CHECK(std::count(edges.begin(), edges.end(),
                         std::pair(std::min(vertex, partner), std::max(vertex, partner))) == 1);
    }
  }
}

TEST_CASE("one search repairs a matching that lost two vertices") {
  // Two triangles joined by an edge: without 0 and 5 the matching is 1-2 and 3-4.
  Matching graph(6);
  for (const auto& [a, b] : Edges{{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}, {2, 3}})
    graph.connect(a, b);
  REQUIRE(graph.match_all());
  const int widow = graph.partner(0);
  graph.remove(0);
  graph.remove(5);
  CHECK(graph.match(widow));
  CHECK(graph.partner(1) == 2);
  CHECK(graph.partner(3) == 4);
  CHECK(graph.partner(0) == Matching::kAlone);
}

}  // namespace trivium::match
