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
#include <cassert>
#include <cstdint>
#include <vector>

#include "engine/connect6/pattern_board.h"
#include "engine/connect6/pattern_tactics.h"

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

  /// What is known of a cell, by side; kept for occupied cells too.
  struct CellState {
    std::array<std::array<std::uint16_t, kDirections>, kSides> lines;
    std::array<std::array<LineMake, kDirections>, kSides> makes;
    std::array<std::uint8_t, kSides> made;  // tactic_code(makes)
  };

  static const PatternLayout& layout_of(int size);
  static ValuePattern meeting(const CellState& state, std::size_t side) noexcept {
    return kLinePatterns + kTacticCodes * state.made[side] + state.made[1 - side];
  }
  static constexpr std::uint16_t inner_line(std::uint32_t ten) noexcept { return static_cast<std::uint16_t>(ten / 3 % kLinePatterns); }

  template <class Visit>
  void visit_all(Cell cell, int by, const Visit& visit) const noexcept {
    const CellState& state = cells_[cell];
    for (std::size_t side = 0; side < kSides; ++side) {
      for (const std::uint16_t line : state.lines[side]) visit(side, ValuePattern{line}, by);
      visit(side, meeting(state, side), by);
    }
  }

  /// Reads the lines again that a stone on `cell` changed, one of each cell near it.
  template <class Visit>
  void refresh(Cell cell, const Visit& visit) noexcept {
    for (const PatternChange& near : board_.layout().changes(cell)) {
      CellState& state = cells_[near.cell];
      const auto direction = static_cast<std::size_t>(std::countr_zero(near.groups));
      const CodePair code = board_.code(near.cell, direction);
      const bool empty = board_.is_empty(near.cell);
      bool made = false;
      for (std::size_t side = 0; side < kSides; ++side) {
        const std::uint16_t line = inner_line(code.of(side));
        if (empty && line != state.lines[side][direction]) {
          visit(side, ValuePattern{state.lines[side][direction]}, -1);
          visit(side, ValuePattern{line}, 1);
        }
        state.lines[side][direction] = line;
        made = made || makes_[code.of(side)] != state.makes[side][direction];
      }
      if (made) refresh_meeting(state, direction, code, empty, visit);
    }
  }

  template <class Visit>
  void refresh_meeting(CellState& state, std::size_t direction, CodePair code, bool empty, const Visit& visit) noexcept {
    const CellState before = state;
    for (std::size_t side = 0; side < kSides; ++side) {
      state.makes[side][direction] = makes_[code.of(side)];
      state.made[side] = static_cast<std::uint8_t>(tactic_code(state.makes[side]));
    }
    if (!empty || state.made == before.made) return;
    for (std::size_t side = 0; side < kSides; ++side) {
      visit(side, meeting(before, side), -1);
      visit(side, meeting(state, side), 1);
    }
  }

  PatternBoard board_;
  std::span<const LineMake, kTacticLines> makes_;
  std::vector<CellState> cells_;
};

}  // namespace trivium::connect6
