// A program that plays one side of a board game, as a referee sees it: start, new game, your move, thank you.
//
// Moves are text in the protocol's own notation (UCI moves; GTP vertices such as K10, one stone each), so that nothing here knows rules and
// what the program says is judged by somebody else. Every call blocks until the program has answered, its time is long over, it is gone, or
// somebody interrupts. The drivers (uci_engine.h, gtp_engine.h, connect6_text_engine.h) are one for each protocol; players inside this
// process can stand behind the same seam.
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

/// Why a program did not do what it was asked.
enum class FaultKind : std::uint8_t {
  kCannotStart,  ///< no such program, or it did not get through the handshake
  kCrash,        ///< ended by a signal, or with a status other than 0
  kDisconnect,   ///< closed its output, or ended with status 0 in the middle of its work
  kStall,        ///< lives but does not answer
  kRefusal,      ///< answered with an error, or with something that is no answer
  kInterrupted,  ///< not its fault: we were told to stop waiting
};

struct Fault {
  FaultKind kind = FaultKind::kCrash;
  std::string text;                   ///< one line: "ended by signal 11 (Segmentation fault) after 'go nodes 1000'"
  std::vector<std::string> evidence;  ///< the last lines both ways with their times, oldest first, then the end of its stderr
};

/// Nothing, or what went wrong.
using Fallible = std::optional<Fault>;

struct GameSetup {
  std::string fen;        ///< chess; empty: the start position
  bool chess960 = false;  ///< chess
  int board_size = 19;    ///< Connect-6

  friend bool operator==(const GameSetup&, const GameSetup&) = default;
};

/// How long one move may take. Sides: 0 moves first in the game's own start position (White in chess, Black in Connect-6).
struct MoveBudget {
  std::optional<std::array<ClockState, 2>> clocks;
  std::optional<Milliseconds> move_time;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  /// From the request until a silent program counts as stalled; past its clock or move time by a good measure.
  Milliseconds patience{60'000};
};

/// What is to be played on: a game, all its moves since the setup, who made each, and whose move it is. Sides are as in MoveBudget. They
/// are given, since the drivers know no rules: a side may have two moves in a row (Connect-6, a pass in Reversi).
struct Situation {
  const GameSetup& setup;
  std::span<const std::string> moves;
  std::span<const std::uint8_t> sides;  ///< of each move; as many as `moves`
  int side = 0;                         ///< to move
};

/// The last thing a search said of itself before its move.
struct SearchSummary {
  std::optional<Score> score;  ///< from the mover's view
  int depth = 0;
  int selective_depth = 0;
  std::uint64_t nodes = 0;
  std::string principal_variation;  ///< moves as text, blanks between them

  friend bool operator==(const SearchSummary&, const SearchSummary&) = default;
};

struct MoveReply {
  std::string move;  ///< not checked
  bool resigns = false;
  std::string expected;  ///< the reply that it would ponder on; may be empty
  SearchSummary search;
  /// From the moment the request was written until the last byte of the answer was here. Zero for an answer known before.
  std::chrono::microseconds elapsed{0};
};

using MoveAnswer = std::variant<MoveReply, Fault>;

/// Not thread-safe. All calls from the thread that made it: the program is ended with that thread.
class Engine {
 public:
  virtual ~Engine() = default;

  /// Starts the program, goes through the handshake, sets its options. Again after a fault or quit(): starts it anew.
  virtual Fallible start() = 0;
  /// What it calls itself; after start().
  virtual std::string name() const = 0;
  /// Whether it is up: started, and no fault since.
  virtual bool running() const = 0;

  virtual Fallible new_game(const GameSetup& setup) = 0;
  virtual MoveAnswer move(const Situation& situation, const MoveBudget& budget) = 0;
  /// Lets it think in its opponent's time, on `situation`, whose last move is the reply it expects. Ends with the next move(), idle(),
  /// new_game() or quit(). Does nothing where the protocol has no such thing.
  virtual void ponder(const Situation& /*situation*/, const MoveBudget& /*budget*/) {}
  /// A game is over: what still thinks about it is to stop. Blocks until it has. A fault of this is told by the next new_game().
  virtual void idle() {}
  /// Asks it to leave, and ends it where it does not. Nothing happens when it is not up.
  virtual void quit() noexcept = 0;

  /// What it has said and done lately, as in Fault::evidence.
  virtual std::vector<std::string> evidence() const { return {}; }

  /// Time that its threads and ours stood ready without a processor so far: by how much this grows in a move is what a busy machine took.
  /// Nothing where that is not known. Reads files in /proc; some 20 microseconds.
  virtual std::optional<std::chrono::nanoseconds> waiting_time() const { return std::nullopt; }
  /// Processor time that its threads have used so far: with as much as it could expect, waiting was its own doing. Nothing where that is
  /// not known.
  virtual std::optional<std::chrono::nanoseconds> processor_time() const { return std::nullopt; }
};

}  // namespace trivium::client
