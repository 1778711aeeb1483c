#include "learning/poker_measure/showdown/deals.h"

#include <utility>

namespace trivium::learning::poker_measure {

using poker::Card;
using poker::Deal;
using poker::GameDefinition;

namespace {

/// A place for a card. If `after` is not null, its card must be lower than this one.
struct Place {
  Card* card;
  const Card* after;
};

/// Calls `use` for each way to fill the places, one after the other, with cards of `left`.
void fill_places(std::span<const Place> places, poker::CardSet& left,
                 const std::function<void()>& use) {
  if (places.empty()) return use();
  for (Card card = places[0].after != nullptr ? *places[0].after + 1 : 0; card < poker::kCards;
       ++card) {
    if (!left.contains(card)) continue;
    left.remove(card);
    *places[0].card = card;
    fill_places(places.subspan(1), left, use);
    left.insert(card);
  }
  *places[0].card = poker::kNoCard;
}

}  // namespace

Status check_two_players(const GameDefinition& game, std::string_view measure) {
  if (game.players != 2)
    return Error{"poker.game.players", "{} is for two players, and this game has {}", measure,
                 game.players};
  if (game.hole_cards > 2)
    return Error{"poker.game.cards", "{} is for one or two own cards, and this game has {}",
                 measure, game.hole_cards};
  return {};
}

Card draw_card(std::vector<Card>& cards, Rng& rng) {
  Card& place = draw_one(cards, rng);
  const Card card = std::exchange(place, cards.back());
  cards.pop_back();
  return card;
}

Deal random_deal(const GameDefinition& game, std::span<const int> players, Rng& rng) {
  std::vector<Card> left = game.deck().cards();
  const auto next = [&] { return draw_card(left, rng); };
  Deal deal;
  for (const int player : players) {
    std::generate_n(deal.hole[static_cast<std::size_t>(player)].begin(), game.hole_cards, next);
  }
  std::generate_n(deal.board.begin(), game.all_board_cards(), next);
  return deal;
}

void for_each_deal(const GameDefinition& game, std::span<const int> players,
                   const std::function<void(const Deal&)>& use) {
  Deal deal;
  std::vector<Place> places;
  for (const int player : players) {
    auto& own = deal.hole[static_cast<std::size_t>(player)];
    for (std::size_t k = 0; k < static_cast<std::size_t>(game.hole_cards); ++k)
      places.push_back({&own[k], k > 0 ? &own[k - 1] : nullptr});
  }
  for (std::size_t k = 0; k < game.all_board_cards(); ++k)
    places.push_back({&deal.board[k], nullptr});
  poker::CardSet left = game.deck();
  fill_places(places, left, [&] { use(deal); });
}

double number_of_deals(const GameDefinition& game, int players) {
  double left = game.deck().size();
  double deals = 1;
  for (int player = 0; player < players; ++player) {
    for (int k = 1; k <= game.hole_cards; ++k) deals *= left-- / k;
  }
  for (std::size_t k = 0; k < game.all_board_cards(); ++k) deals *= left--;
  return deals;
}

}  // namespace trivium::learning::poker_measure
