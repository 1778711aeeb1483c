#include "learning/poker_cnn/decisions.h"

#include <array>
#include <doctest/doctest.h>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/poker/network/network.h"
#include "tests/learning/poker_measure/poker_support.h"

namespace trivium::learning::poker_cnn {

namespace {

using poker::ActionType;

// The lines printed in paper 004.
const std::vector<std::string> kPaper{
    "STATE:0:cc/cc/cr200c/cr400f:7c4s|2hQh/Ac5h3c/4h/"
    "8h:-200|200:Slumbot_2pn_2017|SimpleRule_2pn_2017",
    "STATE:1:f:JsTc|5s2d:50|-50:SimpleRule_2pn_2017|Slumbot_2pn_2017",
    "STATE:2:cr300c/cc/cr2300f:TcTs|4d5c/5s2dAc/7h:-300|300:Slumbot_2pn_2017|SimpleRule_2pn_2017",
};
const std::string kSlumbot = "Slumbot_2pn_2017";
const std::string kSimpleRule = "SimpleRule_2pn_2017";

LoggedHands logged(const std::vector<std::string>& lines) {
  const poker::GameDefinition& game = game_called("nolimit");
  return {game, records_of(lines, game)};
}

}  // namespace

TEST_CASE("the payoffs of the paper's hands agree with the rules") {
  const LoggedHands hands = logged(kPaper);
  for (const poker::StateRecord& record : hands.records()) {
    for (std::size_t position = 0; position < 2; ++position)
      CHECK(record.hand.payoffs()[position] == record.payoffs[position]);
  }
}

TEST_CASE("every action with known cards is a decision, and players can be selected by name") {
  const LoggedHands hands = logged(kPaper);
  const std::vector<Decision> all = hands.decisions(0, 3);
  REQUIRE(all.size() == 10 + 1 + 8);
  CHECK(all.front() == Decision{0, 0});
  CHECK(all[10] == Decision{1, 0});
  CHECK(all.back() == Decision{2, 7});
  CHECK(hands.decisions(1, 2).size() == 1);
  CHECK(hands.decisions(0, 3, std::array{kSlumbot}).size() == 6 + 1 + 4);
  CHECK(hands.decisions(0, 3, std::array{kSimpleRule}).size() == 4 + 0 + 4);
  CHECK(hands.decisions(0, 3, std::array{kSlumbot, kSimpleRule}) == all);
  CHECK(hands.decisions(0, 3, std::array{std::string("nobody")}).empty());
}

TEST_CASE("decisions need the actor's cards, but not those of the other player") {
  const LoggedHands hands = logged({"STATE:0:cc/cc/cr200c/cr400f:7c4s|/Ac5h3c/4h/8h:-200|200:a|b"});
  const std::vector<Decision> own = hands.decisions(0, 1);
  CHECK(own.size() == 6);
  CHECK(own == hands.decisions(0, 1, std::array{std::string("a")}));
}

TEST_CASE("before() returns the hand in which the actor decided") {
  const LoggedHands hands = logged(kPaper);
  const poker::Hand before = hands.before({0, 5});
  CHECK(before.actions().size() == 5);
  CHECK(before.betting().round() == 2);
  CHECK(before.betting().actor() == 1);
  CHECK(before.board().size() == 4);
  CHECK(before.deal() == hands.records()[0].hand.deal());
  for (const Decision& decision : hands.decisions(0, 3)) {
    const poker::Hand hand = hands.before(decision);
    CHECK(hand.betting().is_legal(
        hands.records()[decision.hand].hand.actions()[decision.action].action));
  }
}

TEST_CASE("encoded states have the actor's cards and not those of the other player") {
  std::vector<std::string> changed = kPaper;
  changed[0].replace(changed[0].find("7c4s"), 4, "KdKs");
  const auto own = std::make_unique<poker::EncodedState>();
  const auto other = std::make_unique<poker::EncodedState>();
  logged(kPaper).encode({0, 5}, poker::Alignment::kCentered, *own);
  logged(changed).encode({0, 5}, poker::Alignment::kCentered, *other);
  CHECK(*own == *other);
  logged(kPaper).encode({0, 6}, poker::Alignment::kCentered, *own);
  logged(changed).encode({0, 6}, poker::Alignment::kCentered, *other);
  CHECK(*own != *other);
}

TEST_CASE("a label has the action, whether the actor won, and its number of later decisions") {
  const LoggedHands hands = logged(kPaper);
  const Label limp = hands.label({0, 0}, {});
  CHECK(limp.action == ActionType::kCall);
  CHECK(limp.won);
  CHECK(limp.decisions_left == 3);
  const Label fold = hands.label({0, 9}, {});
  CHECK(fold.action == ActionType::kFold);
  CHECK_FALSE(fold.won);
  CHECK(fold.decisions_left == 0);
}

TEST_CASE("labels use the payoffs in the log, even if a player's cards are unknown") {
  const LoggedHands hands = logged({"STATE:0:cc/cc/cr200c/cr400c:7c4s|/Ac5h3c/4h/8h:-400|400:a|b",
                                    "STATE:1:cc/cc/cr200c/cr400c:|2hQh/Ac5h3c/4h/8h:-400|400:a|b"});
  CHECK_FALSE(hands.label({0, 1}, {}).won);
  CHECK(hands.label({1, 0}, {}).won);
}

TEST_CASE("the label of a raise has the nearest size by the ratio of the totals") {
  const LoggedHands hands = logged(kPaper);
  const std::vector<std::int32_t> sizes{50, 100, poker::kAllInSize};
  CHECK(hands.label({0, 5}, sizes).size ==
        std::optional<std::size_t>(0));  // to 200; half of the pot
  CHECK(hands.label({2, 6}, sizes).size ==
        std::optional<std::size_t>(1));  // to 2300; a pot-sized raise is to 900, all-in to 20000
  CHECK_FALSE(hands.label({2, 6}, {}).size.has_value());
  CHECK_FALSE(hands.label({0, 0}, sizes).size.has_value());
}

TEST_CASE("training and test hands are disjoint and depend on the seed") {
  const HandSplit split = split_hands(100, 60, 40, 1);
  CHECK(split.train.size() == 60);
  CHECK(split.test.size() == 40);
  std::set<std::uint32_t> hands(split.train.begin(), split.train.end());
  hands.insert(split.test.begin(), split.test.end());
  CHECK(hands.size() == 100);
  CHECK(*hands.rbegin() == 99);
  CHECK(split_hands(100, 60, 40, 1).train == split.train);
  CHECK(split_hands(100, 60, 40, 2).train != split.train);
  CHECK(split_hands(0, 0, 0, 1).train.empty());
}

}  // namespace trivium::learning::poker_cnn
