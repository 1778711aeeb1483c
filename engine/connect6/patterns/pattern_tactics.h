// What a stone makes on the four lines through its cell, as the pattern groups `makes` and `parries` tell it.
//
// On each line the ten nearest neighbours decide (five on either side): every window of six that holds the cell lies among them. What a
// side makes there is the best that it has in a window without stones of the other side, the new stone included; a line of four or five is
// told apart by how many stones the other side needs to parry it, and one of three by whether a further stone would make a four that needs
// two. The four lines together give the code:
//
//   0 to 23   no five: 6 * fours + 2 * threes + two, where `fours` counts the stones that parry the new fours (0, 1, 2, 3 or more),
//             `threes` the lines with a live three (0, 1, 2 or more), and `two` is 1 where a line has a three that is not live
//   24, 25    a five on one line, on more
//   26        six
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace trivium::connect6 {

/// How far a stone reaches.
inline constexpr int kTacticReach = 5;
inline constexpr std::uint32_t kTacticCodes = 27;
/// Codes of ten neighbours in base 3, the hindmost first: 0 empty, 1 own, 2 opponent or beyond the edge.
inline constexpr std::uint32_t kTacticLines = 59049;

/// What a stone makes on one line.
enum class LineMake : std::uint8_t { kNothing, kThree, kLiveThree, kFour, kDoubleFour, kFive, kSix };

/// What an own stone makes on the line with these neighbours. The table is made once; any thread.
std::span<const LineMake, kTacticLines> line_makes();

/// The code of what a stone makes on all its lines.
inline std::uint32_t tactic_code(std::array<LineMake, 4> lines) noexcept {
  // Counts of each thing in fields of four bits: fours to parry, live threes, other threes, fives, sixes.
  constexpr std::array<std::uint32_t, 7> kCounts = {0, 1U << 8, 1U << 4, 1U, 2U, 1U << 12, 1U << 16};
  std::uint32_t sum = 0;
  for (const LineMake line : lines) sum += kCounts[static_cast<std::size_t>(line)];
  if (sum >= 1U << 16) return 26;
  if (sum >= 1U << 12) return sum >= 2U << 12 ? 25 : 24;
  const std::uint32_t fours = sum & 15;
  const std::uint32_t threes = sum >> 4 & 15;
  return 6 * (fours < 3 ? fours : 3) + 2 * (threes < 2 ? threes : 2) + (sum >> 8 > 0 ? 1 : 0);
}

}  // namespace trivium::connect6
