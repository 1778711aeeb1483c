#include "engine/poker/policies/model_policy.h"

#include <memory>

#include "engine/core/rng.h"
#include "engine/poker/player.h"
#include "engine/poker/policies/fixed_policy.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/policies/reply_counts.h"
#include "engine/poker/policies/rule_policy.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

std::shared_ptr<const Policy> model(const GameDefinition& played) {
  return *policy_named("model", played);
}

std::shared_ptr<const Policy> fixed(ActionWeights weights) {
  return std::make_shared<FixedPolicy>("fixed", weights);
}

Deal random_deal(const GameDefinition& played, Rng& rng) {
  std::vector<Card> deck;
  for (Card card = 0; card < kCards; ++card) {
    if (played.deck().contains(card)) deck.push_back(card);
  }
  const auto draw = [&] {
    std::swap(deck[rng() % deck.size()], deck.back());
    const Card card = deck.back();
    deck.pop_back();
    return card;
  };
  Deal deal;
  for (int player = 0; player < played.players; ++player) {
    for (int k = 0; k < played.hole_cards; ++k)
      deal.hole[static_cast<std::size_t>(player)][static_cast<std::size_t>(k)] = draw();
  }
  for (std::size_t k = 0; k < played.all_board_cards(); ++k) deal.board[k] = draw();
  return deal;
}

/// Plays each deal twice, with the cards exchanged; the two matches are independent.
Winnings duplicate_match(const GameDefinition& played, const Player& first, const Player& second,
                         std::uint32_t deals) {
  std::array<std::array<Player, 2>, 2> tables{{{first, second}, {first, second}}};
  Rng rng(7);
  double sum = 0, squares = 0;
  for (std::uint32_t number = 0; number < deals; ++number) {
    const Deal deal = random_deal(played, rng);
    double won = 0;
    for (std::uint32_t table = 0; table < 2; ++table) {
      const int position = static_cast<int>((number + table) % 2);
      auto& [own, other] = tables[table];
      Hand hand(played, number, deal);
      while (!hand.betting().finished())
        hand.do_action((hand.betting().actor() == position ? own : other).choose(hand));
      won += hand.payoffs()[static_cast<std::size_t>(position)] * 500 / played.big_blind();
      own.observe(hand, position);
      other.observe(hand, 1 - position);
    }
    sum += won;
    squares += won * won;
  }
  return winnings_of(sum, squares, deals);
}

Hand finished(const std::string& betting, std::uint32_t number, const char* cards,
              const GameDefinition& played) {
  return hand("MATCHSTATE:0:" + std::to_string(number) + ":" + betting + ":" + cards, played);
}

/// Returns how often the player is expected to fold, call and raise there.
std::array<double, 3> habits(const Experience& experience, const Hand& hand) {
  const Holding own = holding_of(hand, hand.betting().actor());
  ActionDistribution answer;
  experience.distribution(hand.public_state(), std::span(&own, 1), answer);
  std::array<double, 3> result{};
  for (std::size_t a = 0; a < answer.actions.size(); ++a)
    result[static_cast<std::size_t>(answer.actions[a].type)] += answer.row(0)[a];
  return result;
}

TEST_CASE("before the first hand the base decides alone") {
  const GameDefinition& leduc = game("leduc");
  const auto rule = std::make_shared<RulePolicy>(leduc);
  const ModelPolicy policy(leduc, rule);
  const Holding own = holding("As");
  const Hand asked = hand("MATCHSTATE:0:0::As|", leduc);
  ActionDistribution base, fresh, pure;
  rule->distribution(asked.public_state(), std::span(&own, 1), base);
  policy.distribution(asked.public_state(), std::span(&own, 1), pure);
  policy.fresh_experience()->distribution(asked.public_state(), std::span(&own, 1), fresh);
  CHECK(pure.probabilities == base.probabilities);
  CHECK(fresh.probabilities == base.probabilities);
}

TEST_CASE("an opponent that folds to every bet is bluffed, one that never folds is not") {
  const GameDefinition& leduc = game("leduc");
  const auto base = fixed({1, 1, 1});
  std::shared_ptr<const Experience> folder = ModelPolicy(leduc, base).fresh_experience(),
                                    caller = folder;
  for (std::uint32_t number = 0; number < 200; ++number) {
    folder = folder->with(finished("rf", number, "Qs|", leduc), 0);
    caller = caller->with(finished("rc/rc", number, "As|Ks/Qs", leduc), 0);
  }
  const Hand asked = hand("MATCHSTATE:0:0::Qs|", leduc);
  CHECK(habits(*folder, asked)[2] > 0.9);
  CHECK(habits(*caller, asked)[2] < 0.3);
  CHECK(habits(*caller, hand("MATCHSTATE:0:0::As|", leduc))[2] > 0.9);
}

TEST_CASE("a hand is learned from once, after its end") {
  const GameDefinition& leduc = game("leduc");
  const auto policy = model(leduc);
  Player once(policy, 1), often(policy, 1), never(policy, 1), many(policy, 1);
  const Hand done = finished("rf", 5, "As|", leduc);
  once.observe(done, 0);
  for (int i = 0; i < 40; ++i) often.observe(done, 0);
  for (int i = 0; i < 40; ++i) often.observe(finished("rrf", 4, "As|", leduc), 0);
  for (std::uint32_t number = 5; number < 45; ++number)
    many.observe(finished("rf", number, "As|", leduc), 0);
  never.observe(hand("MATCHSTATE:0:6:rc/r:As|/Qs", leduc), 0);
  int differ = 0;
  for (std::uint32_t number = 0; number < 300; ++number) {
    const Hand asked = hand("MATCHSTATE:0:" + std::to_string(number) + "::Qs|", leduc);
    REQUIRE(often.choose(asked) == once.choose(asked));
    REQUIRE(never.choose(asked) == Player(policy, 1).choose(asked));
    differ += once.choose(asked) != many.choose(asked) ? 1 : 0;
  }
  CHECK(differ > 0);
}

TEST_CASE("cards that were not shown are not learned from") {
  const GameDefinition& leduc = game("leduc");
  const auto policy = model(leduc);
  Player sees_all(policy, 1), sees_own(policy, 1);
  std::shared_ptr<const Experience> unshown = policy->fresh_experience(), shown = unshown;
  for (std::uint32_t number = 0; number < 300; ++number) {
    const Hand all = finished("crf", number, "Ks|As", leduc);
    sees_all.observe(all, 0);
    sees_own.observe(finished("crf", number, "Ks|", leduc), 0);
    unshown = unshown->with(as_seen_from(all, 0), 0);
    shown = shown->with(all, 0);
  }
  bool differs = false;
  for (const std::string cards : {"::Kh|", ":cr:Kh|", ":cc/cr:Ah|/Qs", ":cc/cr:Qh|/As"}) {
    const Hand asked = hand("MATCHSTATE:0:0" + cards, leduc);
    differs = differs || habits(*shown, asked) != habits(*unshown, asked);
    for (std::uint32_t number = 0; number < 100; ++number) {
      const Hand played = hand("MATCHSTATE:0:" + std::to_string(number) + cards, leduc);
      REQUIRE(sees_all.choose(played) == sees_own.choose(played));
    }
  }
  CHECK(differs);
}

TEST_CASE("a hand is seen with the own cards and those that were shown") {
  const GameDefinition& leduc = game("leduc");
  const Hand folded = finished("rf", 1, "As|Ks", leduc);
  CHECK(as_seen_from(folded, 0).hole(1).empty());
  CHECK(as_seen_from(folded, 1).hole(0).empty());
  CHECK(as_seen_from(folded, 0).hole(0).size() == 1);
  const Hand shown = finished("rc/rc", 1, "As|Ks/Qs", leduc);
  CHECK(as_seen_from(shown, 0) == shown);
}

TEST_CASE("a player is a value: a copy plays equally until it learns something else") {
  const GameDefinition& leduc = game("leduc");
  Player one(model(leduc), 1);
  for (std::uint32_t number = 0; number < 50; ++number)
    one.observe(finished("rf", number, "As|", leduc), 0);
  const Player copy = one;
  const Hand asked = hand("MATCHSTATE:0:60::Qs|", leduc);
  const Action before = copy.choose(asked);
  for (std::uint32_t number = 50; number < 400; ++number)
    one.observe(finished("rc/rc", number, "As|Ks/Qs", leduc), 0);
  CHECK(copy.choose(asked) == before);
}

TEST_CASE("replies sum to 1 and contain only legal actions, whatever was counted") {
  const GameDefinition& nolimit = game("nolimit");
  ReplyCounts counts;
  for (const std::vector<const char*>& actions :
       std::vector<std::vector<const char*>>{{},
                                             {"c"},
                                             {"r300"},
                                             {"r300", "r900"},
                                             {"r20000"},
                                             {"c", "c"},
                                             {"r300", "c", "r600"},
                                             {"c", "c", "c", "c", "c", "c", "r20000"}}) {
    Betting asked(nolimit);
    for (const char* action : actions) asked.do_action(*parse_action(action, nolimit));
    for (int times = 0; times < 3; ++times) {
      for (const auto& row : counts.replies(asked)) {
        CHECK(row[0] + row[1] + row[2] == doctest::Approx(1));
        for (const double chance : row) CHECK(chance >= 0);
        CHECK((row[0] > 0) == asked.can_fold());
        CHECK((row[2] > 0) == asked.raise_range().has_value());
      }
      for (int i = 0; i < 100; ++i) counts.add(asked, Action::call(), {0, 0, 0, 0, 0.5, 0.5});
    }
  }
  CHECK(counts.decisions() == 8 * 300);
}

TEST_CASE("after an opponent raised only the best holdings, raises are expected only from these") {
  const Betting first(game("leduc"));
  ReplyCounts counts;
  for (int i = 0; i < 200; ++i) {
    counts.add(first, Action::raise(), {0, 0, 0, 0, 0, 1});
    counts.add(first, Action::call(), {0, 0, 1, 0, 0, 0});
  }
  const Replies replies = counts.replies(first);
  CHECK(replies[5][2] > 0.95);
  CHECK(replies[2][2] < 0.05);
  CHECK(counts.familiarity(first) == 400);
}

TEST_CASE("Leduc: the model beats simple players by more than the rule does, and beats the rule") {
  const GameDefinition& leduc = game("leduc");
  const Player learner(model(leduc), 1), rule(std::make_shared<RulePolicy>(leduc), 1);
  for (const ActionWeights& weights :
       {ActionWeights{0, 1, 0}, ActionWeights{0, 0, 1}, ActionWeights{1, 1, 1}}) {
    const Player other(fixed(weights), 2);
    const Winnings learned = duplicate_match(leduc, learner, other, 2500),
                   ruled = duplicate_match(leduc, rule, other, 2500);
    CAPTURE(weights.call);
    CAPTURE(weights.raise);
    CHECK(learned.mean - 2 * learned.error > ruled.mean + 2 * ruled.error);
  }
  const Winnings against_rule =
      duplicate_match(leduc, learner, Player(std::make_shared<RulePolicy>(leduc), 2), 4000);
  CHECK(against_rule.mean > 4 * against_rule.error);
}

TEST_CASE("every kind of policy answers every state legally, also in unusual hands") {
  for (const char* name : {"leduc", "kuhn", "nolimit"}) {
    const GameDefinition& played = game(name);
    const std::uint32_t hands = played.no_limit() ? 6 : 300;
    for (const PolicyKind& kind : policy_kinds()) {
      const auto policy = policy_named(kind.name, played);
      if (!policy) continue;  // needs a file
      CAPTURE(name);
      CAPTURE(kind.name);
      Player asked(*policy, 3), seen(*policy, 4);
      const Player stranger(fixed({1, 3, 3}), 5);
      Rng rng(11);
      for (std::uint32_t number = 0; number < hands; ++number) {
        Hand hand(played, number, random_deal(played, rng));
        while (!hand.betting().finished()) {
          const bool own = hand.betting().actor() == static_cast<int>(number % 2);
          const Action action = (own ? asked : stranger).choose(hand);
          REQUIRE(hand.betting().is_legal(action));
          if (!own) REQUIRE(hand.betting().is_legal(seen.choose(hand)));
          hand.do_action(action);
        }
        asked.observe(hand, static_cast<int>(number % 2));
        seen.observe(hand, static_cast<int>(number % 2));
        Hand unseen(played, number + 1);  // all its cards are unknown
        while (!unseen.betting().finished()) unseen.do_action(Action::call());
        seen.observe(unseen, 0);
      }
    }
  }
}

TEST_CASE("a model needs two players and a base of another kind") {
  CHECK(policy_named("model", game("limit3")).error().message ==
        "policy model: the opponent model is for two players");
  CHECK(policy_named("model:model", game("leduc")).error().message ==
        "policy model: the base must be another policy, for example model:rule");
  CHECK(policy_named("model:nobody", game("leduc"))
            .error()
            .message.starts_with("unknown policy 'nobody'"));
  CHECK(policy_named("model:call", game("leduc")).has_value());
}

}  // namespace
}  // namespace trivium::poker
