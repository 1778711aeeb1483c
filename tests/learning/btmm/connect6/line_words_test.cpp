// Features drawn and described for readers.
#include "learning/btmm/connect6/line_words.h"

#include <doctest/doctest.h>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "learning/btmm/report.h"
#include "tests/learning/btmm/support.h"
#include "tests/text_search.h"

using namespace trivium::learning::btmm;
using namespace trivium;

namespace {

std::string picture_of(std::string_view definition, std::uint32_t code, std::uint32_t copy = 0) {
  const connect6::PatternSet set = test::set_of(definition);
  const FeatureRow row{0, copy, code};
  return LineWords(set).picture(row) + " / " + LineWords(set).scope(row);
}

using StoneCounts = std::pair<std::size_t, std::size_t>;

}  // namespace

TEST_CASE("a line is drawn with its hindmost cell first and the candidate as a star") {
  CHECK(picture_of("line row 5", 1 + 2 * 3 + 0 * 9 + 1 * 27 + 2 * 81) == "XO*.XO / black");
  CHECK(picture_of("edge outside\nline row 2", 3 + 4 * 1, 1) == "|*X / white");
  CHECK(picture_of("edge clipped\nline row 4", 0) == "|*| / black");
  CHECK(picture_of("edge clipped\nplayer no\nturn yes\nline row 4", 1 + 3 + 2 * 3 + 1, 1) ==
        "|*XO / any, second stone");
}

TEST_CASE("features that are not lines are described in words") {
  CHECK(picture_of("makes", 26) == "six / black");
  CHECK(picture_of("makes", 6 + 2 + 1) == "a four, a live three, a three / black");
  CHECK(picture_of("makes", 0) == "nothing / black");
  const connect6::PatternSet set = test::set_of("makes\ndistance 1 9\nanswers");
  const LineWords words(set);
  CHECK(words.picture({1, 0, 0}) == "no such stone");
  CHECK(words.picture({1, 0, 8}) == "distance 9 or more");
  CHECK(words.picture({2, 0, 3}) == "parries all");
}

TEST_CASE("lines of every length are drawn, long ones on smaller cells") {
  const connect6::PatternSet set = test::set_of("player no\nline row 12");
  const FeatureRow own_stones{0, 0, set.features() / 2, 1.0, 0.0, 1};  // each digit is 1
  REQUIRE(LineWords(set).picture(own_stones) == "XXXXXX*XXXXXX");
  const std::string svg = LineWords(set).svg(std::span(&own_stones, 1), 1);
  CHECK(count_of(svg, "<circle") == 12);
  CHECK(count_of(svg, "fill=\"#e69f00\"") == 1);  // the stone that is rated
  CHECK(count_of(svg, "cx=\"14.7\"") == 1);       // the hindmost and the foremost cell of a board
  CHECK(count_of(svg, "cx=\"126.3\"") == 1);      // that reaches from 10 to 131
}

TEST_CASE(
    "stones have their owner's color, black for the candidate's side if either is possible; a "
    "legend says so") {
  const auto fills = [](std::string_view definition, std::uint32_t copy) {
    const connect6::PatternSet set = test::set_of(definition);
    const FeatureRow own_and_two{0, copy, 1 + 2 * 3 + 2 * 9, 1.0, 0.0, 1};
    REQUIRE(LineWords(set).picture(own_and_two) == "XO*O");
    const std::string svg = LineWords(set).svg(std::span(&own_and_two, 1), 1);
    CHECK(count_of(svg, "under (any) its side has black") > 0);
    return StoneCounts(count_of(svg, "fill=\"#222\" stroke"),
                       count_of(svg, "fill=\"#fff\" stroke"));
  };
  CHECK(fills("longer behind\nline row 3", 0) == StoneCounts(1, 2));
  CHECK(fills("longer behind\nline row 3", 1) == StoneCounts(2, 1));
  CHECK(fills("turn yes\nlonger behind\nline row 3", 3) == StoneCounts(2, 1));
  CHECK(fills("player no\nturn yes\nlonger behind\nline row 3", 1) == StoneCounts(1, 2));
  const std::string text = features_text(LineWords(test::set_of("line row 1")), {}, 8);
  CHECK(count_of(text, "X stones of its side") == 1);
  CHECK(count_of(text, "Elo: 400 log10 gamma, minus the mean") == 1);
}
