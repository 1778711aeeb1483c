#include "learning/btmm/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <vector>

#include "engine/connect6/patterns/pattern_tactics.h"
#include "learning/charts/svg_text.h"
#include "learning/charts/table_chart.h"

namespace trivium::learning::btmm {

namespace {

using connect6::Edge;
using connect6::GroupKind;
using connect6::PatternGroup;
using connect6::PatternSet;

constexpr std::array<char, 4> kStates = {'.', 'X', 'O', '|'};

constexpr std::string_view kTextLegend =
    "Lines: * the stone that is rated, X stones of its side, O the opponent's, . empty cells, | "
    "beyond the edge.\n"
    "Elo: 400 log10 gamma, minus the mean over the chosen features under the same heading. "
    "Multiplying all gammas\n"
    "there by one number leaves predictions unchanged, so only differences within a heading have a "
    "meaning.\n\n";
constexpr std::string_view kPictureLegend =
    "Red: the stone that is rated; under (any) its side has black. Grey: beyond the edge. Elo: "
    "less the mean under the same heading.";

const PatternGroup& group_of(const PatternSet& set, const FeatureRow& row) {
  return set.groups()[static_cast<std::size_t>(row.table->groups.front())];
}

/// Returns how many cells a clipped line with this code reads behind and ahead. Subtracts from
/// `code` the number of codes of shorter lines, which precede it.
std::pair<int, int> unclip(const PatternGroup& group, std::uint32_t& code) {
  for (int behind = 0; behind <= group.behind; ++behind) {
    std::uint32_t codes = 1;
    for (int i = 0; i < behind; ++i) codes *= 3;
    for (int ahead = 0; ahead <= group.ahead; ++ahead, codes *= 3) {
      if (code < codes) return {behind, ahead};
      code -= codes;
    }
  }
  return {group.behind, group.ahead};
}

std::string line_picture(const PatternGroup& group, std::uint32_t code) {
  auto [behind, ahead] =
      group.edge == Edge::kClipped ? unclip(group, code) : std::pair(group.behind, group.ahead);
  const std::uint32_t base = group.edge == Edge::kOutside ? 4 : 3;
  std::string text = behind < group.behind ? "|" : "";
  for (int i = 0; i < behind + ahead; ++i, code /= base) {
    if (i == behind) text += '*';
    text += kStates[code % base];
  }
  if (ahead == 0) text += '*';
  return text + (ahead < group.ahead ? "|" : "");
}

std::string tactic_words(std::uint32_t code) {
  if (code == connect6::kTacticCodes - 1) return "six";
  if (code >= 24) return code == 24 ? "five" : "fives on two lines";
  std::string text;
  const auto add = [&text](std::string_view words) {
    text.append(text.empty() ? "" : ", ").append(words);
  };
  const std::array<std::string_view, 4> fours = {"", "a four", "fours for two stones",
                                                 "fours for three stones"};
  const std::array<std::string_view, 3> threes = {"", "a live three", "live threes"};
  if (code / 6 > 0) add(fours[code / 6]);
  if (code / 2 % 3 > 0) add(threes[code / 2 % 3]);
  if (code % 2 > 0) add("a three");
  return text.empty() ? "nothing" : text;
}

/// Splits the rows by table and copy, and sorts each part, strongest first.
std::vector<std::vector<FeatureRow>> by_block(std::span<const FeatureRow> rows) {
  std::vector<std::vector<FeatureRow>> blocks;
  for (const FeatureRow& row : rows) {
    if (blocks.empty() || blocks.back().front().table != row.table ||
        blocks.back().front().copy != row.copy)
      blocks.emplace_back();
    blocks.back().push_back(row);
  }
  for (auto& block : blocks) std::ranges::stable_sort(block, std::greater{}, &FeatureRow::elo);
  return blocks;
}

/// True if the feature is for White's stones only.
bool is_white(const PatternGroup& group, const FeatureRow& row) {
  return group.player && row.copy % 2 == 1;
}

/// Draws a line on a small board with the candidate in the middle. All boards have the same size;
/// longer lines have smaller cells. `own` is the fill color of stones of the candidate's side,
/// `others` that of the opponent's.
std::string board_svg(const PatternGroup& group, const std::string& cells, double left, double top,
                      std::string_view own, std::string_view others) {
  constexpr double kHalf = 60.5;
  const int reach = std::max({5, group.behind, group.ahead});
  const double cell = kHalf / (reach + 0.5);
  const connect6::Step step = connect6::step(group.direction);
  const auto middle = static_cast<int>(cells.find('*'));
  std::string svg = fmt::format(
      "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2}\" height=\"{2}\" fill=\"#f0ddb0\"/>\n", left,
      top, 2 * kHalf);
  for (int i = 0; i <= 2 * reach; ++i) {
    const double at = cell * i + cell / 2;
    svg += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}v{4:.1f}M{2:.1f} {3:.1f}h{4:.1f}\" stroke=\"#c8a86a\"/>\n",
        left + at, top + cell / 2, left + cell / 2, top + at, 2 * reach * cell);
  }
  for (int i = 0; i < static_cast<int>(cells.size()); ++i) {
    const double x = left + kHalf + (i - middle) * step.columns * cell;
    const double y = top + kHalf - (i - middle) * step.rows * cell;  // rows grow upwards
    const char state = cells[static_cast<std::size_t>(i)];
    if (state == '|') {
      svg += fmt::format(
          "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{2:.1f}\" "
          "fill=\"#888\"/>\n",
          x - cell / 2, y - cell / 2, cell);
    } else if (state == '.') {
      svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"1.5\" fill=\"#777\"/>\n", x, y);
    } else {
      const std::string_view fill = state == 'X' ? own : state == 'O' ? others : "#d62728";
      svg += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"#222\"/>\n", x, y,
          0.42 * cell, fill);
    }
  }
  return svg;
}

}  // namespace

std::string curve_csv(std::span<const IterationRow> curve) {
  std::string csv = "iteration,objective,train,held_out,damped\n";
  for (const IterationRow& row : curve) {
    csv += fmt::format("{},{:.9f},{:.9f},{:.9f},{}\n", row.iteration, row.objective, row.train,
                       row.held_out, row.damped ? 1 : 0);
  }
  return csv;
}

std::string curve_svg(std::span<const IterationRow> curve) {
  const bool held_out =
      std::ranges::any_of(curve, [](const IterationRow& row) { return row.held_out != 0.0; });
  return charts::own_table_svg(
      curve_csv(curve),
      {.title = "Evidence by iteration",
       .x = "iteration: iteration",
       .y = {std::string("mean log-evidence (nats a stone): train=training games") +
             (held_out ? ", held_out=held-out games" : "")}});
}

std::string ranks_csv(const Evaluation& train, const Evaluation& held_out) {
  std::string csv = "places,train,held_out\n";
  for (std::size_t places = 1; places <= train.ranks.size(); ++places) {
    csv += fmt::format("{},{:.6f},{:.6f}\n", places, train.among_first(places),
                       held_out.among_first(places));
  }
  return csv;
}

std::string stones_csv(const Evaluation& train, const Evaluation& held_out) {
  std::string csv =
      "stones,train_states,train,train_uniform,train_first,held_out_states,held_out,held_out_"
      "uniform,held_out_first\n";
  const auto columns = [](const EvidenceSums& sums) {
    return fmt::format(",{},{:.6f},{:.6f},{:.6f}", sums.states, sums.mean(), sums.mean_uniform(),
                       sums.states > 0 ? sums.first / static_cast<double>(sums.states) : 0.0);
  };
  for (std::size_t stones = 0; stones < train.by_stone.size(); ++stones) {
    if (train.by_stone[stones].states + held_out.by_stone[stones].states == 0) continue;
    csv += fmt::format("{}{}{}\n", stones, columns(train.by_stone[stones]),
                       columns(held_out.by_stone[stones]));
  }
  return csv;
}

std::vector<FeatureRow> feature_rows(const PatternSet& set, std::span<const double> gammas,
                                     std::span<const std::uint64_t> wins) {
  std::vector<FeatureRow> rows;
  for (const connect6::PatternTable& table : set.tables()) {
    for (std::uint32_t copy = 0; copy < table.copies; ++copy) {
      const std::size_t begin = rows.size();
      double sum = 0.0;
      for (std::uint32_t code = 0; code < table.codes; ++code) {
        const std::size_t feature = table.begin + copy * table.codes + code;
        if (wins[feature] == 0) continue;
        rows.push_back({&table, copy, code, gammas[feature], 400.0 * std::log10(gammas[feature]),
                        wins[feature]});
        sum += rows.back().elo;
      }
      for (std::size_t i = begin; i < rows.size(); ++i)
        rows[i].elo -= sum / static_cast<double>(rows.size() - begin);
    }
  }
  return rows;
}

std::string picture(const PatternSet& set, const FeatureRow& row) {
  const PatternGroup& group = group_of(set, row);
  switch (group.kind) {
    case GroupKind::kLine:
      return line_picture(group, row.code);
    case GroupKind::kMakes:
    case GroupKind::kOpponentMakes:
      return tactic_words(row.code);
    case GroupKind::kDistance:
      if (row.code == 0) return "no such stone";
      return fmt::format("distance {}{}", row.code + 1,
                         static_cast<int>(row.code) + 1 == group.limit ? " or more" : "");
    case GroupKind::kParries:
      break;
  }
  return std::array{"nothing to parry", "parries none", "parries some", "parries all"}[row.code];
}

std::string stones_of(const PatternSet& set, const FeatureRow& row) {
  const PatternGroup& group = group_of(set, row);
  std::string text = !group.player ? "any" : is_white(group, row) ? "white" : "black";
  if (group.turn)
    text += (group.player ? row.copy / 2 : row.copy) == 0 ? ", first stone" : ", second stone";
  return text;
}

std::string features_csv(const PatternSet& set, std::span<const FeatureRow> rows) {
  std::string csv = "table,who,code,picture,gamma,elo,wins\n";
  for (const FeatureRow& row : rows) {
    csv +=
        fmt::format("{},\"{}\",{},\"{}\",{:.9g},{:.1f},{}\n", row.table->name, stones_of(set, row),
                    row.code, picture(set, row), row.gamma, row.elo, row.wins);
  }
  return csv;
}

std::string features_text(const PatternSet& set, std::span<const FeatureRow> rows,
                          std::size_t each) {
  std::string text(kTextLegend);
  for (const std::vector<FeatureRow>& block : by_block(rows)) {
    text += fmt::format("{} ({})\n{:>10} {:>8} {:>9}\n", block.front().table->name,
                        stones_of(set, block.front()), "gamma", "Elo", "chosen");
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (i == each && block.size() > 2 * each) text += fmt::format("{:>29}\n", "...");
      if (i >= each && i + each < block.size()) continue;
      text += fmt::format("{:>10.4g} {:>8.0f} {:>9}  {}\n", block[i].gamma, block[i].elo,
                          block[i].wins, picture(set, block[i]));
    }
    text += '\n';
  }
  return text;
}

std::string features_svg(const PatternSet& set, std::span<const FeatureRow> rows,
                         std::size_t each) {
  constexpr double kWide = 160;
  constexpr double kHigh = 175;
  std::string body = charts::text_svg(10, 17, kPictureLegend);
  double top = 30;
  for (const std::vector<FeatureRow>& block : by_block(rows)) {
    const PatternGroup& group = group_of(set, block.front());
    if (group.kind != GroupKind::kLine) continue;
    const auto [own, others] =
        is_white(group, block.front()) ? std::pair("#fff", "#222") : std::pair("#222", "#fff");
    body += charts::text_svg(
        10, top + 12,
        fmt::format("{} ({})", block.front().table->name, stones_of(set, block.front())),
        charts::Anchor::kStart, "strong");
    for (std::size_t i = 0; i < std::min(each, block.size()); ++i) {
      const double left = 10 + kWide * static_cast<double>(i);
      body += board_svg(group, picture(set, block[i]), left, top + 18, own, others);
      body += charts::text_svg(left, top + kHigh - 22,
                               fmt::format("Elo {:+.0f}, {} times", block[i].elo, block[i].wins));
    }
    top += kHigh;
  }
  return charts::document_svg(20 + kWide * static_cast<double>(each), top + 10,
                              "The strongest patterns", kPictureLegend, body);
}

}  // namespace trivium::learning::btmm
