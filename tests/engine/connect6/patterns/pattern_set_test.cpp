#include "engine/connect6/patterns/pattern_set.h"

#include <doctest/doctest.h>
#include <string>

#include "engine/core/rng.h"

namespace trivium::connect6 {
namespace {

PatternSet parsed(std::string_view text) {
  const Result<PatternSet> set = PatternSet::parse(text);
  REQUIRE_MESSAGE(set.has_value(), set.error().message);
  return *set;
}

std::string fault_of(std::string_view text) {
  const Result<PatternSet> set = PatternSet::parse(text);
  return set ? std::string() : set.error().message;
}

TEST_CASE("the paper's four sets have 5,832, 17,496, 52,488 and 34,992 features") {
  CHECK(PatternSet::named("paper-1")->features() == 5832);
  CHECK(PatternSet::named("paper-2")->features() == 17496);
  CHECK(PatternSet::named("paper-3")->features() == 52488);
  CHECK(PatternSet::named("paper-4")->features() == 34992);
}

TEST_CASE("with the center counted, a line of eight cells has 2 * 3^7 features") {
  CHECK(parsed("include_centre yes\nline row 8").features() == 4374);
  CHECK(parsed("line row 7").features() == 4374);
}

TEST_CASE("every named set can be parsed from its text") {
  for (const std::string_view name : PatternSet::names()) {
    const Result<PatternSet> set = PatternSet::named(name);
    REQUIRE(set.has_value());
    CHECK(set->name() == name);
    CHECK(parsed(set->text()) == *set);
  }
  CHECK(PatternSet::named("paper-5").error().message.find("extended or compact") !=
        std::string::npos);
}

TEST_CASE("settings apply to the groups after them") {
  const PatternSet set = parsed(
      "line row 7\nlonger behind\nplayer no\nedge clipped\nline column 7\nturn yes\nedge "
      "outside\nline rising 2\nmakes\n");
  const auto groups = set.groups();
  CHECK(groups[0].behind == 3);
  CHECK(groups[0].ahead == 4);
  CHECK(groups[1].behind == 4);
  CHECK(groups[1].edge == Edge::kClipped);
  CHECK_FALSE(groups[1].player);
  CHECK(set.tables()[0].features() == 2 * 2187);
  CHECK(set.tables()[1].features() == 121 * 40);  // (1 + 3 + ... + 81) * (1 + 3 + 9 + 27)
  CHECK(set.tables()[2].features() == 2 * 16);
  CHECK(set.tables()[3].name == "makes");
  CHECK(parsed(set.text()) == set);
}

TEST_CASE("lines that share a table have the same features") {
  const PatternSet set = parsed("line row+column 4\nline rising+falling 3");
  CHECK(set.groups().size() == 4);
  CHECK(set.features() == 2 * 81 + 2 * 27);
  CHECK(set.offset(0, 1) == set.offset(1, 1));
  CHECK(set.offset(1, 0) != set.offset(2, 0));
  CHECK(set.tables()[0].groups == std::vector<int>{0, 1});
}

TEST_CASE("a view distinguishes the sides and, if a group needs it, the stones of a turn") {
  const PatternSet plain = parsed("line row 2");
  CHECK(plain.views() == 2);
  CHECK(plain.view(0) == 0);
  CHECK(plain.view(1) == 1);
  CHECK(plain.view(2) == 1);
  CHECK(plain.view(3) == 0);
  const PatternSet turns = parsed("line row 2\nturn yes\nmakes");
  CHECK(turns.views() == 4);
  CHECK(turns.view(0) == 2);
  CHECK(turns.view(1) == 1);
  CHECK(turns.view(2) == 3);
  CHECK(turns.offset(0, 1) == turns.offset(0, 3));
  CHECK(turns.offset(1, 1) != turns.offset(1, 3));
}

TEST_CASE("a wrong definition is rejected with its place and the cause") {
  CHECK(fault_of("") ==
        "patterns: line 1, column 1: a set needs at least one group of lines, makes or parries");
  CHECK(fault_of("distance 1 9\n").find("at least one group of lines") != std::string::npos);
  CHECK(fault_of("line row 8\nlime row 7") ==
        "patterns: line 2, column 1: unknown word 'lime'; did you mean line?");
  CHECK(fault_of("line row+diagonal 8") ==
        "patterns: line 1, column 6: row, column, rising or falling expected, or several joined by "
        "'+', found 'row+diagonal'");
  CHECK(fault_of("line row+row 8") ==
        "patterns: line 1, column 6: the same direction twice in 'row+row'");
  CHECK(fault_of("  line row 25") == "patterns: line 1, column 12: length '25' is not in 1 to 24");
  CHECK(fault_of("line row") == "patterns: line 1, column 9: length nothing is not in 1 to 24");
  CHECK(fault_of("include_centre yes\nline row 1") ==
        "patterns: line 2, column 10: length '1' is not in 2 to 25");
  CHECK(fault_of("line row 8 4") == "patterns: line 1, column 12: the line should end before '4'");
  CHECK(fault_of("line row 8\nline row 8") ==
        "patterns: line 2, column 10: a group row_4_4 is defined twice");
  CHECK(fault_of("edge wall") ==
        "patterns: line 1, column 6: opponent, outside or clipped expected, found 'wall'");
  CHECK(fault_of("line row 20") == "patterns: line 1, column 10: more than 16777216 features");
  CHECK(fault_of("line row 6\nfeatures 1457") ==
        "patterns: line 2, column 10: the groups above have 1458 features, not 1457");
  CHECK(fault_of("line row 6\nfeatures 1458\nmakes") ==
        "patterns: line 3, column 1: nothing may follow 'features'");
  CHECK(fault_of("name \x01\nline row 6")
            .find("column 6: a name of 1 to 40 printable characters expected") !=
        std::string::npos);
}

TEST_CASE("a definition with random changes is valid or rejected with a place") {
  const std::string sound = PatternSet::named("extended")->text();
  Rng rng(5);
  int rejected = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = sound;
    for (int change = 0; change < 2; ++change) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
      if (rng.below(3) == 0) {
        text.erase(at, 1 + rng.below(8));
      } else {
        text[at] = static_cast<char>(rng.below(256));
      }
      if (text.empty()) text.push_back(' ');
    }
    const Result<PatternSet> set = PatternSet::parse(text);
    if (set) {
      CHECK(parsed(set->text()) == *set);
    } else {
      ++rejected;
      CHECK(set.error().message.starts_with("patterns: line "));
    }
  }
  CHECK(rejected > 1000);
}

}  // namespace
}  // namespace trivium::connect6
