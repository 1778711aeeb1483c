// How much a player may think about one move.
//
// Every game and protocol shares these values; a field that is not set does not limit. Times are milliseconds, seen from the side
// to move.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace trivium {

using Milliseconds = std::chrono::milliseconds;

/// The running clock of the side to move. `remaining` may be zero or negative: a player then answers at once.
struct ClockState {
  Milliseconds remaining{0};
  Milliseconds increment{0};
  int moves_to_go = 0;  ///< moves until more time is added; 0 = the rest of the game
};

/// Returns the number of turns in which a side makes `moves` moves: `of_this_turn` belong to the
/// present turn, `of_a_turn` to each later one.
constexpr int turns_for(int moves, int of_this_turn, int of_a_turn) noexcept {
  return 1 + (std::max(0, moves - of_this_turn) + of_a_turn - 1) / of_a_turn;
}

struct Limits {
  std::optional<int> depth;            ///< plies (chess) or the game's own unit of depth
  std::optional<std::uint64_t> nodes;  ///< positions searched, all threads together
  std::optional<int> mate;             ///< look for a mate in at most this many moves
  std::optional<Milliseconds> move_time;
  std::optional<ClockState> clock;
  bool infinite = false;  ///< think until stopped
};

}  // namespace trivium
