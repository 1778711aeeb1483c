// What a search says of a position, held against what happens then: one player, with the table of the whole game, on middling boards
// where wins and losses abound.
#include "engine/connect6/search.h"

#include <doctest/doctest.h>
#include <optional>

#include "engine/connect6/player.h"
#include "engine/core/rng.h"
#include "tests/engine/connect6/reference.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

struct Said {
  Turn turn;
  std::optional<Score> score;  // of the last report
};

Said think(Player& player, const Board& board) {
  Limits limits;
  limits.depth = 2;
  const SearchControl control;
  Said said;
  player.set_board(board);
  said.turn = player.think(limits, control, [&said](const Report<Turn>& report) { said.score = report.score; });
  return said;
}

void play(Board& board, Turn turn) {
  board.do_move(turn.first);
  if (turn.second != kNoCell) board.do_move(turn.second);
}

/// A turn that parries if that can be done; the stones that are free to go anywhere do.
Turn stubborn_turn(const Board& board, Rng& rng) {
  const std::vector<Cell> empty = reference::Stones(board).empty();
  const auto any = [&](Cell other) {
    Cell cell = other;
    while (cell == other) cell = empty[rng.below(static_cast<std::uint32_t>(empty.size()))];
    return cell;
  };
  const Parries needed = parries(LineFeatures(board), opponent(board.to_move()));
  Turn turn;
  if (!needed.sets().empty()) turn = needed.sets()[rng.below(static_cast<std::uint32_t>(needed.sets().size()))];
  if (turn.first == kNoCell) turn.first = any(kNoCell);
  if (turn.second == kNoCell && board.stones_left_in_turn() == 2 && empty.size() > 1) turn.second = any(turn.first);
  return ordered(turn.first, turn.second);
}

/// Plays on from a position that `side` is said to win; the other side answers by itself.
template <class Answer>
Stone winner_of(Player& player, Board board, Stone side, const Answer& answer) {
  while (!board.over()) play(board, board.to_move() == side ? think(player, board).turn : answer(board));
  return board.winner();
}

TEST_CASE("who is said to win wins, against the same player and against stubborn ones") {
  Rng rng(4);
  Player player({round_weights(), sample_patterns()}, {1, 1, 1, {}});
  int claims = 0;
  for (int game = 0; game < 24; ++game) {
    Board board = reference::random_board(rng, 13, 5 + static_cast<int>(rng.below(12)), 7);
    player.new_game();
    while (!board.over()) {
      const Said said = think(player, board);
      if (said.score && said.score->kind == Score::Kind::kMate) {
        const Stone side = said.score->value > 0 ? board.to_move() : opponent(board.to_move());
        CAPTURE(game);
        CAPTURE(board.stones());
        CAPTURE(said.score->value);
        REQUIRE(winner_of(player, board, side, [&player](const Board& now) { return think(player, now).turn; }) == side);
        for (int i = 0; i < 4; ++i) {
          REQUIRE(winner_of(player, board, side, [&rng](const Board& now) { return stubborn_turn(now, rng); }) == side);
        }
        ++claims;
        break;
      }
      play(board, said.turn);
    }
  }
  CHECK(claims > 10);
}

/// Positions that searches of some boards to one depth look at.
std::uint64_t nodes_with(const SearchParameters& parameters) {
  Rng rng(11);
  Player player({round_weights(), sample_patterns()}, {1, 1, 1, parameters});
  Limits limits;
  limits.depth = 4;
  std::uint64_t sum = 0;
  for (int i = 0; i < 20; ++i) {
    std::uint64_t nodes = 0;
    player.new_game();
    player.set_board(reference::random_board(rng, 13, 6, 5));
    const SearchControl control;
    player.think(limits, control, [&nodes](const Report<Turn>& report) { nodes = report.nodes; });
    sum += nodes;
  }
  return sum;
}

TEST_CASE("who is far ahead is believed near the end of the depth, and not where the margin is out of reach") {
  SearchParameters none;
  none.futility_depth = 0;
  SearchParameters out_of_reach;
  out_of_reach.futility_margin = 10'000;
  CHECK(nodes_with(kSearch) < nodes_with(none));
  CHECK(nodes_with(out_of_reach) == nodes_with(none));
}

}  // namespace
}  // namespace trivium::connect6
