#include "learning/cfr/deck.h"

#include <algorithm>
#include <stdexcept>

namespace trivium::learning::cfr {

Deck::Deck(const poker::GameDefinition& game)
    : hole_cards_(game.hole_cards), board_cards_(game.all_board_cards()) {
  if (game.players != 2 || game.hole_cards > 2)
    throw std::invalid_argument("sampling needs two players with one or two cards each");
  for (const poker::Card card : game.deck().cards()) cards_[size_++] = card;
}

template <std::size_t kSize>
void Deck::draw(Rng& rng, std::array<poker::Card, kSize>& out, std::size_t count) const noexcept {
  std::array<poker::Card, poker::kCards> left = cards_;
  draw_first(std::span(left).first(size_), count, rng);
  std::copy_n(left.begin(), count, out.begin());
}

DealtCards Deck::deal(Rng& rng) const noexcept {
  std::array<poker::Card, poker::kMaxBoardCards + 4> drawn{};
  const auto own = static_cast<std::size_t>(hole_cards_);
  draw(rng, drawn, 2 * own + board_cards_);
  DealtCards cards;
  for (std::size_t player = 0; player < 2; ++player) {
    cards.hole[player] = {drawn[player * own], own == 2 ? drawn[player * own + 1] : poker::kNoCard};
  }
  for (std::size_t i = 0; i < board_cards_; ++i) cards.board[i] = drawn[2 * own + i];
  return cards;
}

std::array<poker::Card, poker::kMaxBoardCards> Deck::deal_board(Rng& rng) const noexcept {
  std::array<poker::Card, poker::kMaxBoardCards> board{};
  draw(rng, board, board_cards_);
  return board;
}

std::array<poker::Card, poker::kMaxBoardCards> Deck::completed(
    std::span<const poker::Card> board, poker::CardSet taken) const noexcept {
  std::array<poker::Card, poker::kMaxBoardCards> full{};
  std::size_t known = 0;
  for (const poker::Card card : board) {
    taken.insert(card);
    full[known++] = card;
  }
  for (std::size_t i = 0; known < board_cards_; ++i) {
    if (taken.insert(cards_[i])) full[known++] = cards_[i];
  }
  return full;
}

poker::HandRank Deck::strength(const std::array<poker::Card, 2>& hole,
                               poker::CardSum board) const noexcept {
  board += hole[0];
  if (hole_cards_ == 2) board += hole[1];
  return poker::rank_hand(board);
}

int Deck::winner(const DealtCards& cards) const noexcept {
  poker::CardSum board;
  for (std::size_t i = 0; i < board_cards_; ++i) board += cards.board[i];
  const poker::HandRank first = strength(cards.hole[0], board);
  const poker::HandRank second = strength(cards.hole[1], board);
  return static_cast<int>(first > second) - static_cast<int>(first < second);
}

void Deck::list_holdings(std::span<const poker::Card> board, DealtBoard& out) const {
  const poker::CardSum on_board(board);
  poker::CardSet taken;
  for (const poker::Card card : board) taken.insert(card);
  out.cards.clear();
  out.strength.clear();
  const auto add = [&](poker::Card a, poker::Card b) {
    out.cards.push_back({a, b});
    out.strength.push_back(strength(out.cards.back(), on_board));
  };
  for (std::size_t i = 0; i < size_; ++i) {
    if (taken.contains(cards_[i])) continue;
    if (hole_cards_ == 1) {
      add(cards_[i], poker::kNoCard);
      continue;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!taken.contains(cards_[j])) add(cards_[i], cards_[j]);
    }
  }
}

}  // namespace trivium::learning::cfr
