#include "learning/poker_measure/matches/running_means.h"

#include <cmath>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "learning/poker_measure/matches/duplicate.h"
#include "tests/learning/poker_measure/poker_support.h"

namespace trivium::learning::poker_measure {
namespace {

using doctest::Approx;

std::vector<poker::StateRecord> leduc_records(const std::vector<std::string>& lines) {
  return records_of(lines, game_called("leduc"));
}

// Two deals, each played in both positions.
const std::vector<std::string> kLog{
    "STATE:0:cc/cc:Ks|Qs/Kh:1|-1:me|you", "STATE:1:cc/cc:Ks|Qs/Kh:1|-1:you|me",
    "STATE:2:rc/cc:Qs|As/Kh:-3|3:me|you", "STATE:3:cc/cc:Qs|As/Kh:-1|1:you|me"};

}  // namespace

TEST_CASE("a course has the player's winnings by hand, and deals are its sampling units") {
  const Result<MatchCourse> course = course_of(leduc_records(kLog), "me");
  REQUIRE(course);
  CHECK(course->opponent == "you");
  CHECK(course->won == std::vector<double>{1, -1, -3, 1});
  CHECK(course->after(1).mean == 1);
  CHECK(course->after(3).mean == -1);
  CHECK(course->after(4).mean == -0.5);
  CHECK(course->chips.mean == -0.5);
  CHECK(course->chips.units == 2);
}

TEST_CASE("hands that are not one match of the player are errors") {
  const auto fault = [](const std::vector<std::string>& lines, std::string_view player) {
    const Result<MatchCourse> course = course_of(leduc_records(lines), player);
    return course ? std::string() : course.error().message;
  };
  CHECK(fault({}, "me") == "there are no hands");
  CHECK(fault(kLog, "other") == "hand 0: other does not play in it");
  CHECK(fault({kLog[0], "STATE:1:cc/cc:Ks|Qs/Kh:1|-1:you2|me"}, "me") ==
        "hand 1: me meets you2, you before");
  CHECK(fault({"STATE:7:cc/cc:Ks|Qs/Kh:1|-1:me|me"}, "me") == "hand 7: two players are called me");
}

TEST_CASE("running means have intervals and end with the shortest match") {
  const std::vector<std::string> longer{kLog[0], kLog[1], kLog[2], kLog[3], kLog[2]};
  const std::vector<MatchCourse> courses{*course_of(leduc_records(kLog), "me"),
                                         *course_of(leduc_records(longer), "me")};
  const std::string csv = running_means_csv(courses);
  CHECK(csv.starts_with(
      "opponent,hands,chips,low,high\n\"you\",1,1,,\n\"you\",2,0,,\n\"you\",3,-1,"));
  CHECK(csv.find("\n\"you (2)\",4,-0.5,") != std::string::npos);
  CHECK(csv.find(",5,") == std::string::npos);
  const std::string svg = running_means_svg(courses, "ours & theirs");
  for (const char* const text : {">ours &amp; theirs<", ">you<", ">you (2)<", "class=\"area s1\""})
    CHECK(svg.find(text) != std::string::npos);
}

TEST_CASE("the mean after some hands counts only the clusters of these hands") {
  const Result<MatchCourse> course = course_of(leduc_records(kLog), "me");
  CHECK(course->after(2).units == 1);
  CHECK(course->after(3).units == 2);
}

TEST_CASE("hands with the same two holdings in either order are one sampling unit") {
  DealClusters clusters;
  for (const poker::StateRecord& record :
       leduc_records({kLog[0], kLog[2], "STATE:2:cc/cc:Qs|Ks/Kh:-1|1:me|you"}))
    clusters.add(record.hand);
  const Winnings mean = clusters.mean(std::vector<double>{4, 1, 4});
  CHECK(mean.units == 2);
  CHECK(mean.mean == 3);
  // The sums of deviations from the mean by cluster are 2 and -2.
  CHECK(mean.half_width == Approx(1.959964 * std::sqrt(8 * 2.0) / 3));
  DealClusters one;
  one.add(leduc_records(kLog)[0].hand);
  CHECK(std::isinf(one.mean(std::vector<double>{1}).half_width));
}

}  // namespace trivium::learning::poker_measure
