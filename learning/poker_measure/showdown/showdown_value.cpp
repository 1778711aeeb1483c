#include "learning/poker_measure/showdown/showdown_value.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/poker/equity/combinations.h"

namespace trivium::learning::poker_measure {

namespace {

/// Number of sampled run-outs: before the first board card (computed once), and on later boards
/// (computed for each query).
constexpr std::size_t kFirstRunOuts = 1000;
constexpr std::size_t kRunOuts = 8;
/// Growth of the stake in each further round, as a fraction of the current stake.
constexpr double kGrowth = 0.25;

/// Mean balances of all holdings against a range on one board, over sampled run-outs.
class Balances {
 public:
  Balances(const ShowdownTable& showdowns, std::span<const poker::Card> board)
      : showdowns_(showdowns) {
    const std::uint64_t known = poker::bits_of(board);
    poker::StrengthOrder sorter;
    for (const poker::RunOut& way : showdowns.run_outs(board, kRunOuts))
      orders_.push_back(showdowns.order(way, known, sorter));
    // Fraction of the run-outs compatible with the own holding that are also compatible with a
    // holding of the opponent.
    const auto own = static_cast<std::size_t>(showdowns.holdings().cards());
    const std::size_t left = static_cast<std::size_t>(showdowns.deck().size()) - board.size() - own;
    const std::size_t missing = showdowns.missing(board.size());
    left_ = static_cast<double>(poker::combinations(left - own, missing)) /
            static_cast<double>(poker::combinations(left, missing));
  }

  /// Returns the balance of each holding against the range `weights`, in [-1, 1].
  std::vector<double> against(std::span<const double> weights) const {
    std::vector<double> balances(weights.size());
    std::vector<double> counts(weights.size());
    for (const auto& order : orders_) {
      showdowns_.add_balances(*order, weights, balances);
      for (const poker::RankedHolding& held : *order) counts[held.number] += left_;
    }
    const std::vector<double> masses = compatible_sums(showdowns_.holdings(), weights);
    for (std::size_t number = 0; number < balances.size(); ++number) {
      const double mass = masses[number] * counts[number];
      balances[number] = mass > 0 ? std::clamp(balances[number] / mass, -1.0, 1.0) : 0;
    }
    return balances;
  }

 private:
  const ShowdownTable& showdowns_;
  std::vector<std::shared_ptr<const RankedHoldings>> orders_;
  double left_ = 1;
};

/// Returns the value for position 0 in chips. `balances` are those of `player`, which is the player
/// to act, or any player if the hand is over.
double worth(const ValuedState& state, int player, int rounds, std::span<const double> balances) {
  const poker::Betting& betting = *state.betting;
  const bool over = betting.finished();
  const poker::Chips call = over ? 0 : betting.to_call();
  const double chips = std::min(betting.spent(player) + call, betting.spent(1 - player));
  const int to_come = over ? 0 : rounds - 1 - betting.round();
  const double stake = chips * (1 + kGrowth * to_come);
  const double minimum =
      !over && betting.can_fold() ? -static_cast<double>(betting.spent(player)) : -stake;
  const std::vector<double> joint = state.ranges->joint(player);
  double sum = 0;
  double mass = 0;
  for (std::size_t number = 0; number < joint.size(); ++number) {
    sum += joint[number] * std::max(minimum, balances[number] * stake);
    mass += joint[number];
  }
  const double won = mass > 0 ? sum / mass : 0;
  return player == 0 ? won : -won;
}

}  // namespace

ShowdownValue::ShowdownValue(const poker::GameDefinition& game, std::size_t threads)
    : showdowns_(game),
      rounds_(game.rounds),
      first_balances_(showdowns_.first_balances(kFirstRunOuts, threads)) {}

std::vector<double> ShowdownValue::balances_before_board(std::span<const double> weights) const {
  const std::size_t size = weights.size();
  std::vector<double> balances(size);
  for (std::size_t other = 0; other < size; ++other) {
    if (weights[other] <= 0) continue;
    // The rows have the balances of the opponent's holdings, so the sign changes.
    const float* row = first_balances_.data() + other * size;
    for (std::size_t own = 0; own < size; ++own)
      balances[own] -= weights[other] * static_cast<double>(row[own]);
  }
  const std::vector<double> masses = compatible_sums(showdowns_.holdings(), weights);
  for (std::size_t own = 0; own < size; ++own)
    balances[own] = masses[own] > 0 ? std::clamp(balances[own] / masses[own], -1.0, 1.0) : 0;
  return balances;
}

void ShowdownValue::values(std::span<const poker::Card> board, std::span<const ValuedState> states,
                           std::span<double> out) const {
  std::optional<Balances> on_board;
  if (!board.empty()) on_board.emplace(showdowns_, board);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const ValuedState& state = states[k];
    const int player = state.betting->finished() ? 0 : state.betting->actor();
    const std::span<const double> others = state.ranges->weights(1 - player);
    out[k] = worth(state, player, rounds_,
                   on_board ? on_board->against(others) : balances_before_board(others));
  }
}

}  // namespace trivium::learning::poker_measure
