// What the value sees of the lines through the empty cells, beyond the counts of features.h: kept as stones come and go, for the engine and
// the learner alike.
//
// For each side an empty cell has five features: the codes of its four lines, all directions sharing them, and what a stone of that side
// would make there together with what one of the other side would (a meeting, which tells where lines cross). All come from the codes that
// gammas are read from (pattern_board.h): a line is the eight neighbours in the middle of ten, so it knows where stones lie in a window and
// whether its ends are open. Features are counted against those of the empty board, whose sum is therefore nothing.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "engine/connect6/patterns/pattern_tactics.h"

namespace trivium::connect6 {

/// A feature of an empty cell seen by one side: below kLinePatterns the code of a line, then the meetings.
using ValuePattern = std::uint32_t;

/// Eight neighbours in base 3, the hindmost first: 0 empty, 1 own, 2 opponent or beyond the edge.
inline constexpr ValuePattern kLinePatterns = 6561;
/// kTacticCodes * what the side makes + what the other makes.
inline constexpr ValuePattern kMeetings = kTacticCodes * kTacticCodes;
inline constexpr ValuePattern kValuePatterns = kLinePatterns + kMeetings;

/// The line read from its other end, which is worth the same.
constexpr ValuePattern mirrored(ValuePattern line) noexcept {
  ValuePattern other = 0;
  for (int i = 0; i < 8; ++i, line /= 3) other = 3 * other + line % 3;
  return other;
}

class ValuePatterns {
 public:
  /// The empty board of `size`.
  explicit ValuePatterns(int size);

  int stones() const noexcept { return board_.stones(); }

  /// Places a stone of the side to move on `cell`, which must be empty, and calls `visit(side, ValuePattern, +1 or -1)` for each feature
  /// that comes or goes; `side` is 0 for Black, 1 for White. No allocation.
  template <class Visit>
  void place(Cell cell, const Visit& visit) noexcept {
    visit_all(cell, -1, visit);
    board_.place(cell);
    refresh(cell, visit);
  }

  /// Takes back the last stone, which lies on `cell`; visits likewise.
  template <class Visit>
  void undo(Cell cell, const Visit& visit) noexcept {
    board_.undo();
    refresh(cell, visit);
    visit_all(cell, 1, visit);
  }

 private:
  static constexpr std::size_t kSides = 2;
  static constexpr std::size_t kDirections = kAllDirections.size();

  /// What both sides see on a line of ten neighbours.
  struct LineSeen {
    std::array<std::uint16_t, kSides> lines;
    std::array<LineMake, kSides> makes;

    bool has_lines_of(const LineSeen& other) const noexcept { return lines[0] == other.lines[0] && lines[1] == other.lines[1]; }
    bool makes_as(const LineSeen& other) const noexcept { return makes[0] == other.makes[0] && makes[1] == other.makes[1]; }
  };
  struct Sights;  // the layout of these lines, and what each sight stands for

  /// What is known of a cell; kept for occupied cells too.
  struct CellState {
    std::array<LineSeen, kDirections> seen;
    std::array<std::uint8_t, kSides> made;  // by side: tactic_code of what it makes
  };

  static const Sights& sights_of(int size);
  static std::array<std::uint8_t, kSides> made_on(const std::array<LineSeen, kDirections>& seen) noexcept {
    const auto code = [&](std::size_t side) {
      return static_cast<std::uint8_t>(tactic_code({seen[0].makes[side], seen[1].makes[side], seen[2].makes[side], seen[3].makes[side]}));
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

  /// Reads the lines again that a stone on `cell` changed, one of each cell near it.
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
