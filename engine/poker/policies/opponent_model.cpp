#include "engine/poker/policies/opponent_model.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "engine/poker/policies/stakes.h"

namespace trivium::poker {

namespace {

// Below a fraction of one in 1024 a weight falls no further: every holding stays possible.
constexpr std::uint32_t kMinWeight = kCertain / 1024;

constexpr std::uint32_t percent(std::uint32_t number) noexcept { return kCertain / 100 * number; }

/// How likely an action is with a holding of some standing: `least` up to the standing `from`, rising to certain at `to`.
struct Likelihood {
  std::uint32_t least;
  std::uint32_t from;
  std::uint32_t to;

  std::uint32_t at(std::uint32_t standing) const noexcept {
    if (standing <= from) return least;
    if (standing >= to) return kCertain;
    return least + static_cast<std::uint32_t>(std::uint64_t{kCertain - least} * (standing - from) / (to - from));
  }
};

// Judged by hand. A smaller least for kRaise would believe a player who raises with everything.
constexpr Likelihood kCall{percent(35), percent(15), percent(45)};
constexpr Likelihood kRaise{percent(35), percent(30), percent(80)};
constexpr Likelihood kLargeRaise{percent(12), percent(50), percent(92)};  // of twice the pot or more

/// What an action tells; nothing for a check.
std::optional<Likelihood> told_by(const Betting& betting, Action action) {
  if (action.type == ActionType::kCall) return betting.to_call() > 0 ? std::optional(kCall) : std::nullopt;
  if (action.type != ActionType::kRaise) return std::nullopt;
  const std::int64_t pot = pot_within_reach(betting) + betting.to_call();
  return action.to - betting.max_spent() >= 2 * pot ? kLargeRaise : kRaise;
}

/// Turns values into standings among the possible holdings.
std::vector<std::uint32_t> standings_of(const std::vector<std::uint32_t>& values, const std::vector<std::uint32_t>& possible) {
  std::vector<std::uint32_t> order = possible;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  std::vector<std::uint32_t> standings(values.size());
  for (auto first = order.begin(); first != order.end();) {
    const auto last = std::find_if(first, order.end(), [&](std::uint32_t number) { return values[number] != values[*first]; });
    const auto worse_twice = static_cast<std::uint64_t>((first - order.begin()) + (last - order.begin()));
    for (auto number = first; number != last; ++number) {
      standings[*number] = static_cast<std::uint32_t>(worse_twice * (kCertain / 2) / order.size());
    }
    first = last;
  }
  return standings;
}

/// Ranges of the opponents in `by_player`, equal ones once.
std::vector<OpponentRange> drawn_together(const PublicState& state, std::array<std::vector<std::uint32_t>, kMaxPlayers>& by_player) {
  std::vector<OpponentRange> ranges;
  const Betting& betting = state.betting;
  for (int player = 0; player < betting.game().players; ++player) {
    if (player == betting.actor() || betting.folded(player)) continue;
    std::vector<std::uint32_t>& weights = by_player[static_cast<std::size_t>(player)];
    const auto same = std::find_if(ranges.begin(), ranges.end(), [&](const OpponentRange& range) { return range.weights == weights; });
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
  for (std::size_t number = 0; number < table.size(); ++number) holdings.push_back(suits_renamed(table[number]));
  const OpponentRange anything{std::vector<std::uint32_t>(table.size(), kCertain), 1};
  std::vector<std::uint32_t> values(table.size());
  chances.chances({}, std::span(&anything, 1), holdings, values);
  std::vector<std::uint32_t> all(table.size());
  std::iota(all.begin(), all.end(), 0U);
  first_standings_ = standings_of(values, all);
}

std::vector<OpponentRange> OpponentModel::ranges(const PublicState& state) const {
  const GameDefinition& game = state.betting.game();
  const std::size_t size = chances_.holdings().size();
  std::array<std::vector<std::uint32_t>, kMaxPlayers> by_player;
  for (int player = 0; player < game.players; ++player) by_player[static_cast<std::size_t>(player)].assign(size, kCertain);

  Betting betting(game);
  int round = -1;
  std::vector<std::uint32_t> standing;
  for (const PlayedAction& played : state.actions) {
    const std::optional<Likelihood> told = told_by(betting, played.action);
    const bool wanted = told && played.player != state.betting.actor() && !state.betting.folded(played.player);
    if (wanted && round != betting.round()) {
      round = betting.round();
      standing = standings(state.board.first(static_cast<std::size_t>(game.board_cards_through(round))));
    }
    if (wanted) {
      std::vector<std::uint32_t>& weights = by_player[played.player];
      for (std::size_t number = 0; number < size; ++number) {
        const std::uint64_t weight = std::uint64_t{weights[number]} * told->at(standing[number]) / kCertain;
        weights[number] = std::max(kMinWeight, static_cast<std::uint32_t>(weight));
      }
    }
    betting.do_action(played.action);
  }
  return drawn_together(state, by_player);
}

std::vector<OpponentRange> OpponentModel::unknown(const PublicState& state) const {
  return {{std::vector<std::uint32_t>(chances_.holdings().size(), kCertain), state.betting.players_left() - 1}};
}

std::vector<std::uint32_t> OpponentModel::standings(std::span<const Card> board) const {
  if (board.empty()) return first_standings_;
  const std::vector<HandRank> ranks = chances_.ranks(board);
  std::vector<std::uint32_t> possible;
  for (std::uint32_t number = 0; number < ranks.size(); ++number) {
    if (ranks[number] != 0) possible.push_back(number);
  }
  return standings_of(ranks, possible);
}

}  // namespace trivium::poker
