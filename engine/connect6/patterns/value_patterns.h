// Line patterns at the empty cells for the value of a position, beyond the counts of features.h.
// Updated incrementally; used by the engine and the learner.
//
// For each side, an empty cell has five features: the codes of its four lines (all directions share
// their features), and a meeting: what a stone of that side would make there, combined with what a
// stone of the other side would make. A meeting shows where lines cross. All features come from the
// codes of pattern_board.h. A line code covers the middle eight of ten neighbors, so it shows the
// stones of a window and whether its ends are open. Features of the empty board are subtracted, so
// its sum is zero.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "engine/connect6/patterns/pattern_tactics.h"

namespace trivium::connect6 {

/// A feature of an empty cell for one side: codes of lines below kLinePatterns, then meetings.
using ValuePattern = std::uint32_t;

/// Number of codes of eight neighbors. A code has a digit in base 3 for each neighbor, in the order
/// of the line, the lowest digit first: 0 empty, 1 own, 2 opponent or beyond the edge.
inline constexpr ValuePattern kLinePatterns = 6561;
/// Number of meetings: kTacticCodes * (what the side makes) + (what the other side makes).
inline constexpr ValuePattern kMeetings = kTacticCodes * kTacticCodes;
inline constexpr ValuePattern kValuePatterns = kLinePatterns + kMeetings;

/// Returns the code of the line read from its other end, which has the same value.
constexpr ValuePattern mirrored(ValuePattern line) noexcept {
  ValuePattern other = 0;
  for (int i = 0; i < 8; ++i, line /= 3) other = 3 * other + line % 3;
  return other;
}

class ValuePatterns {
 public:
  /// Creates an empty board of `size`.
  explicit ValuePatterns(int size);

  int stones() const noexcept { return board_.stones(); }

  /// Places a stone of the side to move. Calls `visit(side, ValuePattern, +1 or -1)` for each
  /// feature that appears or disappears; `side` is 0 for Black, 1 for White. Does not allocate.
  /// Requires: `cell` is empty.
  template <class Visit>
  void place(Cell cell, const Visit& visit) noexcept {
    visit_all(cell, -1, visit);
    board_.place(cell);
    refresh(cell, visit);
  }

  /// Removes the last stone and calls `visit` in the same way. Requires: it is on `cell`.
  template <class Visit>
  void undo(Cell cell, const Visit& visit) noexcept {
    board_.undo();
    refresh(cell, visit);
    visit_all(cell, 1, visit);
  }

 private:
  static constexpr std::size_t kSides = 2;
  static constexpr std::size_t kDirections = kAllDirections.size();

  /// A line of ten neighbors as both sides see it.
  struct LineSeen {
    std::array<std::uint16_t, kSides> lines;
    std::array<LineMake, kSides> makes;

    bool has_lines_of(const LineSeen& other) const noexcept {
      return lines[0] == other.lines[0] && lines[1] == other.lines[1];
    }
    bool makes_as(const LineSeen& other) const noexcept {
      return makes[0] == other.makes[0] && makes[1] == other.makes[1];
    }
  };
  struct Sights;  // the layout of these lines, and the LineSeen of each sight

  /// State of a cell; also kept for occupied cells.
  struct CellState {
    std::array<LineSeen, kDirections> seen;
    std::array<std::uint8_t, kSides> made;  // by side: tactic_code() of a stone there
  };

  static const Sights& sights_of(int size);
  static std::array<std::uint8_t, kSides> made_on(
      const std::array<LineSeen, kDirections>& seen) noexcept {
    const auto code = [&](std::size_t side) {
      return static_cast<std::uint8_t>(tactic_code(
          {seen[0].makes[side], seen[1].makes[side], seen[2].makes[side], seen[3].makes[side]}));
    };
    return {code(0), code(1)};
  }
  static ValuePattern meeting(const CellState& state, std::size_t side) noexcept {
    return kLinePatterns + kTacticCodes * state.made[side] + state.made[1 - side];
  }

  template <class Visit>
  void visit_all(Cell cell, int by, const Visit& visit) const noexcept {
    const CellState& state = cells_[cell];
    for (std::size_t side = 0; side < kSides; ++side) {
      for (const LineSeen& seen : state.seen) visit(side, ValuePattern{seen.lines[side]}, by);
      visit(side, meeting(state, side), by);
    }
  }

  /// Updates the lines that a stone on `cell` changed, one for each cell near it.
  template <class Visit>
  void refresh(Cell cell, const Visit& visit) noexcept {
    for (const PatternChange& near : board_.layout().changes(cell)) {
      CellState& state = cells_[near.cell];
      const auto direction = static_cast<std::size_t>(std::countr_zero(near.groups));
      const LineSeen before = state.seen[direction];
      const LineSeen after = seen_[board_.sights()[near.slot + direction]];
      const bool empty = board_.is_empty(near.cell);
      state.seen[direction] = after;
      if (empty && !after.has_lines_of(before)) {
        for (std::size_t side = 0; side < kSides; ++side) {
          visit(side, ValuePattern{before.lines[side]}, -1);
          visit(side, ValuePattern{after.lines[side]}, 1);
        }
      }
      if (!after.makes_as(before)) refresh_meeting(state, empty, visit);
    }
  }

  template <class Visit>
  void refresh_meeting(CellState& state, bool empty, const Visit& visit) noexcept {
    const CellState before = state;
    state.made = made_on(state.seen);
    if (!empty || (state.made[0] == before.made[0] && state.made[1] == before.made[1])) return;
    for (std::size_t side = 0; side < kSides; ++side) {
      visit(side, meeting(before, side), -1);
      visit(side, meeting(state, side), 1);
    }
  }

  const LineSeen* seen_;  // by sight
  PatternBoard board_;
  std::vector<CellState> cells_;
};

}  // namespace trivium::connect6
