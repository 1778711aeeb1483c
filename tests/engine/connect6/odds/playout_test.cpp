#include "engine/connect6/odds/playout.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <vector>

#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

/// True if `stones` begin with those of `board` and are legal one after another.
bool goes_on_from(const Board& board, const std::vector<Cell>& stones) {
  if (!std::equal(board.history().begin(), board.history().end(), stones.begin())) return false;
  Board replayed = board;
  for (std::size_t i = board.history().size(); i < stones.size(); ++i) {
    if (!replayed.is_legal(stones[i])) return false;
    replayed.do_move(stones[i]);
  }
  return true;
}

const Board& middle_game() {
  static const Board board = board_after(
      "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8] 5. B[h10i7] 6. W[m11l10] 7. B[m12n12] 8. "
      "W[l11k12] 9. B[k11j13]");
  return board;
}

TEST_CASE("a playout continues its position with legal stones, with and without patterns") {
  for (const Knowledge& knowledge : {sample_knowledge(), Knowledge{round_weights(), nullptr}}) {
    for (const int size : {6, 9, 19}) {
      Playouts playouts(knowledge, size);
      const Board board = size == 19 ? middle_game() : board_after("1. B[c3] 2. W[d4c4]", size);
      Rng rng(1);
      for (int i = 0; i < 20; ++i) {
        playouts.play(board, Stone::kBlack, rng);
        REQUIRE(goes_on_from(board, playouts.last().history()));
      }
    }
  }
}

TEST_CASE("a playout depends on its seed and not on earlier playouts") {
  const auto ends = [](Playouts& playouts, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<int> all;
    for (int i = 0; i < 30; ++i)
      all.push_back(static_cast<int>(playouts.play(middle_game(), Stone::kWhite, rng)));
    return all;
  };
  Playouts fresh(sample_knowledge(), 19), used(sample_knowledge(), 19);
  ends(used, 7);
  CHECK(ends(fresh, 3) == ends(used, 3));
  CHECK(ends(fresh, 3) != ends(fresh, 4));
}

TEST_CASE("the two sides get opposite results of a playout") {
  Playouts playouts(sample_knowledge(), 19);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng black(seed), white(seed);
    const Outcome seen_by_black = playouts.play(middle_game(), Stone::kBlack, black);
    CHECK(playouts.play(middle_game(), Stone::kWhite, white) == opposite(seen_by_black));
  }
}

TEST_CASE("immediate wins and losses are certain, also with zero turns") {
  const Board four =
      board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10a19] 6. W[c19e19]");
  const Board two_fours = board_after(
      "1. B[c10] 2. W[a1c1] 3. B[d10e10] 4. W[e1g1] 5. B[f10c12] 6. W[c19e19] 7. B[d13e14] 8. "
      "W[q1s1] 9. B[f15q18]");
  for (const int turns : {0, 1, PlayoutParameters::kToTheEnd}) {
    Playouts playouts(sample_knowledge(), 19, {turns});
    Rng rng(2);
    for (int i = 0; i < 20; ++i) {
      CHECK(playouts.play(four, Stone::kBlack, rng) == Outcome::kWin);
      CHECK(playouts.play(four, Stone::kWhite, rng) == Outcome::kLoss);
    }
    CHECK(playouts.stones() == 0);
    const bool must_parry_more_than_two =
        stones_to_parry(LineFeatures(two_fours), Stone::kBlack) > 2;
    REQUIRE(must_parry_more_than_two);
    for (int i = 0; i < 20; ++i)
      CHECK(playouts.play(two_fours, Stone::kBlack, rng) == Outcome::kWin);
    CHECK(playouts.stones() == 0);
  }
}

TEST_CASE("the playout of a finished game returns its result") {
  const Board over =
      board_after("1. B[a1] 2. W[a19b19] 3. B[b1c1] 4. W[c19d19] 5. B[d1e1] 6. W[h19i19] 7. B[f1]");
  Playouts playouts(sample_knowledge(), 19);
  Rng rng(5);
  CHECK(playouts.play(over, Stone::kBlack, rng) == Outcome::kWin);
  CHECK(playouts.play(over, Stone::kWhite, rng) == Outcome::kLoss);
}

TEST_CASE("a playout that is cut places at most the given number of turns") {
  Playouts cut(sample_knowledge(), 19, {3});
  Rng rng(8);
  for (int i = 0; i < 20; ++i) {
    cut.play(middle_game(), Stone::kBlack, rng);
    CHECK(cut.last().stones() <= middle_game().stones() + 6);
  }
}

TEST_CASE("a larger sharpness samples probable stones more often") {
  const auto cells_of = [](int sharpness) {
    PlayoutParameters parameters;
    parameters.turns = 1;
    parameters.sharpness = sharpness;
    Playouts playouts(sample_knowledge(), 19, parameters);
    Rng rng(4);
    std::vector<Cell> cells;
    for (int i = 0; i < 200; ++i) {
      playouts.play(middle_game(), Stone::kBlack, rng);
      cells.push_back(playouts.last().history()[middle_game().history().size()]);
    }
    std::sort(cells.begin(), cells.end());
    return std::unique(cells.begin(), cells.end()) - cells.begin();
  };
  CHECK(cells_of(4) < cells_of(1) / 2);
}

TEST_CASE("the side with the better position wins more playouts") {
  const Board ahead = board_after("1. B[j10] 2. W[a1s1] 3. B[k11l12] 4. W[a19s19]");
  for (const int turns : {2, PlayoutParameters::kToTheEnd}) {
    Playouts playouts(sample_knowledge(), 19, {turns});
    Rng rng(6);
    int wins = 0;
    for (int i = 0; i < 100; ++i)
      wins += static_cast<int>(playouts.play(ahead, Stone::kBlack, rng));
    CHECK(wins > 10);
  }
}

}  // namespace
}  // namespace trivium::connect6
