// Reports of a run: worth of the pieces, the table of the paper, the learning curve; and the
// opponents that a run keeps.
#include <cmath>
#include <doctest/doctest.h>
#include <set>
#include <string>

#include "learning/tdleaf/earlier_selves.h"
#include "learning/tdleaf/report/learning_curve.h"
#include "learning/tdleaf/report/piece_worth.h"
#include "models/format/load_error.h"
#include "tests/learning/tdleaf/support.h"
#include "tests/text_search.h"

using namespace trivium::learning::records;
using namespace trivium::learning::tdleaf;
using namespace trivium;

namespace {

CurveRow row_at(double generation, double queen_worth) {
  CurveRow row;
  row[Column::kGeneration] = generation;
  row[Column::kGames] = 100 * generation;
  row[Column::kError] = 0.5 / generation;
  row[piece_column(Column::kPawnWorth, 4)] = queen_worth;
  return row;
}

}  // namespace

TEST_CASE("with material alone a piece is worth its weight") {
  const PieceValues values{80, 300, 310, 480, 950};
  const std::vector<double> weights = test::with_material(values);
  CHECK(material(weights) == values);
  const std::vector<chess::Position> positions{
      test::position_of("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"),
      test::position_of("r2q1rk1/ppp2ppp/2n2n2/3pp1B1/1b1PP1b1/2N2N2/PPP2PPP/R2Q1RK1 b - - 0 8"),
  };
  const PieceValues worth = piece_worth(positions, weights);
  for (std::size_t piece = 0; piece < values.size(); ++piece)
    CHECK(worth[piece] == doctest::Approx(values[piece]));
  CHECK(piece_worth({}, weights) == PieceValues{});
}

TEST_CASE("the worth of a piece includes its effect on other features") {
  std::vector<double> weights = test::with_material({100, 0, 0, 0, 0});
  for (std::size_t square = 0; square < chess::kFeatureCount; ++square) {
    if (chess::feature_name(static_cast<chess::FeatureIndex>(square))
            .starts_with("knight_mobility"))
      weights[square] = 0.5;
  }
  const std::vector<chess::Position> positions{
      test::position_of("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")};
  CHECK(piece_worth(positions, weights)[1] > 20.0);
}

TEST_CASE("the table compares learned values with the published ones, with a pawn as 100") {
  const std::string table = piece_table({50, 160, 165, 240, 495}, "worth");
  CHECK(
      contains(table, "| worth | learned, centipawns | learned, pawn = 100 | reference | ratio |"));
  CHECK(contains(table, "| pawn | 50.0 | 100 | 100 | 1.00 |"));
  CHECK(contains(table, "| knight | 160.0 | 320 | 320 | 1.00 |"));
  CHECK(contains(table, "| rook | 240.0 | 480 | 500 | 0.96 |"));
  CHECK(contains(table, "| queen | 495.0 | 990 | 900 | 1.10 |"));
  CHECK(contains(piece_table({-3, 10, 10, 10, 10}, "worth"), "| queen | 10.0 | - | 900 | - |"));
}

TEST_CASE(
    "the curve is written as a table with a header, and as a chart with a line for each piece and "
    "error") {
  const std::vector<CurveRow> rows{row_at(1, 120), row_at(2, 480), row_at(3, -20)};
  const std::string csv = curve_csv(rows);
  CHECK(csv.starts_with("generation,games,positions,alpha,td_difference,result_error,"));
  CHECK(contains(csv, ",queen_worth,result_scale,draw_margin\n"));
  CHECK(contains(csv, "\n2,200,0,0,0,0.25,"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 4);
  CHECK(name_of(piece_column(Column::kPawn, 3)) == "rook");
  CHECK(name_of(piece_column(Column::kPawnWorth, 4)) == "queen_worth");

  const std::string svg = curve_svg(rows);
  CHECK(svg.starts_with("<svg xmlns="));
  CHECK(svg.ends_with("</svg>\n"));
  std::size_t lines = 0;
  for (std::size_t at = svg.find("class=\"line "); at != std::string::npos;
       at = svg.find("class=\"line ", at + 1))
    ++lines;
  CHECK(lines == 7);
  CHECK(contains(svg, ">queen</text>"));
  CHECK(contains(svg, ">500</text>"));  // the end of an axis that holds 480
  CHECK_FALSE(contains(svg, "nan"));
  CHECK_FALSE(contains(curve_svg({}), "nan"));
}

TEST_CASE("opponents from earlier generations are few and spread over the whole run") {
  EarlierSelves selves;
  CHECK(selves.players().empty());
  std::vector<double> weights(chess::kParameterCount);
  for (std::uint64_t generation = 0; generation < 200; ++generation) {
    weights[0] = 0.1 * static_cast<double>(generation);
    selves.offer(generation, weights);
    CHECK(selves.players().size() <= EarlierSelves::kMax);
  }
  std::set<int> generations;
  for (const auto& player : selves.players())
    generations.insert(std::stoi(player->source().substr(std::string("generation ").size())));
  CHECK(generations.size() >= EarlierSelves::kMax / 2);
  CHECK(generations.contains(0));
  CHECK(*generations.rbegin() > 150);
  for (const auto& player : selves.players()) {
    const int generation = std::stoi(player->source().substr(std::string("generation ").size()));
    CHECK((*player)[0].middlegame() == 1000 * generation);
  }

  EarlierSelves restored;
  restored.restore(selves.state());
  CHECK(restored.players().size() == selves.players().size());
  weights[0] = 21.0;
  for (std::uint64_t generation = 200; generation < 300; ++generation) {
    selves.offer(generation, weights);
    restored.offer(generation, weights);
  }
  CHECK(restored.state() == selves.state());
  CHECK_THROWS_AS(restored.restore(learning::StateReader(std::vector<format::Tensor>{})),
                  format::LoadError);
}
