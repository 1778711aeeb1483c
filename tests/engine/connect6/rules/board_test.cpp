#include "engine/connect6/rules/board.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <initializer_list>
#include <string>
#include <vector>

#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/core/rng.h"
#include "tests/engine/connect6/reference.h"

namespace trivium::connect6 {
namespace {

Board play(int size, std::initializer_list<const char*> stones) {
  Board board(size);
  for (const char* name : stones) board.do_move(*parse_record_vertex(name, size));
  return board;
}

TEST_CASE("black opens with one stone, then each side places two") {
  Board board(19);
  std::string sides;
  for (int i = 0; i < 9; ++i) {
    sides += board.to_move() == Stone::kBlack ? 'B' : 'W';
    sides += static_cast<char>('0' + board.stones_left_in_turn());
    board.do_move(static_cast<Cell>(2 * i));
  }
  CHECK(sides == "B1W2W1B2B1W2W1B2B1");
}

TEST_CASE("the last empty cell leaves one stone to place, a full board none") {
  Board board(6);
  // Row by row, each with the colors of the row before exchanged, so that no six in a row arises.
  while (!board.over()) {
    if (board.stones() == 35) CHECK(board.stones_left_in_turn() == 1);
    board.do_move(static_cast<Cell>(board.stones()));
  }
  REQUIRE(board.stones() == 36);
  CHECK(board.stones_left_in_turn() == 0);
  CHECK(board.winner() == Stone::kEmpty);

  GameRecord game;
  game.size = 6;
  game.moves = board.history();
  const auto read = parse_paper_record(write_paper_record(game), 6);
  REQUIRE(read);
  CHECK(read->moves == game.moves);
}

TEST_CASE("six in a row win in every direction") {
  const auto filler = {"a19", "c19", "e19", "g19", "i19", "k19", "m19", "o19"};
  const std::vector<std::vector<const char*>> lines = {{"c3", "d3", "e3", "f3", "g3", "h3"},
                                                       {"c3", "c4", "c5", "c6", "c7", "c8"},
                                                       {"c3", "d4", "e5", "f6", "g7", "h8"},
                                                       {"c9", "d8", "e7", "f6", "g5", "h4"}};
  for (const auto& line : lines) {
    Board board(19);
    auto black = line.begin();
    auto white = filler.begin();
    bool won = false;
    while (black != line.end()) {
      CHECK_FALSE(board.over());
      const char* name = board.to_move() == Stone::kBlack ? *black++ : *white++;
      won = board.do_move(*parse_record_vertex(name, 19));
    }
    CHECK(won);
    CHECK(board.winner() == Stone::kBlack);
  }
}

TEST_CASE("seven in a row win too") {
  Board board =
      play(19, {"a1", "a19", "c19", "b1", "c1", "e19", "g19", "e1", "f1", "i19", "k19", "g1"});
  CHECK_FALSE(board.over());
  CHECK(board.do_move(*parse_record_vertex("d1", 19)));
  CHECK(board.winner() == Stone::kBlack);
}

TEST_CASE("occupied cells, cells off the board and stones after a win are illegal") {
  Board board = play(6, {"a1", "a6", "b6", "b1", "c1", "c6", "d6", "d1", "e1", "a5", "b5"});
  CHECK_FALSE(board.is_legal(0));
  CHECK_FALSE(board.is_legal(36));
  CHECK_FALSE(board.is_legal(static_cast<Cell>(board.cells())));
  CHECK(board.is_legal(5));
  board.do_move(5);
  CHECK(board.over());
  for (int cell = 0; cell < 36; ++cell) CHECK_FALSE(board.is_legal(static_cast<Cell>(cell)));
}

TEST_CASE("a full board without six in a row is a draw") {
  // Rows of 6x6 in playing order such that no line is of one color: B W W B B W / W B B W W B / ...
  Board board(6);
  for (int cell = 0; cell < 36; ++cell) board.do_move(static_cast<Cell>(cell));
  CHECK(board.over());
  CHECK(board.winner() == Stone::kEmpty);
}

TEST_CASE("taking back the winning stone reopens the game") {
  Board board = play(6, {"a1", "a6", "b6", "b1", "c1", "c6", "d6", "d1", "e1", "a5", "b5", "f1"});
  CHECK(board.winner() == Stone::kBlack);
  board.undo_move();
  CHECK(board.winner() == Stone::kEmpty);
  CHECK(board.is_legal(*parse_record_vertex("f1", 6)));
}

TEST_CASE("the key depends on stones, turn and size, but not on the order of the stones") {
  CHECK(play(19, {"j10", "a1", "b2"}).key() == play(19, {"j10", "b2", "a1"}).key());
  CHECK(play(19, {"j10", "a1", "b2", "c3", "d4"}).key() ==
        play(19, {"d4", "b2", "a1", "j10", "c3"}).key());
  CHECK(play(19, {"j10", "a1"}).key() != play(19, {"a1", "j10"}).key());
  CHECK(Board(19).key() != Board(18).key());
}

TEST_CASE("random play: winner, key and undo agree with a slow reference on every size") {
  Rng rng(5);
  int wins = 0;
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    Board board(size);
    std::vector<std::uint64_t> keys;
    while (!board.over()) {
      const auto cell = static_cast<Cell>(rng.below(static_cast<std::uint32_t>(board.cells())));
      if (!board.is_legal(cell)) continue;
      keys.push_back(board.key());
      const Stone side = board.to_move();
      const bool won = board.do_move(cell);
      REQUIRE(won == reference::has_six(board, side));
      REQUIRE_FALSE(reference::has_six(board, opponent(side)));
    }
    wins += board.winner() != Stone::kEmpty ? 1 : 0;
    while (!keys.empty()) {
      board.undo_move();
      REQUIRE(board.key() == keys.back());
      keys.pop_back();
    }
    CHECK(board.key() == Board(size).key());
  }
  CHECK(wins > 10);
}

TEST_CASE("the center is K10 in GTP and j10 in a record") {
  const Cell center = Board(19).cell(9, 9);
  CHECK(gtp_vertex(center, 19) == "K10");
  CHECK(record_vertex(center, 19) == "j10");
  CHECK(reader_vertex(center, 19) == "K10 (j10)");
  CHECK(reader_vertex(*parse_gtp_vertex("H19", 19), 19) == "H19");
  CHECK(reader_vertex(*parse_gtp_vertex("J1", 19), 19) == "J1 (i1)");
  CHECK(*parse_gtp_vertex("k10", 19) == center);
  CHECK(*parse_record_vertex("J10", 19) == center);
}

TEST_CASE("both names of every cell on every board size are parsed as that cell") {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    for (int cell = 0; cell < size * size; ++cell) {
      REQUIRE(*parse_gtp_vertex(gtp_vertex(static_cast<Cell>(cell), size), size) == cell);
      REQUIRE(*parse_record_vertex(record_vertex(static_cast<Cell>(cell), size), size) == cell);
    }
  }
}

TEST_CASE("text that names no cell of the board is not a vertex") {
  for (const char* text : {"", "A", "10", "I5", "A0", "A01", "A20", "U1", "A1x", "A-1", "A+1",
                           "pass", "A99999999999", " A1", "A1 "}) {
    CAPTURE(text);
    CHECK_FALSE(parse_gtp_vertex(text, 19));
  }
  CHECK(parse_record_vertex("i5", 19));
  CHECK_FALSE(parse_record_vertex("t5", 19));
  CHECK_FALSE(parse_record_vertex("g1", 6));
  CHECK(parse_gtp_vertex("Z25", 25));
  CHECK_FALSE(parse_gtp_vertex("Z25", 24));
}

TEST_CASE("the error of a vertex shows the text and what is accepted") {
  CHECK(parse_gtp_vertex("i5", 19).error().message ==
        "vertex 'i5': not a column A to T (without I) followed by a row 1 to 19");
  CHECK(parse_record_vertex("z\x01", 19).error().message ==
        "vertex 'z?': not a column a to s followed by a row 1 to 19");
}

}  // namespace
}  // namespace trivium::connect6
