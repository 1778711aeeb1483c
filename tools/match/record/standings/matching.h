// Maximum matching in general graphs, to decide if all engines can be paired when some must not
// meet.
//
// Edmonds' blossom algorithm: breadth-first search for an augmenting path between unmatched
// vertices; an odd cycle found on the way is contracted to one vertex. A matching that lost an edge
// is repaired by one search. Source: Edmonds, "Paths, trees, and flowers" (1965); bases of blossoms
// as in Gabow (1976).
#pragma once

#include <cstddef>
#include <vector>

namespace trivium::match {

/// A graph on the vertices 0 to size - 1 and a matching in it.
class Matching {
 public:
  /// Partner of an unmatched vertex.
  static constexpr int kAlone = -1;

  explicit Matching(std::size_t size) : neighbors_(size), partners_(size, kAlone), removed_(size) {}

  /// Adds an edge between two different vertices.
  void connect(int a, int b);
  /// Removes a vertex; its partner becomes unmatched.
  void remove(int vertex);

  int partner(int vertex) const { return partners_[index(vertex)]; }
  /// Matches the unmatched `vertex` and keeps all matched vertices matched. Returns false without a
  /// change if that is impossible. Time O(vertices * edges).
  bool match(int vertex);
  /// Matches as many vertices as possible. Returns true if no remaining vertex is unmatched.
  bool match_all();

 private:
  class Search;

  static std::size_t index(int vertex) noexcept { return static_cast<std::size_t>(vertex); }

  std::vector<std::vector<int>> neighbors_;
  std::vector<int> partners_;
  std::vector<bool> removed_;
};

}  // namespace trivium::match
