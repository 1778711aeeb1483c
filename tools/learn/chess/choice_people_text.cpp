#include "tools/learn/chess/choice_people_text.h"

#include <fmt/format.h>
#include <vector>

#include "learning/statistics/intervals.h"
#include "tools/learn/chess/choice_output.h"
#include "tools/match/record/standings/text_table.h"

namespace trivium::tools {

namespace {

namespace choice = learning::choice;
using match::TextTable;

constexpr std::size_t kMaxColumns = 8;

/// Returns a share with its interval: "30.8 % (25.5 to 36.6)".
std::string share_text(const learning::statistics::Estimate& share) {
  return fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100 * share.value, 100 * share.low,
                     100 * share.high);
}

std::string part_text(std::uint64_t part, std::uint64_t all) {
  return match::percentage(static_cast<double>(part), static_cast<double>(all));
}

std::string figures_text(const std::string& heading, std::span<const choice::GroupFit> groups) {
  TextTable table({heading, "moves", "bits", "of", "compr. %", "held out", "bits", "of", "compr. %",
                   "top 1 %", "top 5 %"},
                  0);
  for (const choice::GroupFit& group : groups) {
    std::vector<std::string> row{group.name};
    for (const choice::ChoiceSums* sums : {&group.fit.sums, &group.held_out}) {
      row.push_back(fmt::format("{}", sums->decisions));
      row.push_back(fmt::format("{:.4f}", sums->bits_each()));
      row.push_back(fmt::format("{:.4f}", sums->random_bits_each()));
      row.push_back(match::percentage(-sums->log_likelihood, sums->random));
    }
    row.push_back(part_text(group.held_out.first, group.held_out.decisions));
    row.push_back(part_text(group.held_out.in_five, group.held_out.decisions));
    table.add(std::move(row));
  }
  return table.text();
}

std::string weights_text(const std::string& heading, std::span<const choice::GroupFit> groups,
                         std::span<const std::string> attributes) {
  std::vector<std::string> head{heading};
  for (const std::string& attribute : attributes) head.insert(head.end(), {attribute, "+-"});
  TextTable table(std::move(head), 0);
  for (const choice::GroupFit& group : groups) {
    std::vector<std::string> row{group.name};
    for (std::size_t k = 0; k < attributes.size(); ++k) {
      row.push_back(fmt::format("{:.4f}", group.fit.weights[k]));
      row.push_back(
          fmt::format("{:.4f}", learning::statistics::kNormal95 * group.fit.standard_errors[k]));
    }
    table.add(std::move(row));
  }
  return table.text();
}

}  // namespace

std::string groups_text(const std::string& heading, std::span<const choice::GroupFit> groups,
                        std::span<const std::string> attributes) {
  std::string text = figures_text(heading, groups);
  if (attributes.size() <= kMaxColumns) text += '\n' + weights_text(heading, groups, attributes);
  std::vector<const choice::Fit*> fits;
  for (const choice::GroupFit& group : groups) fits.push_back(&group.fit);
  return text + errors_text(fits);
}

std::string style_text(std::span<const choice::GroupFit> players,
                       std::span<const choice::StyleRow> rows) {
  std::vector<std::string> head{"own weights over", "games", "moves"};
  for (const choice::Rival rival : choice::kRivals)
    head.insert(head.end(), {std::string(choice::rival_name(rival)), "+-"});
  head.emplace_back("best of other players");
  TextTable table(std::move(head), 0);
  for (std::size_t p = 0; p < rows.size(); ++p) {
    std::vector<std::string> row{players[p].name, fmt::format("{}", rows[p].games),
                                 fmt::format("{}", rows[p].moves)};
    for (const choice::Gain& gain : rows[p].gain) {
      row.push_back(match::signed_figure(gain.each, 5));
      row.push_back(match::error_figure(learning::statistics::kNormal95 * gain.standard_error, 5));
    }
    row.push_back(players[rows[p].best_other].name);
    table.add(std::move(row));
  }
  std::string text = "held-out log-likelihood per move, in nats:\n" + table.text();
  for (const choice::Rival rival : choice::kRivals) {
    std::uint64_t better = 0, clearly = 0;
    for (const choice::StyleRow& row : rows) {
      const choice::Gain& gain = row.gain[static_cast<std::size_t>(rival)];
      better += gain.each > 0;
      clearly += gain.is_clear();
    }
    text +=
        fmt::format("own weights predict better than {}: {} of {} players, {}; significantly: {}\n",
                    choice::rival_name(rival), better, rows.size(),
                    share_text(learning::statistics::share_of(better, rows.size())), clearly);
  }
  return text;
}

std::string identification_text(std::span<const choice::IdentificationRow> rows,
                                std::size_t players) {
  std::string text = fmt::format("identified player, of {} players (chance {:.1f} %):\n", players,
                                 100 / static_cast<double>(players));
  TextTable table({"games seen", "sets", "right", "mean of players", "of all sets (95 %)"}, 4);
  for (const choice::IdentificationRow& row : rows) {
    table.add(
        {fmt::format("{}", row.games), fmt::format("{}", row.sets), fmt::format("{}", row.right),
         row.sets == 0 ? "n/a" : fmt::format("{:.1f} %", 100 * row.mean_share),
         row.sets == 0 ? "n/a" : share_text(learning::statistics::share_of(row.right, row.sets))});
  }
  return text + table.text();
}

}  // namespace trivium::tools
