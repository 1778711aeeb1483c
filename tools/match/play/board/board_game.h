// One game between two engines, from the start of the programs to the reason of its end.
//
// Here the clocks run, and here is decided who lost by what: a crash, a stall, a disconnect, a loss on time and an illegal move are
// different ends. An engine loses on time only by more than its margin and, unless there is no grace, what the machine itself took from the
// move.
//
// What the machine took is what was measured beside the game (BoardGameOptions::machine_delay), or what the kernel says that the engine's
// threads waited for a processor: on average over the threads that it was told to search with, and no more than what the move then lacks of
// that many processors for all its time. So a program with more threads than it was told, which waits for none but itself, has no excuse;
// one that a busy machine has kept from its processors has.
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
  Game game = Game::kChess;  ///< not poker
  Opening opening;
  Adjudication adjudication;
  /// How much of the time between two moments the machine may have taken from whoever was to answer (LoadMonitor::delay). May be empty.
  std::function<Microseconds(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to)> machine_delay;
  /// Time that the machine took from a move is not charged to the engine.
  bool grace = true;
  /// One line for the user: an engine that ended between two games. May be empty.
  std::function<void(const EngineSpec& engine, const std::string& text)> warn;
  /// The same of what may be true in every game, and is to be said once: an engine that keeps to no limit. May be empty.
  std::function<void(const EngineSpec& engine, const std::string& text)> warn_once;
  Milliseconds stall_patience{5'000};     ///< of silence after its time and margin, until an engine that lives has stalled
  Milliseconds untimed_patience{60'000};  ///< of silence where no time limits the move
};

/// One side of a game.
struct Contestant {
  client::Engine& engine;
  const EngineSpec& spec;
  /// An engine that is not up is started, and one that turns out to have ended since its last game is started anew; else it loses, by
  /// Ending::kCannotStart or by how it ended.
  bool may_start = true;
};

/// Plays the game to its end; blocks as long as that takes. `sides[0]` moves first in the game's own start position. Both engines stay up
/// afterwards, unless they failed, and think no more (Engine::idle). Nothing: somebody interrupted, and there is no game to tell of. The
/// error says why nothing can be played from the opening. From the thread that made the engines.
Result<std::optional<PlayedGame>> play_board_game(const BoardGameOptions& options, const std::array<Contestant, 2>& sides);

}  // namespace trivium::match
