#include "engine/reversi/player.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/node_budget.h"
#include "engine/core/rng.h"
#include "engine/reversi/rules/vertex.h"
#include "tests/engine/prompt.h"
#include "tests/engine/reversi/endgame/minimax.h"
#include "tests/engine/reversi/rules/position_of.h"
#include "tests/engine/reversi/thought.h"

namespace trivium::reversi {
namespace {

Limits to_depth(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

Limits to_nodes(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

Thought think_anew(const Position& position, const Limits& limits, int lines = 1) {
  Player player({}, {.hash_megabytes = 1, .lines = lines});
  return think(player, position, limits);
}

/// Score of the side to move by alpha-beta search without any order or table.
int alpha_beta_score(const Position& position, int alpha = -64, int beta = 64) {
  Bitboard squares = position.moves();
  if (squares == 0) {
    return position.over() ? position.final_score()
                           : -alpha_beta_score(position.passed(), -beta, -alpha);
  }
  while (squares != 0 && alpha < beta) {
    const Square square = take_square(squares);
    const Position after = position.placed(square, position.flips(square));
    alpha = std::max(alpha, -alpha_beta_score(after, -beta, -alpha));
  }
  return alpha;
}

/// X must pass: its disc on b1 encloses nothing.
const Position kPassPosition{.own = bit(1), .other = bit(0) | ~Bitboard{7}, .empty = bit(2)};

TEST_CASE("no move is searched when the game is over") {
  const Position over{
      .own = bit(0), .other = bit(7), .empty = board_squares(8) & ~bit(0) & ~bit(7)};
  REQUIRE(over.over());
  const Thought thought = think_anew(over, to_depth(3));
  CHECK(thought.move == kPass);
  CHECK(thought.reports.empty());
}

TEST_CASE("a forced pass is made at once") {
  REQUIRE(kPassPosition.must_pass());
  const Thought thought = think_anew(kPassPosition, to_depth(3));
  CHECK(thought.move == kPass);
  REQUIRE(thought.reports.size() == 1);
  CHECK(thought.reports[0].nodes == 0);
  CHECK(thought.reports[0].principal_variation == std::vector<Move>{kPass});
}

TEST_CASE("an only move is made at once if a clock runs, and is searched otherwise") {
  Rng rng(5);
  Position position = random_endgame(rng, 8, 30);
  while (count(position.moves()) != 1) {
    if (position.over()) position = Position::start();
    play_random_move(rng, position);
  }
  Limits clock;
  clock.clock = ClockState{Milliseconds(10'000), Milliseconds(0), 0};
  const Thought at_once = think_anew(position, clock);
  CHECK(at_once.move == first_square(position.moves()));
  REQUIRE(at_once.reports.size() == 1);
  CHECK(at_once.reports[0].nodes == 0);
  CHECK(think_anew(position, to_nodes(100)).reports.back().nodes > 0);
}

TEST_CASE("endgames with up to 12 empty squares have the scores of a plain search") {
  Rng rng(6);
  for (const int size : {6, 8}) {
    for (int i = 0; i < 8; ++i) {
      const Position position = random_choice(rng, size, 5 + i);
      const Thought thought = think_anew(position, to_depth(60));
      REQUIRE_FALSE(thought.reports.empty());
      const Report<Move>& last = thought.reports.back();
      const int score = alpha_beta_score(position);
      CHECK(last.score == Score{Score::Kind::kValue, Score::Bound::kExact, kDisc * score});
      CHECK(last.depth == count(position.empty));
      CHECK(last.expectation->win == (score > 0 ? 1000 : 0));
      CHECK(last.expectation->loss == (score < 0 ? 1000 : 0));
      Position after = position;
      after.do_move(thought.move);
      CHECK(-alpha_beta_score(after) == score);
      // The variation is played to the end and reaches the score.
      Position end = position;
      for (const Move move : last.principal_variation) {
        REQUIRE(end.is_legal(move));
        end.do_move(move);
      }
      CHECK(end.over());
      const bool same_side = last.principal_variation.size() % 2 == 0;
      CHECK((same_side ? end.final_score() : -end.final_score()) == score);
    }
  }
}

TEST_CASE("White wins by 10 on a board of 4, and Black's score says so") {
  const Thought thought = think_anew(Position::start(4), to_depth(60));
  REQUIRE_FALSE(thought.reports.empty());
  CHECK(thought.reports.back().score ==
        Score{Score::Kind::kValue, Score::Bound::kExact, -10 * kDisc});
  CHECK(minimax(Position::start(4)) == -10);
}

TEST_CASE("lines are ranked, their first moves differ, and every variation is legal") {
  Rng rng(7);
  for (const int empty : {44, 10}) {
    constexpr int kLines = 4;
    const Position position = random_choice(rng, 8, empty, kLines);
    const Thought thought = think_anew(position, to_depth(empty == 44 ? 4 : 60), kLines);
    const std::vector<Report<Move>> last = thought.last_round();
    REQUIRE(last.size() == kLines);
    CHECK(last[0].principal_variation[0] == thought.move);
    for (std::size_t i = 0; i < last.size(); ++i) {
      CHECK(last[i].line == static_cast<int>(i) + 1);
      CHECK(last[i].score.bound == Score::Bound::kExact);
      Position after = position;
      for (const Move move : last[i].principal_variation) {
        REQUIRE(after.is_legal(move));
        after.do_move(move);
      }
      for (std::size_t j = 0; j < i; ++j) {
        CHECK(last[j].score.value >= last[i].score.value);
        CHECK(last[j].principal_variation[0] != last[i].principal_variation[0]);
      }
    }
  }
}

TEST_CASE("the same position, options and depth or nodes give the same reports of Reversi") {
  Rng rng(8);
  const Position position = random_choice(rng, 8, 30);
  for (const Limits& limits : {to_depth(5), to_nodes(3000)}) {
    Player player({}, {.hash_megabytes = 1, .lines = 2});
    std::vector<std::string> runs;
    for (int run = 0; run < 2; ++run) {
      player.new_game();
      const Thought thought = think(player, position, limits);
      std::string text = move_name(thought.move);
      for (const Report<Move>& report : thought.reports) {
        text += '\n' + std::to_string(report.depth) + ' ' + std::to_string(report.score.value) +
                ' ' + std::to_string(report.nodes);
        for (const Move move : report.principal_variation) text += ' ' + move_name(move);
      }
      runs.push_back(text);
    }
    CHECK(runs[0] == runs[1]);
    CHECK(runs[0].size() > 20);
  }
}

/// Returns the processor time that a search without limits uses after a stop request. Checks that
/// it waits for the request and then returns a legal move.
test::AfterStop reversi_after_stop(const Position& position) {
  Player player({}, {.hash_megabytes = 1});
  player.set_position(position);
  player.warm_up({});
  SearchControl control;
  Limits limits;
  limits.infinite = true;
  Move move = kPass;
  const auto computed = test::computed_after_stop(
      control, test::let_it_search, [&] { move = player.think(limits, control, {}); });
  CHECK(position.is_legal(move));
  return computed;
}

TEST_CASE("an infinite search of Reversi waits for the stop and then ends promptly") {
  Rng rng(9);
  for (const int empty : {60, 40, 26, 20, 8}) {
    const Position position = random_choice(rng, 8, empty);
    CAPTURE(empty);
    CHECK(test::low_of_five([&] { return reversi_after_stop(position); }) < test::kPrompt);
  }
  CHECK(test::low_of_five([&] { return reversi_after_stop(kPassPosition); }) < test::kPrompt);
}

TEST_CASE("with little or no time left the player of Reversi answers at once") {
  for (const int remaining : {-100, 0, 1, 30}) {
    Limits limits;
    limits.clock = ClockState{Milliseconds(remaining), Milliseconds(0), 0};
    CHECK(test::computed_in([&] {
            CHECK(Position::start().is_legal(think_anew(Position::start(), limits).move));
          }) < std::chrono::milliseconds(200));
  }
}

TEST_CASE("two threads share the node limit, and solve what one thread solves") {
  Player player({}, {.threads = 2, .hash_megabytes = 1});
  const Thought limited = think(player, Position::start(), to_nodes(20'000));
  REQUIRE_FALSE(limited.reports.empty());
  CHECK(limited.reports.back().nodes <= 20'000 + NodeBudget::kPollInterval);
  CHECK(Position::start().is_legal(limited.move));

  Rng rng(10);
  for (int i = 0; i < 5; ++i) {
    const Position position = random_choice(rng, 8, 14);
    player.new_game();
    const Thought two = think(player, position, to_depth(60));
    const Thought one = think_anew(position, to_depth(60));
    REQUIRE_FALSE(two.reports.empty());
    CHECK(two.reports.back().score == one.reports.back().score);
  }
}

TEST_CASE("games on boards of every size are legal to their ends, with any limit") {
  for (const int size : kSizes) {
    for (const int threads : {1, 2}) {
      Player player({}, {.threads = threads, .hash_megabytes = 1});
      Limits clock;
      clock.clock = ClockState{Milliseconds(100), Milliseconds(1), 0};
      Limits move_time;
      move_time.move_time = Milliseconds(1);
      const std::array limits = {to_nodes(60), to_depth(2), clock, move_time, to_nodes(1)};
      Position position = Position::start(size);
      for (std::size_t ply = 0; !position.over(); ++ply) {
        const Thought thought = think(player, position, limits[ply % limits.size()]);
        REQUIRE(position.is_legal(thought.move));
        REQUIRE_FALSE(thought.reports.empty());
        CHECK(thought.reports.back().principal_variation.front() == thought.move);
        position.do_move(thought.move);
      }
    }
  }
}

TEST_CASE("search beats random play on a board of 8") {
  Rng rng(11);
  int won = 0;
  for (int game = 0; game < 6; ++game) {
    Player player({}, {.hash_megabytes = 1});
    Position position = Position::start();
    bool is_player = game % 2 == 0;
    while (!position.over()) {
      if (is_player) {
        position.do_move(think(player, position, to_nodes(500)).move);
      } else {
        play_random_move(rng, position);
      }
      is_player = !is_player;
    }
    const int score = is_player ? position.final_score() : -position.final_score();
    won += score > 0 ? 1 : 0;
  }
  CHECK(won >= 5);
}

TEST_CASE("a new game keeps the size of the board, and a table of another size is empty") {
  Player player;
  player.set_position(Position::start(6));
  think(player, Position::start(6), to_depth(3));
  player.new_game();
  CHECK(player.position() == Position::start(6));
  player.set_options({.hash_megabytes = 2});
  const std::uint64_t nodes = think(player, Position::start(6), to_depth(3)).reports.back().nodes;
  player.set_knowledge({});
  CHECK(think(player, Position::start(6), to_depth(3)).reports.back().nodes == nodes);
  CHECK(player.knowledge() == Knowledge());
}

}  // namespace
}  // namespace trivium::reversi
