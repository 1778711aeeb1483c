// Tactical code of a new stone: a number for the threes, fours, fives and sixes that it makes on
// the four lines through its cell. The pattern groups `makes` (code of an own stone) and `parries`
// (code that an opponent's stone on the cell would have) use it (patterns.md).
//
// Each line is judged by the ten nearest neighbors (five on either side), which cover every window
// of six cells that contains the new stone. Windows with a stone of the other side do not count. A
// stone makes a three on a line if the maximum number of own stones in a window, the new one
// included, is three; fours, fives and sixes likewise. A four is double if the other side needs two
// stones to parry it. A three is live if one more stone makes it a double four. The four lines
// together give the code:
//
//   0 to 23   no five: 6 * fours + 2 * threes + other. `fours` is 0 to 3: each double four adds 2,
//             each other four 1, and 3 means three or more. `threes` is the number of lines with a
//             live three; 2 means two or more. `other` is 1 if a line has a three that is not live.
//   24, 25    a five on one line (24) or on several (25)
//   26        a six
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace trivium::connect6 {

/// Number of neighbors on either side that matter.
inline constexpr int kTacticReach = 5;
inline constexpr std::uint32_t kTacticCodes = 27;
/// Number of codes of ten neighbors. A code has a digit in base 3 for each neighbor, in the order
/// of the line, the lowest digit first: 0 empty, 1 own, 2 opponent or beyond the edge.
inline constexpr std::uint32_t kTacticLines = 59049;

/// What a new stone makes on one line.
enum class LineMake : std::uint8_t {
  kNothing,
  kThree,       ///< not live
  kLiveThree,   ///< one more stone makes it a double four
  kFour,        ///< one stone parries it
  kDoubleFour,  ///< two stones are needed to parry it
  kFive,
  kSix
};

/// Returns a static table: what a new own stone makes on a line, by the code of the ten neighbors.
/// The first call computes it. Thread-safe.
std::span<const LineMake, kTacticLines> line_makes();

/// Returns the tactical code of a stone that makes `lines` on its four lines.
inline std::uint32_t tactic_code(std::array<LineMake, 4> lines) noexcept {
  // Counters in fields of four bits, the lowest first: fours (double ones twice), live threes,
  // other threes, fives, sixes.
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
