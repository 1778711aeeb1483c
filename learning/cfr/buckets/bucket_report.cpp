#include "learning/cfr/buckets/bucket_report.h"

#include <cstddef>
#include <fmt/format.h>
#include <utility>

#include "learning/charts/chart.h"

namespace trivium::learning::cfr {

namespace {

/// Returns a chart of one figure by round. `y` is the title of its axis.
charts::Chart chart_of(std::string y, double BucketFigures::*figure, const MadeBuckets& made) {
  charts::Chart chart{"", {"round"}, {std::move(y), false, {0}}};
  charts::Line& line = chart.lines.emplace_back();
  for (int round = 0; round < poker::kHoldemRounds; ++round) {
    chart.groups.emplace_back(round_name(round));
    line.points.push_back(
        {static_cast<double>(round), made.figures[static_cast<std::size_t>(round)].*figure});
  }
  return chart;
}

}  // namespace

std::string buckets_csv(const MadeBuckets& made, const TimesToFind& times) {
  std::string csv = "round,buckets,samples,distance,explained,microseconds_per_board\n";
  for (int round = 0; round < poker::kHoldemRounds; ++round) {
    const auto r = static_cast<std::size_t>(round);
    const BucketFigures& figures = made.figures[r];
    csv += fmt::format("{},{},{},{:.6g},{:.6g},{:.1f}\n", round_name(round), made.data.counts[r],
                       figures.samples, figures.distance, figures.explained, times[r]);
  }
  return csv;
}

std::string river_csv(const MadeBuckets& made) {
  return fmt::format("grouped_by,explained\nbuckets,{:.6g}\nequity,{:.6g}\n",
                     made.against_classes.by_buckets, made.against_classes.by_equity);
}

std::string buckets_svg(const MadeBuckets& made) {
  return charts::svg_of(charts::Picture{
      "Buckets by round",
      {chart_of("explained variance of equity (share)", &BucketFigures::explained, made),
       chart_of("distance from the centroid (equity)", &BucketFigures::distance, made)},
      2});
}

}  // namespace trivium::learning::cfr
