#include "learning/btmm/evaluation.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "engine/connect6/patterns/pattern_strengths.h"

namespace trivium::learning::btmm {

namespace {

using connect6::Cell;
using connect6::PatternLayout;

/// Maximum relative difference of a tie. Products of the same gammas in another order differ by
/// less.
constexpr double kTie = 1e-12;

/// Adds the rank of the chosen stone to `ranks`, and its share of rank 1 to `sums`.
template <int Views>
void rank_chosen(const connect6::PatternStrengths<Views>& strengths, Cell chosen,
                 std::vector<double>& ranks, EvidenceSums& sums) {
  const double strength = strengths.strength(chosen);
  const double above = strength * (1.0 + kTie);
  const double below = strength * (1.0 - kTie);
  std::size_t stronger = 0;
  std::size_t equal = 0;  // includes the chosen cell
  for (int cell = 0; cell < strengths.board().layout().cells(); ++cell) {
    const double other = strengths.strength(static_cast<Cell>(cell));
    stronger += other > above ? 1 : 0;
    equal += other >= below && other <= above ? 1 : 0;
  }
  const double part = 1.0 / static_cast<double>(equal);
  for (std::size_t place = stronger; place < stronger + equal; ++place) ranks[place] += part;
  if (stronger == 0) sums.first += part;
}

Evaluation nothing_yet(const PatternLayout& layout) {
  const auto cells = static_cast<std::size_t>(layout.cells());
  return {{}, std::vector<double>(cells), std::vector<EvidenceSums>(cells)};
}

template <int Views>
Evaluation evaluate_shard(const records::GameSet& games, records::Role role,
                          connect6::PatternStrengths<Views> strengths, const Shards& shards,
                          std::size_t shard) {
  Evaluation evaluation = nothing_yet(strengths.board().layout());
  const std::size_t cells = evaluation.ranks.size();
  games.visit(shards, shard, role, [&](const records::Connect6Game& game) {
    strengths.clear();
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const Cell chosen = game.moves[i];
      if (game.is_learned(i)) {
        EvidenceSums& sums = evaluation.by_stone[i];
        ++sums.states;
        sums.log_evidence += std::log(strengths.strength(chosen) / strengths.total());
        sums.uniform -= std::log(static_cast<double>(cells - i));
        rank_chosen(strengths, chosen, evaluation.ranks, sums);
      }
      strengths.place(chosen);
    }
  });
  return evaluation;
}

template <int Views>
EvidenceSums evidence_of_shard(const records::GameSet& games, records::Role role,
                               connect6::PatternStrengths<Views> strengths, const Shards& shards,
                               std::size_t shard) {
  EvidenceSums sums;
  games.visit(shards, shard, role, [&](const records::Connect6Game& game) {
    strengths.clear();
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      if (game.is_learned(i)) {
        ++sums.states;
        sums.log_evidence += std::log(strengths.strength(game.moves[i]) / strengths.total());
      }
      strengths.place(game.moves[i]);
    }
  });
  return sums;
}

template <int Views>
Evaluation evaluate_in(const records::GameSet& games, records::Role role,
                       const PatternLayout& layout, std::span<const double> gammas,
                       const Shards& shards) {
  const auto by_sight = std::make_shared<const connect6::SightGammas<Views>>(layout, gammas);
  const auto part = [&](std::size_t shard) {
    return evaluate_shard<Views>(games, role, {layout, gammas, by_sight}, shards, shard);
  };
  return shards.reduce(nothing_yet(layout), part, [](Evaluation& sum, const Evaluation& more) {
    for (std::size_t i = 0; i < sum.ranks.size(); ++i) {
      sum.ranks[i] += more.ranks[i];
      sum.by_stone[i] += more.by_stone[i];
    }
  });
}

template <int Views>
EvidenceSums evidence_in(const records::GameSet& games, records::Role role,
                         const PatternLayout& layout, std::span<const double> gammas,
                         const Shards& shards) {
  const auto by_sight = std::make_shared<const connect6::SightGammas<Views>>(layout, gammas);
  const auto part = [&](std::size_t shard) {
    return evidence_of_shard<Views>(games, role, {layout, gammas, by_sight}, shards, shard);
  };
  return shards.reduce(EvidenceSums{}, part,
                       [](EvidenceSums& sum, const EvidenceSums& more) { sum += more; });
}

}  // namespace

double Evaluation::among_first(std::size_t places) const noexcept {
  double states = 0.0;
  for (std::size_t place = 0; place < std::min(places, ranks.size()); ++place)
    states += ranks[place];
  return all.states > 0 ? states / static_cast<double>(all.states) : 0.0;
}

Evaluation evaluate(const records::GameSet& games, records::Role role, const PatternLayout& layout,
                    std::span<const double> gammas, const Shards& shards) {
  Evaluation whole =
      (layout.set().views() == 2 ? evaluate_in<2> : evaluate_in<4>)(games, role, layout, gammas,
                                                                    shards);
  for (const EvidenceSums& sums : whole.by_stone) whole.all += sums;
  return whole;
}

double mean_log_evidence(const records::GameSet& games, records::Role role,
                         const PatternLayout& layout, std::span<const double> gammas,
                         const Shards& shards) {
  if (games.games(role) == 0) return 0.0;
  return (layout.set().views() == 2 ? evidence_in<2> : evidence_in<4>)(games, role, layout, gammas,
                                                                       shards)
      .mean();
}

}  // namespace trivium::learning::btmm
