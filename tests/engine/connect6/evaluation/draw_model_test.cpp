// The draw model: its formula, its part of weight files, and its users.
#include "engine/connect6/evaluation/draw_model.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/connect6/evaluation/evaluation.h"
#include "engine/connect6/explain.h"
#include "engine/connect6/odds/odds_analyzer.h"
#include "engine/connect6/odds/playout.h"
#include "engine/connect6/player.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/rng.h"
#include "models/format/load_error.h"
#include "models/format/weight_file.h"
#include "tests/engine/connect6/reference.h"
#include "tests/engine/connect6/sample.h"
#include "tests/temporary_folder.h"

namespace trivium::connect6 {
namespace {

constexpr DrawModel kModel{2.0, -2.0};

/// Returns random stones without a winner that leave `left` empty cells, at the beginning of a
/// turn. No win is certain; a draw may be.
Board nearly_full(int size, int left) {
  for (std::uint64_t seed = 1;; ++seed) {
    Rng rng(seed);
    Board board(size);
    for (int tries = 0; board.cells() - board.stones() > left && tries < 100'000; ++tries) {
      const auto cell = static_cast<Cell>(rng.below(static_cast<std::uint64_t>(board.cells())));
      if (!board.is_legal(cell)) continue;
      board.do_move(cell);
      if (board.over()) board.undo_move();
    }
    const LineFeatures lines(board);
    const bool open = board.cells() - board.stones() == left && living_windows(lines) > 0;
    if (open && !can_win(lines, board.to_move(), 2) &&
        stones_to_parry(lines, opponent(board.to_move())) == 0)
      return board;
  }
}

int windows_without_both(const Board& board) {
  int living = 0;
  const auto& table = WindowTable::of_size(board.size());
  for (int i = 0; i < table.windows(); ++i) {
    bool black = false, white = false;
    for (const Cell cell : table.cells(static_cast<Window>(i))) {
      black = black || board.at(cell) == Stone::kBlack;
      white = white || board.at(cell) == Stone::kWhite;
    }
    living += black && white ? 0 : 1;
  }
  return living;
}

format::WeightFile weight_file(std::vector<format::Tensor> more) {
  format::WeightFile file;
  file.kind = kWeightsKind;
  file.schema = kWeightsSchema;
  file.feature_names = feature_names();
  file.tensors = value_tensors(std::vector<double>(kFeatureCount, 0.25), {});
  file.tensors.insert(file.tensors.end(), more.begin(), more.end());
  file.source = "x";
  return file;
}

std::string load_error(const std::vector<std::uint64_t>& shape,
                       const std::vector<double>& numbers) {
  try {
    Weights::from_file(
        weight_file({format::make_tensor("draws", shape, std::span<const double>(numbers))}));
  } catch (const format::LoadError& error) {
    return error.what();
  }
  return "none";
}

TEST_CASE("expectations sum to 1000, are symmetric, and proved results are certain") {
  for (const double margin : {0.0, 0.01, 0.5, 3.0, 40.0, std::numeric_limits<double>::infinity()}) {
    for (Value value = -kMaxEvaluation; value <= kMaxEvaluation;
         value += value > -1000 && value < 1000 ? 7 : 500) {
      const WinDrawLoss ours = expectation(value, margin), theirs = expectation(-value, margin);
      REQUIRE(ours.win + ours.draw + ours.loss == 1000);
      REQUIRE((ours.win >= 0 && ours.draw >= 0 && ours.loss >= 0));
      REQUIRE((ours.win == theirs.loss && ours.draw == theirs.draw));
      const EndChances chances = ExpectationModel{.draw_margin = margin}.chances(value / 100.0);
      REQUIRE(chances.win + chances.draw + chances.loss == doctest::Approx(1.0));
    }
    CHECK(expectation(win_in(3), margin).win == 1000);
    CHECK(expectation(loss_in(3), margin).loss == 1000);
  }
  CHECK(expectation(0, 0.0).draw == 0);
  CHECK(expectation(0, std::log(3.0)).draw == 500);  // 1 / (1 + 3) each
  CHECK(expectation(100, 1.0).win == 500);           // ahead by the margin
  CHECK(expectation(100, 1e9).draw == 1000);
}

TEST_CASE("the margin falls with the room: without room a draw is certain, with much it is rare") {
  double before = kModel.margin(0.0);
  CHECK(before == std::numeric_limits<double>::infinity());
  for (double room = 1e-30; room < 1e6; room *= 1.7) {
    const double margin = kModel.margin(room);
    REQUIRE(margin < before);
    REQUIRE(margin > 0.0);
    before = margin;
  }
  CHECK(before < 1e-9);
  CHECK(kModel.margin(1.0) == doctest::Approx(0.5 * std::log(1.0 + std::exp(2.0))));
}

TEST_CASE("dead windows are not counted, and a full board has no room") {
  CHECK(room(LineFeatures(Board(19))) == doctest::Approx(924.0 / 361.0));
  Rng rng(3);
  for (int i = 0; i < 40; ++i) {
    const int size = 6 + static_cast<int>(rng.below(8));
    const Board board = reference::random_board(
        rng, size, static_cast<int>(rng.below(static_cast<std::uint64_t>(size * size - 2))), 6);
    const LineFeatures lines(board);
    REQUIRE(living_windows(lines) == windows_without_both(board));
    REQUIRE(room(lines) == doctest::Approx(static_cast<double>(living_windows(lines)) /
                                           (board.cells() - board.stones())));
  }
  LineFeatures full(6);
  for (Cell cell = 0; cell < 36; ++cell)
    full.place(cell, (cell + cell / 6 / 2) % 2 == 0 ? Stone::kBlack : Stone::kWhite);
  CHECK(room(full) == 0.0);
}

TEST_CASE("a weight file needs a plausible draw model, or none") {
  const TemporaryFolder folder;
  const auto path = format::write_weight_file(folder / "w.safetensors",
                                              weight_file({draws_tensor({7.25, -11.5})}));
  CHECK(Weights::load(path)->draws() == DrawModel{7.25, -11.5});
  const auto silent = Weights::from_file(weight_file({}));
  CHECK_FALSE(silent->draws());
  CHECK(draw_margin(LineFeatures(nearly_full(9, 20)), *silent) == 0.0);
  CHECK(load_error({3}, {1, 2, 3}) == "x: the tensor draws is F64 [3], not F64 [2]");
  CHECK(load_error({2}, {1, 0.5}) ==
        "x: draws with a level of 1 and a slope of 0.5, expected at most 100 in size and no slope "
        "above 0");
  CHECK(load_error({2}, {101, -1}).starts_with("x: draws with a level of 101 "));
  CHECK(load_error({2}, {std::nan(""), -1}).starts_with("x: draws with a level of nan "));
  CHECK_THROWS_WITH_AS(Weights::from_file(weight_file(
                           {draws_tensor(kModel), format::make_tensor<double>("more", {0}, {})})),
                       "x: 8 tensors, expected 7", format::LoadError);
}

TEST_CASE("a draw model changes expectations, but no turn and no score") {
  const auto think = [](const std::shared_ptr<const Weights>& weights, const Board& board) {
    Player player({weights, sample_patterns()}, {1, 1, 3});
    player.set_board(board);
    Limits limits;
    limits.nodes = 2000;
    std::vector<Report<Turn>> reports;
    player.think(limits, SearchControl(),
                 [&reports](const Report<Turn>& report) { reports.push_back(report); });
    return reports;
  };
  for (const Board& board :
       {board_after("1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8]"), nearly_full(9, 12)}) {
    const auto without = think(round_weights(), board), with = think(round_weights(kModel), board);
    REQUIRE(without.size() == with.size());
    int drawn = 0;
    for (std::size_t i = 0; i < with.size(); ++i) {
      CHECK(with[i].score == without[i].score);
      CHECK(with[i].principal_variation == without[i].principal_variation);
      CHECK(without[i].expectation->draw == 0);
      drawn += with[i].expectation->draw;
    }
    CHECK(drawn > 0);
  }
}

TEST_CASE("the explanation of a nearly full board expects a draw") {
  const Explanation explanation = explain(nearly_full(9, 20), {round_weights(kModel), nullptr});
  CHECK(explanation.expectation.draw > 200);
  CHECK(to_text(explanation).find(", draw ") != std::string::npos);
  CHECK(to_text(explain(nearly_full(9, 20), {round_weights(), nullptr})).find(", draw ") ==
        std::string::npos);
}

TEST_CASE("a cut playout of a nearly full board is drawn as often as its evaluation expects") {
  const Board board = nearly_full(9, 30);
  const auto weights = round_weights(kModel);
  Position position(board, *weights);
  const WinDrawLoss expected = expectation(position.quiet_value(0), position.lines(), *weights);
  REQUIRE((expected.win > 20 && expected.draw > 100 && expected.loss > 20));
  Playouts playouts({weights, nullptr}, 9, {0});
  Rng rng(5);
  std::map<Outcome, int> ends;
  constexpr int kPlayouts = 4000;
  for (int i = 0; i < kPlayouts; ++i) ++ends[playouts.play(board, board.to_move(), rng)];
  const auto near = [&](Outcome end, int per_mille) {
    return std::abs(1000 * ends[end] - kPlayouts * per_mille) < 30 * kPlayouts;
  };
  CHECK(near(Outcome::kWin, expected.win));
  CHECK(near(Outcome::kDraw, expected.draw));
  CHECK(near(Outcome::kLoss, expected.loss));
}

TEST_CASE("the draw rate of a cut playout comes from the room at its beginning") {
  Rng rng(11);
  const Board board = reference::random_board(rng, 9, 11, 6);
  const auto weights = round_weights(DrawModel{0.0, -8.0});
  const double margin = draw_margin(LineFeatures(board), *weights);
  Playouts playouts({weights, nullptr}, 9, {6});
  constexpr int kPlayouts = 2000;
  int draws = 0, deadened = 0;
  for (int i = 0; i < kPlayouts; ++i) {
    draws += playouts.play(board, board.to_move(), rng) == Outcome::kDraw ? 1 : 0;
    deadened += draw_margin(LineFeatures(playouts.last()), *weights) > 2.0 * margin ? 1 : 0;
  }
  REQUIRE(deadened > kPlayouts / 2);
  CHECK(draws > 0);
  CHECK(draws < kPlayouts * (ExpectationModel{.draw_margin = margin}.chances(0.0).draw +
                             0.03));  // no value has more draws than 0; three standard errors
}

TEST_CASE("without playouts a bandit's odds are those of the search, also for draws") {
  const Board board = nearly_full(9, 30);
  const Cell first = reference::Stones(board).empty()[0],
             second = reference::Stones(board).empty()[1];
  for (const auto& draws : {std::optional<DrawModel>(), std::optional<DrawModel>(kModel)}) {
    const auto weights = round_weights(draws);
    Playouts playouts({weights, nullptr}, 9, {2});
    for (const Value value : {-250, -3, 0, 40, 900}) {
      const WinDrawLoss expected = expectation(value, LineFeatures(board), *weights);
      Report<Turn> report;
      report.expectation = expected;
      report.principal_variation = {{first, second}};
      OddsAnalyzer analyzer(board, std::vector{report}, playouts);
      const EndChances believed = analyzer.odds().front().belief->mean;
      CHECK(believed.draw == doctest::Approx(expected.draw / 1000.0).epsilon(0.02).scale(1.0));
      CHECK(
          believed.expected() ==
          doctest::Approx((expected.win + 0.5 * expected.draw) / 1000.0).epsilon(0.02).scale(1.0));
    }
  }
}

}  // namespace
}  // namespace trivium::connect6
