#include "tools/match/record/standings/swiss.h"

#include "tools/match/record/standings/matching.h"

namespace trivium::match {
namespace {

/// Number of meetings and byes of engines.
class History {
 public:
  History(std::size_t engines, std::span<const SwissRound> played)
      : engines_(engines), meetings_(engines * engines), byes_(engines) {
    for (const SwissRound& round : played) {
      for (const auto& [a, b] : round.pairings) ++meetings_[place(a, b)];
      if (round.bye) ++byes_[static_cast<std::size_t>(*round.bye)];
    }
  }

  int meetings(int a, int b) const { return meetings_[place(a, b)]; }
  int byes(int engine) const { return byes_[static_cast<std::size_t>(engine)]; }

 private:
  /// A pairing has one place, whichever engine is first.
  std::size_t place(int a, int b) const noexcept {
    return static_cast<std::size_t>(std::min(a, b)) * engines_ +
           static_cast<std::size_t>(std::max(a, b));
  }

  std::size_t engines_;
  std::vector<int> meetings_;
  std::vector<int> byes_;
};

/// Graph of allowed pairings without `bye`, with at most `repetitions` repeated meetings of a
/// pairing, matched as far as possible.
std::optional<Matching> possible_round(std::size_t engines, const History& history, int repetitions,
                                       std::optional<int> bye) {
  Matching graph(engines);
  for (int a = 0; a < static_cast<int>(engines); ++a) {
    for (int b = a + 1; b < static_cast<int>(engines); ++b) {
      if (history.meetings(a, b) <= repetitions) graph.connect(a, b);
    }
  }
  if (bye) graph.remove(*bye);
  if (!graph.match_all()) return std::nullopt;
  return graph;
}

/// Candidates for the bye in order of preference: the lowest of those with the fewest byes. A
/// single empty entry if no engine has a bye.
std::vector<std::optional<int>> bye_candidates(const std::vector<int>& ranking,
                                               const History& history) {
  if (ranking.size() % 2 == 0) return {std::nullopt};
  const auto byes = [&history](int engine) { return history.byes(engine); };
  const int minimum = byes(*std::ranges::min_element(ranking, {}, byes));
  std::vector<std::optional<int>> candidates;
  for (auto engine = ranking.rbegin(); engine != ranking.rend(); ++engine) {
    if (history.byes(*engine) == minimum) candidates.emplace_back(*engine);
  }
  return candidates;
}

/// The other engines of `left` (best first) in the order in which the first one prefers to meet
/// them.
std::vector<int> wished_opponents(const std::vector<int>& left,
                                  std::span<const SwissScore> scores) {
  const auto points = [&](int engine) { return scores[static_cast<std::size_t>(engine)].points; };
  const auto group_end = std::find_if(
      left.begin(), left.end(), [&](int engine) { return points(engine) != points(left.front()); });
  const auto middle = left.begin() + std::max<std::ptrdiff_t>(1, (group_end - left.begin()) / 2);
  std::vector<int> wished(middle, group_end);
  wished.insert(wished.end(), std::reverse_iterator(middle),
                std::reverse_iterator(left.begin() + 1));
  wished.insert(wished.end(), group_end, left.end());
  return wished;
}

double winnings(const learning::statistics::Moments& deals) {
  return deals.mean() * static_cast<double>(deals.count());
}

/// Returns `graph` without `a` and `b` if the others can still be paired in it.
std::optional<Matching> paired(const Matching& graph, int a, int b) {
  Matching rest = graph;
  rest.remove(a);
  rest.remove(b);
  if (graph.partner(a) != b && !rest.match(graph.partner(a))) return std::nullopt;
  return rest;
}

}  // namespace

std::vector<SwissScore> swiss_scores(const Standings& standings) {
  const std::vector<learning::statistics::Rating> ratings = standings.ratings();
  const int engines = static_cast<int>(ratings.size());
  bool poker = false;
  for (int engine = 0; engine < engines; ++engine)
    poker = poker || standings.poker(engine).hands > 0;
  std::vector<SwissScore> scores;
  for (int engine = 0; engine < engines; ++engine) {
    scores.push_back(poker ? SwissScore{.points = winnings(standings.poker(engine).expected)}
                           : SwissScore{.points = standings.points(engine),
                                        .rating = ratings[static_cast<std::size_t>(engine)].elo});
  }
  return scores;
}

SwissRound swiss_round(std::span<const SwissScore> scores, std::span<const SwissRound> played) {
  const History history(scores.size(), played);
  std::vector<int> left = by_strength(scores.size(), [&scores](int engine) {
    const SwissScore& score = scores[static_cast<std::size_t>(engine)];
    return std::pair(score.points, score.rating);
  });

  SwissRound round;
  std::optional<Matching> graph;
  int repetitions = 0;
  const std::vector<std::optional<int>> candidates = bye_candidates(left, history);
  while (!graph) {
    for (auto candidate = candidates.begin(); candidate != candidates.end() && !graph;
         ++candidate) {
      round.bye = *candidate;
      graph = possible_round(scores.size(), history, repetitions, round.bye);
    }
    if (!graph) ++repetitions;
  }
  if (round.bye) std::erase(left, *round.bye);

  while (!left.empty()) {
    const int best = left.front();
    for (const int opponent : wished_opponents(left, scores)) {
      if (history.meetings(best, opponent) > repetitions) continue;
      if (std::optional<Matching> rest = paired(*graph, best, opponent)) {
        round.pairings.push_back({best, opponent});
        graph = std::move(rest);
        std::erase(left, best);
        std::erase(left, opponent);
        break;
      }
    }
  }
  return round;
}

}  // namespace trivium::match
