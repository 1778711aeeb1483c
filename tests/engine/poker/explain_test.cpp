#include "engine/poker/explain.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/poker/equity/holdings.h"
#include "engine/poker/policies/fixed_policy.h"
#include "engine/poker/policies/rule_policy.h"
#include "engine/poker/range.h"
#include "engine/poker/words.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

TEST_CASE("an explanation has what the player sees and the probabilities of its actions") {
  const GameDefinition& nolimit = game("nolimit");
  const RulePolicy policy(nolimit);
  const Result<Explanation> explanation =
      explain(hand("MATCHSTATE:1:3:r300c/r600:|8c8d/7h9sTd", nolimit), policy);
  REQUIRE(explanation.has_value());
  CHECK(explanation->betting == "r300c/r600");
  CHECK(explanation->player == 1);
  CHECK(explanation->round == 1);
  CHECK(explanation->hole == "8c8d");
  CHECK(explanation->board == "7h9sTd");
  CHECK(explanation->category == "pair");
  CHECK(explanation->pot == 900);
  CHECK(explanation->to_call == 300);
  REQUIRE(explanation->raise.has_value());
  CHECK(explanation->raise->min == 900);
  CHECK(explanation->raise->max == 20000);
  double sum = 0;
  for (const ExplainedAction& choice : explanation->actions) sum += choice.probability;
  CHECK(sum == doctest::Approx(1.0));
  const std::string text = to_text(*explanation);
  CHECK(text.find("price of a call                                    25.00%\n") !=
        std::string::npos);
  CHECK(text.find("to 900 ... 20000\n") != std::string::npos);
}

TEST_CASE("a situation is described in words: seat, street, hand, draws and pot odds") {
  const FixedPolicy policy("call", {0, 1, 0});
  const auto explained = [&](const std::string& line, std::string_view name) {
    return *explain(hand(line, game(name)), policy);
  };
  const Explanation call = explained("MATCHSTATE:1:3:r300c/r600:|8c8d/7h9sTd", "nolimit");
  CHECK(call.seat == "the small blind, on the button");
  CHECK(call.street == "on the flop");
  CHECK(call.hand == "a pair of eights");
  CHECK(call.draws == std::vector<std::string>{"an open-ended straight draw"});
  CHECK(call.pot_words == "9 big blinds");
  CHECK(call.to_call_words == "3 big blinds");
  REQUIRE(call.odds.has_value());
  CHECK(call.odds->ratio == doctest::Approx(3));
  CHECK(call.odds->needed == doctest::Approx(0.25));
  CHECK(std::ranges::count(call.actions, "call 300", &ExplainedAction::words) == 1);
  const Explanation first = explained("MATCHSTATE:1:3::|AhKh", "limit");
  CHECK(first.seat == "the small blind, on the button");
  CHECK(first.street == "before the flop");
  CHECK(first.hand == "ace-king suited");
  CHECK(first.to_call_words == "0.5 big blinds");
  CHECK(first.odds->needed == doctest::Approx(0.25));
  const Explanation check = explained("MATCHSTATE:0:3:c:2h7c|", "limit");
  CHECK(check.seat == "the big blind");
  CHECK(check.hand == "seven-two offsuit");
  CHECK(!check.odds.has_value());
  CHECK(check.actions.front().words == "check");
  CHECK(explained("MATCHSTATE:2:3::||AhKh", "nolimit3").seat == "the button");
  CHECK(explained("MATCHSTATE:0:3::Kh|", "leduc").hand == "a king");
  const std::string text = to_text(call);
  for (const std::string& words :
       {call.seat, call.hand, call.draws[0], call.pot_words, std::string("3 to 1")})
    CHECK(text.find(words) != std::string::npos);
}

TEST_CASE("hands have the names that players use") {
  const auto made = [](std::string_view own, std::string_view board) {
    return made_words(cards(own), cards(board));
  };
  CHECK(made("AhKd", "7h9sTd") == "ace high");
  CHECK(made("ThKd", "7h9sTd") == "a pair of tens");
  CHECK(made("6h6d", "7h9sTd") == "a pair of sixes");
  CHECK(made("ThKd", "KhTsTd") == "a full house, tens full of kings");
  CHECK(made("ThKd", "Kh9sTd") == "two pair, kings and tens");
  CHECK(made("9h9d", "Kh9sTd") == "three nines");
  CHECK(made("QhJd", "Kh9sTd") == "a straight to the king");
  CHECK(made("Ah2d", "3h4s5d") == "a straight to the five");
  CHECK(made("Ah2h", "3h9h5h") == "an ace-high flush");
  CHECK(made("8h2h", "3h6h5h") == "an eight-high flush");
  CHECK(made("9h9d", "Kh9s9c") == "four nines");
  CHECK(made("9h8h", "7h6h5h") == "a straight flush to the nine");
  CHECK(made("AhKh", "QhJhTh") == "a royal flush");
  CHECK(made("2h3d", "KhKsTd") == "a pair of kings on the board");
  CHECK(made("2h3d", "AhKsQdJcTh") == "a straight to the ace on the board");
  CHECK(made("AhQd", "KhKsTd") == "a pair of kings on the board");
  CHECK(holding_words(cards("TsTd")) == "a pair of tens");
}

TEST_CASE("a draw needs a card to come and uses an own card") {
  const auto draws = [](std::string_view own, std::string_view board) {
    return draw_words(cards(own), cards(board));
  };
  using Words = std::vector<std::string>;
  CHECK(draws("Ah2h", "3h9hTd") == Words{"a flush draw"});
  CHECK(draws("AsKd", "3h9hThJh") == Words{"a gutshot"});  // a queen; all hearts are on the board
  CHECK(draws("8h7d", "6c5sKd") == Words{"an open-ended straight draw"});
  CHECK(draws("8h7d", "6c4sKd") == Words{"a gutshot"});
  CHECK(draws("Ah2d", "3c4sKd") == Words{"a gutshot"});
  CHECK(draws("2h3d", "4c5sKd") == Words{"an open-ended straight draw"});
  CHECK(draws("AhKd", "QcJs2d") == Words{"a gutshot"});
  CHECK(draws("9h7d", "5c8sJd") == Words{"a double gutshot"});
  CHECK(draws("9h8h", "7h6h2d") == Words{"a flush draw", "an open-ended straight draw"});
  CHECK(draws("AhKh", "2c7d9s").empty());
  CHECK(draws("QhJd", "Kh9sTd").empty());  // a made straight
  const FixedPolicy policy("call", {0, 1, 0});
  CHECK(explain(hand("MATCHSTATE:0:3:cc/cc/cc/:Ah2h|/3h9hTd/4s/Jc", game("limit")), policy)
            ->draws.empty());
}

/// Returns the cell with that name.
const RangeCell& cell(const Range& range, std::string_view name) {
  for (const auto& row : range.cells) {
    for (const RangeCell& one : row) {
      if (one.name == name) return one;
    }
  }
  FAIL("no such cell");
  return range.cells[0][0];
}

TEST_CASE("a range is a square from aces to twos, suited above, with the policy's means") {
  const GameDefinition& nolimit = game("nolimit");
  const RulePolicy policy(nolimit);
  const Hand opening(nolimit);
  const Result<Range> range = range_of(opening, policy);
  REQUIRE(range.has_value());
  CHECK(range->cells[0][0].name == "AA");
  CHECK(range->cells[0][1].name == "AKs");
  CHECK(range->cells[1][0].name == "AKo");
  CHECK(range->cells[12][12].name == "22");
  CHECK(range->cells[12][10].name == "42o");
  int combinations = 0;
  for (const auto& row : range->cells) {
    for (const RangeCell& one : row) {
      combinations += one.combinations;
      double sum = 0;
      for (const double probability : one.probabilities) sum += probability;
      CHECK(sum == doctest::Approx(1));
    }
  }
  CHECK(combinations == 1326);
  CHECK(cell(*range, "AA").combinations == 6);
  CHECK(cell(*range, "AKs").combinations == 4);
  CHECK(cell(*range, "AKo").combinations == 12);
  const ActionDistribution one = answer(policy, opening, "As9h");
  REQUIRE(one.actions == range->actions);
  for (std::size_t k = 0; k < one.actions.size(); ++k)
    CHECK(cell(*range, "A9o").probabilities[k] == doctest::Approx(one.row(0)[k]));
}

TEST_CASE("a range excludes holdings with board cards") {
  const GameDefinition& limit = game("limit");
  const Result<Range> range =
      range_of(hand("MATCHSTATE:0:3:cc/:2s2h|/AhAdAc", limit), RulePolicy(limit));
  REQUIRE(range.has_value());
  CHECK(cell(*range, "AA").combinations == 0);
  CHECK(cell(*range, "AA").probabilities.empty());
  CHECK(cell(*range, "AKs").combinations == 1);
  CHECK(cell(*range, "AKo").combinations == 3);
  CHECK(cell(*range, "22").combinations == 6);  // the player's own cards are ignored
  CHECK(to_text(*range).find("\n  A   -") != std::string::npos);
}

TEST_CASE("the means of a range are weighted, and holdings without weight only count") {
  const GameDefinition& nolimit = game("nolimit");
  const RulePolicy policy(nolimit);
  const Hand opening(nolimit);
  const HoldingTable table(nolimit);
  std::vector<double> weights(table.size(), 0.0);
  const auto set = [&](std::string_view cards, double weight) {
    Holding holding;
    holding.fill(kNoCard);
    holding[0] = *take_card(cards);
    holding[1] = *take_card(cards);
    weights[table.number(holding)] = weight;
  };
  set("AsKh", 0.75);
  set("7s2h", 0.25);
  const Result<Range> range = range_of(opening, policy, weights);
  REQUIRE(range.has_value());
  CHECK(cell(*range, "AKo").combinations == 12);
  CHECK(cell(*range, "AKo").weight == doctest::Approx(0.75 / 12));
  CHECK(cell(*range, "AA").weight == 0);
  CHECK(cell(*range, "AA").probabilities.empty());
  const ActionDistribution strong = answer(policy, opening, "AsKh");
  const ActionDistribution weak = answer(policy, opening, "7s2h");
  for (std::size_t k = 0; k < range->actions.size(); ++k) {
    CHECK(cell(*range, "AKo").probabilities[k] == doctest::Approx(strong.row(0)[k]));
    CHECK(range->probabilities[k] ==
          doctest::Approx(0.75 * strong.row(0)[k] + 0.25 * weak.row(0)[k]));
  }
}

TEST_CASE("a range is an error for other policies, other games and finished hands") {
  const GameDefinition& limit = game("limit");
  CHECK(range_of(Hand(limit), FixedPolicy("call", {0, 1, 0})).error().code == "poker.range.policy");
  CHECK(range_of(Hand(game("leduc")), RulePolicy(game("leduc"))).error().code ==
        "poker.range.game");
  CHECK(range_of(hand("MATCHSTATE:0:3:f:AsKs|", limit), RulePolicy(limit)).error().code ==
        "poker.hand.over");
}

TEST_CASE("a policy without terms is explained by its probabilities alone") {
  const Result<Explanation> explanation = explain(hand("MATCHSTATE:0:3:c:AsKs|", game("limit")),
                                                  FixedPolicy("call", ActionWeights{0, 1, 0}));
  REQUIRE(explanation.has_value());
  CHECK(explanation->terms.empty());
  CHECK(explanation->actions.front().action == Action::call());
  CHECK(explanation->actions.front().probability == 1.0);
}

TEST_CASE("a finished hand and a hand of unknown cards cannot be explained") {
  const GameDefinition& limit = game("limit");
  const FixedPolicy policy("call", {0, 1, 0});
  const auto over = explain(hand("MATCHSTATE:0:3:f:AsKs|", limit), policy);
  REQUIRE(!over.has_value());
  CHECK(over.error().code == "poker.hand.over");
  const auto other = explain(hand("MATCHSTATE:0:3::AsKs|", limit), policy);
  REQUIRE(!other.has_value());
  CHECK(other.error().code == "poker.hand.cards");
  const auto wrong = explain(hand("MATCHSTATE:0:3:c:AsKs|", limit), RulePolicy(game("leduc")));
  CHECK(!wrong.has_value());
}

}  // namespace
}  // namespace trivium::poker
