#include "engine/connect6/root_policy.h"

#include <atomic>
#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <thread>
#include <vector>

#include "engine/connect6/player.h"
#include "engine/connect6/threats.h"
#include "engine/connect6/turn_bandit.h"
#include "tests/engine/connect6/sample.h"
#include "tests/engine/connect6/thought.h"
#include "tests/engine/prompt.h"

namespace trivium::connect6 {
namespace {

constexpr std::string_view kForcedWin = "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7]";
constexpr std::string_view kQuiet = "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8]";

RootPolicy policy(const char* name) { return *parse_root_policy(name); }

PlayerOptions options_of(const char* name, int lines = 1, int threads = 1) {
  PlayerOptions options{threads, 1, lines};
  options.policy = policy(name);
  options.search.bandit_margin = 1000;  // the made-up weights see great differences
  options.search.bandit_per_cent = 40;
  return options;
}

Limits nodes(std::uint64_t count) {
  Limits limits;
  limits.nodes = count;
  return limits;
}

Thought think_with(const Board& board, const Limits& limits, const PlayerOptions& options) {
  Player player(sample_knowledge(), options);
  return think(player, board, limits);
}

TEST_CASE("a policy is search or a method that does not plan by its rounds, with its number") {
  CHECK_FALSE(policy("search").identifies());
  CHECK(policy("search").name() == "search");
  CHECK(policy("top_two:0.6").name() == "top_two:0.6");
  CHECK(policy("dissent").identifies());
  const auto refused = parse_root_policy("sequential_halving");
  REQUIRE(!refused);
  CHECK(refused.error().message == "root policy: 'sequential_halving' is none of " + root_policy_names());
  CHECK(root_policy_names().starts_with("search, uniform, ttba"));
  REQUIRE(!parse_root_policy("dissent:3"));
  CHECK(parse_root_policy("dissent:3").error().message == "root policy: dissent takes no number");
}

TEST_CASE("what needs no thought is the same under every policy: the first stone, a win, a win by force") {
  for (const std::string_view record :
       {std::string_view(), std::string_view("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10a19] 6. W[c19e19]"), kForcedWin}) {
    const Board board = record.empty() ? Board(19) : board_after(record);
    const Turn by_search = think_with(board, nodes(20'000), options_of("search")).turn;
    for (const char* name : {"dissent", "ttba", "uniform"}) {
      CAPTURE(record);
      CAPTURE(name);
      const Thought thought = think_with(board, nodes(20'000), options_of(name));
      CHECK(thought.turn == by_search);
      CHECK_FALSE(thought.reports.back().belief);
    }
  }
}

TEST_CASE("what must be parried is parried under every policy") {
  for (const char* record : {"1. B[j10] 2. W[a1s1] 3. B[k10l10] 4. W[a19s19] 5. B[m10c6]",
                             "1. B[j10] 2. W[i10s1] 3. B[k10l10] 4. W[a19s19] 5. B[m10c6] 6. W[a1]"}) {
    for (const char* name : {"dissent", "ttba", "uniform"}) {
      Board board = board_after(record);
      const Turn turn = think_with(board, nodes(3000), options_of(name)).turn;
      for (const Cell cell : {turn.first, turn.second}) {
        if (cell != kNoCell && !board.over()) board.do_move(cell);
      }
      CHECK(stones_to_parry(LineFeatures(board), Stone::kBlack) == 0);
    }
  }
}

TEST_CASE("the last round's numbers cohere: low ends, means and high ends in order, the odds add up to one, the answer has the greatest") {
  for (const char* name : {"dissent", "top_two", "ttba", "uniform", "lucb", "ugape", "uct"}) {
    CAPTURE(name);
    const Thought thought = think_with(board_after(kQuiet), nodes(12'000), options_of(name, 100));
    const std::vector<Report<Turn>> last = thought.last_round();
    REQUIRE(last.size() > 1);
    CHECK(last.front().principal_variation.front() == thought.turn);
    double best = 0;
    std::uint64_t pulls = 0;
    for (const Report<Turn>& report : last) {
      REQUIRE(report.belief);
      const MoveBelief& belief = *report.belief;
      CHECK(belief.best <= last.front().belief->best);
      CHECK(belief.mean.loss + belief.mean.draw + belief.mean.win == doctest::Approx(1));
      for (double EndChances::*const end : {&EndChances::loss, &EndChances::draw, &EndChances::win}) {
        CHECK(0 <= belief.low.*end);
        CHECK(belief.low.*end <= belief.mean.*end);
        CHECK(belief.mean.*end <= belief.high.*end);
        CHECK(belief.high.*end <= 1);
      }
      CHECK(belief.lowest() <= belief.mean.expected());
      best += belief.best;
      pulls += belief.pulls;
    }
    CHECK(best == doctest::Approx(1));
    CHECK(pulls > 100);
  }
}

TEST_CASE("the same position, options and nodes give the same turn and reports, and keep the limit") {
  for (const std::uint64_t limit : {300, 3000, 12'000}) {
    const Thought once = think_with(board_after(kQuiet), nodes(limit), options_of("dissent", 4));
    const Thought again = think_with(board_after(kQuiet), nodes(limit), options_of("dissent", 4));
    CHECK(once.turn == again.turn);
    REQUIRE(once.reports.size() == again.reports.size());
    for (std::size_t i = 0; i < once.reports.size(); ++i) {
      const Report<Turn>&a = once.reports[i], &b = again.reports[i];
      CHECK(a.principal_variation == b.principal_variation);
      CHECK(a.nodes == b.nodes);
      CHECK(a.belief.has_value() == b.belief.has_value());
      if (a.belief && b.belief) CHECK(a.belief->best == b.belief->best);
    }
    CHECK(once.reports.back().nodes <= limit + 100);  // the last playout is played to its end
  }
}

TEST_CASE("whether one listens changes no answer") {
  const Turn alone = think_with(board_after(kQuiet), nodes(6000), options_of("dissent")).turn;
  Player player(sample_knowledge(), options_of("dissent"));
  player.set_board(board_after(kQuiet));
  const SearchControl control;
  CHECK(player.think(nodes(6000), control, {}) == alone);
}

TEST_CASE("a limit of depth leaves playouts their share of what the search took") {
  Limits limits;
  limits.depth = 3;
  const Thought searched = think_with(board_after(kQuiet), limits, options_of("search"));
  const Thought identified = think_with(board_after(kQuiet), limits, options_of("dissent", 3));
  CHECK(identified.reports.back().belief);
  CHECK(identified.reports.back().nodes < 10 * searched.reports.back().nodes);
}

TEST_CASE("two threads, no patterns, small boards and replies between which the opponent chooses: a whole turn all the same") {
  for (const int size : {6, 9, 19}) {
    const Board board = board_after("1. B[d4] 2. W[c3d3] 3. B[e5e4]", size);
    for (const bool patterns : {true, false}) {
      PlayerOptions options = options_of("dissent", 1, 2);
      options.search.bandit_replies = 3;
      options.search.playout_turns = 0;
      Player player({round_weights(), patterns ? sample_patterns() : nullptr}, options);
      player.set_board(board);
      const SearchControl control;
      const Turn turn = player.think(nodes(3000), control, {});
      CHECK(board.is_legal(turn.first));
      CHECK(board.is_legal(turn.second));
      CHECK(turn.first != turn.second);
    }
  }
}

TEST_CASE("an analysis under a bandit continues until a stop request, and then computes for at most two milliseconds") {
  const auto computed = [] {
    PlayerOptions options = options_of("dissent", 5);
    options.search.bandit_first = 500;
    Player player(sample_knowledge(), options);
    player.set_board(board_after(kQuiet));
    SearchControl control;
    Limits limits;
    limits.infinite = true;
    std::atomic<bool> believes = false;
    const auto a_belief = [&believes](const std::stop_token& ended) {
      while (!believes && !ended.stop_requested()) std::this_thread::yield();
    };
    return test::computed_after_stop(control, a_belief, [&] {
      player.think(limits, control, [&](const Report<Turn>& report) { believes = believes || report.belief.has_value(); });
    });
  };
  CHECK(test::low_of_five(computed) < test::kPrompt);
}

TEST_CASE("a turn that wins by force is believed, and a value that is far better is not turned over by few playouts") {
  Playouts playouts(sample_knowledge(), 19, {2});
  const Board board = board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1]");
  const Turn fours{board.cell(12, 9), board.cell(13, 9)}, far{board.cell(0, 9), board.cell(18, 9)};
  TurnBandit bandit(board, std::vector<BanditTurn>{{-300, {{far}}}, {300, {{fours}}}}, policy("dissent"), 100, playouts, 7);
  for (int i = 0; i < 50; ++i) bandit.pull();
  const std::vector<MoveBelief> beliefs = bandit.beliefs();
  CHECK(beliefs[1].best > 0.99);
  CHECK(beliefs[0].pulls + beliefs[1].pulls == 50);
  const std::vector<MoveBelief> looked_again = bandit.beliefs();
  CHECK(looked_again[1].pulls == beliefs[1].pulls);
}

}  // namespace
}  // namespace trivium::connect6
