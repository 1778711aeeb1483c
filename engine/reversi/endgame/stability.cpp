#include "engine/reversi/endgame/stability.h"

#include "engine/reversi/rules/bitboard.h"

namespace trivium::reversi {
namespace {

using detail::kSteps;
using detail::Lanes;

constexpr Bitboard kRows1And8 = 0xFF000000000000FFULL;
constexpr Bitboard kFrame = kColumnA | kColumnH | kRows1And8;

/// Squares without a neighbor on one side of their line, by its direction. On lines in that
/// direction nothing flips them.
constexpr Lanes kBorder = {{kColumnA | kColumnH, kFrame, kRows1And8, kFrame}};

/// Returns the squares of the lines that contain a square of `set`, by direction. Fills in doubling
/// steps, as Runs does in bitboard.h.
Lanes lines_through(Bitboard set) noexcept {
  // Squares that a step towards greater or smaller indices reaches without leaving the line.
  Lanes::Vector up{~kColumnA, ~kColumnH, ~Bitboard{0}, ~kColumnA};
  Lanes::Vector down{~kColumnH, ~kColumnA, ~Bitboard{0}, ~kColumnH};
  Lanes::Vector above = Lanes::Vector{} + set;
  Lanes::Vector below = above;
  Lanes::Vector steps = kSteps.of;
  for (int doubling = 0; doubling < 3; ++doubling) {
    above |= up & above << steps;
    below |= down & below >> steps;
    up &= up << steps;
    down &= down >> steps;
    steps += steps;
  }
  return {above | below};
}

}  // namespace

Bitboard stable_discs(const Position& position) noexcept {
  const Lanes::Vector safe_lines = ~lines_through(position.empty).of | kBorder.of;
  const Bitboard outside = ~position.board();
  Bitboard stable = 0;
  Bitboard before = 0;
  do {
    before = stable;
    const Lanes::Vector protecting = Lanes::Vector{} + (stable | outside);
    const Lanes::Vector safe = safe_lines | protecting << kSteps.of | protecting >> kSteps.of;
    stable = position.other & safe[0] & safe[1] & safe[2] & safe[3];
  } while (stable != before);
  return stable;
}

int stability_bound(const Position& position) noexcept {
  return count(position.board()) - 2 * count(stable_discs(position));
}

}  // namespace trivium::reversi
