#include "engine/poker/policies/strategy_policy.h"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace trivium::poker {

Status StrategyPolicy::can_play(const GameDefinition& game) const {
  if (game == strategy_->tree().game()) return {};
  return Error{"poker.strategy.game", "{} was learned for another game:\n{}", strategy_->source(),
               write_game_definition(strategy_->tree().game())};
}

std::shared_ptr<const Buckets::PairBuckets> StrategyPolicy::buckets_on(
    std::span<const Card> board) const {
  return recent_->get(bits_of(board), [&] {
    Buckets::PairBuckets buckets;
    strategy_->buckets().find_all(board, buckets);
    return buckets;
  });
}

void StrategyPolicy::distribution(const PublicState& state, std::span<const Holding> holdings,
                                  ActionDistribution& out) const {
  answer(state, holdings, Unanswered::kCalls, out);
}

double StrategyPolicy::known_distribution(const PublicState& state,
                                          std::span<const Holding> holdings,
                                          ActionDistribution& out) const {
  return answer(state, holdings, Unanswered::kLeftOut, out);
}

double StrategyPolicy::answer(const PublicState& state, std::span<const Holding> holdings,
                              Unanswered rest, ActionDistribution& out) const {
  const auto on_board = buckets_on(state.board);
  std::vector<std::uint16_t> buckets;
  buckets.reserve(holdings.size());
  for (const Holding& holding : holdings)
    buckets.push_back((*on_board)[pair_number(holding[0], holding[1])]);
  const auto row = [&](std::size_t decision, std::uint16_t bucket,
                       std::span<double> probabilities) {
    const Strategy::Row parts = strategy_->row(decision, bucket);
    for (std::size_t i = 0; i < probabilities.size(); ++i)
      probabilities[i] = static_cast<double>(parts[i]) / Strategy::kCertainty;
  };
  return answer_by_tree(strategy_->tree(), state, buckets, row, rest, out);
}

std::vector<PolicyTerm> StrategyPolicy::terms(const PublicState& state,
                                              const Holding& holding) const {
  return terms(state, holding, "checks or calls, no decision known");
}

std::vector<PolicyTerm> StrategyPolicy::terms(const PublicState& state, const Holding& holding,
                                              std::string_view rest) const {
  constexpr double kWhole = 1000;
  const auto all = buckets_on(state.board);
  const std::uint16_t bucket = (*all)[pair_number(holding[0], holding[1])];
  std::int64_t alike = 0;
  std::int64_t possible = 0;
  for_each_pair(bits_of(state.board), [&](Card high, Card low) {
    ++possible;
    if ((*all)[pair_number(high, low)] == bucket) ++alike;
  });
  const std::size_t count = strategy_->buckets().count(state.betting.round());
  std::vector<PolicyTerm> terms{
      {fmt::format("holdings in bucket {} of {}", bucket, count), alike, possible}};
  const auto [decisions, call] = locate(strategy_->tree(), state);
  for (const WeightedDecision& known : decisions) {
    terms.push_back({fmt::format("stands for decision {}", known.decision),
                     std::llround(known.weight * kWhole), std::int64_t{1000}});
  }
  if (call > 0)
    terms.push_back({std::string(rest), std::llround(call * kWhole), std::int64_t{1000}});
  return terms;
}

}  // namespace trivium::poker
