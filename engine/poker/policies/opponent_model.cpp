#include "engine/poker/policies/opponent_model.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "engine/poker/policies/stakes.h"

namespace trivium::poker {

namespace {

// Minimum weight of a holding, so that none becomes impossible.
constexpr std::uint32_t kMinWeight = kCertain / 1024;

constexpr std::uint32_t percent(std::uint32_t number) noexcept { return kCertain / 100 * number; }

/// Likelihood of an action by percentile rank: `minimum` up to the rank `from`, rising to kCertain
/// at `to`.
struct Likelihood {
  std::uint32_t minimum;
  std::uint32_t from;
  std::uint32_t to;

  std::uint32_t at(std::uint32_t percentile) const noexcept {
    if (percentile <= from) return minimum;
    if (percentile >= to) return kCertain;
    return minimum + static_cast<std::uint32_t>(std::uint64_t{kCertain - minimum} *
                                                (percentile - from) / (to - from));
  }
};

// Chosen by judgment. With a smaller `minimum` of kRaise, a player that raises with everything
// would seem to have good hands.
constexpr Likelihood kCall{percent(35), percent(15), percent(45)};
constexpr Likelihood kRaise{percent(35), percent(30), percent(80)};
constexpr Likelihood kLargeRaise{percent(12), percent(50), percent(92)};  // twice the pot or more

/// Returns the likelihood of an action; nothing for a check, which gives no information.
std::optional<Likelihood> likelihood_of(const Betting& betting, Action action) {
  if (action.type == ActionType::kCall)
    return betting.to_call() > 0 ? std::optional(kCall) : std::nullopt;
  if (action.type != ActionType::kRaise) return std::nullopt;
  const std::int64_t pot = pot_within_reach(betting) + betting.to_call();
  return action.to - betting.max_spent() >= 2 * pot ? kLargeRaise : kRaise;
}

/// Converts values to percentile ranks among the possible holdings.
std::vector<std::uint32_t> percentiles_of(const std::vector<std::uint32_t>& values,
                                          const std::vector<std::uint32_t>& possible) {
  std::vector<std::uint32_t> order = possible;
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  std::vector<std::uint32_t> percentiles(values.size());
  for (auto first = order.begin(); first != order.end();) {
    const auto last = std::find_if(
        first, order.end(), [&](std::uint32_t number) { return values[number] != values[*first]; });
    const auto worse_twice =
        static_cast<std::uint64_t>((first - order.begin()) + (last - order.begin()));
    for (auto number = first; number != last; ++number) {
      percentiles[*number] =
          static_cast<std::uint32_t>(worse_twice * (kCertain / 2) / order.size());
    }
    first = last;
  }
  return percentiles;
}

/// Returns the ranges of the opponents; those with equal ranges are combined.
std::vector<OpponentRange> combined_ranges(
    const PublicState& state, std::array<std::vector<std::uint32_t>, kMaxPlayers>& by_player) {
  std::vector<OpponentRange> ranges;
  const Betting& betting = state.betting;
  for (int player = 0; player < betting.game().players; ++player) {
    if (player == betting.actor() || betting.folded(player)) continue;
    std::vector<std::uint32_t>& weights = by_player[static_cast<std::size_t>(player)];
    const auto same = std::ranges::find(ranges, weights, &OpponentRange::weights);
    if (same != ranges.end()) {
      ++same->players;
    } else {
      ranges.push_back({std::move(weights), 1});
    }
  }
  return ranges;
}

}  // namespace

OpponentModel::OpponentModel(const ShowdownChances& chances) : chances_(chances) {
  const HoldingTable& table = chances.holdings();
  std::vector<Holding> holdings;
  for (std::size_t number = 0; number < table.size(); ++number)
    holdings.push_back(suits_renamed(table[number]));
  const OpponentRange anything{std::vector<std::uint32_t>(table.size(), kCertain), 1};
  std::vector<std::uint32_t> values(table.size());
  chances.chances({}, std::span(&anything, 1), holdings, values);
  std::vector<std::uint32_t> all(table.size());
  std::iota(all.begin(), all.end(), 0U);
  preflop_percentiles_ = percentiles_of(values, all);
}

std::vector<OpponentRange> OpponentModel::ranges(const PublicState& state) const {
  const GameDefinition& game = state.betting.game();
  const std::size_t size = chances_.holdings().size();
  std::array<std::vector<std::uint32_t>, kMaxPlayers> by_player;
  for (int player = 0; player < game.players; ++player)
    by_player[static_cast<std::size_t>(player)].assign(size, kCertain);

  Betting betting(game);
  int round = -1;
  std::vector<std::uint32_t> percentile;
  for (const PlayedAction& played : state.actions) {
    const std::optional<Likelihood> likelihood = likelihood_of(betting, played.action);
    const bool wanted = likelihood && played.player != state.betting.actor() &&
                        !state.betting.folded(played.player);
    if (wanted && round != betting.round()) {
      round = betting.round();
      percentile =
          percentiles(state.board.first(static_cast<std::size_t>(game.board_cards_through(round))));
    }
    if (wanted) {
      std::vector<std::uint32_t>& weights = by_player[played.player];
      for (std::size_t number = 0; number < size; ++number) {
        const std::uint64_t weight =
            std::uint64_t{weights[number]} * likelihood->at(percentile[number]) / kCertain;
        weights[number] = std::max(kMinWeight, static_cast<std::uint32_t>(weight));
      }
    }
    betting.do_action(played.action);
  }
  return combined_ranges(state, by_player);
}

std::vector<OpponentRange> OpponentModel::unknown(const PublicState& state) const {
  return {{std::vector<std::uint32_t>(chances_.holdings().size(), kCertain),
           state.betting.players_left() - 1}};
}

std::vector<std::uint32_t> OpponentModel::percentiles(std::span<const Card> board) const {
  if (board.empty()) return preflop_percentiles_;
  const std::vector<HandRank> ranks = chances_.ranks(board);
  std::vector<std::uint32_t> possible;
  for (std::uint32_t number = 0; number < ranks.size(); ++number) {
    if (ranks[number] != 0) possible.push_back(number);
  }
  return percentiles_of(ranks, possible);
}

}  // namespace trivium::poker
