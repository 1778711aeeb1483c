// Perfect matchings in general graphs: can everybody be paired, where some must not meet?
//
// Edmonds' blossom algorithm: breadth-first searches for a path whose every other edge is matched, from one vertex that is alone to
// another; a circle of odd length that is met on the way is treated as one vertex. A matching that has lost an edge is mended by one
// search. Source: Edmonds, "Paths, trees, and flowers" (1965), with the bases of blossoms as Gabow (1976) keeps them.
#pragma once

#include <cstddef>
#include <vector>

namespace trivium::match {

/// A graph on the vertices 0 to size - 1, and a matching in it.
class Matching {
 public:
  static constexpr int kAlone = -1;

  explicit Matching(std::size_t size) : neighbours_(size), partners_(size, kAlone), removed_(size) {}

  /// Adds an edge between two different vertices.
  void connect(int a, int b);
  /// Takes a vertex out of the graph; its partner is then alone.
  void remove(int vertex);

  int partner(int vertex) const { return partners_[index(vertex)]; }
  /// Finds a partner for `vertex`, which is alone, without leaving anybody alone who had one. False, and nothing changed, where there is
  /// none. Time at most proportional to vertices times edges.
  bool match(int vertex);
  /// Matches all that are alone. Whether nobody who is in the graph is left alone.
  bool match_all();

 private:
  class Search;

  static std::size_t index(int vertex) noexcept { return static_cast<std::size_t>(vertex); }

  std::vector<std::vector<int>> neighbours_;
  std::vector<int> partners_;
  std::vector<bool> removed_;
};

}  // namespace trivium::match
