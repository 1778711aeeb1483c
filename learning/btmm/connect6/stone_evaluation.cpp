#include "learning/btmm/connect6/stone_evaluation.h"

#include <cmath>
#include <memory>

#include "engine/connect6/patterns/pattern_strengths.h"

namespace trivium::learning::btmm {

namespace {

using connect6::Cell;
using connect6::PatternLayout;

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
        EvidenceSums& sums = evaluation.by_pieces[i];
        ++sums.states;
        sums.log_evidence += std::log(strengths.strength(chosen) / strengths.total());
        sums.uniform -= std::log(static_cast<double>(cells - i));
        const auto strength = [&](std::size_t cell) {
          return strengths.strength(static_cast<Cell>(cell));
        };
        evaluation.add_rank(strength(chosen), cells, strength, sums);
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
  return shards.reduce(nothing_yet(layout), part,
                       [](Evaluation& sum, const Evaluation& more) { sum += more; });
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

Evaluation evaluate(const records::GameSet& games, records::Role role, const PatternLayout& layout,
                    std::span<const double> gammas, const Shards& shards) {
  Evaluation whole =
      (layout.set().views() == 2 ? evaluate_in<2> : evaluate_in<4>)(games, role, layout, gammas,
                                                                    shards);
  whole.sum_up();
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
