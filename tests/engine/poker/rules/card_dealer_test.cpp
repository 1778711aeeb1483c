#include "engine/poker/rules/card_dealer.h"

#include <doctest/doctest.h>
#include <utility>

#include "tests/engine/poker/rules/play.h"

namespace trivium::poker {
namespace {

/// Returns the hole cards and the first `board` cards of the next hand.
std::string next_cards(CardDealer& dealer, const GameDefinition& game, int board) {
  const Deal deal = dealer.next(game);
  std::string text;
  for (int player = 0; player < game.players; ++player) {
    if (player > 0) text += '|';
    for (int i = 0; i < game.hole_cards; ++i)
      text += card_text(deal.hole[static_cast<std::size_t>(player)][static_cast<std::size_t>(i)]);
  }
  text += '/';
  for (int i = 0; i < board; ++i) text += card_text(deal.board[static_cast<std::size_t>(i)]);
  return text;
}

TEST_CASE("a seed deals the same cards as the official server") {
  const std::pair<std::uint32_t, std::vector<std::string>> vectors[] = {
      {7, {"8dJd|Td4d/As9d6s3d6c", "Jc6c|7h5d/As5cAhQhTc", "8d9h|9s6d/TsQh8cAh"}},
      {12345, {"ThAc|JhQc/Qh2h5sAh2d", "5sJs|4d8h/6dJcTc", "Ts8c|3sJh/4sTd2s7h5h"}},
  };
  for (const auto& [seed, hands] : vectors) {
    CardDealer dealer(seed);
    for (const std::string& hand : hands) {
      const auto board = static_cast<int>(hand.size() - hand.find('/') - 1) / 2;
      CHECK(next_cards(dealer, game("nolimit"), board) == hand);
    }
  }
}

TEST_CASE("every deal has distinct cards of the game's deck") {
  for (const NamedGame& named : built_in_games()) {
    CardDealer dealer(1);
    CardSet dealt_ever;
    for (int i = 0; i < 500; ++i) {
      const Deal deal = dealer.next(named.game);
      CardSet dealt;
      for (int player = 0; player < named.game.players; ++player) {
        for (int k = 0; k < named.game.hole_cards; ++k) {
          CHECK(dealt.insert(
              deal.hole[static_cast<std::size_t>(player)][static_cast<std::size_t>(k)]));
        }
      }
      for (std::size_t k = 0; k < named.game.all_board_cards(); ++k)
        CHECK(dealt.insert(deal.board[k]));
      for (Card card = 0; card < kCards; ++card) {
        if (dealt.contains(card)) dealt_ever.insert(card);
      }
    }
    CHECK(dealt_ever == named.game.deck());
  }
}

}  // namespace
}  // namespace trivium::poker
