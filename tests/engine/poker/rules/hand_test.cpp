#include "engine/poker/rules/hand.h"

#include <doctest/doctest.h>
#include <numeric>

#include "engine/core/rng.h"
#include "engine/poker/rules/card_dealer.h"
#include "tests/engine/poker/rules/play.h"

namespace trivium::poker {
namespace {

constexpr std::string_view kBoard = "2c7d9hJsQc";  // no flush, and no straight on the board

std::vector<double> payoffs(const Hand& hand) {
  REQUIRE(hand.decided());
  const Payoffs all = hand.payoffs();
  return {all.begin(), all.begin() + hand.game().players};
}

using Chipsets = std::vector<double>;

TEST_CASE("the last player left wins the chips of those that folded") {
  CHECK(payoffs(played(game("nolimit"), "f")) == Chipsets{50, -50});
  CHECK(payoffs(played(game("nolimit"), "cc/r300f")) == Chipsets{100, -100});
  CHECK(payoffs(played(game("limit3"), "rff")) == Chipsets{-5, -10, 15});
}

TEST_CASE("the better hand wins the pot, equal hands share it") {
  const GameDefinition& nolimit = game("nolimit");
  CHECK(payoffs(played(nolimit, "r300c/cc/cc/cc", deal({"AsAh", "KsKh"}, kBoard))) ==
        Chipsets{300, -300});
  CHECK(payoffs(played(nolimit, "r300c/cc/cc/cc", deal({"AsKh", "AhKd"}, kBoard))) ==
        Chipsets{0, 0});
}

TEST_CASE("three stacks make three pots, each won by the best hand that paid into it") {
  const GameDefinition made = no_limit_game({500, 1000, 2000});
  const std::string_view betting = "r2000cc";
  CHECK(payoffs(played(made, betting, deal({"AsAh", "KsKh", "3s4h"}, kBoard))) ==
        Chipsets{1000, 0, -1000});
  CHECK(payoffs(played(made, betting, deal({"3s4h", "AsAh", "KsKh"}, kBoard))) ==
        Chipsets{-500, 1500, -1000});
  CHECK(payoffs(played(made, betting, deal({"3s4h", "KsKh", "AsAh"}, kBoard))) ==
        Chipsets{-500, -1000, 1500});
}

TEST_CASE("a tie shares only the pots that the tied hands paid into") {
  const GameDefinition made = no_limit_game({500, 1000, 2000});
  // Positions 0 and 1 tie for the first 1500 chips; position 1 alone beats position 2 for the next
  // 1000.
  CHECK(payoffs(played(made, "r2000cc", deal({"AsKh", "AhKd", "3s4h"}, kBoard))) ==
        Chipsets{250, 750, -1000});
}

TEST_CASE("chips that cannot be divided are shared in fractions") {
  const GameDefinition& limit3 = game("limit3");
  CHECK(payoffs(played(limit3, "cfc/cc/cc/cc", deal({"3s4h", "AsKh", "AhKd"}, kBoard))) ==
        Chipsets{-5, 2.5, 2.5});
  const GameDefinition made = no_limit_game({1000, 1000, 1000, 1000});
  const Hand thirds =
      played(made, "r500ccc/r1000fcc", deal({"AsKh", "3s4h", "AhKd", "AdKs"}, kBoard));
  CHECK(payoffs(thirds)[1] == -500);
  CHECK(payoffs(thirds)[0] == doctest::Approx(500.0 / 3));
}

TEST_CASE("chips that no opponent can win are returned, and those of a fold stay in the pot") {
  const GameDefinition made = no_limit_game({300, 2000, 2000});
  // Position 2 folds 500 to a bet of 2000; position 0 is all-in for 300.
  const Hand hand = played(made, "r500cc/r2000f", deal({"AsAh", "KsKh", "3s4h"}, kBoard));
  CHECK(payoffs(hand) == Chipsets{600, -100, -500});
}

TEST_CASE("a player without chips in the pot neither wins nor loses") {
  GameDefinition made = no_limit_game({1000, 1000, 1000});
  made.blind = {};
  CHECK(payoffs(played(made, "ccc/ccc/ccc/ccc", deal({"AsAh", "KsKh", "3s4h"}, kBoard))) ==
        Chipsets{0, 0, 0});
}

TEST_CASE("in Kuhn the higher card wins, in Leduc a pair with the board") {
  CHECK(payoffs(played(game("kuhn"), "rc", deal({"Qs", "As"}, ""))) == Chipsets{-2, 2});
  CHECK(payoffs(played(game("leduc"), "rc/rc", deal({"Qs", "Ah"}, "Qh"))) == Chipsets{7, -7});
  CHECK(payoffs(played(game("leduc"), "cc/cc", deal({"Qs", "Ah"}, "Kh"))) == Chipsets{-1, 1});
}

TEST_CASE("payoffs are defined only after the end of the hand and with all deciding cards known") {
  const GameDefinition& nolimit = game("nolimit");
  CHECK_FALSE(played(nolimit, "cc").decided());
  CHECK(played(nolimit, "f").decided());
  CHECK_FALSE(played(nolimit, "r20000c").decided());
  CHECK_FALSE(played(nolimit, "r20000c", deal({"AsAh", ""}, kBoard)).decided());
  CHECK_FALSE(played(nolimit, "r20000c", deal({"AsAh", "KsKh"}, "2c7d9h")).decided());
  CHECK(played(nolimit, "r20000c", deal({"AsAh", "KsKh"}, kBoard)).decided());
}

TEST_CASE("the board has the cards of the rounds that have begun") {
  const Deal all = deal({"AsAh", "KsKh"}, kBoard);
  CHECK(played(game("nolimit"), "c", all).board().empty());
  CHECK(played(game("nolimit"), "cc/", all).board().size() == 3);
  CHECK(played(game("nolimit"), "cc/r300f", all).board().size() == 3);
  CHECK(played(game("nolimit"), "r20000c", all).board().size() == 5);
}

TEST_CASE("undo removes only the last action") {
  const GameDefinition& limit3 = game("limit3");
  Hand hand = played(limit3, "rrc/crfc/");
  hand.undo_action();
  CHECK(hand == played(limit3, "rrc/crf"));
  hand.undo_action();
  CHECK(hand == played(limit3, "rrc/cr"));
}

TEST_CASE("payoffs sum to zero in random hands with random stacks") {
  Rng rng(20);
  CardDealer dealer(20);
  for (int i = 0; i < 2000; ++i) {
    const int players = 2 + static_cast<int>(rng.below(7));
    std::vector<Chips> stacks;
    for (int player = 0; player < players; ++player)
      stacks.push_back(100 + static_cast<Chips>(rng.below(2000)));
    const GameDefinition made = no_limit_game(stacks);
    Hand hand(made, 0, dealer.next(made));
    while (!hand.betting().finished()) {
      const auto raise = hand.betting().raise_range();
      if (raise && rng.below(2) == 0) {
        hand.do_action(Action::raise(
            raise->min + static_cast<Chips>(
                             rng.below(static_cast<std::uint32_t>(raise->max - raise->min) + 1))));
      } else {
        hand.do_action(hand.betting().can_fold() && rng.below(4) == 0 ? Action::fold()
                                                                      : Action::call());
      }
    }
    const Chipsets won = payoffs(hand);
    CHECK(std::accumulate(won.begin(), won.end(), 0.0) == doctest::Approx(0).epsilon(1e-9));
    for (std::size_t player = 0; player < won.size(); ++player)
      CHECK(won[player] >= -hand.betting().spent(static_cast<int>(player)));
  }
}

}  // namespace
}  // namespace trivium::poker
