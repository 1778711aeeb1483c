// Tactical code of a stone: what it makes on the four lines through its cell, for the pattern
// groups `makes` and `parries`.
//
// Each line is judged by the ten nearest neighbors (five on either side), which cover every window
// of six with the cell. A side makes there the best that it has in a window without stones of the
// other side, the new stone included. Fours and fives are classified by the number of stones needed
// to parry them; a three is live if one more stone would make a four that needs two. The four lines
// together give the code:
//
//   0 to 23   no five: 6 * fours + 2 * threes + two. `fours` is the number of stones that parry the
//             new fours (0 to 2; 3 means more), `threes` the number of lines with a live three (2
//             means more), and `two` is 1 if some line has a three that is not live.
//   24, 25    a five on one line, or on several
//   26        six
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace trivium::connect6 {

/// Number of neighbors on either side that matter.
inline constexpr int kTacticReach = 5;
inline constexpr std::uint32_t kTacticCodes = 27;
/// Number of codes of ten neighbors in base 3, starting with the one furthest behind: 0 empty,
/// 1 own, 2 opponent or beyond the edge.
inline constexpr std::uint32_t kTacticLines = 59049;

/// What a stone makes on one line.
enum class LineMake : std::uint8_t {
  kNothing,
  kThree,
  kLiveThree,
  kFour,
  kDoubleFour,
  kFive,
  kSix
};

/// Returns the table of what an own stone makes, by the code of the neighbors. Thread-safe.
std::span<const LineMake, kTacticLines> line_makes();

/// Returns the tactical code of a stone from what it makes on its four lines.
inline std::uint32_t tactic_code(std::array<LineMake, 4> lines) noexcept {
  // Counters in fields of four bits: stones to parry fours, live threes, other threes, fives,
  // sixes.
  constexpr std::array<std::uint32_t, 7> kCounts = {0,  1U << 8,  1U << 4, 1U,
                                                    2U, 1U << 12, 1U << 16};
  std::uint32_t sum = 0;
  for (const LineMake line : lines) sum += kCounts[static_cast<std::size_t>(line)];
  if (sum >= 1U << 16) return 26;
  if (sum >= 1U << 12) return sum >= 2U << 12 ? 25 : 24;
  const std::uint32_t fours = sum & 15;
  const std::uint32_t threes = sum >> 4 & 15;
  return 6 * (fours < 3 ? fours : 3) + 2 * (threes < 2 ? threes : 2) + (sum >> 8 > 0 ? 1 : 0);
}

}  // namespace trivium::connect6
