// Interface between a UCI session and the game that it plays.
//
// The session (session.h) handles the conversation: commands, queue, worker and the options of
// every game. A seat handles what differs between games: position, player, weights and its own
// options. So a new game needs only an adapter in its own folder (such as protocols/uci/chess).
// This is an interface of the protocol, not a class for all games: moves are text, and results are
// the values of engine/core.
//
// Threads. The session calls its seat on the I/O thread while it is idle, and on the worker while
// that is busy. So calls never overlap, and a seat needs no lock. Only cannot_think() may be called
// on the I/O thread at any time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/limits.h"
#include "engine/core/report.h"
#include "engine/core/result.h"
#include "engine/core/search_control.h"
#include "protocols/line/player_settings.h"
#include "protocols/uci/option_table.h"
#include "protocols/uci/uci_command.h"

namespace trivium::uci {

using line::PlayerSettings;

/// The request of a `go` command.
struct Request {
  Limits limits;
  std::vector<std::string> search_moves;  ///< legal moves to consider; empty: all
  bool ponder = false;
  /// The move is for a game, not for analysis, so a book or a chooser may answer.
  bool for_game = false;
};

struct Answer {
  std::string best;      ///< empty: there is no legal move
  std::string expected;  ///< the reply to ponder on; empty: none
  std::string note;      ///< an info string before the bestmove; empty: none
};

/// Receives a root move and the number of leaves below it.
using PerftVisitor = std::function<void(const std::string& move, std::uint64_t leaves)>;

/// Groups of a seat's own options in the list of options. GUIs show them in this order.
enum class OptionGroup : std::uint8_t {
  kStrength,  ///< how strong the player is
  kRules,     ///< variants of the game
  kFiles,     ///< files that the client names; absent if it may name none
};

/// Services of the session for its seat.
class Host {
 public:
  /// Sends an info string. Thread-safe.
  virtual void say(std::string_view text) = 0;

  /// Reports an error to the client and its code to the log. Thread-safe.
  virtual void complain(const Error& fault) = 0;

  /// Runs `work` on the worker, then `done` with its result on the I/O thread. An exception of
  /// `work` becomes an error. No command that uses the seat runs meanwhile. If this throws, nothing
  /// was started. Requires: called on the I/O thread, in the setter of an option.
  virtual void prepare(std::function<Status()> work, std::function<void(const Status&)> done) = 0;

 protected:
  ~Host() = default;
};

class Seat {
 public:
  virtual ~Seat() = default;

  // The position. A new seat has the start position.

  /// Sets the position; on the worker if it takes long. Returns a note for the client, which may be
  /// empty. On an error the position stays as it was.
  virtual Result<std::string> set_position(const PositionCommand& command) = 0;
  /// True if the side that moves first in the game is to move; its clock counts then.
  virtual bool first_to_move() const = 0;
  /// Returns the position as text (FEN), for messages.
  virtual std::string position_text() const = 0;
  /// Returns success if `move` is legal, otherwise an error that explains why it is not.
  virtual Status check_move(const std::string& move) const = 0;
  /// Returns a legal move, for the case that no search is possible. Empty if there is none.
  virtual std::string any_move() const = 0;
  /// Returns the score of a position without a legal move, nothing if there is one.
  virtual std::optional<Score> final_score() const = 0;

  // Options and weights.

  /// Adds the seat's own options of `group`. Called once for each group. Setters run on the I/O
  /// thread.
  virtual void add_options(OptionGroup group, OptionTable& options) = 0;
  /// Returns why no player is possible, or nothing if one is.
  virtual std::optional<Error> cannot_think() const = 0;
  /// Loads weights that the client chose; "" returns to those of the process.
  virtual Status load_weights(const std::string& file) = 0;
  /// Begins a game: takes the newest weights of the process, unless the client chose others.
  virtual void begin_game() = 0;

  // The player. It is made on first use, since it takes memory.

  virtual bool has_player() const = 0;
  /// Requires: !cannot_think(). Throws std::bad_alloc; then there is no player.
  virtual void make_player(const PlayerSettings& settings) = 0;
  /// Requires: has_player(). Throws std::bad_alloc; then the former settings must be applied again.
  virtual void apply(const PlayerSettings& settings) = 0;
  /// Makes the player forget what it learned and use the present weights. Requires: has_player().
  virtual void renew_player() = 0;
  /// Allocates the memory of the hash table now, if there is a player. Blocks until done or until
  /// `stop` is requested.
  virtual void warm_up(const std::stop_token& stop) = 0;

  // Answers to `go`. think() has a player and runs on the worker or, if no thread was available,
  // for about 300 nodes on the I/O thread; the others run on the I/O thread.

  /// Returns an answer that needs no search (from a book), if there is one.
  virtual std::optional<Answer> immediate_answer(const Request& request) = 0;
  /// True if think() leaves the move to a chooser (a style, a limited strength), which ends by
  /// itself even if the request has no limit.
  virtual bool has_chooser(const Request& request) const = 0;
  /// Finds a move. Blocks until a limit is reached or `control` requests a stop. Calls `report` on
  /// this thread. Writes `answer` as soon as a move is known; it is valid even if this throws.
  virtual void think(const Request& request, const SearchControl& control,
                     const ReportSink<std::string>& report, Answer& answer) = 0;

  // Tools.

  /// Counts the leaves of the move tree and calls `visit` for each root move. Returns the sum, or
  /// nothing once `should_stop` returned true.
  virtual std::optional<std::uint64_t> perft(int depth, const PerftVisitor& visit,
                                             const std::function<bool()>& should_stop) = 0;
  /// Returns the position as a picture, with its text and its state.
  virtual std::string display() const = 0;
  /// Returns a breakdown of the evaluation of the position. `with_folders`: file names have their
  /// folders. Requires: !cannot_think().
  virtual std::string eval(bool with_folders) const = 0;
  /// Searches a fixed set of positions; returns nodes, speed and signature. After a stop the text
  /// is meaningless. Requires: !cannot_think().
  virtual std::string bench(const SearchControl& control) const = 0;
};

/// Makes the seat of a session. `host` must outlive it.
using SeatFactory = std::function<std::unique_ptr<Seat>(Host& host)>;

}  // namespace trivium::uci
