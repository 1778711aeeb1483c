#include "engine/poker/bench.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "engine/core/signature.h"
#include "engine/core/stopwatch.h"
#include "engine/poker/bench_models.h"
#include "engine/poker/equity/holdings.h"
#include "engine/poker/player.h"
#include "engine/poker/policies/model_policy.h"
#include "engine/poker/policies/network_policy.h"
#include "engine/poker/policies/rule_policy.h"
#include "engine/poker/rules/card_dealer.h"

namespace trivium::poker {

namespace {

using Policies = std::array<std::shared_ptr<const Policy>, 2>;

/// Returns the two policies of a match. They move one seat further each hand; with more than two
/// players the second policy has all other seats.
using Seats = Policies (*)(const GameDefinition& game);

Policies rules(const GameDefinition& game) {
  const auto rule = std::make_shared<RulePolicy>(game);
  return {rule, rule};
}

/// The rule policy bets sizes between those of the strategy.
Policies strategy_and_rule(const GameDefinition& game) {
  return {bench_strategy(game), std::make_shared<RulePolicy>(game)};
}

Policies model_and_strategy(const GameDefinition& game) {
  return {std::make_shared<ModelPolicy>(game, std::make_shared<RulePolicy>(game)),
          bench_strategy(game)};
}

Policies model_and_rule(const GameDefinition& game) {
  const auto rule = std::make_shared<RulePolicy>(game);
  return {std::make_shared<ModelPolicy>(game, rule), rule};
}

Policies network_and_rule(const GameDefinition& game) {
  return {std::make_shared<NetworkPolicy>(bench_network(game)), std::make_shared<RulePolicy>(game)};
}

struct BenchMatch {
  const char* game;
  Seats seats;
  int hands;
  int batches;  ///< number of hands in which every decision is also queried for all holdings
};

/// Both kinds of betting, two and three players, decks small enough for exact figures, and all
/// kinds of policies.
constexpr std::array kMatches = std::to_array<BenchMatch>({
    {"limit", rules, 30, 1},
    {"nolimit", rules, 30, 2},
    {"limit3", rules, 20, 1},
    {"nolimit3", rules, 20, 1},
    {"leduc", rules, 500, 50},
    {"kuhn", rules, 500, 50},
    {"kuhn3", rules, 500, 50},
    {"limit", strategy_and_rule, 30, 2},
    {"nolimit", strategy_and_rule, 30, 2},
    {"nolimit", model_and_strategy, 10, 1},
    {"leduc", model_and_rule, 300, 0},
    {"limit", network_and_rule, 30, 2},
    {"nolimit", network_and_rule, 30, 2},
});

void add(Signature& signature, Action action) {
  signature.add(static_cast<std::uint64_t>(action.type) << 32 |
                static_cast<std::uint32_t>(action.to));
}

/// Queries every holding that is possible with the board.
void query_all(const Policy& policy, const HoldingTable& table, const PublicState& state,
               Signature& signature) {
  const std::uint64_t board = bits_of(state.board);
  std::vector<Holding> holdings;
  for (std::size_t number = 0; number < table.size(); ++number) {
    if ((table.mask(number) & board) == 0) holdings.push_back(table[number]);
  }
  ActionDistribution choice;
  policy.distribution(state, holdings, choice);
  for (const Action action : choice.actions) add(signature, action);
  for (const double probability : choice.probabilities)
    signature.add(static_cast<std::uint64_t>(std::llround(probability * 1e6)));
}

/// Plays 1/`share` of the match's hands, at least one.
void play(const BenchMatch& match, const GameDefinition& game, int share, BenchResult& result,
          Signature& signature) {
  const Policies policies = match.seats(game);
  const HoldingTable table(game);
  std::array players{Player(policies[0], 1), Player(policies[1], 1)};
  CardDealer dealer(1);
  const int hands = std::max(1, match.hands / share);
  for (int number = 0; number < hands; ++number) {
    const auto sits = [&](int position) {
      return static_cast<std::size_t>((position + number) % game.players == 0 ? 0 : 1);
    };
    Hand hand(game, static_cast<std::uint32_t>(number), dealer.next(game));
    while (!hand.betting().finished()) {
      const std::size_t seat = sits(hand.betting().actor());
      if (number < match.batches) {
        const Stopwatch watch;
        query_all(*policies[seat], table, hand.public_state(), signature);
        result.batch_time += std::chrono::duration_cast<std::chrono::microseconds>(watch.elapsed());
        ++result.batches;
      }
      const Stopwatch decision;
      const Action action = players[seat].choose(hand);
      add(signature, action);
      hand.do_action(action);
      result.time += std::chrono::duration_cast<std::chrono::microseconds>(decision.elapsed());
      ++result.decisions;
    }
    for (int position = 0; position < game.players; ++position)
      players[sits(position)].observe(hand, position);
    ++result.hands;
  }
}

constexpr std::uint64_t kPositions = 10'000;

/// Measures the times that a network takes to encode and to evaluate one position.
void time_network(const GameDefinition& game, BenchResult& result) {
  const std::shared_ptr<const Network> network = bench_network(game);
  const Deal deal = CardDealer(1).next(game);
  Hand hand(game, 0, deal);
  while (hand.betting().round() < 2) hand.do_action(Action::call());
  const Holding holding = holding_of(hand, hand.betting().actor());
  EncodedState state;
  const auto each = [](const auto& work) {
    const Stopwatch watch;
    for (std::uint64_t i = 0; i < kPositions; ++i) work();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(watch.elapsed()) / kPositions;
  };
  result.encoding_time =
      each([&] { encode(hand.public_state(), holding, Alignment::kTopLeft, state); });
  EncodedBetting betting;
  encode_betting(hand.public_state(), betting);
  double sum = 0;
  MemoryUnits memory{};
  result.memory_time = each([&] {
    memory = network->remember(betting);
    sum += memory[0];
  });
  result.network_time = each([&] { sum += network->evaluate(state, memory).actions[0]; });
  result.network_checksum = sum;
}

}  // namespace

BenchResult bench(int share, const StepProgress& progress) {
  BenchResult result;
  std::uint64_t done = 0;
  Signature signature;
  for (const BenchMatch& match : kMatches) {
    if (progress) progress(done++, kMatches.size());
    for (const NamedGame& named : built_in_games()) {
      if (named.name == match.game) play(match, named.game, share, result, signature);
    }
  }
  if (progress) progress(done, kMatches.size());
  time_network(built_in_games().front().game, result);
  result.signature = signature.value();
  return result;
}

}  // namespace trivium::poker
