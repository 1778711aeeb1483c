#include "tools/match/record/standings/matching.h"

#include <deque>
#include <numeric>

namespace trivium::match {

/// One search from an unmatched vertex. Outer vertices are an even number of edges away from it;
/// they are in the queue, which examines their neighbors.
class Matching::Search {
 public:
  Search(Matching& graph, int root)
      : graph_(graph),
        root_(root),
        from_(graph.partners_.size(), kAlone),
        base_(graph.partners_.size()),
        outer_(graph.partners_.size()) {
    std::iota(base_.begin(), base_.end(), 0);
    make_outer(root);
  }

  bool succeeds() {
    while (!queue_.empty()) {
      const int vertex = queue_.front();
      queue_.pop_front();
      for (const int neighbor : graph_.neighbors_[index(vertex)]) {
        if (graph_.removed_[index(neighbor)] || base(vertex) == base(neighbor) ||
            graph_.partner(vertex) == neighbor)
          continue;
        if (outer_[index(neighbor)]) {
          shrink(vertex, neighbor);
        } else if (from(neighbor) == kAlone) {
          from(neighbor) = vertex;
          if (graph_.partner(neighbor) == kAlone) {
            swap_edges(neighbor);
            return true;
          }
          make_outer(graph_.partner(neighbor));
        }
      }
    }
    return false;
  }

 private:
  int& from(int vertex) { return from_[index(vertex)]; }
  int base(int vertex) const { return base_[index(vertex)]; }

  void make_outer(int vertex) {
    outer_[index(vertex)] = true;
    queue_.push_back(vertex);
  }

  /// Next outer vertex on the path from `vertex` (outer, not the root) back to the root.
  int towards_root(int vertex) { return from(graph_.partner(vertex)); }

  /// Vertex where the paths of two outer vertices back to the root meet.
  int meeting_point(int a, int b) {
    std::vector<bool> on_way(base_.size());
    for (a = base(a);; a = base(towards_root(a))) {
      on_way[index(a)] = true;
      if (a == base(root_)) break;
    }
    b = base(b);
    while (!on_way[index(b)]) b = base(towards_root(b));
    return b;
  }

  /// Contracts a blossom: two outer vertices are neighbors, so their paths to the meeting point
  /// form an odd cycle, which becomes one outer vertex.
  void shrink(int a, int b) {
    const int stem = meeting_point(a, b);
    std::vector<bool> in_circle(base_.size());
    mark_way(a, stem, b, in_circle);
    mark_way(b, stem, a, in_circle);
    for (std::size_t i = 0; i < base_.size(); ++i) {
      if (!in_circle[index(base_[i])]) continue;
      base_[i] = stem;
      if (!outer_[i]) make_outer(static_cast<int>(i));
    }
  }

  /// Marks the bases on the path from `vertex` down to `stem` and stores the other direction around
  /// the cycle, which an augmenting path may use.
  void mark_way(int vertex, int stem, int other_way, std::vector<bool>& in_circle) {
    while (base(vertex) != stem) {
      const int partner = graph_.partner(vertex);
      in_circle[index(base(vertex))] = true;
      in_circle[index(base(partner))] = true;
      from(vertex) = other_way;
      other_way = partner;
      vertex = from(partner);
    }
  }

  /// Augments along the path that ends at `end`: swaps matched and unmatched edges.
  void swap_edges(int end) {
    while (end != kAlone) {
      const int before = from(end);
      const int next = graph_.partner(before);
      graph_.partners_[index(end)] = before;
      graph_.partners_[index(before)] = end;
      end = next;
    }
  }

  Matching& graph_;
  int root_;
  std::vector<int> from_;  ///< predecessor of each vertex
  std::vector<int>
      base_;  ///< base of the blossom of each vertex; the vertex itself outside blossoms
  std::vector<bool> outer_;
  std::deque<int> queue_;
};

void Matching::connect(int a, int b) {
  neighbors_[index(a)].push_back(b);
  neighbors_[index(b)].push_back(a);
}

void Matching::remove(int vertex) {
  removed_[index(vertex)] = true;
  if (const int widow = partner(vertex); widow != kAlone) partners_[index(widow)] = kAlone;
  partners_[index(vertex)] = kAlone;
}

bool Matching::match(int vertex) { return Search(*this, vertex).succeeds(); }

bool Matching::match_all() {
  bool complete = true;
  for (int vertex = 0; vertex < static_cast<int>(partners_.size()); ++vertex) {
    if (!removed_[index(vertex)] && partner(vertex) == kAlone) complete = match(vertex) && complete;
  }
  return complete;
}

}  // namespace trivium::match
