#include "engine/chess/explain.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

#include "engine/chess/endgame/endgames.h"
#include "engine/chess/evaluation/evaluation.h"
#include "engine/chess/rules/notation.h"
#include "tests/engine/chess/random_positions.h"
#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

std::int64_t sum_of_rows(const Explanation& explanation) {
  std::int64_t sum = explanation.scale_parts + explanation.known_parts +
                     explanation.rounding_parts + explanation.limit_parts;
  for (const ExplainedGroup& group : explanation.groups)
    sum += group.white_parts - group.black_parts;
  return sum;
}

const ExplainedGroup* find(const Explanation& explanation, std::string_view name) {
  for (const ExplainedGroup& group : explanation.groups) {
    if (group.name == name) return &group;
  }
  return nullptr;
}

TEST_CASE("the rows of an explanation sum exactly to the score of the search") {
  // Fractional centipawn weights for every feature, so that rounding occurs.
  Rng rng(5);
  std::vector<double> pawns(kParameterCount);
  for (double& weight : pawns) weight = 0.4 * rng.unit() - 0.2;
  const auto weights = Weights::from_pawns(pawns, "test");
  int rounded = 0, scaled = 0, known = 0;
  visit_random_positions(21, 5'000, [&](const Position& position) {
    const Explanation explanation = explain(position, *weights);
    INFO(to_fen(position));
    CHECK(sum_of_rows(explanation) == explanation.white_centipawns * kPartsPerCentipawn);
    CHECK(explanation.score_centipawns == evaluate(position, *weights));
    CHECK(std::abs(explanation.rounding_parts) <= kPartsPerCentipawn / 2);
    rounded += explanation.rounding_parts != 0;
    scaled += explanation.scale_parts != 0;
    known += explanation.known;
    for (const ExplainedGroup& group : explanation.groups) {
      std::int64_t white = 0, black = 0;
      for (const ExplainedFeature& feature : group.features) {
        white += feature.white_parts;
        black += feature.black_parts;
      }
      CHECK(white == group.white_parts);
      CHECK(black == group.black_parts);
    }
  });
  CHECK(rounded > 1'000);
  CHECK(scaled > 10);
  CHECK(known > 10);
}

TEST_CASE("a term shows both sides' counts, its weights and its contributions in this phase") {
  WeightBuilder builder;
  builder.set("pawn"_group, 0, 1.0, 2.0).set("rook"_group, 0, 5.0, 6.0);
  const Explanation explanation = explain(position_of("4k3/p7/8/8/8/8/PPP5/R3K3 w - - 0 1"),
                                          *Weights::from_pawns(builder.pawns(), "test"));
  CHECK(explanation.phase == 8);
  const ExplainedGroup* pawns = find(explanation, "pawn");
  REQUIRE(pawns != nullptr);
  CHECK(pawns->single);
  CHECK(pawns->features[0].white == 3);
  CHECK(pawns->features[0].black == 1);
  CHECK(pawns->features[0].middlegame_units == 10000);
  CHECK(pawns->features[0].endgame_units == 20000);
  CHECK(pawns->white_parts ==
        3 * 192 * kPartsPerCentipawn);  // 100 x 0.08 + 200 x 0.92 centipawns each
  CHECK(find(explanation, "rook")->white_parts == 592 * kPartsPerCentipawn);
  CHECK(find(explanation, "queen") == nullptr);
  CHECK(explanation.white_centipawns == 2 * 192 + 592);
}

TEST_CASE("the total is in the weights' centipawns, followed by the reported value") {
  const std::string fen = "4k3/8/8/8/8/8/PPP5/4K3 b - - 0 1";
  const Explanation plain = explain(position_of(fen), *test_weights());
  CHECK(plain.score_centipawns == -300);
  CHECK(plain.reported_score == -300);
  CHECK(to_text(plain).find("\nas UCI reports it: -300 cp\n") != std::string::npos);
  const auto weights =
      Weights::from_pawns(plain_pawns().pawns(), "test", ExpectationModel{174.0, 150.0});
  const Explanation normalized = explain(position_of(fen), *weights);
  CHECK(normalized.score_centipawns == -300);
  CHECK(normalized.reported_score == -200);
  CHECK(sum_of_rows(normalized) == normalized.white_centipawns * kPartsPerCentipawn);
  CHECK(to_text(normalized)
            .find("\nas UCI reports it: -200 cp (100 are 150 of the weights' centipawns)\n") !=
        std::string::npos);
}

TEST_CASE("a known win is reported unchanged, whatever the unit of other scores") {
  const auto weights =
      Weights::from_pawns(plain_pawns().pawns(), "test", ExpectationModel{174.0, 150.0});
  const auto reported = [&](std::string_view fen, const std::string& note) {
    const Explanation explanation = explain(position_of(fen), *weights);
    CHECK(is_known_win(explanation.score_centipawns));
    const std::string line =
        "\nas UCI reports it: " + std::to_string(explanation.score_centipawns) + " cp (" + note +
        ")\n";
    return to_text(explanation).find(line) != std::string::npos;
  };
  CHECK(reported("8/8/8/4k3/8/8/8/RQ2K3 w - - 0 1", "a known win, reported unchanged"));
  CHECK(reported("8/8/8/4k3/8/8/8/RQ2K3 b - - 0 1", "a known loss, reported unchanged"));
}

TEST_CASE("if the game is over the text states it, instead of a reported value") {
  const std::string mate =
      to_text(explain(position_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), *test_weights()));
  CHECK(mate.find("\ncheckmate: a search does not evaluate this position\n") != std::string::npos);
  CHECK(mate.find("as UCI reports it") == std::string::npos);
  const std::string stalemate =
      to_text(explain(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), *test_weights()));
  CHECK(stalemate.find("\nstalemate: a search does not evaluate this position\n") !=
        std::string::npos);
  CHECK(to_text(explain(start_position(), *test_weights())).find("mate:") == std::string::npos);
}

TEST_CASE("a score beyond the limit is clipped, and the explanation shows the difference") {
  const auto weights = Weights::from_pawns(plain_pawns(100).pawns(), "test");
  const Explanation explanation =
      explain(position_of("4k3/8/8/4p3/8/8/PPPP4/4K3 b - - 0 1"), *weights);
  CHECK(explanation.score_centipawns == -kMaxWeightedValue);
  CHECK(explanation.limit_parts == (kMaxWeightedValue - 30'000) * kPartsPerCentipawn);
  CHECK(sum_of_rows(explanation) == explanation.white_centipawns * kPartsPerCentipawn);
}

TEST_CASE("if the endgame is known, a row replaces the sum by its value") {
  const Explanation explanation =
      explain(position_of("8/8/8/4k3/8/8/8/NN2K3 w - - 0 1"), *test_weights());
  CHECK(explanation.known);
  CHECK(explanation.white_centipawns == 0);
  CHECK(explanation.known_parts < -600 * kPartsPerCentipawn);
  CHECK(to_text(explanation).find("known endgame") != std::string::npos);
}

TEST_CASE("the verdict names the better side, the size of its advantage, and a word for it") {
  const auto verdict_of = [](std::string_view fen) {
    return verdict(explain(position_of(fen), *test_weights()));
  };
  struct Case {
    std::string fen;
    std::optional<Color> better;
    std::string_view size;
    double pawns;
  };
  const std::vector<Case> cases{
      {"4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1", std::nullopt, "equal", 0},
      {"4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1", Color::kWhite, "better", 1},
      {"4k3/pp6/8/8/8/8/PPP5/4K3 b - - 0 1", Color::kWhite, "better", 1},  // for either side
      {"4k3/ppp5/8/8/8/8/P7/4K3 w - - 0 1", Color::kBlack, "much better", -2},
      {"4k3/pppp4/8/8/8/8/P7/4K3 w - - 0 1", Color::kBlack, "winning", -3},
      {"8/8/8/4k3/8/8/8/NN2K3 w - - 0 1", std::nullopt, "drawn", 0},
      {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Color::kWhite, "won", 0},
      {"7K/6q1/6k1/8/8/8/8/8 w - - 0 1", Color::kBlack, "won", 0},
      {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", std::nullopt, "drawn", 0},
  };
  for (const Case& one : cases) {
    const Verdict verdict = verdict_of(one.fen);
    INFO(one.fen);
    CHECK(verdict.better == one.better);
    CHECK(verdict.size == one.size);
    CHECK(verdict.pawns == doctest::Approx(one.pawns));
    CHECK(verdict.sentence.ends_with('.'));
    if (one.better)
      CHECK(verdict.sentence.find(*one.better == Color::kWhite ? "White" : "Black") !=
            std::string::npos);
  }
  CHECK(verdict_of("8/8/8/4k3/8/8/8/RQ2K3 b - - 0 1").size == "won");
  CHECK(verdict_of("8/8/8/4k3/8/8/8/RQ2K3 b - - 0 1").better == Color::kWhite);
}

TEST_CASE("the largest groups come first, at most ten, for either side, and the rest is one row") {
  Rng rng(7);
  std::vector<double> pawns(kParameterCount);
  for (double& weight : pawns) weight = 0.4 * rng.unit() - 0.2;
  const auto weights = Weights::from_pawns(pawns, "test");
  const auto size = [](const ExplainedGroup& group) {
    return std::abs(group.white_parts - group.black_parts);
  };
  visit_random_positions(22, 100, [&](const Position& position) {
    const Explanation explanation = explain(position, *weights);
    const std::vector<const ExplainedGroup*> largest = largest_groups(explanation);
    REQUIRE(largest.size() <= kShownGroups);
    for (std::size_t i = 0; i < largest.size(); ++i) {
      CHECK(size(*largest[i]) > 0);
      if (i > 0) CHECK(size(*largest[i - 1]) >= size(*largest[i]));
    }
    const std::string text = to_text(explanation, Detail::kTopGroups);
    for (const ExplainedGroup& group : explanation.groups) {
      const bool shown = std::ranges::any_of(
          largest, [&](const ExplainedGroup* one) { return one->name == group.name; });
      CHECK((text.find("\n" + std::string(group.name) + " ") != std::string::npos) == shown);
      if (!shown && largest.size() == kShownGroups) CHECK(size(group) <= size(*largest.back()));
    }
  });
}

TEST_CASE("the text above the table has the board, the side to move and the verdict") {
  const Position position = position_of("4k3/pp6/8/8/8/8/PPP5/4K3 b - - 0 1");
  const Explanation explanation = explain(position, *test_weights());
  const std::string text = overview_text(explanation);
  CHECK(text.starts_with(board_text(position)));
  CHECK(text.find("\nBlack to move: " + to_fen(position) + "\n") != std::string::npos);
  CHECK(text.find(verdict(explanation).sentence) != std::string::npos);
}

TEST_CASE("the text has a row for each group present, and for each feature if requested") {
  const Explanation explanation = explain(start_position(), *test_weights());
  const std::string groups = to_text(explanation),
                    features = to_text(explanation, Detail::kFeatures);
  for (const ExplainedGroup& group : explanation.groups) {
    CHECK(groups.find("\n" + std::string(group.name) + " ") != std::string::npos);
    for (const ExplainedFeature& feature : group.features)
      CHECK(features.find("\n" + feature.name + " ") != std::string::npos);
  }
  CHECK(groups.find("knight_mobility[") == std::string::npos);
  CHECK(groups.find("passed_pawn") == std::string::npos);
  CHECK(groups.find("rounding") == std::string::npos);
  CHECK(groups.find("weights: test") != std::string::npos);
}

TEST_CASE("units and parts are printed as exact centipawns") {
  CHECK(units_text(0) == "0.00");
  CHECK(units_text(1250) == "12.50");
  CHECK(units_text(-7) == "-0.07");
  CHECK(parts_text(0) == "0.0000");
  CHECK(parts_text(12'500'000) == "12.5000");
  CHECK(parts_text(-100) == "-0.0001");
  CHECK(parts_text(-1'000'025) == "-1.000025");
}

}  // namespace
}  // namespace trivium::chess
