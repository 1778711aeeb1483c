#include "engine/connect6/patterns/pattern_tactics.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/connect6/rules/board.h"

namespace trivium::connect6 {

namespace {

constexpr int kLine = 2 * kTacticReach + 1;  // the cell and its neighbors
constexpr int kMine = 1;
constexpr int kTheirs = 2;

/// Cells of a line in its order; the new stone is in the middle.
using Line = std::array<int, kLine>;

int own_stones(const Line& line, int begin) {
  int own = 0;
  for (int i = begin; i < begin + kWinLength; ++i) {
    const int cell = line[static_cast<std::size_t>(i)];
    if (cell == kTheirs) return 0;
    own += cell == kMine ? 1 : 0;
  }
  return own;
}

/// Maximum number of own stones in an open window with the middle cell.
int max_own(const Line& line) {
  int maximum = 0;
  for (int begin = 0; begin <= kTacticReach; ++begin)
    maximum = std::max(maximum, own_stones(line, begin));
  return maximum;
}

/// True if one opponent's stone parries all windows with the middle cell and four or more own
/// stones.
bool one_parries(const Line& line) {
  for (std::size_t cell = 0; cell < kLine; ++cell) {
    if (line[cell] != 0) continue;
    Line parried = line;
    parried[cell] = kTheirs;
    if (max_own(parried) < kWinLength - 2) return true;
  }
  return false;
}

/// True if one more own stone makes a four that one stone does not parry.
bool is_live(const Line& line) {
  for (std::size_t cell = 0; cell < kLine; ++cell) {
    if (line[cell] != 0) continue;
    Line longer = line;
    longer[cell] = kMine;
    if (max_own(longer) >= kWinLength - 2 && !one_parries(longer)) return true;
  }
  return false;
}

LineMake make_of(const Line& line) {
  switch (max_own(line)) {
    case 6:
      return LineMake::kSix;
    case 5:
      return LineMake::kFive;
    case 4:
      return one_parries(line) ? LineMake::kFour : LineMake::kDoubleFour;
    case 3:
      return is_live(line) ? LineMake::kLiveThree : LineMake::kThree;
    default:
      return LineMake::kNothing;
  }
}

std::vector<LineMake> all_makes() {
  std::vector<LineMake> makes;
  makes.reserve(kTacticLines);
  for (std::uint32_t code = 0; code < kTacticLines; ++code) {
    Line line{};
    line[kTacticReach] = kMine;
    std::uint32_t rest = code;
    for (std::size_t cell = 0; cell < kLine; ++cell) {
      if (cell == kTacticReach) continue;
      line[cell] = static_cast<int>(rest % 3);
      rest /= 3;
    }
    makes.push_back(make_of(line));
  }
  return makes;
}

}  // namespace

std::span<const LineMake, kTacticLines> line_makes() {
  static const std::vector<LineMake> kMakes = all_makes();
  return std::span<const LineMake, kTacticLines>(kMakes.data(), kTacticLines);
}

}  // namespace trivium::connect6
