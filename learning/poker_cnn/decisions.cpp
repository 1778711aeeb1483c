#include "learning/poker_cnn/decisions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/core/rng.h"
#include "engine/poker/policies/network_policy.h"

namespace trivium::learning::poker_cnn {

namespace {

/// True if all cards that the actor saw before the action are known.
bool seen(const poker::Hand& hand, const poker::PlayedAction& played) {
  const auto known = [](poker::Card card) { return card != poker::kNoCard; };
  const int board = hand.game().board_cards_through(played.round);
  return !hand.hole(played.player).empty() &&
         std::ranges::all_of(std::span(hand.deal().board).first(static_cast<std::size_t>(board)),
                             known);
}

}  // namespace

std::vector<Decision> LoggedHands::decisions(std::size_t first, std::size_t last,
                                             std::span<const std::string> players) const {
  std::vector<Decision> found;
  for (std::size_t number = first; number < last; ++number) {
    const poker::StateRecord& record = records_[number];
    const std::span<const poker::PlayedAction> actions = record.hand.actions();
    for (std::size_t action = 0; action < actions.size(); ++action) {
      const auto actor = static_cast<std::size_t>(actions[action].player);
      if (!players.empty() && std::ranges::find(players, record.names[actor]) == players.end())
        continue;
      if (seen(record.hand, actions[action]))
        found.push_back({static_cast<std::uint32_t>(number), static_cast<std::uint16_t>(action)});
    }
  }
  return found;
}

poker::Hand LoggedHands::before(const Decision& decision) const {
  const poker::Hand& whole = records_[decision.hand].hand;
  poker::Hand hand(*game_, whole.id(), whole.deal());
  for (const poker::PlayedAction& played : whole.actions().first(decision.action))
    hand.do_action(played.action);
  return hand;
}

void LoggedHands::encode(const Decision& decision, poker::Alignment alignment,
                         poker::EncodedState& out) const {
  const poker::Hand hand = before(decision);
  poker::encode(hand.public_state(), poker::holding_of(hand, hand.betting().actor()), alignment,
                out);
}

Label LoggedHands::label(const Decision& decision, std::span<const std::int32_t> sizes) const {
  const poker::StateRecord& record = records_[decision.hand];
  const std::span<const poker::PlayedAction> actions = record.hand.actions();
  const poker::PlayedAction& played = actions[decision.action];
  Label label;
  label.action = played.action.type;
  if (label.action == poker::ActionType::kRaise && game_->no_limit() && !sizes.empty()) {
    label.size = nearest_size(played.action.to, sizes, before(decision).betting());
  }
  // Uses the payoffs of the log, because not all cards may be known.
  label.won = record.payoffs[played.player] > 0;
  const auto own = [&](const poker::PlayedAction& later) { return later.player == played.player; };
  label.decisions_left =
      static_cast<int>(std::ranges::count_if(actions.subspan(decision.action + 1U), own));
  return label;
}

std::size_t nearest_size(poker::Chips to, std::span<const std::int32_t> sizes,
                         const poker::Betting& betting) {
  const auto distance = [&](std::int32_t size) {
    return std::abs(std::log(static_cast<double>(to) / poker::raise_of(size, betting).to));
  };
  return static_cast<std::size_t>(std::ranges::min_element(sizes, {}, distance) - sizes.begin());
}

HandSplit split_hands(std::size_t hands, std::size_t train, std::size_t test, std::uint64_t seed) {
  std::vector<std::uint32_t> numbers(hands);
  std::iota(numbers.begin(), numbers.end(), 0U);
  Rng rng(seed);
  draw_first(numbers, train + test, rng);
  const auto begin = numbers.begin();
  const auto middle = begin + static_cast<std::ptrdiff_t>(train);
  return {{begin, middle}, {middle, middle + static_cast<std::ptrdiff_t>(test)}};
}

}  // namespace trivium::learning::poker_cnn
