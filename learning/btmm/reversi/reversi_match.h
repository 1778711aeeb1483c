// A match between two files of move strengths in Reversi, without a search
// (learning/btmm/match.h): each side samples its moves by its own strengths, or takes the
// strongest. No move is solved or searched, so a result depends on the strengths alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/rng.h"
#include "engine/reversi/patterns/move_strengths.h"
#include "engine/reversi/rules/position.h"
#include "learning/btmm/match.h"

namespace trivium::learning::btmm {

/// One side of a match. Requires: `*strengths` outlives it.
struct ReversiContestant {
  const reversi::MoveStrengths* strengths;
  Choice choice;
};

struct ReversiMatchOptions {
  static constexpr int kMaxOpeningPlies = 50;

  std::uint64_t seed = 1;
  /// Number of random moves of an opening, without passes: uniform in [min, max]. Each is uniform
  /// among the legal moves.
  int min_opening_plies = 10;
  int max_opening_plies = 10;

  /// Throws std::invalid_argument if the bounds are negative, above kMaxOpeningPlies or not in
  /// order.
  void check() const;
};

/// Returns a legal move of `position`. Equal on every machine for equal numbers of `rng`. Requires:
/// a board of 8 on which the side to move can place a disc; choice.sharpness > 0.
reversi::Square choose_move(const reversi::MoveStrengths& strengths, const Choice& choice,
                            const reversi::Position& position, Rng& rng) noexcept;

/// Plays and returns pairs [0, count), as play_pairs() does. Throws std::invalid_argument if
/// `options` is invalid or a sharpness is not above 0.
std::vector<MatchPair> play_match(const ReversiContestant& first, const ReversiContestant& second,
                                  const ReversiMatchOptions& options, std::size_t count,
                                  std::size_t threads, const WorkProgress& progress = {});

}  // namespace trivium::learning::btmm
