// The player as a session uses it: limits, clocks, stopping, threads, independence.
#include "engine/chess/player.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <span>
#include <thread>

#include "doctest/doctest.h"

#include "engine/chess/evaluation/evaluation.h"
#include "engine/chess/search/time_manager.h"
#include "tests/engine/chess/support.h"
#include "tests/engine/prompt.h"

namespace trivium::chess {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// A position with long series of captures.
constexpr std::string_view kQueens =
    "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1";

Limits infinite() {
  Limits limits;
  limits.infinite = true;
  return limits;
}

bool equal(const Thought& a, const Thought& b) {
  const auto same = [](const Report<Move>& x, const Report<Move>& y) {
    return x.depth == y.depth && x.nodes == y.nodes && x.score == y.score &&
           x.principal_variation == y.principal_variation;
  };
  return a.answer.best == b.answer.best && a.answer.expected == b.answer.expected &&
         std::equal(a.reports.begin(), a.reports.end(), b.reports.begin(), b.reports.end(), same);
}

/// Returns the processor time that a search uses after a stop request.
test::AfterStop computed_after_stop(Player& player, std::string_view fen) {
  player.set_game(Game(position_of(fen)));
  SearchControl control;
  return test::computed_after_stop(control, test::let_it_search,
                                   [&] { player.think(infinite(), control, nullptr); });
}

TEST_CASE(
    "a search computes for at most two milliseconds after a stop request, also during captures") {
  Player player(test_weights());
  for (const std::string_view fen : {kQueens, kMiddlegame}) {
    CHECK(test::low_of_five([&] { return computed_after_stop(player, fen); }) < test::kPrompt);
  }
}

TEST_CASE("a search stopped before it begins still has a legal move") {
  Player player(test_weights());
  player.set_game(Game(position_of(kQueens)));
  SearchControl control;
  control.stop();
  CHECK(is_legal(position_of(kQueens), player.think(infinite(), control, nullptr).best));
}

TEST_CASE("the first iteration is finished even after a stop") {
  Player player(test_weights());
  player.set_game(Game(position_of(kMiddlegame)));
  SearchControl control;
  control.stop();
  std::vector<Report<Move>> reports;
  player.think(infinite(), control, [&](const Report<Move>& report) { reports.push_back(report); });
  REQUIRE_FALSE(reports.empty());
  CHECK(reports.front().depth == 1);
  CHECK(reports.back().nodes < 2000);
}

TEST_CASE("with no time left on the clock, or less, the answer comes at once") {
  Player player(test_weights());
  for (const int remaining : {0, -1, -100000, 1}) {
    const auto answer = [&] {
      CHECK(think(player, Game(position_of(kMiddlegame)), on_clock(remaining)).answer.best);
    };
    CHECK(test::computed_in(answer) < milliseconds(200));
  }
}

TEST_CASE("a time for the move is respected") {
  Player player(test_weights());
  Limits limits;
  limits.move_time = milliseconds(60);
  const Clock::time_point start = Clock::now();
  CHECK(test::computed_in([&] { think(player, Game(position_of(kMiddlegame)), limits); }) <
        milliseconds(500));
  CHECK(Clock::now() - start >= milliseconds(45));
}

TEST_CASE("the overhead is subtracted from a time for the move") {
  Player player(test_weights());
  player.set_options({.move_overhead = milliseconds(900)});
  Limits limits;
  limits.move_time = milliseconds(1000);
  CHECK(test::computed_in([&] { think(player, Game(position_of(kMiddlegame)), limits); }) <
        milliseconds(600));
}

TEST_CASE("the limits of nodes and depth are respected") {
  Player player(test_weights());
  for (const std::uint64_t limit : {1ULL, 2ULL, 127ULL, 1000ULL, 20001ULL}) {
    player.new_game();
    const Thought thought = think(player, Game(position_of(kMiddlegame)), to_nodes(limit));
    CHECK(is_legal(position_of(kMiddlegame), thought.answer.best));
    for (const Report<Move>& report : thought.reports) CHECK(report.nodes <= limit);
    REQUIRE((limit < 1000 || !thought.reports.empty()));
    if (!thought.reports.empty()) CHECK(thought.reports.back().nodes == limit);
  }
  CHECK(think(player, Game(position_of(kMiddlegame)), to_depth(5)).reports.back().depth == 5);
  CHECK(think(player, Game(position_of(kMiddlegame)), to_depth(0)).reports.back().depth == 1);
}

TEST_CASE("a finished game has no move, a drawn one that may continue has one") {
  CHECK_FALSE(think("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", to_depth(3)).answer.best);
  CHECK_FALSE(think("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", to_depth(3)).answer.best);
  CHECK(think("7k/8/8/8/8/8/R7/K7 w - - 100 90", to_depth(3)).answer.best);
  CHECK(think("7k/8/8/8/8/8/8/K7 w - - 0 1", to_depth(3)).answer.best);
}

TEST_CASE("the expected reply is the second move of the line and legal") {
  Player player(test_weights());
  const Thought thought = think(player, Game(position_of(kMiddlegame)), to_depth(7));
  REQUIRE(thought.reports.back().principal_variation.size() >= 2);
  CHECK(thought.answer.expected == thought.reports.back().principal_variation[1]);
}

TEST_CASE("the same search gives the same result, for another player and after a new game") {
  Player first(test_weights());
  Player second(test_weights());
  const Game game(position_of(kMiddlegame));
  const Thought expected = think(first, game, to_depth(8));
  CHECK(equal(think(second, game, to_depth(8)), expected));
  first.new_game();
  CHECK(equal(think(first, game, to_depth(8)), expected));
  second.new_game();
  const Thought by_nodes = think(second, game, to_nodes(30000));
  second.new_game();
  CHECK(equal(think(second, game, to_nodes(30000)), by_nodes));
}

TEST_CASE("two players that search at once are independent") {
  const Game middlegame(position_of(kMiddlegame)), opening;
  Player alone(test_weights());
  const Thought expected = think(alone, middlegame, to_depth(8));
  Player first(test_weights());
  Player second(test_weights());
  Thought seen, other;
  {
    std::jthread thread([&] { seen = think(first, middlegame, to_depth(8)); });
    other = think(second, opening, to_depth(8));
  }
  CHECK(equal(seen, expected));
  alone.new_game();
  CHECK(equal(other, think(alone, opening, to_depth(8))));
}

TEST_CASE("threads share one search, and all of them end with it") {
  Player player(test_weights());
  player.set_options({.threads = 3, .hash_megabytes = 2, .lines = 2});
  for (int i = 0; i < 3; ++i) {
    const Thought thought = think(player, Game(position_of(kMiddlegame)), to_depth(7));
    CHECK(thought.reports.back().depth == 7);
    CHECK(is_legal(position_of(kMiddlegame), thought.answer.best));
  }
  for (int i = 0; i < 5; ++i) {
    player.new_game();
    const Thought limited = think(player, Game(), to_nodes(30000));
    CHECK(limited.reports.back().nodes >= 30000);
    // Each thread polls every 128 nodes, the first one after its first iteration.
    CHECK(limited.reports.back().nodes < 30000 + 3 * 128 + 1500);
  }
  CHECK(computed_after_stop(player, kQueens).time < milliseconds(500));
}

TEST_CASE(
    "an interrupted search finally reports its answer, in all lines, with its nodes and time") {
  Player player(test_weights());
  for (const int threads : {1, 3}) {
    for (const std::size_t lines : {1U, 3U}) {
      player.set_options(
          {.threads = threads, .hash_megabytes = 2, .lines = static_cast<int>(lines)});
      for (std::uint64_t limit = 5000; limit < 50'000; limit += 7777) {
        player.new_game();
        const Thought thought = think(player, Game(position_of(kMiddlegame)), to_nodes(limit));
        REQUIRE(thought.reports.size() >= lines);
        const std::span<const Report<Move>> last(
            thought.reports.end() - static_cast<std::ptrdiff_t>(lines), thought.reports.end());
        for (std::size_t rank = 0; rank < lines; ++rank) {
          CHECK(last[rank].line == static_cast<int>(rank) + 1);
          CHECK(last[rank].nodes >= limit);
          CHECK(last[rank].time >= thought.reports.front().time);
          for (std::size_t other = 0; other < rank; ++other)
            CHECK(last[other].principal_variation.front() !=
                  last[rank].principal_variation.front());
        }
        CHECK(last[0].principal_variation.front() == thought.answer.best);
        const Move expected =
            last[0].principal_variation.size() > 1 ? last[0].principal_variation[1] : Move();
        CHECK(thought.answer.expected == expected);
      }
    }
  }
}

TEST_CASE("an interrupted search reports an exact score for a move if it reported one before") {
  Player player(test_weights());
  for (std::uint64_t limit = 20'000; limit < 22'000; limit += 40) {
    player.new_game();
    const Thought thought = think(player, Game(position_of(kMiddlegame)), to_nodes(limit));
    REQUIRE(thought.reports.size() >= 2);
    const Report<Move>&before = thought.reports[thought.reports.size() - 2],
          &last = thought.reports.back();
    if (before.principal_variation.front() == last.principal_variation.front())
      CHECK(last.score.bound == Score::Bound::kExact);
    CHECK(last.depth >= before.depth);
  }
}

TEST_CASE("a search of one node only reports the evaluation of its position at depth 0") {
  // The second one is in check.
  for (const std::string_view fen :
       {kMiddlegame, std::string_view("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1")}) {
    Player player(test_weights());
    const Thought thought = think(player, Game(position_of(fen)), to_nodes(1));
    REQUIRE(thought.reports.size() == 1);
    const Report<Move>& only = thought.reports.front();
    CHECK(only.depth == 0);
    CHECK(only.nodes == 1);
    CHECK(only.score == to_score(evaluate(position_of(fen), *test_weights())));
    CHECK(only.principal_variation.front() == thought.answer.best);
  }
}

TEST_CASE("several threads on a clock agree on one legal move, whose line was reported last") {
  Player player(test_weights());
  player.set_options({.threads = 3, .hash_megabytes = 2});
  for (const std::string_view fen : {kQueens, kMiddlegame}) {
    // A slow machine gets more time, until an iteration finishes.
    Thought thought;
    for (milliseconds time(100); thought.reports.empty(); time *= 2) {
      REQUIRE(time < milliseconds(30'000));
      Limits limits;
      limits.move_time = time;
      thought = think(player, Game(position_of(fen)), limits);
    }
    CHECK(is_legal(position_of(fen), thought.answer.best));
    CHECK(thought.reports.back().principal_variation.front() == thought.answer.best);
  }
}

TEST_CASE("with any search parameters, a search ends with a legal move and a playable line") {
  Player player(test_weights());
  const Position position = position_of(kMiddlegame);
  for (const SearchParameterInfo& parameter : search_parameter_table()) {
    for (const int value : {parameter.minimum, parameter.maximum}) {
      CAPTURE(parameter.name);
      CAPTURE(value);
      PlayerOptions options;
      options.search.*parameter.field = value;
      player.set_options(options);
      player.new_game();
      const Thought thought = think(player, Game(position), to_nodes(1500));
      REQUIRE_FALSE(thought.reports.empty());
      Game line(position);
      for (const Move move : thought.reports.back().principal_variation) {
        REQUIRE(is_legal(line.position(), move));
        line.do_move(move);
      }
      CHECK(thought.answer.best == thought.reports.back().principal_variation.front());
    }
  }
}

TEST_CASE("a player on a clock uses its time parameters") {
  PlayerOptions options;
  options.search.time_moves = 1;
  options.search.time_largest = 90;
  Player player(test_weights(), options);
  player.set_game(Game(position_of(kMiddlegame)));
  const Clock::time_point start = Clock::now();
  player.think(on_clock(400), SearchControl(), nullptr);
  // At least 120 ms; with the default parameters at most 7 ms.
  CHECK(Clock::now() - start > milliseconds(60));
}

TEST_CASE("the clock does not run while pondering, and runs after the ponderhit") {
  Player player(test_weights());
  player.set_game(Game(position_of(kMiddlegame)));
  SearchControl control(true);
  std::atomic<bool> done{false};
  std::jthread thinker([&] {
    player.think(on_clock(100), control, nullptr);
    done = true;
  });
  std::this_thread::sleep_for(milliseconds(150));
  CHECK_FALSE(done);
  const auto answer = [&] {
    control.ponderhit();
    thinker.join();
  };
  CHECK(test::computed_in(answer) < milliseconds(100));
}

TEST_CASE("after the ponderhit a search that has used enough time answers at once") {
  Player player(test_weights());
  player.set_game(Game(position_of(kMiddlegame)));
  const Limits limits = on_clock(3'000);
  const auto optimum = *deadline_for(limits, PlayerOptions().move_overhead).optimum;
  SearchControl control(true);
  std::jthread thinker([&] { player.think(limits, control, nullptr); });
  std::this_thread::sleep_for(4 * optimum);
  const auto answer = [&] {
    control.ponderhit();
    thinker.join();
  };
  CHECK(test::computed_in(answer) < optimum / 2);
}

TEST_CASE("new weights change the evaluation, and nothing of the old ones remains") {
  Player player(test_weights());
  const std::string_view fen = "r3k3/ppp5/8/8/8/8/PPP5/R2RK3 w - - 0 1";
  CHECK(think(player, Game(position_of(fen)), to_depth(4)).reports.back().score.value > 300);
  const WeightBuilder pawns_only = WeightBuilder().set("pawn"_group, 0, 1);
  player.set_weights(Weights::from_pawns(pawns_only.pawns(), "pawns"));
  CHECK(player.weights().source() == "pawns");
  const Score score = think(player, Game(position_of(fen)), to_depth(4)).reports.back().score;
  CHECK(score.value < 300);
  player.set_weights(test_weights());
  CHECK(think(player, Game(position_of(fen)), to_depth(4)).reports.back().score.value > 300);
}

}  // namespace
}  // namespace trivium::chess
