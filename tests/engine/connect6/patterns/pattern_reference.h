// Features of a candidate stone read slowly: from the board alone, cell by cell, sharing no code
// with the extractor.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "engine/connect6/patterns/pattern_set.h"
#include "engine/connect6/rules/board.h"
#include "tests/engine/connect6/reference.h"

namespace trivium::connect6::reference {

/// State of the cell `distance` steps along the line for `side`: 0 empty, 1 own, 2 opponent, 3 off
/// the board.
inline int state(const Board& board, Cell cell, Step step, int distance, Stone side) {
  const int column = board.column(cell) + distance * step.columns;
  const int row = board.row(cell) + distance * step.rows;
  if (!board.contains(column, row)) return 3;
  const Stone stone = board.at(board.cell(column, row));
  return stone == Stone::kEmpty ? 0 : stone == side ? 1 : 2;
}

inline std::uint32_t line_code(const Board& board, const PatternGroup& group, Cell cell,
                               Stone side) {
  std::vector<int> states;
  int behind = 0;
  int ahead = 0;
  for (int distance = -group.behind; distance <= group.ahead; ++distance) {
    if (distance == 0) continue;
    int seen = state(board, cell, step(group.direction), distance, side);
    if (seen == 3 && group.edge == Edge::kClipped) continue;
    if (seen == 3 && group.edge == Edge::kOpponent) seen = 2;
    ++(distance < 0 ? behind : ahead);
    states.push_back(seen);
  }
  std::uint32_t code = 0;
  for (std::size_t i = states.size(); i-- > 0;)
    code = code * (group.edge == Edge::kOutside ? 4 : 3) + static_cast<std::uint32_t>(states[i]);
  if (group.edge != Edge::kClipped) return code;
  const auto cut = [](int b, int a) {  // number of codes of a line cut to b and a cells
    std::uint32_t codes = 1;
    for (int i = 0; i < a + b; ++i) codes *= 3;
    return codes;
  };
  for (int b = 0; b <= behind; ++b) {
    for (int a = 0; a <= (b == behind ? ahead - 1 : group.ahead); ++a) code += cut(b, a);
  }
  return code;
}

/// Returns the windows through `cell` on one line without opponent's stones, if `own` has a stone
/// on `cell`.
inline std::vector<std::array<Cell, 6>> windows_through(const Board& board, Cell cell, Step step,
                                                        Stone own) {
  std::vector<std::array<Cell, 6>> windows;
  for (int begin = -5; begin <= 0; ++begin) {
    std::array<Cell, 6> window{};
    bool open = true;
    for (int i = 0; i < 6; ++i) {
      const int seen = begin + i == 0 ? 1 : state(board, cell, step, begin + i, own);
      open = open && seen <= 1;
      if (open) {
        window[static_cast<std::size_t>(i)] =
            board.cell(board.column(cell) + (begin + i) * step.columns,
                       board.row(cell) + (begin + i) * step.rows);
      }
    }
    if (open) windows.push_back(window);
  }
  return windows;
}

/// What a stone of `own` on `cell` makes on one line: 0 nothing, 1 three, 2 live three, 3 four, 4
/// four that two stones parry, 5 five, 6 six.
inline int line_make(const Board& board, Cell cell, Step step, Stone own) {
  const auto windows = windows_through(board, cell, step, own);
  const auto count = [&](const std::array<Cell, 6>& window, Cell extra) {
    return std::ranges::count_if(
        window, [&](Cell c) { return c == cell || c == extra || board.at(c) == own; });
  };
  const auto maximum = [&](Cell extra, Cell parry) {
    long best = 0;
    for (const auto& window : windows) {
      if (std::ranges::find(window, parry) == window.end())
        best = std::max(best, count(window, extra));
    }
    return best;
  };
  std::set<Cell> empty;
  for (const auto& window : windows) {
    for (const Cell c : window) {
      if (c != cell && board.at(c) == Stone::kEmpty) empty.insert(c);
    }
  }
  const auto one_parries = [&](Cell extra) {
    return std::ranges::any_of(
        empty, [&](Cell parry) { return parry != extra && maximum(extra, parry) < 4; });
  };
  const long made = maximum(kNoCell, kNoCell);
  if (made >= 5) return static_cast<int>(made);
  if (made == 4) return one_parries(kNoCell) ? 3 : 4;
  if (made < 3) return 0;
  return std::ranges::any_of(
             empty, [&](Cell extra) { return maximum(extra, kNoCell) >= 4 && !one_parries(extra); })
             ? 2
             : 1;
}

inline std::uint32_t make_code(const Board& board, Cell cell, Stone own) {
  std::array<int, 7> lines{};
  for (const Direction direction : kAllDirections)
    ++lines[static_cast<std::size_t>(line_make(board, cell, step(direction), own))];
  if (lines[6] > 0) return 26;
  if (lines[5] > 0) return lines[5] > 1 ? 25 : 24;
  return static_cast<std::uint32_t>(6 * std::min(lines[3] + 2 * lines[4], 3) +
                                    2 * std::min(lines[2], 2) + (lines[1] > 0 ? 1 : 0));
}

inline std::uint32_t distance_code(const Board& board, const PatternGroup& group, Cell cell) {
  if (board.stones() < group.stone) return 0;
  const Cell from = board.history()[static_cast<std::size_t>(board.stones() - group.stone)];
  const int columns = std::abs(board.column(from) - board.column(cell));
  const int rows = std::abs(board.row(from) - board.row(cell));
  return static_cast<std::uint32_t>(
      std::min(columns + rows + std::max(columns, rows), group.limit) - 1);
}

inline std::uint32_t answer_code(const Board& board, Cell cell) {
  const Stone attacker = opponent(board.to_move());
  int threats = 0;
  int parried = 0;
  for (int at = 0; at < board.cells(); ++at) {
    for (const Direction direction : kAllDirections) {
      int own = 0;
      bool here = false;
      bool open = true;
      for (int i = 0; i < 6; ++i) {
        const int seen = state(board, static_cast<Cell>(at), step(direction), i, attacker);
        open = open && seen <= 1;
        own += seen == 1 ? 1 : 0;
        here = here ||
               at + i * (step(direction).columns + board.size() * step(direction).rows) == cell;
      }
      if (!open || own < 4 || own > 5) continue;
      ++threats;
      parried += here ? 1 : 0;
    }
  }
  return threats == 0 ? 0 : parried == 0 ? 1 : parried < threats ? 2 : 3;
}

/// Code of an empty cell in a group, for a stone of the side to move.
inline std::uint32_t pattern_code(const Board& board, const PatternGroup& group, Cell cell) {
  switch (group.kind) {
    case GroupKind::kLine:
      return line_code(board, group, cell, board.to_move());
    case GroupKind::kMakes:
      return make_code(board, cell, board.to_move());
    case GroupKind::kOpponentMakes:
      return make_code(board, cell, opponent(board.to_move()));
    case GroupKind::kDistance:
      return distance_code(board, group, cell);
    case GroupKind::kParries:
      return answer_code(board, cell);
  }
  return 0;
}

/// Feature of an empty cell in a group, for a stone of the side to move.
inline FeatureId pattern_feature(const Board& board, const PatternSet& set,
                                 const PatternGroup& group, Cell cell) {
  const PatternTable& table = set.tables()[static_cast<std::size_t>(group.table)];
  std::uint32_t copy = 0;
  if (group.turn && board.stones() % 2 == 0)
    copy = 1;  // Black's first stone counts as a second one
  if (group.player) copy = 2 * copy + (board.to_move() == Stone::kWhite ? 1 : 0);
  return table.begin + copy * table.codes + pattern_code(board, group, cell);
}

}  // namespace trivium::connect6::reference
