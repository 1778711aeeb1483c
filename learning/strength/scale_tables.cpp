#include "learning/strength/scale_tables.h"

#include <cstddef>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>
#include <vector>

#include "learning/charts/report.h"
#include "learning/charts/table_chart.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::strength {

std::string levels_text(std::span<const MeasuredLevel> levels, const chess::StrengthScale& scale) {
  std::string table = fmt::format("{:>6} {:>8} {:>8} {:>7} {:>7} {:>7}\n", "elo", "+-", "nodes",
                                  "weight", "games", "known");
  for (const auto& [level, games, with_known, left_out] : levels) {
    table += fmt::format("{:>6.0f} {:>8.0f} {:>8} {:>7.3f} {:>7} {:>7} {}\n", level.elo,
                         statistics::kNormal95 * level.error, level.search.nodes,
                         level.search.weight, games, with_known,
                         left_out != nullptr ? left_out : origin_text(level, scale.levels));
  }
  return table;
}

std::string check_csv(std::span<const int> levels, const LevelResults& results) {
  const std::vector<statistics::Rating> ratings = results.ratings();
  std::string csv = "uci_elo,elo,reach,games,score\n";
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const statistics::GameCounts games = results.games_of(i, false);
    csv += fmt::format("{},{:.0f},{:.0f},{},{:.1f}\n", levels[i], ratings[i].elo,
                       statistics::kNormal95 * ratings[i].standard_error, games.games(),
                       games.points());
  }
  return csv;
}

std::string check_markdown(const std::string& csv) {
  std::string table =
      "| UCI_Elo | measured Elo | 95 % +- | games | score |\n|---:|---:|---:|---:|---:|\n";
  const std::vector<std::vector<std::string>> rows = charts::csv_rows(csv);
  for (std::size_t i = 1; i < rows.size(); ++i)
    table += fmt::format("| {} |\n", fmt::join(rows[i], " | "));
  return table;
}

std::string scale_markdown(const chess::StrengthScale& scale, const std::string& check) {
  std::string text =
      "| elo | 95 % +- | nodes for each move | weight | |\n|---:|---:|---:|---:|---|\n";
  for (const chess::Level& level : scale.levels) {
    text += fmt::format("| {:.0f} | {:.0f} | {} | {:.3f} | {} |\n", level.elo,
                        statistics::kNormal95 * level.error, level.search.nodes,
                        level.search.weight, origin_text(level, scale.levels));
  }
  if (check.empty()) return text;
  return text +
         "\nLevels in between, measured in games with their neighbors and with players of known "
         "strength:\n\n" +
         check;
}

std::string scale_json(const chess::StrengthScale& scale, const std::string& check) {
  std::string levels = "elo,reach,nodes,weight,origin\n";
  for (const chess::Level& level : scale.levels) {
    levels +=
        fmt::format("{},{},{},{},{}\n", level.elo, statistics::kNormal95 * level.error,
                    level.search.nodes, level.search.weight, origin_text(level, scale.levels));
  }
  std::vector<charts::ReportFile> files{{"levels.csv", std::move(levels)}};
  if (!check.empty()) files.push_back({"check.csv", check});
  return charts::tables_json(files);
}

}  // namespace trivium::learning::strength
