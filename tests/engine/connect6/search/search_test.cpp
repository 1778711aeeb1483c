// Claims of a search against the further course of the game: one player with one table for the
// whole game, on medium boards where wins and losses are frequent.
#include "engine/connect6/search/search.h"

#include <doctest/doctest.h>
#include <optional>

#include "engine/connect6/player.h"
#include "engine/connect6/threats/solve.h"
#include "engine/core/rng.h"
#include "tests/engine/connect6/reference.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

struct Said {
  Turn turn;
  std::optional<Score> score;  // of the last report
};

Said search_two_turns(Player& player, const Board& board) {
  Limits limits;
  limits.depth = 2;
  const SearchControl control;
  Said said;
  player.set_board(board);
  said.turn = player.think(limits, control,
                           [&said](const Report<Turn>& report) { said.score = report.score; });
  return said;
}

void play(Board& board, Turn turn) {
  board.do_move(turn.first);
  if (turn.second != kNoCell) board.do_move(turn.second);
}

/// Returns a turn that parries if possible; free stones are placed at random.
Turn stubborn_turn(const Board& board, Rng& rng) {
  const std::vector<Cell> empty = reference::Stones(board).empty();
  const auto any = [&](Cell other) {
    Cell cell = other;
    while (cell == other) cell = empty[rng.below(static_cast<std::uint32_t>(empty.size()))];
    return cell;
  };
  const Parries needed = parries(LineFeatures(board), opponent(board.to_move()));
  Turn turn;
  if (!needed.sets().empty())
    turn = needed.sets()[rng.below(static_cast<std::uint32_t>(needed.sets().size()))];
  if (turn.first == kNoCell) turn.first = any(kNoCell);
  if (turn.second == kNoCell && board.stones_left_in_turn() == 2 && empty.size() > 1)
    turn.second = any(turn.first);
  return ordered(turn.first, turn.second);
}

/// Plays on from a position that `side` claims to win, against an opponent that plays by `answer`.
template <class Answer>
Stone winner_of(Player& player, Board board, Stone side, const Answer& answer) {
  while (!board.over())
    play(board, board.to_move() == side ? search_two_turns(player, board).turn : answer(board));
  return board.winner();
}

/// Plays games up to the first claim and checks each claim. Returns the number of claims.
int claims_kept(int threads, int games) {
  Rng rng(4);
  Player player({round_weights(), sample_patterns()}, {threads, 1, 1, {}});
  int claims = 0;
  for (int game = 0; game < games; ++game) {
    Board board = reference::random_board(rng, 13, 5 + static_cast<int>(rng.below(12)), 7);
    player.new_game();
    while (!board.over()) {
      const Said said = search_two_turns(player, board);
      if (said.score && said.score->kind == Score::Kind::kMate) {
        const Stone side = said.score->value > 0 ? board.to_move() : opponent(board.to_move());
        CAPTURE(game);
        CAPTURE(board.stones());
        CAPTURE(said.score->value);
        REQUIRE(winner_of(player, board, side, [&player](const Board& now) {
                  return search_two_turns(player, now).turn;
                }) == side);
        for (int i = 0; i < 4; ++i) {
          REQUIRE(winner_of(player, board, side,
                            [&rng](const Board& now) { return stubborn_turn(now, rng); }) == side);
        }
        ++claims;
        break;
      }
      play(board, said.turn);
    }
  }
  return claims;
}

TEST_CASE("a reported win is won, against the same player and against stubborn ones") {
  CHECK(claims_kept(1, 2) > 0);
  CHECK(claims_kept(2, 2) > 0);
}

TEST_CASE("a reported win is won in many games" * doctest::test_suite("long")) {
  CHECK(claims_kept(1, 24) > 10);
  CHECK(claims_kept(2, 12) > 4);
}

/// Chosen turns and last reports of searches of some boards to one depth.
struct Searched {
  Board board;
  Turn turn;
  Report<Turn> report;
};
std::vector<Searched> search_boards(const SearchParameters& parameters, int boards, int depth,
                                    int stones, int spread = 5) {
  Rng rng(11);
  Player player({round_weights(), sample_patterns()}, {.hash_megabytes = 1, .search = parameters});
  Limits limits;
  limits.depth = depth;
  std::vector<Searched> all;
  for (int i = 0; i < boards; ++i) {
    Searched& searched = all.emplace_back(reference::random_board(rng, 13, stones, spread));
    player.new_game();
    player.set_board(searched.board);
    const SearchControl control;
    searched.turn = player.think(
        limits, control, [&searched](const Report<Turn>& report) { searched.report = report; });
  }
  return all;
}

/// Number of nodes of these searches.
std::uint64_t nodes_with(const SearchParameters& parameters, int boards, int depth, int stones) {
  std::uint64_t sum = 0;
  for (const Searched& searched : search_boards(parameters, boards, depth, stones))
    sum += searched.report.nodes;
  return sum;
}

void check_futility(int boards) {
  const auto nodes = [boards](Cost depth, Value margin) {
    SearchParameters parameters;
    parameters.futility_depth = depth;
    parameters.futility_margin = margin;
    return nodes_with(parameters, boards, 3, 8);
  };
  const std::uint64_t without = nodes(0, 0);
  CHECK(nodes(1000, 0) < without - without / 10);
  CHECK(nodes(1000, 10'000) == without);
}

TEST_CASE("reverse futility pruning acts near the horizon, and not if the margin is out of reach") {
  check_futility(3);
}

TEST_CASE("reverse futility pruning acts near the horizon on many boards" *
          doctest::test_suite("long")) {
  check_futility(20);
}

/// True if a solver finds that the opponent wins by continuous threats after `turn`.
bool is_refuted(Board board, Turn turn, std::uint64_t nodes) {
  play(board, turn);
  return !board.over() &&
         solve(board, {12, nodes, SolveLimits::kMaxSingles, std::nullopt}).status ==
             SolveStatus::kProved;
}

/// Returns the number of boards on which a search without checks chooses a turn that a short check
/// refutes, and a search with checks chooses a turn that a long check does not refute.
int losses_avoided(int boards) {
  SearchParameters without;
  without.check_nodes = 0;
  const std::vector<Searched> blind = search_boards(without, boards, 1, 16, 9);
  const std::vector<Searched> looking = search_boards(kSearch, boards, 1, 16, 9);
  int avoided = 0;
  for (std::size_t i = 0; i < blind.size(); ++i) {
    const Board& board = blind[i].board;
    if (board.over() || blind[i].report.score.kind == Score::Kind::kMate) continue;
    if (!is_refuted(board, blind[i].turn, 250)) continue;
    avoided += is_refuted(board, looking[i].turn, 20'000) ? 0 : 1;
  }
  return avoided;
}

TEST_CASE("checks of root turns avoid some turns that lose by force") {
  CHECK(losses_avoided(30) > 0);
}

TEST_CASE("checks of root turns avoid losing turns on many boards" * doctest::test_suite("long")) {
  CHECK(losses_avoided(200) > 2);
}

}  // namespace
}  // namespace trivium::connect6
