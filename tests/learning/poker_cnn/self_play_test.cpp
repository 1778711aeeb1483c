#include "learning/poker_cnn/self_play.h"

#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/poker/policies/fixed_policy.h"
#include "engine/poker/rules/records.h"
#include "tests/learning/poker_measure/poker_support.h"

namespace trivium::learning::poker_cnn {

namespace {

NamedPlayer fixed(const std::string& name, poker::ActionWeights weights) {
  return {name, std::make_shared<poker::FixedPolicy>(name, weights)};
}

const poker::ActionWeights kMixedActions{1, 3, 2};

std::vector<std::string> lines_of(const std::string& game, const std::vector<NamedPlayer>& players,
                                  const SelfPlayOptions& options) {
  std::vector<std::string> lines;
  const Status played = play_hands(game_called(game), players, options,
                                   [&](std::string_view line) { lines.emplace_back(line); });
  if (!played) FAIL(played.error().message);
  return lines;
}

/// Calls if it has seen a hand; before that it folds to a bet.
class Called final : public poker::Experience {
 public:
  explicit Called(bool seen) : seen_(seen) {}
  std::shared_ptr<const poker::Experience> with(const poker::Hand&, int) const override {
    return std::make_shared<Called>(true);
  }
  void distribution(const poker::PublicState& state, std::span<const poker::Holding> holdings,
                    poker::ActionDistribution& out) const override {
    out.actions.assign(1, seen_ ? poker::Action::call() : poker::check_or_fold(state.betting));
    out.probabilities.assign(holdings.size(), 1);
  }

 private:
  bool seen_;
};

/// A policy that learns: its experience is Called.
class Learning final : public poker::Policy {
 public:
  std::string name() const override { return "learning"; }
  Status can_play(const poker::GameDefinition&) const override { return {}; }
  void distribution(const poker::PublicState& state, std::span<const poker::Holding> holdings,
                    poker::ActionDistribution& out) const override {
    Called(false).distribution(state, holdings, out);
  }
  std::shared_ptr<const poker::Experience> fresh_experience() const override {
    return std::make_shared<Called>(false);
  }
};

}  // namespace

TEST_CASE("self-play hands do not depend on the number of threads, but on the seed") {
  const std::vector<NamedPlayer> players{{"learning", std::make_shared<Learning>()},
                                         fixed("mixed", kMixedActions)};
  const std::vector<std::string> one = lines_of("limit", players, {2500, 7, 1, {}});
  CHECK(one.size() == 2500);
  CHECK(lines_of("limit", players, {2500, 7, 2, {}}) == one);
  CHECK(lines_of("limit", players, {2500, 8, 2, {}}) != one);
}

TEST_CASE("every self-play hand can be parsed, and its payoffs agree with the rules") {
  for (const std::string game : {"limit", "nolimit"}) {
    const auto records = records_of(
        lines_of(game, {fixed("a", kMixedActions), fixed("b", kMixedActions)}, {300, 1, 1, {}}),
        game_called(game));
    REQUIRE(records.size() == 300);
    for (std::size_t i = 0; i < records.size(); ++i) {
      CHECK(records[i].hand.id() == i);
      REQUIRE(records[i].hand.decided());
      const poker::Payoffs payoffs = records[i].hand.payoffs();
      for (std::size_t position = 0; position < 2; ++position)
        CHECK(records[i].payoffs[position] == doctest::Approx(payoffs[position]));
    }
  }
}

TEST_CASE("players change positions after every hand, and each pair plays a block in turn") {
  std::vector<NamedPlayer> players;
  for (const std::string name : {"a", "b", "c"}) players.push_back(fixed(name, {0, 1, 0}));
  const auto records =
      records_of(lines_of("limit", players, {3 * kBlockHands, 1, 2, {}}), game_called("limit"));
  std::map<std::string, std::uint64_t> hands;
  for (std::size_t i = 0; i < records.size(); ++i) {
    CHECK(records[i].names[0] != records[i].names[1]);
    for (const std::string& name : records[i].names) ++hands[name];
    if (i % kBlockHands > 0) CHECK(records[i].names[0] == records[i - 1].names[1]);
  }
  for (const auto& [name, count] : hands) CHECK(count == 2 * kBlockHands);
}

TEST_CASE(
    "cards depend on the seed and the number of the hand, not on the players or the number of "
    "hands") {
  const auto calling =
      records_of(lines_of("limit", {fixed("a", {0, 1, 0})}, {50, 3, 1, {}}), game_called("limit"));
  const auto raising =
      records_of(lines_of("limit", {fixed("b", {0, 0, 1}), fixed("c", {0, 1, 0})}, {20, 3, 1, {}}),
                 game_called("limit"));
  for (std::size_t i = 0; i < raising.size(); ++i)
    CHECK(raising[i].hand.deal() == calling[i].hand.deal());
}

TEST_CASE("a learning player remembers only the hands of its block") {
  const auto records = records_of(
      lines_of("limit", {{"learning", std::make_shared<Learning>()}}, {kBlockHands + 10, 1, 2, {}}),
      game_called("limit"));
  for (std::size_t i = 0; i < records.size(); ++i) {
    CHECK((records[i].hand.actions().front().action == poker::Action::fold()) ==
          (i % kBlockHands == 0));
  }
}

TEST_CASE("progress is reported to the last hand") {
  std::uint64_t last = 0;
  SelfPlayOptions options{1500, 1, 2, [&](std::uint64_t done) { last = done; }};
  lines_of("limit", {fixed("a", {0, 1, 0})}, options);
  CHECK(last == 1500);
}

TEST_CASE("self-play in a game of three players or without players is an error") {
  const auto ignore = [](std::string_view) {};
  CHECK_FALSE(play_hands(game_called("limit3"), {fixed("a", {0, 1, 0})}, {}, ignore).has_value());
  CHECK_FALSE(play_hands(game_called("limit"), {}, {}, ignore).has_value());
}

}  // namespace trivium::learning::poker_cnn
