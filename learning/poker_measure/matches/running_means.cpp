#include "learning/poker_measure/matches/running_means.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

#include "learning/charts/table_chart.h"
#include "learning/poker_measure/matches/log_score.h"

namespace trivium::learning::poker_measure {

namespace {

constexpr std::size_t kPlaces = 100;

}  // namespace

Winnings MatchCourse::after(std::size_t hands) const {
  return clusters.mean(std::span(won).first(hands));
}

Result<MatchCourse> course_of(std::span<const poker::StateRecord> hands, std::string_view player) {
  MatchCourse course;
  for (const poker::StateRecord& record : hands) {
    const Result<int> position = position_in(record, player);
    if (!position) return position.error();
    if (record.names.size() != 2)
      return Error{"poker.game.players", "hand {} is not for two players", record.hand.id()};
    const auto own = static_cast<std::size_t>(*position);
    const std::string& opponent = record.names[1 - own];
    if (course.won.empty()) course.opponent = opponent;
    if (opponent != course.opponent) {
      return Error{"poker.log.players",
                   "hand {}: {} meets {}, {} before",
                   record.hand.id(),
                   player,
                   opponent,
                   course.opponent};
    }
    course.won.push_back(record.hand.payoffs()[own]);
    course.clusters.add(record.hand);
  }
  if (course.won.empty()) return Error{"poker.log.empty", "there are no hands"};
  course.chips = course.after(course.won.size());
  return course;
}

std::string running_means_csv(std::span<const MatchCourse> courses) {
  std::size_t shortest = courses.front().won.size();
  for (const MatchCourse& course : courses) shortest = std::min(shortest, course.won.size());
  const std::size_t count = std::min(shortest, kPlaces);
  std::string csv = "opponent,hands,chips,low,high\n";
  std::map<std::string, int> matches;
  for (const MatchCourse& course : courses) {
    const int number = ++matches[course.opponent];
    const std::string name = charts::csv_text(
        number == 1 ? course.opponent : fmt::format("{} ({})", course.opponent, number));
    for (std::size_t place = 1; place <= count; ++place) {
      const std::size_t hands = shortest * place / count;
      const Winnings chips = course.after(hands);
      csv += fmt::format("{},{},{:.6g}", name, hands, chips.mean);
      csv += std::isfinite(chips.half_width)
                 ? fmt::format(",{:.6g},{:.6g}\n", chips.low(), chips.high())
                 : ",,\n";
    }
  }
  return csv;
}

std::string running_means_svg(std::span<const MatchCourse> courses, std::string_view title) {
  return charts::own_table_svg(running_means_csv(courses),
                               {.title = std::string(title),
                                .x = "hands: hands",
                                .y = {"mean winnings (chips a hand): chips(low..high)"},
                                .by = "opponent"});
}

}  // namespace trivium::learning::poker_measure
