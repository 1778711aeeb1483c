#include "engine/poker/explain.h"

#include <memory>

#include "engine/poker/fixed_policy.h"
#include "engine/poker/rule_policy.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

TEST_CASE("an explanation holds what the player sees and what he would do") {
  const GameDefinition& nolimit = game("nolimit");
  const RulePolicy policy(nolimit);
  const Result<Explanation> explanation = explain(hand("MATCHSTATE:1:3:r300c/r600:|8c8d/7h9sTd", nolimit), policy);
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
  CHECK(text.find("price of a call                                    25.00%\n") != std::string::npos);
  CHECK(text.find("to 900 ... 20000\n") != std::string::npos);
}

TEST_CASE("a policy without reasons is explained by its probabilities alone") {
  const Result<Explanation> explanation =
      explain(hand("MATCHSTATE:0:3:c:AsKs|", game("limit")), FixedPolicy("call", ActionWeights{0, 1, 0}));
  REQUIRE(explanation.has_value());
  CHECK(explanation->terms.empty());
  CHECK(explanation->actions.front().action == Action::call());
  CHECK(explanation->actions.front().probability == 1.0);
}

TEST_CASE("there is nothing to explain when the hand is over, or when it is another's turn") {
  const GameDefinition& limit = game("limit");
  const FixedPolicy policy("call", {0, 1, 0});
  const auto over = explain(hand("MATCHSTATE:0:3:f:AsKs|", limit), policy);
  REQUIRE(!over.has_value());
  CHECK(over.error().message == "the hand is over: nobody has to decide anything");
  const auto other = explain(hand("MATCHSTATE:0:3::AsKs|", limit), policy);
  REQUIRE(!other.has_value());
  CHECK(other.error().message == "position 1 is to act, and his cards are not known");
  const auto wrong = explain(hand("MATCHSTATE:0:3:c:AsKs|", limit), RulePolicy(game("leduc")));
  CHECK(!wrong.has_value());
}

}  // namespace
}  // namespace trivium::poker
