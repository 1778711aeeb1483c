#include "learning/poker_measure/running_means.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "learning/harness/curve_svg.h"
#include "learning/poker_measure/deal_clusters.h"
#include "learning/poker_measure/log_score.h"

namespace trivium::learning::poker_measure {

namespace {

constexpr std::size_t kPlaces = 100;
constexpr std::size_t kLinesPerChart = 5;

/// From below the least to above the greatest of `values`, and zero between, by some four steps of 1, 2 or 5 times a power of ten.
CurveScale scale_around(const std::vector<CurveLine>& lines) {
  double low = 0, high = 0;
  for (const CurveLine& line : lines) {
    const auto [least, greatest] = std::ranges::minmax(line.values);
    low = std::min(low, least);
    high = std::max(high, greatest);
  }
  const double quarter = std::max(high - low, 1e-3) / 4;
  const double power = std::pow(10.0, std::floor(std::log10(quarter)));
  const double step = power * (quarter > 5 * power ? 10 : quarter > 2 * power ? 5 : quarter > power ? 2 : 1);
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step))));
  return {std::floor(low / step) * step, std::max(std::ceil(high / step), 1.0) * step, step, decimals};
}

}  // namespace

double MatchCourse::mean_after(std::size_t hands) const noexcept {
  double sum = 0;
  for (std::size_t i = 0; i < hands; ++i) sum += won[i];
  return sum / static_cast<double>(hands);
}

Result<MatchCourse> course_of(std::span<const poker::StateRecord> hands, std::string_view player) {
  MatchCourse course;
  DealClusters clusters;
  for (const poker::StateRecord& record : hands) {
    const Result<int> position = position_in(record, player);
    if (!position) return position.error();
    if (record.names.size() != 2) return Error{"poker.game.players", fmt::format("hand {} is not for two players", record.hand.id())};
    const auto own = static_cast<std::size_t>(*position);
    const std::string& opponent = record.names[1 - own];
    if (course.won.empty()) course.opponent = opponent;
    if (opponent != course.opponent) {
      return Error{"poker.log.players",
                   fmt::format("hand {}: {} meets {}, {} before", record.hand.id(), player, opponent, course.opponent)};
    }
    course.won.push_back(record.hand.payoffs()[own]);
    clusters.add(record.hand);
  }
  if (course.won.empty()) return Error{"poker.log.empty", "there are no hands"};
  course.chips = clusters.mean(course.won);
  return course;
}

std::string running_means_svg(std::span<const MatchCourse> courses, std::string_view title) {
  std::size_t shortest = courses.front().won.size();
  for (const MatchCourse& course : courses) shortest = std::min(shortest, course.won.size());
  std::vector<std::size_t> places;
  const std::size_t count = std::min(shortest, kPlaces);
  for (std::size_t place = 1; place <= count; ++place) places.push_back(shortest * place / count);
  std::vector<CurveChart> charts;
  for (std::size_t first = 0; first < courses.size(); first += kLinesPerChart) {
    CurveChart chart{title, {}, {}};
    for (const MatchCourse& course : courses.subspan(first, std::min(kLinesPerChart, courses.size() - first))) {
      CurveLine line{course.opponent, {}};
      for (const std::size_t hands : places) line.values.push_back(course.mean_after(hands));
      chart.lines.push_back(std::move(line));
    }
    chart.scale = scale_around(chart.lines);
    charts.push_back(std::move(chart));
  }
  return curve_svg(places, charts);
}

}  // namespace trivium::learning::poker_measure
