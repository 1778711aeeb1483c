#include "learning/poker_measure/matches/all_in_expectation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <doctest/doctest.h>
#include <numeric>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/rules/card_dealer.h"
#include "engine/poker/rules/records.h"
#include "learning/statistics/moments.h"
#include "tests/learning/poker_measure/poker_support.h"

namespace trivium::learning::poker_measure {

namespace {

using poker::Hand;

/// A game with nine cards, three players, one own card each and two board cards. Its unequal stacks
/// cause side pots.
poker::GameDefinition small_game() {
  return game_of(
      "GAMEDEF\nnolimit\nnumPlayers = 3\nnumRounds = 3\nstack = 10 20 30\nblind = 1 2 "
      "0\nfirstPlayer = 3 1 1\nnumSuits = 3\n"
      "numRanks = 3\nnumHoleCards = 1\nnumBoardCards = 0 1 1\nEND GAMEDEF\n");
}

/// Fills the last `missing` places of the board with every sequence of cards, and adds the payoffs.
void add_boards(Hand& played, std::size_t missing, poker::Payoffs& sum, long& boards) {
  if (missing == 0) {
    const poker::Payoffs payoffs = played.payoffs();
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += payoffs[i];
    ++boards;
    return;
  }
  const poker::Deal before = played.deal();
  const std::size_t place = played.board().size() - missing;
  for (poker::Card card = 0; card < poker::kCards; ++card) {
    bool free = played.game().deck().contains(card);
    for (std::size_t k = 0; k < place; ++k) free = free && before.board[k] != card;
    for (const auto& own : before.hole) free = free && std::ranges::find(own, card) == own.end();
    if (!free) continue;
    poker::Deal deal = before;
    deal.board[place] = card;
    played.set_deal(deal);
    add_boards(played, missing - 1, sum, boards);
  }
  played.set_deal(before);
}

/// Slow reference: the mean of Hand::payoffs() over every order of the missing board cards.
poker::Payoffs mean_by_hand(Hand played, std::size_t missing) {
  poker::Payoffs sum{};
  long boards = 0;
  add_boards(played, missing, sum, boards);
  for (double& payoff : sum) payoff /= static_cast<double>(boards);
  return sum;
}

void check_equal(const poker::Payoffs& a, const poker::Payoffs& b) {
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(std::abs(a[i] - b[i]) < 1e-9);
}

/// Plays random legal actions to the end, with frequent all-ins.
void play_out(Hand& played, Rng& rng) {
  while (!played.betting().finished()) {
    const auto range = played.betting().raise_range();
    const std::uint32_t draw = rng.below(10);
    if (draw == 0 && played.betting().can_fold()) {
      played.do_action(poker::Action::fold());
    } else if (draw < 5 && range) {
      played.do_action(poker::Action::raise(range->max));
    } else {
      played.do_action(poker::Action::call());
    }
  }
}

}  // namespace

TEST_CASE("the payoff of aces against kings is the mean over all 1,712,304 boards") {
  const poker::GameDefinition nolimit = game_called("nolimit");
  const Hand played = record_of("STATE:0:r20000c///:AsAh|KsKh/Kd3c4d/5d/9h", nolimit).hand;
  CHECK(ran_out(played));
  CHECK(played.payoffs()[0] == -20000);
  const poker::Payoffs payoffs = expected_payoffs(played);
  // Counted board by board with Hand::payoffs(): 1,410,336 for the aces, 292,660 for the kings,
  // 9,308 ties.
  CHECK(payoffs[0] == doctest::Approx(20000.0 * (1'410'336 - 292'660) / 1'712'304));
  CHECK(payoffs[0] == -payoffs[1]);
}

TEST_CASE("the expectation of a hand with a decision in the last round or a fold is its payoff") {
  const poker::GameDefinition nolimit = game_called("nolimit");
  for (const std::string line :
       {"STATE:0:cc/cc/cc/r20000c:AsAh|KsKh/2c3c4d/5d/9h", "STATE:0:r300c/r900f:AsAh|KsKh/2c3c4d",
        "STATE:0:cc/cc/cc/cc:AsAh|KsKh/Kd3c4d/5d/9h"}) {
    const Hand played = record_of(line, nolimit).hand;
    CHECK_FALSE(ran_out(played));
    check_equal(expected_payoffs(played), played.payoffs());
  }
}

TEST_CASE("an all-in on the turn averages 44 river cards with equal weight") {
  const poker::GameDefinition nolimit = game_called("nolimit");
  const Hand played = record_of("STATE:0:cc/cc/r20000c/:AsAh|KsKh/2c3c4d/5d/9h", nolimit).hand;
  check_equal(expected_payoffs(played), mean_by_hand(played, 1));
}

TEST_CASE("expectations with side pots and folds agree with the rules applied to every board") {
  const poker::GameDefinition small = small_game();
  Rng rng(7);
  poker::CardDealer cards(7);
  int ran = 0;
  for (int number = 0; number < 400; ++number) {
    Hand played(small, 0, cards.next(small));
    play_out(played, rng);
    const poker::Payoffs expected = expected_payoffs(played);
    CHECK(std::abs(std::accumulate(expected.begin(), expected.end(), 0.0)) < 1e-9);
    if (!ran_out(played)) continue;
    ++ran;
    const auto decided =
        static_cast<std::size_t>(small.board_cards_through(played.actions().back().round));
    check_equal(expected, mean_by_hand(played, played.board().size() - decided));
  }
  CHECK(ran > 100);
}

TEST_CASE("cards of folded players are not dealt to the board") {
  const poker::GameDefinition nolimit = game_called("nolimit3");
  const Hand played =
      record_of("STATE:0:r300r900cc/r20000fc/:AsAh|KsKh|KdKc/2c3c4d/5d/9h", nolimit).hand;
  CHECK(ran_out(played));
  check_equal(expected_payoffs(played), mean_by_hand(played, 2));
}

TEST_CASE("all-in expectation has the same mean as the payoffs and less variance") {
  const poker::GameDefinition small = small_game();
  Rng rng(11);
  poker::CardDealer cards(11);
  statistics::Moments raw, expected, difference;
  for (int number = 0; number < 40'000; ++number) {
    Hand played(small, 0, cards.next(small));
    play_out(played, rng);
    const double paid = played.payoffs()[0], worth = expected_payoffs(played)[0];
    raw.add(paid);
    expected.add(worth);
    difference.add(paid - worth);
  }
  CHECK(std::abs(difference.mean()) < 4 * difference.standard_error());
  CHECK(expected.variance() < 0.9 * raw.variance());
}

}  // namespace trivium::learning::poker_measure
