// One game between two engines, from the start of the programs to its end.
//
// Runs the clocks and classifies losses: crash, stall, disconnect, time loss and illegal move are
// different endings. An engine loses on time only if the overrun exceeds its margin and, with
// grace, also the machine's delay during the move.
//
// The machine's delay is the larger of two figures:
//
// - the delay that was measured during the move (BoardGameOptions::machine_delay)
// - the time that the engine's threads waited for a processor, as counted by the kernel: the
//   average over the threads that it was configured to use, at most the processor time that each of
//   them lacked. A program with more threads than configured delays itself, which is not excused.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>

#include "engine/core/result.h"
#include "protocols/client/engine.h"
#include "tools/match/play/board/openings.h"
#include "tools/match/record/played_game.h"
#include "tools/match/setup/engine_spec.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct BoardGameOptions {
  Game game = Game::kChess;  ///< a board game
  Opening opening;
  Adjudication adjudication;
  /// Maximum delay by the machine between two moments (LoadMonitor::delay). May be empty.
  std::function<Microseconds(std::chrono::steady_clock::time_point from,
                             std::chrono::steady_clock::time_point to)>
      machine_delay;
  /// If true, delays by the machine are not charged to the engine.
  bool grace = true;
  /// Receives one-line warnings that begin with the name of the engine, such as that it ended
  /// between two games. May be empty.
  std::function<void(const std::string& text)> warn;
  /// Receives warnings that are printed once per tournament, such as an ignored limit. May be
  /// empty.
  std::function<void(const std::string& text)> warn_once;
  /// Receives the game after each move. May be empty.
  std::function<void(const PlayedGame& so_far)> moved;
  /// Silence that counts as a stall, from the end of the engine's time and margin.
  Milliseconds stall_patience{5'000};
  /// Silence that counts as a stall if no time limit runs, from the request for a move.
  Milliseconds untimed_patience{60'000};
};

/// One side of a game.
struct Contestant {
  client::Engine& engine;
  const EngineSpec& spec;
  /// If true, an engine that does not run is started, and one that ended since its last game is
  /// restarted. If false, such an engine loses: by Ending::kCannotStart, or by the way it ended.
  bool may_start = true;
};

/// Plays one game; blocks until it ends. `sides[0]` moves first in the game's own start position.
/// Engines that did not fail keep running afterwards, idle (Engine::idle). Returns nothing if
/// interrupted. Fails if the opening cannot be played. Call it from the thread that made the
/// engines.
Result<std::optional<PlayedGame>> play_board_game(const BoardGameOptions& options,
                                                  const std::array<Contestant, 2>& sides);

}  // namespace trivium::match
