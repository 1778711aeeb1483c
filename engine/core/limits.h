// Limits of one search, shared by all games and protocols.
//
// A field that is not set does not limit the search. Times are in milliseconds and belong to the
// side to move.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace trivium {

using Milliseconds = std::chrono::milliseconds;

/// Clock of the side to move. If `remaining` is zero or negative, the player moves at once.
struct ClockState {
  Milliseconds remaining{0};
  Milliseconds increment{0};
  int moves_to_go = 0;  ///< moves until time is added; 0 = the rest of the game
};

/// Returns the number of turns, the present one included, that a side needs for its next `moves`
/// moves, if at most `of_this_turn` of them are made in the present turn and at most `of_a_turn` in
/// each later one. Requires: `of_a_turn` >= 1.
constexpr int turns_for(int moves, int of_this_turn, int of_a_turn) noexcept {
  return 1 + (std::max(0, moves - of_this_turn) + of_a_turn - 1) / of_a_turn;
}

struct Limits {
  std::optional<int> depth{};            ///< plies (chess) or the game's own unit of depth
  std::optional<std::uint64_t> nodes{};  ///< positions searched, all threads together
  std::optional<int> mate{};             ///< search for a mate in at most this many moves
  std::optional<Milliseconds> move_time{};
  std::optional<ClockState> clock{};
  bool infinite = false;  ///< search until stopped; `move_time` and `clock` are ignored
};

}  // namespace trivium
