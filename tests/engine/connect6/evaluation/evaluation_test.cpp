#include "engine/connect6/evaluation/evaluation.h"

#include <array>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/connect6/explain.h"
#include "engine/core/rng.h"
#include "models/format/linear.h"
#include "models/format/model_path.h"
#include "models/format/weight_file.h"
#include "tests/engine/connect6/reference.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

std::string load_error(const format::WeightFile& file) {
  const auto folder = std::filesystem::temp_directory_path() / "trivium_connect6_evaluation_test";
  std::filesystem::create_directories(folder);
  const auto path = format::write_weight_file(folder / "weights.safetensors", file);
  std::string message;
  try {
    static_cast<void>(Weights::load(path));
  } catch (const format::LoadError& error) {
    message = error.what();
  }
  std::filesystem::remove_all(folder);
  return message;
}

format::WeightFile linear_file(const std::vector<double>& log_odds) {
  format::WeightFile file;
  file.kind = kWeightsKind;
  file.schema = kWeightsSchema;
  file.feature_names = feature_names();
  file.tensors = format::linear_tensors(file.feature_names, log_odds);
  return file;
}

TEST_CASE("weights are rounded to ten-thousandths once") {
  std::vector<double> log_odds(kFeatureCount, 0.0);
  log_odds[3] = 0.123456;
  log_odds[4] = -1.00005;
  const auto weights = Weights::from_log_odds(log_odds, "test");
  CHECK(weights->units()[3] == 1235);
  CHECK(weights->units()[4] == -10001);
}

TEST_CASE("weights of a wrong number, size or kind are rejected with both sides named") {
  CHECK_THROWS_WITH(Weights::from_log_odds(std::vector<double>(3), "x"),
                    "x: 3 weights, expected 16");
  std::vector<double> log_odds(kFeatureCount, 0.0);
  log_odds[0] = 101;
  CHECK_THROWS_WITH(Weights::from_log_odds(log_odds, "x"),
                    "x: weight of 'side_to_move' is 101.000000, expected at most 100 in size");
  log_odds[0] = 1;
  CHECK(load_error(linear_file(log_odds)).empty());
  format::WeightFile file = linear_file(log_odds);
  file.kind = "chess.linear";
  CHECK(load_error(file).find("connect6.value") != std::string::npos);
}

TEST_CASE("the shipped file matches these features") {
  const std::filesystem::path models = std::filesystem::path(TRIVIUM_SOURCE_DIR) / "models";
  const auto weights = Weights::load(format::default_weights("connect6", {models}));
  CHECK(weights->units()[kCanWin] > 0);
  CHECK(weights->units()[kMustParry + 2] < weights->units()[kMustParry]);
}

TEST_CASE("the evaluation is the weighted sum, rounded to nearest and limited") {
  std::vector<double> log_odds(kFeatureCount, 0.0);
  log_odds[kOwnWindows] = 0.00149;  // 14.9 units: 0.149 hundredths
  const auto weights = Weights::from_log_odds(log_odds, "test");
  CHECK(weights->units()[kOwnWindows] == 15);
  FeatureVector features{};
  features[kOwnWindows] = 3;
  CHECK(evaluate(features, *weights) == 0);
  features[kOwnWindows] = 4;
  CHECK(evaluate(features, *weights) == 1);
  features[kOwnWindows] = -4;
  CHECK(evaluate(features, *weights) == -1);
  log_odds[kOwnWindows] = 100;
  features[kOwnWindows] = 1800;
  CHECK(evaluate(features, *Weights::from_log_odds(log_odds, "test")) == kMaxEvaluation);
}

TEST_CASE("proved values count the winner's turns") {
  CHECK(score_of(win_in(0)).value == 1);
  CHECK(score_of(win_in(4)).value == 3);
  CHECK(score_of(loss_in(1)).value == -1);
  CHECK(score_of(loss_in(3)).value == -2);
  CHECK(score_of(loss_in(3)).kind == Score::Kind::kMate);
  CHECK(score_of(kMaxEvaluation).kind == Score::Kind::kValue);
}

TEST_CASE("a value of zero expects even chances, a log-odds unit 73 percent") {
  CHECK(expectation(0, 0.0).win == 500);
  CHECK(expectation(100, 0.0).win == 731);
  CHECK(expectation(-100, 0.0).loss == 731);
  CHECK(expectation(win_in(2), 0.0).win == 1000);
  CHECK(expectation(kMaxEvaluation, 0.0).win == 1000);
}

TEST_CASE("an explanation sums exactly to the score that the search sees") {
  const auto weights = round_weights();
  const Knowledge knowledge{weights, nullptr};
  Rng rng(51);
  for (int i = 0; i < 60; ++i) {
    const Board board = reference::random_board(rng, 6 + static_cast<int>(rng.below(14)),
                                                static_cast<int>(rng.below(40)), 6);
    const Explanation explanation = explain(board, knowledge);
    std::int64_t sum = explanation.rounding_units + explanation.limit_units;
    for (const ExplainedTerm& term : explanation.terms) {
      CHECK(term.contribution_units == std::int64_t{term.weight_units} * term.count);
      sum += term.contribution_units;
    }
    REQUIRE(sum == std::int64_t{explanation.score} * Weights::kUnitsPerHundredth);
    REQUIRE(explanation.score == evaluate(extract(board), *weights));
  }
}

TEST_CASE("an explanation names wins, parries and candidates") {
  const Knowledge knowledge{round_weights(), nullptr};
  const Board winning =
      board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10c6] 6. W[a9c9]");
  CHECK(name(explain(winning, knowledge).winning_turn) == "h10i10");
  CHECK(to_text(explain(winning, knowledge)).find("wins now: H10 and J10 (i10)\n") !=
        std::string::npos);

  const Board parrying = board_after("1. B[j10] 2. W[a1s1] 3. B[k10l10] 4. W[a19s19] 5. B[m10c6]");
  const Explanation explanation = explain(parrying, knowledge);
  CHECK(explanation.stones_to_parry == 2);
  CHECK(explanation.parries.size() == 3);
  CHECK(explanation.candidates.size() == 3);
  CHECK(to_text(explanation)
            .find("must parry with 2: H10 and O10 (n10); J10 (i10) and O10 (n10); J10 (i10) and "
                  "P10 (o10)\n") != std::string::npos);

  const Explanation quiet = explain(board_after("1. B[j10] 2. W[i9k9]"), knowledge);
  CHECK(quiet.stones_to_parry == 0);
  CHECK(quiet.candidates.size() == 10);
  CHECK(explain(board_after("1. B[j10] 2. W[i9]"), knowledge).stones_left == 1);
}

TEST_CASE("an explanation names the last turn, also half a turn, and the sixes of both sides") {
  const Knowledge knowledge{round_weights(), nullptr};
  const Explanation quiet = explain(board_after("1. B[j10]"), knowledge);
  CHECK(name(quiet.last_turn) == "j10");
  CHECK(quiet.last_stone == Stone::kBlack);
  CHECK(quiet.black_sixes.empty());
  CHECK(explain(Board(), knowledge).last_turn.first == kNoCell);
  CHECK(name(explain(board_after("1. B[j10] 2. W[i9k9]"), knowledge).last_turn) == "i9k9");
  const Explanation half = explain(board_after("1. B[j10] 2. W[i9k9] 3. B[l9]"), knowledge);
  CHECK(name(half.last_turn) == "l9");
  CHECK(half.last_stone == Stone::kBlack);

  const Explanation both =
      explain(board_after("1. B[j10] 2. W[c1d1] 3. B[k10l10] 4. W[e1f1] 5. B[m10s19]"), knowledge);
  const auto names = [](const std::vector<Turn>& turns) {
    std::vector<std::string> list;
    for (const Turn& turn : turns) list.push_back(name(turn));
    return list;
  };
  CHECK(names(both.black_sixes) == std::vector<std::string>{"h10i10", "i10n10", "n10o10"});
  CHECK(names(both.white_sixes) == std::vector<std::string>{"a1b1", "b1g1", "g1h1"});
}

TEST_CASE("the overview marks the last turn in brackets and names the turn that would be played") {
  const Knowledge knowledge{round_weights(), nullptr};
  const Board board =
      board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10c6] 6. W[a9c9]");
  const PlannedTurn planned = planned_turn(board, knowledge, 1'000);
  CHECK(name(ordered(planned.turn.first, planned.turn.second)) == "h10i10");
  CHECK(planned.score == Score{Score::Kind::kMate, Score::Bound::kExact, 1});
  const std::string text = overview_text(explain(board, knowledge), planned);
  CHECK(text.find("\n 9[O] . [O] . ") != std::string::npos);
  CHECK(text.find("\n10 .  .  .  .  .  .  .  .  .  X  X  X  X  .  .  .  .  .  . 10\n") !=
        std::string::npos);
  CHECK(text.starts_with("   A  B  C  D  E  F  G  H  J  K "));
  CHECK(text.find("\n                          (i)(j)(k)") != std::string::npos);
  CHECK(text.find("White placed A9 and C9\n") != std::string::npos);
  CHECK(text.find("Black would play: ") != std::string::npos);
  CHECK(planned_turn(
            board_after(
                "1. B[a1] 2. W[a19b19] 3. B[b1c1] 4. W[c19d19] 5. B[d1e1] 6. W[h19i19] 7. B[f1]"),
            knowledge)
            .turn.first == kNoCell);
}

TEST_CASE("a stone's strength is the product of its gammas, and both orders of a turn count") {
  const Knowledge knowledge{round_weights(), sample_patterns()};
  for (const char* record :
       {"1. B[j10] 2. W[i9k9]", "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10]", "1. B[j10]"}) {
    const Explanation explanation = explain(board_after(record), knowledge);
    REQUIRE(explanation.candidates.size() == 10);
    for (const ExplainedCandidate& candidate : explanation.candidates) {
      REQUIRE(candidate.stones.size() == (candidate.turn.second == kNoCell ? 1 : 2));
      double order = 1.0;
      for (const ExplainedStone& stone : candidate.stones) {
        REQUIRE(stone.gammas.size() == knowledge.patterns->set().groups().size());
        double product = 1.0;
        for (const ExplainedGamma& gamma : stone.gammas) product *= gamma.gamma;
        CHECK(product == doctest::Approx(stone.strength).epsilon(1e-12));
        order *= stone.probability;
      }
      CHECK(candidate.probability > 0.0);
      CHECK(candidate.probability <= order * 2.000001);
    }
    CHECK(to_text(explanation).find(" makes ") != std::string::npos);
  }
}

TEST_CASE("an explanation shows a forced win unless it is stopped early") {
  const Knowledge knowledge{round_weights(), nullptr};
  const Board board = board_after(
      "1. B[g10] 2. W[a1s1] 3. B[h10i10] 4. W[a19s19] 5. B[j7j8] 6. W[a3s3] 7. B[j9c16] 8. "
      "W[a17s17]");
  const Explanation whole = explain(board, knowledge);
  CHECK(whole.forced_turns == 2);
  REQUIRE_FALSE(whole.forced_line.empty());
  SearchControl control;
  control.stop();
  const Explanation cut = explain(board, knowledge, control);
  CHECK(cut.forced_turns == 0);
  CHECK(cut.forced_line.empty());
  CHECK(cut.candidates.size() == whole.candidates.size());
}

TEST_CASE("a finished game has no explanation") {
  const Board over =
      board_after("1. B[a1] 2. W[a19b19] 3. B[b1c1] 4. W[c19d19] 5. B[d1e1] 6. W[h19i19] 7. B[f1]");
  CHECK(explain(over, {round_weights(), nullptr}).over);
  CHECK(to_text(explain(over, {round_weights(), nullptr})) == "The game is over.\n");
}

TEST_CASE("units are written exactly") {
  CHECK(units_text(-1250) == "-12.50");
  CHECK(units_text(7) == "0.07");
  CHECK(units_text(-7) == "-0.07");
}

}  // namespace
}  // namespace trivium::connect6
