// Interface of a program that plays one side of a board game, for referees: start, new game, move,
// quit.
//
// Moves are text in the notation of the protocol (UCI moves; GTP vertices such as K10, one stone
// each, and "pass"). This module knows no rules; the caller checks moves. Every call blocks until
// the program has answered, its patience (a time limit well above the clock) has run out, it has
// ended, or the wait is interrupted. There is one driver for each protocol (uci_engine.h,
// gtp_engine.h, connect6_text_engine.h); players inside this process can implement the same
// interface.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/limits.h"
#include "engine/core/report.h"

namespace trivium::client {

/// Reason why a program failed to do something.
enum class FaultKind : std::uint8_t {
  kCannotStart,  ///< no such program, or the handshake failed
  kCrash,        ///< ended by a signal, or with a status other than 0
  kDisconnect,   ///< closed its output, or ended with status 0 in the middle of its work
  kStall,        ///< runs but does not answer
  kRefusal,      ///< answered with an error, or with text that is not an answer
  kInterrupted,  ///< not the program's fault: the wait was interrupted
};

struct Fault {
  FaultKind kind = FaultKind::kCrash;
  std::string text;  ///< one line: "ended by signal 11 (Segmentation fault) after 'go nodes 1000'"
  std::vector<std::string> evidence;  ///< the last lines in both directions with times, oldest
                                      ///< first, then the end of stderr
};

/// Empty on success.
using Fallible = std::optional<Fault>;

struct GameSetup {
  std::string fen;        ///< chess; empty: the start position
  bool chess960 = false;  ///< chess
  int board_size = 19;    ///< Connect-6, Reversi

  friend bool operator==(const GameSetup&, const GameSetup&) = default;
};

/// Limits for one move. Sides: 0 moves first in the game's own start position (White in chess,
/// Black in Connect-6).
struct MoveBudget {
  std::optional<std::array<ClockState, 2>> clocks;
  std::optional<Milliseconds> move_time;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  /// Time from the request after which a silent program counts as stalled. The caller should set it
  /// well above the program's clock or move time.
  Milliseconds patience{60'000};
};

/// A position to play on: the game, all its moves since the setup, the side that made each, and the
/// side to move. Sides are as in MoveBudget. They are explicit because a side may have two moves in
/// a row (Connect-6, a pass in Reversi) and the drivers know no rules.
struct Situation {
  const GameSetup& setup;
  std::span<const std::string> moves;
  std::span<const std::uint8_t> sides;  ///< of each move; same size as `moves`
  int side = 0;                         ///< to move
};

/// The last information that a search printed before its move.
struct SearchSummary {
  std::optional<Score> score;  ///< from the mover's view
  int depth = 0;
  int selective_depth = 0;
  std::uint64_t nodes = 0;
  std::string principal_variation;  ///< moves as text, separated by blanks

  friend bool operator==(const SearchSummary&, const SearchSummary&) = default;
};

struct MoveReply {
  std::string move;  ///< not checked
  bool resigns = false;
  std::string expected;  ///< the reply that it wants to ponder on; may be empty
  SearchSummary search;
  /// Time from the write of the request to the last byte of the answer. Zero if the answer was
  /// known before.
  std::chrono::microseconds elapsed{0};
};

using MoveAnswer = std::variant<MoveReply, Fault>;

/// Not thread-safe. All calls must come from the thread that created it: the program ends with that
/// thread.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Starts the program, performs the handshake and sets its options. If the program is running, it
  /// is ended first, as by quit().
  virtual Fallible start() = 0;
  /// Returns the name that the program gives. Requires: start() succeeded.
  virtual std::string name() const = 0;
  /// True after a successful start(), until a fault or quit().
  virtual bool running() const = 0;

  virtual Fallible new_game(const GameSetup& setup) = 0;
  virtual MoveAnswer move(const Situation& situation, const MoveBudget& budget) = 0;
  /// Lets the program think in its opponent's time on `situation`, whose last move is the reply
  /// that it expects. Ends with the next move(), idle(), new_game() or quit(). Does nothing if the
  /// protocol has no pondering.
  virtual void ponder(const Situation& /*situation*/, const MoveBudget& /*budget*/) {}
  /// Stops all thinking after a game. Blocks until it has stopped. The next new_game() reports a
  /// fault of this call.
  virtual void idle() {}
  /// Asks the program to quit and kills it if it does not. Does nothing if it is not running.
  virtual void quit() noexcept = 0;

  /// Returns the last lines, as in Fault::evidence.
  virtual std::vector<std::string> evidence() const { return {}; }

  /// Returns the total time so far that the program's threads and the calling one were runnable
  /// without a processor. Its growth during a move is the delay caused by other load. Nothing if
  /// unknown. Reads files in /proc; takes about 20 microseconds.
  virtual std::optional<std::chrono::nanoseconds> waiting_time() const { return std::nullopt; }
  /// Returns the processor time that the program's threads have used so far. If it is as much as
  /// the program could expect, its own threads caused the waiting. Nothing if unknown.
  virtual std::optional<std::chrono::nanoseconds> processor_time() const { return std::nullopt; }
};

}  // namespace trivium::client
