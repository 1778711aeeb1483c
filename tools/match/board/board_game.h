// One game between two engines, from the start of the programs to the reason of its end.
//
// Here the clocks run, and here is decided who lost by what: a crash, a stall, a disconnect, a loss on time and an illegal move are
// different ends. An engine loses on time only by more than its margin and what the machine itself took from the move.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <optional>

#include "engine/core/result.h"
#include "protocols/client/engine.h"
#include "tools/match/board/openings.h"
#include "tools/match/journal/played_game.h"
#include "tools/match/setup/engine_spec.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct BoardGameOptions {
  Game game = Game::kChess;  ///< not poker
  Opening opening;
  Adjudication adjudication;
  /// How much of the time between two moments the machine may have taken from whoever was to answer (LoadMonitor::delay). May be empty.
  std::function<Microseconds(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to)> machine_delay;
  Milliseconds stall_patience{5'000};     ///< of silence after its time and margin, until an engine that lives has stalled
  Milliseconds untimed_patience{60'000};  ///< of silence where no time limits the move
};

/// One side of a game.
struct Contestant {
  client::Engine& engine;
  const EngineSpec& spec;
  bool may_start = true;  ///< an engine that is not up is started; else it loses by Ending::kCannotStart
};

/// Plays the game to its end; blocks as long as that takes. `sides[0]` moves first in the game's own start position. Both engines stay as
/// they are afterwards: up, unless they failed. Nothing: somebody interrupted, and there is no game to tell of. The error says why
/// nothing can be played from the opening. From the thread that made the engines.
Result<std::optional<PlayedGame>> play_board_game(const BoardGameOptions& options, const std::array<Contestant, 2>& sides);

}  // namespace trivium::match
