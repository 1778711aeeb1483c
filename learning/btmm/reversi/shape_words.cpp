#include "learning/btmm/reversi/shape_words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace trivium::learning::btmm {

namespace {

using reversi::CountKind;
using reversi::Shape;
using reversi::Square;

constexpr std::array<char, 3> kDigits = {'.', 'X', 'O'};

constexpr std::string_view kTextLegend =
    "Shapes: a letter for each square, in the order of the shape's definition: * the move that is "
    "rated, X discs of\n"
    "its side, O discs of the other side, . empty squares.\n"
    "Elo: 400 log10 gamma, minus the mean over the chosen features under the same heading.\n\n";
constexpr std::string_view kPictureLegend =
    "Diamond: the move that is rated; black: discs of its side. Grey squares do not count. Elo: "
    "less the mean under the same heading.";
/// Side of a square in pictures.
constexpr double kSide = 14;

// In the order of the codes of CountKind::kSquare, with the letters that players use.
constexpr std::array<std::string_view, 10> kSquareNames = {
    "a1 (corner)", "b1 (C)", "c1 (A)", "d1 (B)", "b2 (X)", "c2", "d2", "c3", "d3", "d4"};

/// Returns "3 discs flipped", or "12 or more discs flipped" for the last code, which stands for
/// greater counts too.
std::string counted_words(std::uint32_t count, bool or_more, std::string_view one,
                          std::string_view many) {
  return fmt::format("{}{} {}", count, or_more ? " or more" : "",
                     count == 1 && !or_more ? one : many);
}

std::string count_words(const reversi::CountGroup& group, std::uint32_t code) {
  const bool last = code + 1 == group.codes;
  switch (group.kind) {
    case CountKind::kFlips:
      return counted_words(code + 1, last, "disc flipped", "discs flipped");
    case CountKind::kMobility:
      return counted_words(code, last, "move of the other side", "moves of the other side");
    case CountKind::kSquare:
      break;
  }
  return std::string(kSquareNames[code]);
}

/// Draws the contents of a shape in its place on a board.
std::string shape_board_svg(const Shape& shape, std::string_view contents, double left,
                            double top) {
  std::string svg = fmt::format(
      "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2}\" height=\"{2}\" fill=\"#bbb\"/>\n", left, top,
      8 * kSide);
  for (std::size_t i = 0; i < shape.squares.size(); ++i) {
    const double x = left + kSide * (shape.squares[i] % 8);
    const double y = top + kSide * (shape.squares[i] / 8);  // row 1 is on top
    svg += fmt::format(
        "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2}\" height=\"{2}\" fill=\"#5a9e6f\" "
        "stroke=\"#3d6e4c\"/>\n",
        x, y, kSide);
    if (contents[i] == '*') svg += rated_svg(x + kSide / 2, y + kSide / 2, 0.45 * kSide);
    if (contents[i] != 'X' && contents[i] != 'O') continue;
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\"/>\n",
                       x + kSide / 2, y + kSide / 2, 0.4 * kSide,
                       contents[i] == 'X' ? "#222" : "#fff");
  }
  return svg;
}

}  // namespace

ShapeWords::ShapeWords(const reversi::PatternSet& set) : set_(set) {
  for (const Shape& shape : set.shapes()) {
    std::vector<std::uint32_t>& raw = raw_.emplace_back(shape.codes);
    for (std::size_t i = shape.entries.size(); i-- > 0;) {
      if (shape.entries[i] != Shape::kNoEntry)
        raw[shape.entries[i]] = static_cast<std::uint32_t>(i);
    }
  }
}

std::string_view ShapeWords::table(const FeatureRow& row) const {
  return set_.tables()[row.table].name;
}

std::string ShapeWords::contents(const FeatureRow& row) const {
  const std::size_t squares = set_.shapes()[row.table].squares.size();
  const std::uint32_t codes = reversi::code_count(squares);
  const std::uint32_t raw = raw_[row.table][row.code];
  std::string text;
  for (std::uint32_t code = raw % codes; text.size() < squares; code /= 3)
    text += kDigits[code % 3];
  text[raw / codes] = '*';
  return text;
}

std::string ShapeWords::picture(const FeatureRow& row) const {
  if (row.table < set_.shapes().size()) return contents(row);
  return count_words(set_.counts()[row.table - set_.shapes().size()], row.code);
}

std::string ShapeWords::scope(const FeatureRow& row) const {
  constexpr int kMinDiscs = 4;
  constexpr int kMaxDiscs = 63;  // before the last move
  int first = kMaxDiscs;
  int last = kMinDiscs;
  for (int discs = kMinDiscs; discs <= kMaxDiscs; ++discs) {
    if (set_.stage(discs) != static_cast<int>(row.copy)) continue;
    first = std::min(first, discs);
    last = discs;
  }
  return fmt::format("{} to {} discs", first, last);
}

std::string_view ShapeWords::legend() const { return kTextLegend; }

FeatureWords::Pictures ShapeWords::pictures() const {
  return {"The strongest shapes", kPictureLegend, 8 * kSide, 8 * kSide + 13};
}

std::string ShapeWords::board_svg(const FeatureRow& row, double left, double top) const {
  if (row.table >= set_.shapes().size()) return {};
  return shape_board_svg(set_.shapes()[row.table], contents(row), left, top);
}

}  // namespace trivium::learning::btmm
