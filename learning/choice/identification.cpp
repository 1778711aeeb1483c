#include "learning/choice/identification.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/statistics/evidence.h"
#include "learning/statistics/intervals.h"
#include "learning/statistics/moments.h"

namespace trivium::learning::choice {

namespace {

/// Number of shards, large enough for frequent progress reports.
constexpr std::size_t kSideShards = 64;
constexpr std::uint64_t kSets = 0x73657473;

/// Returns the log-probability of a choice among moves with these values.
double log_chance(std::span<const double> values, std::size_t choice) {
  const double best = std::ranges::max(values);
  double sum = 0;
  for (const double value : values) sum += std::exp(value - best);
  return values[choice] - best - std::log(sum);
}

/// Computes the log-likelihood of moves by the weights of all candidates.
struct ManyPredictors {
  std::span<const std::vector<double>> candidates;
  bool linear;  ///< with one ply: values are linear in the weights
  chess::MoveValuer valuer;
  std::vector<double> nothing;  ///< zero weights
  chess::MoveValues looked{};
  std::vector<double> values{};

  /// Adds the log-likelihood of a decision to the sum of each candidate.
  void add(chess::Position& position, const chess::MoveList& moves, std::size_t choice,
           std::span<double> log_likelihoods) {
    // If values are linear, one evaluation serves all candidates. At the end of a game the value is
    // constant and its slope is zero.
    if (linear) valuer.value(position, moves, nothing, looked);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      if (linear) {
        values.resize(moves.size());
        for (std::size_t i = 0; i < moves.size(); ++i) {
          const std::span<const double> slope = looked.slope(i);
          values[i] = std::inner_product(slope.begin(), slope.end(), candidates[c].begin(),
                                         looked.values[i]);
        }
        log_likelihoods[c] += log_chance(values, choice);
      } else {
        valuer.value(position, moves, candidates[c], looked);
        log_likelihoods[c] += log_chance(looked.values, choice);
      }
    }
  }
};

/// Returns the sides of `player`.
std::vector<const PredictedSide*> sides_of(std::span<const PredictedSide> sides,
                                           std::size_t player) {
  std::vector<const PredictedSide*> own_sides;
  for (const PredictedSide& side : sides) {
    if (side.player == player) own_sides.push_back(&side);
  }
  return own_sides;
}

/// Returns the sums over sides of one player for the first `candidates` candidates.
PredictedSide total_of(std::span<const PredictedSide* const> sides, std::size_t candidates) {
  PredictedSide total;
  total.log_likelihoods.resize(candidates);
  for (const PredictedSide* side : sides) {
    total.moves += side->moves;
    for (std::size_t c = 0; c < candidates; ++c)
      total.log_likelihoods[c] += side->log_likelihoods[c];
  }
  return total;
}

/// Returns the sum of gain(side) per move, with the standard error of a ratio of sums over games.
template <class GainOf>
Gain gain_of(std::span<const PredictedSide* const> sides, const GainOf& gain) {
  double sum = 0, moves = 0;
  for (const PredictedSide* side : sides) {
    sum += gain(*side);
    moves += static_cast<double>(side->moves);
  }
  const double each = moves == 0 ? 0 : sum / moves;
  std::vector<double> deviations;
  for (const PredictedSide* side : sides)
    deviations.push_back(gain(*side) - each * static_cast<double>(side->moves));
  return {each, statistics::error_of_sum(deviations) / moves};
}

/// Returns the candidate with the highest likelihood among the first `players`, without `except`;
/// the first one if there are ties.
std::size_t likeliest(std::span<const double> log_likelihoods, std::size_t players,
                      std::optional<std::size_t> except = std::nullopt) {
  std::size_t best = except == 0 ? 1 : 0;
  for (std::size_t c = best + 1; c < players; ++c) {
    if (c != except && log_likelihoods[c] > log_likelihoods[best]) best = c;
  }
  return best;
}

}  // namespace

std::vector<PredictedSide> predict_sides(const Decisions& decisions,
                                         std::span<const std::string> players,
                                         std::span<const std::vector<double>> candidates,
                                         const chess::Attributes& attributes,
                                         chess::Lookahead lookahead, std::size_t threads,
                                         const std::function<void(std::size_t)>& on_games) {
  DecisionFilter filter = decisions.filter;
  filter.players.assign(players.begin(), players.end());
  const Shards shards(kSideShards, threads);
  const auto work = [&](std::size_t shard) {
    std::vector<PredictedSide> part;
    ManyPredictors predictors{candidates,
                              lookahead == chess::Lookahead::kOnePly,
                              {attributes, lookahead},
                              std::vector<double>(attributes.size())};
    const Range range = shards.range(shard, decisions.games.size());
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const GameRecord& game = decisions.records->games()[decisions.games[i]];
      std::array<PredictedSide, 2> sides;
      for (PredictedSide& side : sides) side.log_likelihoods.resize(candidates.size());
      decisions.records->visit(
          game, filter,
          [&](chess::Position& position, const chess::MoveList& moves, std::size_t choice) {
            PredictedSide& side =
                sides[static_cast<std::size_t>(chess::index(position.side_to_move()))];
            ++side.moves;
            predictors.add(position, moves, choice, side.log_likelihoods);
          });
      for (std::size_t side = 0; side < sides.size(); ++side) {
        if (sides[side].moves == 0) continue;
        const auto mover = std::ranges::find(players, decisions.records->name(game.players[side]));
        sides[side].player = static_cast<std::size_t>(mover - players.begin());
        part.push_back(std::move(sides[side]));
      }
    }
    return std::pair(range.end, std::move(part));
  };
  return shards.reduce(std::vector<PredictedSide>(), work,
                       [&](std::vector<PredictedSide>& all,
                           std::pair<std::size_t, std::vector<PredictedSide>> part) {
                         std::ranges::move(part.second, std::back_inserter(all));
                         if (on_games) on_games(part.first);
                       });
}

bool Gain::is_clear() const noexcept { return each > statistics::kNormal95 * standard_error; }

std::vector<StyleRow> style_rows(std::span<const PredictedSide> sides, std::size_t players) {
  std::vector<StyleRow> rows;
  for (std::size_t player = 0; player < players; ++player) {
    const std::vector<const PredictedSide*> own_sides = sides_of(sides, player);
    const PredictedSide total = total_of(own_sides, players + 1);
    StyleRow row;
    row.games = own_sides.size();
    row.moves = total.moves;
    for (const double sum : total.log_likelihoods)
      row.each.push_back(statistics::mean_of(sum, row.moves));
    row.best_other = likeliest(total.log_likelihoods, players, player);
    const auto over = [&](std::size_t other) {
      return gain_of(own_sides, [=](const PredictedSide& side) {
        return side.log_likelihoods[player] - side.log_likelihoods[other];
      });
    };
    const Gain over_mean = gain_of(own_sides, [=](const PredictedSide& side) {
      const double own = side.log_likelihoods[player];
      const double all =
          std::accumulate(side.log_likelihoods.begin(),
                          side.log_likelihoods.begin() + static_cast<std::ptrdiff_t>(players), 0.0);
      return own - (all - own) / static_cast<double>(players - 1);
    });
    row.gain = {over_mean, over(row.best_other), over(players)};
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<IdentificationRow> identify(std::span<const PredictedSide> sides, std::size_t players,
                                        std::span<const std::size_t> sizes, std::uint64_t seed) {
  std::vector<IdentificationRow> rows;
  for (const std::size_t size : sizes) rows.push_back({size, 0, 0, 0});
  std::vector<std::size_t> players_with_sets(sizes.size());
  for (std::size_t player = 0; player < players; ++player) {
    std::vector<const PredictedSide*> own_sides = sides_of(sides, player);
    Rng rng = stream_rng(seed, kSets, player);
    shuffle(own_sides, rng);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::size_t size = rows[i].games, sets = own_sides.size() / size;
      if (sets == 0) continue;
      std::uint64_t right = 0;
      for (std::size_t set = 0; set < sets; ++set) {
        right +=
            likeliest(
                total_of(std::span(own_sides).subspan(set * size, size), players).log_likelihoods,
                players) == player;
      }
      rows[i].sets += sets;
      rows[i].right += right;
      rows[i].mean_share += static_cast<double>(right) / static_cast<double>(sets);
      ++players_with_sets[i];
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i].mean_share /= static_cast<double>(std::max<std::size_t>(1, players_with_sets[i]));
  return rows;
}

}  // namespace trivium::learning::choice
