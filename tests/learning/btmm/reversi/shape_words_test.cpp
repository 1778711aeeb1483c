// Features of Reversi moves drawn and described for readers.
#include "learning/btmm/reversi/shape_words.h"

#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

#include "engine/reversi/rules/vertex.h"
#include "learning/btmm/report.h"
#include "tests/text_search.h"

namespace trivium::learning::btmm {
namespace {

constexpr std::string_view kWordsSet =
    "use moves\nstages 2\nshape edge c1 d1 e1\nflips 3\nmobility 2\nsquare\n";

/// Row of the feature of a move in the first table, in a position with these discs on row 1, as
/// letters for a1 to h1, and four discs on row 8.
FeatureRow row_of(const reversi::PatternSet& set, std::string_view discs, reversi::Square move) {
  reversi::Position position;
  position.own = 0x0F00000000000000ULL;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    const reversi::Bitboard square = reversi::bit(static_cast<reversi::Square>(i));
    if (discs[i] == 'X') position.own |= square;
    if (discs[i] == 'O') position.other |= square;
  }
  position.empty = reversi::board_squares(8) & ~(position.own | position.other);
  FeatureRow row;
  bool found = false;
  set.visit_move(position, move, position.flips(move), [&](FeatureId feature) {
    if (!found) row.code = feature % set.tables()[0].codes;
    found = true;
  });
  REQUIRE(found);
  return row;
}

TEST_CASE("contents of a shape are letters in the order of its squares, with a star for the move") {
  const reversi::PatternSet set = *reversi::PatternSet::parse(kWordsSet);
  const ShapeWords words(set);
  const reversi::Square c1 = *reversi::parse_square("c1", 8);
  const reversi::Square d1 = *reversi::parse_square("d1", 8);
  CHECK(words.picture(row_of(set, "...OX...", c1)) == "*OX");
  CHECK(words.picture(row_of(set, "..X.O...", d1)) == "X*O");
  CHECK(words.picture(row_of(set, "........", d1)) == ".*.");
}

TEST_CASE("counts of a move and its square are described in words") {
  const reversi::PatternSet set = *reversi::PatternSet::parse(kWordsSet);
  const ShapeWords words(set);
  CHECK(words.picture({1, 0, 0}) == "1 disc flipped");
  CHECK(words.picture({1, 0, 1}) == "2 discs flipped");
  CHECK(words.picture({1, 0, 2}) == "3 or more discs flipped");
  CHECK(words.picture({2, 0, 0}) == "0 moves of the other side");
  CHECK(words.picture({2, 0, 1}) == "1 or more moves of the other side");
  CHECK(words.picture({3, 0, 0}) == "a1 (corner)");
  CHECK(words.picture({3, 0, 4}) == "b2 (X)");
  CHECK(words.table({3, 0, 4}) == "square");
}

TEST_CASE("a stage is described by its numbers of discs, and stages have all of them") {
  const reversi::PatternSet set = *reversi::PatternSet::parse(kWordsSet);
  const ShapeWords words(set);
  CHECK(words.scope({0, 0, 0}) == "4 to 34 discs");
  CHECK(words.scope({0, 1, 0}) == "35 to 63 discs");
}

TEST_CASE("the strongest shapes are drawn, counts are not") {
  const reversi::PatternSet set = *reversi::PatternSet::parse(kWordsSet);
  const ShapeWords words(set);
  const std::vector<FeatureRow> rows = {{0, 0, 2, 2.0, 120.0, 3}, {1, 0, 0, 1.0, 0.0, 5}};
  const std::string svg = words.svg(rows, 4);
  CHECK(count_of(svg, "Elo +120, 3 times") == 1);
  CHECK(count_of(svg, "5 times") == 0);
  CHECK(count_of(svg, "fill=\"#5a9e6f\"") == 3);  // a square of the shape each
  CHECK(count_of(features_text(words, rows, 8), "edge (4 to 34 discs)") == 1);
}

}  // namespace
}  // namespace trivium::learning::btmm
