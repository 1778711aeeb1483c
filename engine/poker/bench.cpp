#include "engine/poker/bench.h"

#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/signature.h"
#include "engine/poker/holdings.h"
#include "engine/poker/player.h"
#include "engine/poker/rule_policy.h"
#include "engine/poker/rules/card_dealer.h"

namespace trivium::poker {

namespace {

struct BenchMatch {
  const char* game;
  int hands;
  int batches;  ///< hands of which every decision is asked for all holdings too
};

/// Both kinds of betting, two and three players, and decks so small that every figure is exact.
constexpr std::array kMatches = std::to_array<BenchMatch>({
    {"limit", 30, 1},
    {"nolimit", 30, 2},
    {"limit3", 20, 1},
    {"nolimit3", 20, 1},
    {"leduc", 500, 50},
    {"kuhn", 500, 50},
    {"kuhn3", 500, 50},
});

void add(Signature& signature, Action action) {
  signature.add(static_cast<std::uint64_t>(action.type) << 32 | static_cast<std::uint32_t>(action.to));
}

/// Measures while it lives.
class Stopwatch {
 public:
  explicit Stopwatch(std::chrono::microseconds& total) : total_(total) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { total_ += std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin_); }

 private:
  std::chrono::microseconds& total_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Asks for every holding that the board leaves.
void ask_for_all(const Policy& policy, const HoldingTable& table, const PublicState& state, Signature& signature) {
  CardSet board;
  for (const Card card : state.board) board.insert(card);
  std::vector<Holding> holdings;
  for (std::size_t number = 0; number < table.size(); ++number) {
    if ((table.mask(number) & board.bits()) == 0) holdings.push_back(table[number]);
  }
  ActionDistribution choice;
  policy.distribution(state, holdings, choice);
  for (const Action action : choice.actions) add(signature, action);
  for (const double probability : choice.probabilities) signature.add(static_cast<std::uint64_t>(std::llround(probability * 1e6)));
}

void play(const BenchMatch& match, const GameDefinition& game, BenchResult& result, Signature& signature) {
  const auto policy = std::make_shared<RulePolicy>(game);
  const HoldingTable table(game);
  const Player player(policy, 1);
  CardDealer dealer(1);
  for (int number = 0; number < match.hands; ++number) {
    Hand hand(game, static_cast<std::uint32_t>(number), dealer.next(game));
    while (!hand.betting().finished()) {
      if (number < match.batches) {
        const Stopwatch running(result.batch_time);
        ask_for_all(*policy, table, hand.public_state(), signature);
        ++result.batches;
      }
      const Stopwatch running(result.time);
      const Action action = player.choose(hand);
      add(signature, action);
      hand.do_action(action);
      ++result.decisions;
    }
    ++result.hands;
  }
}

}  // namespace

BenchResult bench() {
  BenchResult result;
  Signature signature;
  for (const BenchMatch& match : kMatches) {
    for (const NamedGame& named : built_in_games()) {
      if (named.name == match.game) play(match, named.game, result, signature);
    }
  }
  result.signature = signature.value();
  return result;
}

}  // namespace trivium::poker
