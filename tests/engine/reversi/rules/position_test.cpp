#include "engine/reversi/rules/position.h"

#include <doctest/doctest.h>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::reversi {
namespace {

/// Squares of the line from `square` in one direction, without `square`.
std::vector<Square> line_from(Square square, int columns, int rows) {
  std::vector<Square> line;
  int column = square % 8 + columns, row = square / 8 + rows;
  for (; column >= 0 && column < 8 && row >= 0 && row < 8; column += columns, row += rows)
    line.push_back(static_cast<Square>(8 * row + column));
  return line;
}

/// Flips computed square by square.
Bitboard slow_flips(Square square, Bitboard own, Bitboard other) {
  Bitboard all = 0;
  for (int direction = 0; direction < 9; ++direction) {
    if (direction == 4) continue;
    Bitboard run = 0;
    for (const Square next : line_from(square, direction % 3 - 1, direction / 3 - 1)) {
      if ((own & bit(next)) != 0) all |= run;
      if ((other & bit(next)) == 0) break;
      run |= bit(next);
    }
  }
  return all;
}

TEST_CASE("Black has e4 and d5 at the start and can play d3, c4, f5 and e6") {
  const Position start = Position::start();
  CHECK(start.own == squares_of({"e4", "d5"}));
  CHECK(start.other == squares_of({"d4", "e5"}));
  CHECK(start.moves() == squares_of({"d3", "c4", "f5", "e6"}));
  CHECK(start.flips(square_of("f5")) == squares_of({"e5"}));
}

TEST_CASE("boards of 4 and 6 have their own squares") {
  for (const int size : kSizes) {
    const Position start = Position::start(size);
    CHECK(start.size() == size);
    CHECK(count(start.board()) == size * size);
    CHECK(count(start.moves()) == 4);
    CHECK(start.discs() == 4);
  }
}

TEST_CASE("moves and flips of random discs are those found square by square") {
  Rng rng(45);
  for (int i = 0; i < 3000; ++i) {
    const Bitboard discs = rng() | (i % 2 == 0 ? rng() : 0), own = discs & rng();
    const Position position{own, discs & ~own, ~discs};
    CAPTURE(own);
    CAPTURE(position.other);
    Bitboard moves = 0;
    for (Bitboard empty = position.empty; empty != 0;) {
      const Square square = take_square(empty);
      const Bitboard expected = slow_flips(square, own, position.other);
      REQUIRE(position.flips(square) == expected);
      if (expected != 0) moves |= bit(square);
    }
    REQUIRE(position.moves() == moves);
  }
}

TEST_CASE("a line does not continue on the next row") {
  // From the first square over the second one, the next index would be a square on the other side.
  for (const auto& [own, other] : {std::pair{"g1", "h1"},
                                   {"b2", "a2"},
                                   {"b2", "a3"},
                                   {"g5", "h4"},
                                   {"g2", "h3"},
                                   {"b5", "a4"}}) {
    const Bitboard discs = squares_of({own, other});
    CHECK(Position{squares_of({own}), squares_of({other}), ~discs}.moves() == 0);
  }
}

TEST_CASE("a pass is legal only if it is the only move, and nothing is legal after the end") {
  CHECK_FALSE(Position::start().is_legal(kPass));
  const Position pass = position_of_rows("OX-----X-----------------------------------------X");
  CHECK(pass.must_pass());
  CHECK(pass.is_legal(kPass));
  CHECK(legal_moves(pass) == std::vector<Move>{kPass});
  const Position over = position_of_rows("OOOO");
  CHECK(over.over());
  CHECK_FALSE(over.must_pass());
  CHECK_FALSE(over.is_legal(kPass));
  CHECK(legal_moves(over).empty());
}

TEST_CASE("undoing a move or a pass restores the position") {
  Position position = Position::start();
  const Position before = position;
  const Bitboard flipped = position.do_move(square_of("d3"));
  CHECK(flipped == squares_of({"d4"}));
  CHECK(position != before);
  position.undo_move(square_of("d3"), flipped);
  CHECK(position == before);

  Position passing = position_of_rows("OX-----X-----------------------------------------X");
  const Position before_pass = passing;
  CHECK(passing.do_move(kPass) == 0);
  CHECK(passing.own == before_pass.other);
  passing.undo_move(kPass, 0);
  CHECK(passing == before_pass);
}

TEST_CASE("the winner gets the empty squares, and equal discs are a draw") {
  CHECK(position_of_rows("XXXX").final_score() == 64);
  CHECK(position_of_rows("XXXX", 'O').final_score() == -64);
  CHECK(position_of_rows("XX----OO").final_score() == 0);
  CHECK(position_of_rows("XXX---OO").final_score() == 64 - 2 * 2);
}

TEST_CASE("keys differ by side to move and by size, not by the colors") {
  const Position start = Position::start();
  CHECK(start.key() != start.passed().key());
  CHECK(start.key() ==
        position_of("---------------------------XO------OX--------------------------- O").key());
  CHECK(Position::start(4).key() != Position::start(6).key());
  // The same discs on boards of two sizes.
  const Bitboard own = bit(0), other = bit(1) | bit(8) | bit(9);
  const auto on_board = [&](int size) {
    return Position{own, other, board_squares(size) & ~own & ~other}.key();
  };
  CHECK(on_board(4) != on_board(6));
  CHECK(on_board(6) != on_board(8));
}

}  // namespace
}  // namespace trivium::reversi
