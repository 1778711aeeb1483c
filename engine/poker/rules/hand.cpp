#include "engine/poker/rules/hand.h"

#include <algorithm>

#include "engine/poker/rules/hand_rank.h"

namespace trivium::poker {

namespace {

struct Share {
  std::size_t player;
  Chips spent;
  std::uint32_t strength;
};

/// Shares the pot with `size` chips from each of `shares`.
void share_pot(std::span<const Share> shares, Chips size, Payoffs& payoffs) noexcept {
  std::uint32_t best = 0;
  for (const Share& share : shares) best = std::max(best, share.strength);
  const auto winners = std::count_if(shares.begin(), shares.end(),
                                     [best](const Share& share) { return share.strength == best; });
  const std::int64_t losers = std::ssize(shares) - winners;
  for (const Share& share : shares) {
    if (share.strength == best) {
      payoffs[share.player] += static_cast<double>(losers * size) / static_cast<double>(winners);
    } else {
      payoffs[share.player] -= size;
    }
  }
}

}  // namespace

Deal::Deal() noexcept {
  for (auto& cards : hole) cards.fill(kNoCard);
  board.fill(kNoCard);
}

Hand::Hand(const GameDefinition& game, std::uint32_t id, const Deal& deal)
    : id_(id), betting_(game), deal_(deal) {}

std::span<const Card> Hand::hole(int player) const noexcept {
  const auto& cards = deal_.hole[static_cast<std::size_t>(player)];
  return std::span(cards).first(cards[0] == kNoCard ? 0
                                                    : static_cast<std::size_t>(game().hole_cards));
}

std::span<const Card> Hand::board() const noexcept {
  return std::span(deal_.board)
      .first(static_cast<std::size_t>(game().board_cards_through(betting_.round())));
}

void Hand::do_action(Action action) {
  if (action.type != ActionType::kRaise || !game().no_limit()) action.to = 0;
  actions_.push_back({action, static_cast<std::uint8_t>(betting_.actor()),
                      static_cast<std::uint8_t>(betting_.round())});
  betting_.do_action(action);
}

void Hand::undo_action() noexcept {
  actions_.pop_back();
  betting_ = Betting(game());
  for (const PlayedAction& played : actions_) betting_.do_action(played.action);
}

bool Hand::decided() const noexcept {
  if (!betting_.showdown()) return betting_.finished();
  const auto on_table = board();
  if (std::find(on_table.begin(), on_table.end(), kNoCard) != on_table.end()) return false;
  for (int player = 0; player < game().players; ++player) {
    if (!betting_.folded(player) && hole(player).empty()) return false;
  }
  return true;
}

std::uint32_t Hand::strength(int player) const noexcept {
  if (betting_.folded(player)) return 0;
  if (!betting_.showdown()) return 1;
  std::array<Card, kMaxHandCards> cards{};
  const auto own = hole(player), on_table = board();
  const auto end =
      std::copy(on_table.begin(), on_table.end(), std::copy(own.begin(), own.end(), cards.begin()));
  return rank_hand(std::span(cards.begin(), end));
}

Payoffs Hand::payoffs() const noexcept {
  std::array<Share, kMaxPlayers> shares{};
  std::size_t count = 0;
  for (int player = 0; player < game().players; ++player) {
    if (betting_.spent(player) > 0)
      shares[count++] = {static_cast<std::size_t>(player), betting_.spent(player),
                         strength(player)};
  }
  // In ascending order of chips spent: each player shares the next pot with all that spent more.
  std::sort(shares.begin(), shares.begin() + count,
            [](const Share& a, const Share& b) { return a.spent < b.spent; });
  Payoffs payoffs{};
  Chips shared = 0;
  for (std::size_t first = 0; first < count; ++first) {
    if (shares[first].spent == shared) continue;
    share_pot(std::span(shares).subspan(first, count - first), shares[first].spent - shared,
              payoffs);
    shared = shares[first].spent;
  }
  return payoffs;
}

}  // namespace trivium::poker
