#include "engine/chess/choice/searched_moves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "engine/chess/search/time_manager.h"
#include "engine/core/deadline.h"
#include "engine/core/node_budget.h"

namespace trivium::chess {

namespace {

/// Score in pawns above which it saturates.
constexpr double kBend = 3;
/// Contribution of a mate; a score of a thousand pawns contributes less.
constexpr double kMateTerm = 20;
constexpr double kTermPerMove = 0.01;
constexpr int kMaxMate = 100;

/// Divisors of the nodes per move in each round.
constexpr std::array<std::uint64_t, 4> kRounds = {64, 16, 4, 1};
/// Log-odds of a move that is almost never played: 1/1000 of the most probable move.
constexpr double kMinLogOdds = -7;

std::uint64_t nodes_of_each(std::uint64_t nodes, const Limits& limits, std::size_t moves) {
  // A limit applies to all rounds together.
  constexpr std::uint64_t kLast = 64, kAll = 1 + 4 + 16 + 64;
  return std::max<std::uint64_t>(
      1, limits.nodes ? std::min(nodes, *limits.nodes / moves * kLast / kAll) : nodes);
}

/// Returns the time for a move: on a clock its optimum.
std::optional<Deadline::Duration> time_for(const Limits& limits, Milliseconds overhead) {
  const Deadline deadline = deadline_for(limits, overhead);
  return deadline.optimum ? deadline.optimum : deadline.maximum;
}

/// Returns the end of a move's share if `before` of `all` equal shares of `time` come first.
Deadline::Duration shared(Deadline::Duration time, std::size_t before, std::size_t all) {
  return time * static_cast<Deadline::Duration::rep>(before + 1) /
         static_cast<Deadline::Duration::rep>(all);
}

/// Searches a move and updates its report, unless an earlier search was deeper: a search may be
/// interrupted.
void search_one(Player& player, Move move, const Limits& limits, const SearchControl& control,
                Report<Move>& known) {
  const std::uint64_t spent = known.nodes;
  const auto keep = [&](const Report<Move>& report) {
    if (report.depth >= known.depth) known = report;
    known.nodes = spent + report.nodes;
  };
  player.think(limits, control, keep, {move});
}

}  // namespace

double search_term(const Score& score) noexcept {
  if (score.kind == Score::Kind::kValue) return kBend * std::asinh(0.01 * score.value / kBend);
  const double term = kMateTerm - kTermPerMove * std::min(std::abs(score.value), kMaxMate);
  return score.value > 0 ? term : -term;
}

std::vector<double> with_search(std::span<const double> values, const SearchPart& part,
                                std::span<const Report<Move>> reports) {
  std::vector<double> all(values.begin(), values.end());
  all.resize(reports.size());
  for (std::size_t i = 0; i < reports.size(); ++i)
    all[i] += part.weight * search_term(reports[i].score);
  return all;
}

std::vector<Report<Move>> search_each_move(Player& player, const MoveList& moves,
                                           const MoveSearch& how, const SearchControl& control,
                                           const MovesListener& on_round) {
  const std::uint64_t each = nodes_of_each(how.part.nodes, how.limits, moves.size());
  const auto time = time_for(how.limits, how.move_overhead);
  NodeBudget budget(std::nullopt, &control, {.maximum = time});
  std::vector<Report<Move>> reports(moves.size());
  std::vector<std::size_t> left(moves.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  bool all_known = false;
  for (const std::uint64_t part : std::span(kRounds).last(how.drops ? kRounds.size() : 1)) {
    Limits of_move;
    of_move.depth = how.limits.depth;
    of_move.nodes = std::max<std::uint64_t>(1, each / part);
    for (const std::size_t i : left) {
      if (all_known && budget.spent_now()) return reports;
      if (time)
        of_move.move_time =
            std::chrono::ceil<Milliseconds>(how.drops ? *time : shared(*time, i, moves.size())) +
            how.move_overhead;
      search_one(player, moves[i], of_move, control, reports[i]);
      if (reports[i].depth > 0) continue;
      // A search with very few nodes has no useful result; one ply with quiescence costs hardly
      // more.
      Limits shallow;
      shallow.depth = 1;
      search_one(player, moves[i], shallow, control, reports[i]);
    }
    all_known = true;
    if (on_round) on_round(reports);
    const std::vector<double> values = with_search(how.values, how.part, reports);
    std::ranges::stable_sort(left, std::ranges::greater(),
                             [&](std::size_t i) { return values[i]; });
    const double minimum = values[left.front()] + kMinLogOdds;
    if (how.drops) std::erase_if(left, [&](std::size_t i) { return values[i] < minimum; });
  }
  return reports;
}

}  // namespace trivium::chess
