#include "learning/btmm/connect6/line_words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "engine/connect6/patterns/pattern_tactics.h"

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
    "Diamond: the stone that is rated; under (any) its side has black. Grey: beyond the edge. Elo: "
    "less the mean under the same heading.";
/// Half of the side of a board in pictures.
constexpr double kHalf = 60.5;

const PatternGroup& group_of(const PatternSet& set, const FeatureRow& row) {
  return set.groups()[static_cast<std::size_t>(set.tables()[row.table].groups.front())];
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

/// True if the feature is for White's stones only.
bool is_white(const PatternGroup& group, const FeatureRow& row) {
  return group.player && row.copy % 2 == 1;
}

/// Draws a line on a small board with the candidate in the middle. All boards have the same size;
/// longer lines have smaller cells. `own` is the fill color of stones of the candidate's side,
/// `others` that of the opponent's.
std::string line_board_svg(const PatternGroup& group, const std::string& cells, double left,
                           double top, std::string_view own, std::string_view others) {
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
    } else if (state == '*') {
      svg += rated_svg(x, y, 0.5 * cell);
    } else {
      svg += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"#222\"/>\n", x, y,
          0.42 * cell, state == 'X' ? own : others);
    }
  }
  return svg;
}

}  // namespace

std::string_view LineWords::table(const FeatureRow& row) const {
  return set_.tables()[row.table].name;
}

std::string LineWords::picture(const FeatureRow& row) const {
  const PatternGroup& group = group_of(set_, row);
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

std::string LineWords::scope(const FeatureRow& row) const {
  const PatternGroup& group = group_of(set_, row);
  std::string text = !group.player ? "any" : is_white(group, row) ? "white" : "black";
  if (group.turn)
    text += (group.player ? row.copy / 2 : row.copy) == 0 ? ", first stone" : ", second stone";
  return text;
}

std::string_view LineWords::legend() const { return kTextLegend; }

FeatureWords::Pictures LineWords::pictures() const {
  return {"The strongest patterns", kPictureLegend, 2 * kHalf, 160};
}

std::string LineWords::board_svg(const FeatureRow& row, double left, double top) const {
  const PatternGroup& group = group_of(set_, row);
  if (group.kind != GroupKind::kLine) return {};
  const auto [own, others] =
      is_white(group, row) ? std::pair("#fff", "#222") : std::pair("#222", "#fff");
  return line_board_svg(group, picture(row), left, top, own, others);
}

}  // namespace trivium::learning::btmm
