#include "learning/choice/report/people_tables.h"

#include <algorithm>
#include <fmt/format.h>

#include "learning/charts/table_chart.h"
#include "learning/choice/report/report_figures.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::choice {

namespace {

std::string groups_heading(std::span<const std::string> attributes) {
  return "name,train_moves,train_bits,train_random_bits,train_compression,held_out_moves,"
         "held_out_bits,held_out_random_bits,held_out_compression,held_out_first,"
         "held_out_in_five" +
         weight_names_csv(attributes);
}

std::string sums_cells(const ChoiceSums& sums) {
  return fmt::format(",{},{:.5f},{:.5f},{:.5f}", sums.cases, sums.bits_each(),
                     sums.random_bits_each(), sums.compression());
}

std::string group_cells(const GroupFit& group) {
  std::string text =
      charts::csv_text(group.name) + sums_cells(group.fit.sums) + sums_cells(group.held_out);
  text += fmt::format(",{:.5f},{:.5f}", group.held_out.accuracy(), group.held_out.among_five());
  return text + weight_cells(group.fit);
}

}  // namespace

std::string groups_csv(std::span<const GroupFit> groups, std::span<const std::string> attributes) {
  std::string text = groups_heading(attributes) + '\n';
  for (const GroupFit& group : groups) text += group_cells(group) + '\n';
  return text;
}

std::string players_csv(std::span<const GroupFit> players, std::span<const StyleRow> style,
                        std::span<const std::string> attributes) {
  std::string text = groups_heading(attributes) + ",held_out_games,best_other";
  for (const std::string_view rival : kRivals) {
    std::string name(rival);
    std::ranges::replace(name, ' ', '_');
    text += fmt::format(",gain_over_{0},gain_over_{0}_error", name);
  }
  text += '\n';
  for (std::size_t p = 0; p < players.size(); ++p) {
    text +=
        group_cells(players[p]) +
        fmt::format(",{},{}", style[p].games, charts::csv_text(players[style[p].best_other].name));
    for (const Gain& gain : style[p].gain)
      text += fmt::format(",{:.6f},{:.6f}", gain.each, gain.standard_error);
    text += '\n';
  }
  return text;
}

std::string matrix_csv(std::span<const GroupFit> players, std::span<const StyleRow> style) {
  std::string text = "mover,moves";
  for (const GroupFit& player : players) text += ',' + charts::csv_text(player.name);
  text += ",together\n";
  for (std::size_t p = 0; p < players.size(); ++p) {
    text += fmt::format("{},{}", charts::csv_text(players[p].name), style[p].moves);
    for (const double each : style[p].each) text += fmt::format(",{:.6f}", each);
    text += '\n';
  }
  return text;
}

std::string identification_csv(std::span<const IdentificationRow> rows, std::size_t players) {
  std::string text = "games,sets,right,share,low,high,mean_share,chance\n";
  for (const IdentificationRow& row : rows) {
    const statistics::Estimate share = statistics::share_of(row.right, row.sets);
    text += fmt::format("{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f}\n", row.games, row.sets,
                        row.right, share.value, share.low, share.high, row.mean_share,
                        1 / static_cast<double>(players));
  }
  return text;
}

std::string identification_svg(std::span<const IdentificationRow> rows, std::size_t players) {
  std::vector<IdentificationRow> tried(rows.begin(), rows.end());
  std::erase_if(tried, [](const IdentificationRow& row) { return row.sets == 0; });
  return charts::own_table_svg(identification_csv(tried, players),
                               {.title = "Players identified by the moves of their games",
                                .x = "unseen games of a player: games",
                                .y = {"sets of games named correctly (share): share(low..high)=all "
                                      "sets, mean_share=mean of players, chance=by chance"},
                                .logarithmic = "x"});
}

}  // namespace trivium::learning::choice
