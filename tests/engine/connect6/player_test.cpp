#include "engine/connect6/player.h"

#include <chrono>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/connect6/evaluation/evaluation.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/rng.h"
#include "tests/engine/connect6/reference.h"
#include "tests/engine/connect6/sample.h"
#include "tests/engine/connect6/thought.h"
#include "tests/engine/prompt.h"

namespace trivium::connect6 {
namespace {

Limits depth(int turns) {
  Limits limits;
  limits.depth = turns;
  return limits;
}

Thought think_anew(const Board& board, const Limits& limits, int lines = 1) {
  Player player(sample_knowledge());
  player.set_options({1, 1, lines});
  return think(player, board, limits);
}

/// Plays `turn` and returns true if it is a complete legal turn.
bool plays(Board& board, Turn turn) {
  const Stone side = board.to_move();
  for (const Cell cell : {turn.first, turn.second}) {
    if (cell == kNoCell) continue;
    if (board.to_move() != side || !board.is_legal(cell)) return false;
    board.do_move(cell);
  }
  return turn.first != kNoCell && (board.over() || board.to_move() != side);
}

TEST_CASE("the first stone is placed in the center") {
  CHECK(name(think_anew(Board(19), depth(1)).turn) == "j10");
  CHECK(name(think_anew(Board(6), depth(1)).turn, 6) == "d4");
}

TEST_CASE("no turn is played when the game is over") {
  const Board over =
      board_after("1. B[a1] 2. W[a19b19] 3. B[b1c1] 4. W[c19d19] 5. B[d1e1] 6. W[h19i19] 7. B[f1]");
  const Thought thought = think_anew(over, depth(3));
  CHECK(thought.turn == Turn{});
  CHECK(thought.reports.empty());
}

TEST_CASE("a win is played at once, with the fewest stones") {
  const Board four =
      board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10c6] 6. W[a9c9]");
  const Thought thought = think_anew(four, depth(3));
  CHECK(name(thought.turn) == "h10i10");
  REQUIRE(thought.reports.size() == 1);
  CHECK(thought.reports[0].score == Score{Score::Kind::kMate, Score::Bound::kExact, 1});
  const Board five =
      board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10n10] 6. W[a9c9]");
  CHECK(name(think_anew(five, depth(3)).turn) == "i10");
}

TEST_CASE("with one stone left, a five is completed and a four is no win") {
  const Board five =
      board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10n10] 6. W[a9c9] 7. B[s19]");
  CHECK(name(think_anew(five, depth(3)).turn) == "i10");
  const Board four =
      board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10s1] 6. W[a9c9] 7. B[s19]");
  Board after = four;
  const Turn turn = think_anew(four, depth(3)).turn;
  CHECK(turn.second == kNoCell);
  CHECK(plays(after, turn));
  CHECK_FALSE(after.over());
}

TEST_CASE("an open four is parried by one of its three pairs") {
  const Board board = board_after("1. B[j10] 2. W[a1s1] 3. B[k10l10] 4. W[a19s19] 5. B[m10c6]");
  const std::string turn = name(think_anew(board, depth(2)).turn);
  CHECK((turn == "i10n10" || turn == "h10n10" || turn == "i10o10"));
}

TEST_CASE("a threat is parried with the last stone of the turn") {
  const Board board =
      board_after("1. B[j10] 2. W[i10s1] 3. B[k10l10] 4. W[a19s19] 5. B[m10c6] 6. W[a1]");
  const std::string turn = name(think_anew(board, depth(2)).turn);
  CHECK((turn == "n10" || turn == "o10"));
}

TEST_CASE("if not all threats can be parried, a loss is reported and most threats are parried") {
  const Board board = board_after(
      "1. B[a1] 2. W[g1g5] 3. B[b1c1] 4. W[g9s1] 5. B[d1a5] 6. W[s3s5] 7. B[b5c5] 8. W[s7m19] 9. "
      "B[d5a9] 10. W[k19i19] "
      "11. B[b9c9] 12. W[m17s17]");
  Board threatened = board;
  threatened.do_move(*parse_record_vertex("d9", 19));
  threatened.do_move(*parse_record_vertex("s19", 19));
  const Thought thought = think_anew(threatened, depth(3));
  REQUIRE(thought.reports.size() == 1);
  CHECK(thought.reports[0].score == Score{Score::Kind::kMate, Score::Bound::kExact, -1});
  CHECK(thought.reports[0].expectation->loss == 1000);
  LineFeatures lines(threatened);
  CHECK(stones_to_parry(lines, Stone::kBlack) == 3);
  lines.place(thought.turn.first, Stone::kWhite);
  lines.place(thought.turn.second, Stone::kWhite);
  CHECK(stones_to_parry(lines, Stone::kBlack) == 1);
}

TEST_CASE("a win by continuous double threats is found and reported with its line") {
  const Board board = board_after(
      "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7]");
  const Thought thought = think_anew(board, depth(1));
  REQUIRE_FALSE(thought.reports.empty());
  CHECK(thought.reports.back().score == Score{Score::Kind::kMate, Score::Bound::kExact, 6});
  CHECK(thought.reports.back().principal_variation.size() == 9);
  CHECK(thought.reports.back().principal_variation[0] == thought.turn);
}

TEST_CASE("lines are ranked, their first turns differ, and every variation is legal") {
  const Board board = board_after("1. B[j10] 2. W[i9k9] 3. B[l9k8]");
  const Thought thought = think_anew(board, depth(3), 4);
  std::vector<Report<Turn>> last;
  for (const auto& report : thought.reports) {
    if (report.depth == 3) last.push_back(report);
    Board after = board;
    for (const Turn& turn : report.principal_variation) REQUIRE(plays(after, turn));
    const WinDrawLoss& expected = *report.expectation;
    CHECK(expected.win + expected.draw + expected.loss == 1000);
  }
  REQUIRE(last.size() == 4);
  CHECK(last[0].principal_variation[0] == thought.turn);
  for (std::size_t i = 0; i < last.size(); ++i) {
    CHECK(last[i].line == static_cast<int>(i) + 1);
    if (i == 0) continue;
    CHECK(last[i - 1].score.value >= last[i].score.value);
    CHECK(last[i - 1].principal_variation[0] != last[i].principal_variation[0]);
  }
}

TEST_CASE("the same position, options and depth or nodes give the same reports") {
  Limits nodes;
  nodes.nodes = 3000;
  const Board board = board_after("1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8]");
  for (const Limits& limits : {depth(4), nodes}) {
    Player player(sample_knowledge());
    player.set_options({1, 1, 3});
    std::vector<std::string> runs;
    for (int run = 0; run < 2; ++run) {
      player.new_game();
      player.set_board(board);
      const SearchControl control;
      std::string text;
      const Turn turn = player.think(limits, control, [&text](const Report<Turn>& report) {
        text += std::to_string(report.depth) + ' ' + std::to_string(report.score.value) + ' ' +
                std::to_string(report.nodes);
        for (const Turn& t : report.principal_variation) text += ' ' + name(t);
        text += '\n';
      });
      runs.push_back(text + name(turn));
    }
    CHECK(runs[0] == runs[1]);
    CHECK(runs[0].size() > 20);
  }
}

TEST_CASE("the node limit is respected") {
  for (const std::uint64_t nodes : {1, 10, 100, 1000}) {
    Limits limits;
    limits.nodes = nodes;
    Board board = board_after("1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8]");
    const Thought thought = think_anew(board, limits);
    REQUIRE_FALSE(thought.reports.empty());
    CHECK(thought.reports.back().nodes <= nodes + 1);
    CHECK(plays(board, thought.turn));
  }
}

/// Returns the processor time that a search without limits uses after a stop request. Checks that
/// it waits for the request and then returns a legal turn.
test::AfterStop computed_after_stop(Board board) {
  Player player(sample_knowledge());
  player.set_options({1, 1, 1});
  player.set_board(board);
  player.warm_up({});  // as sessions do, because building tables takes milliseconds
  SearchControl control;
  Limits limits;
  limits.infinite = true;
  Turn turn;
  const auto computed = test::computed_after_stop(
      control, test::let_it_search, [&] { turn = player.think(limits, control, {}); });
  CHECK(plays(board, turn));
  return computed;
}

TEST_CASE("an infinite search waits for the stop and then computes for at most two milliseconds") {
  Rng rng(47);
  const Board crowded = reference::random_board(rng, 25, 300, 25);
  const std::vector<Board> boards = {
      Board(19), board_after("1. B[j10] 2. W[i9k9]"),
      board_after("1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12]"),
      board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10c6] 6. W[a9c9]"), crowded};
  for (const Board& board : boards) {
    CAPTURE(board.stones());
    CHECK(test::low_of_five([&] { return computed_after_stop(board); }) < test::kPrompt);
  }
}

TEST_CASE("with little or no time left the player answers at once") {
  for (const int remaining : {-100, 0, 1, 30}) {
    Limits limits;
    limits.clock = ClockState{Milliseconds(remaining), Milliseconds(0), 0};
    Board board = board_after("1. B[j10] 2. W[i9k9]");
    CHECK(test::computed_in([&] { CHECK(plays(board, think_anew(board, limits).turn)); }) <
          std::chrono::milliseconds(200));
  }
}

TEST_CASE("a loss is claimed only if every turn was searched") {
  Rng rng(45);
  Limits limits;
  limits.nodes = 2000;
  int lost = 0;
  int hopeless = 0;
  for (int i = 0; i < 60; ++i) {
    const Board board = reference::random_board(rng, 9, 8 + static_cast<int>(rng.below(24)), 7);
    if (board.over()) continue;
    const Thought thought = think_anew(board, limits);
    const Score score = thought.reports.back().score;
    const int needed = stones_to_parry(LineFeatures(board), opponent(board.to_move()));
    if (score.kind == Score::Kind::kMate && score.value <= 0) {
      CHECK(needed >= board.stones_left_in_turn());
      ++lost;
    }
    hopeless += score.kind == Score::Kind::kValue && score.value == -kMaxEvaluation ? 1 : 0;
  }
  CHECK(lost > 0);
  CHECK(hopeless > 0);
}

TEST_CASE("two threads share the node limit and return a complete turn") {
  Player player(sample_knowledge());
  player.set_options({2, 1, 1});
  Board board = board_after("1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8]");
  player.set_board(board);
  Limits limits;
  limits.nodes = 20'000;
  const SearchControl control;
  std::vector<Report<Turn>> reports;
  const Turn turn = player.think(
      limits, control, [&reports](const Report<Turn>& report) { reports.push_back(report); });
  REQUIRE_FALSE(reports.empty());
  CHECK(reports.back().nodes <= 20'000 + 200);
  CHECK(plays(board, turn));
}

TEST_CASE("a player without patterns uses its weights alone") {
  Player player({round_weights(), nullptr});
  Board board = board_after("1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8]");
  player.set_board(board);
  const SearchControl control;
  CHECK(plays(board, player.think(depth(4), control, {})));
}

TEST_CASE("games on every board size are legal to their ends, also until the board is full") {
  Rng rng(41);
  for (const int size : {6, 7, 8, 11, 25}) {
    Board board(size);
    Player player(sample_knowledge());
    player.set_options({2, 1, 1});
    Limits limits;
    limits.nodes = 60;
    while (!board.over()) {
      player.set_board(board);
      const SearchControl control;
      Turn turn = player.think(limits, control, {});
      if (rng.below(4) == 0) turn.second = kNoCell;  // half a turn, as a GTP controller may play
      const Stone side = board.to_move();
      for (const Cell cell : {turn.first, turn.second}) {
        if (cell == kNoCell) continue;
        REQUIRE(board.to_move() == side);
        REQUIRE(board.is_legal(cell));
        board.do_move(cell);
      }
    }
  }
}

TEST_CASE("a board with one empty cell gets one stone") {
  Rng rng(43);
  int drawn = 0;
  while (drawn < 5) {
    Board board = reference::random_board(rng, 6, 35, 6);
    if (board.stones() != 35 || board.over()) continue;
    const Turn turn = think_anew(board, depth(2)).turn;
    CHECK(turn.second == kNoCell);
    CHECK(plays(board, turn));
    CHECK(board.over());
    ++drawn;
  }
}

TEST_CASE("a player keeps its options and accepts new weights") {
  Player player(sample_knowledge());
  const Knowledge other{round_weights(), nullptr};
  player.set_knowledge(other);
  CHECK(player.knowledge().weights == other.weights);
  CHECK(player.knowledge().patterns == nullptr);
  player.set_board(board_after("1. B[c3]", 9));
  player.new_game();
  CHECK(player.board().size() == 9);
  CHECK(player.board().stones() == 0);
}

}  // namespace
}  // namespace trivium::connect6
