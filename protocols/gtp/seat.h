// Interface between a GTP session and a game: rules, records, weights and a player, with moves as
// GTP text.
//
// A session knows its game only through a seat, so the commands of GTP, of GoGui and of analysis
// exist once for all games. It is an interface of this protocol, not a class of the engine: an
// adapter (connect6/, reversi/) implements it over the engine of its game. Moves are vertices such
// as "K10", as they stand in commands and answers.
//
// Threads. A seat needs no locks: one thread at a time calls it. While a job of the session runs on
// the worker, only the worker calls it; otherwise only the I/O thread, which first checks that the
// session is idle. Functions of the I/O thread must take at most about a millisecond; longer work
// is a function of the worker or is returned as a job. The exception is use(), which reads files
// that only a client on standard input may name.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/limits.h"
#include "engine/core/report.h"
#include "engine/core/result.h"
#include "engine/core/search_control.h"
#include "protocols/gtp/arguments.h"
#include "protocols/gtp/time_control.h"
#include "protocols/line/player_settings.h"

namespace trivium::gtp {

/// A candidate of a search; its variation lists single moves.
using MoveReport = Report<std::string>;
using MoveReportSink = ReportSink<std::string>;

/// The probability of each legal move, by vertex, before any search.
using Priors = std::map<std::string, double>;

using line::PlayerSettings;

/// The result of a search.
struct Choice {
  std::string move;  ///< legal; empty if there is none
  std::string next;  ///< the move after it in the same turn; empty if there is none
};

/// Inputs for a job of a game's own command.
struct JobContext {
  PlayerSettings settings;
  Limits limits;  ///< of a move
  const SearchControl& control;
};

using JobFunction = std::function<Result<std::string>(const JobContext& context)>;

/// A job that a game's command runs on the worker. The result of `run` is the answer.
struct Job {
  JobFunction run;
  /// The end of the input stops the job, like a search. Other jobs then run to their end.
  bool is_search = false;
};

/// The answer to a game's own command: a result at once, or a job.
using GameReply = std::variant<Result<std::string>, Job>;

/// A command that only one game has.
struct GameCommand {
  std::string_view name;
  std::string_view usage;  ///< the arguments; empty if there are none
  std::string_view help;   ///< one sentence without a full stop
  std::function<GameReply(const Arguments&)> handler;
};

/// Constant texts of a game.
struct GameTexts {
  /// Sentences that replace those of the command table, by command.
  std::span<const std::pair<std::string_view, std::string_view>> help;
  /// Lines of gogui-analyze_commands for the game's own commands, each with its line end.
  std::string_view analyze_commands;
};

class Seat {
 public:
  virtual ~Seat() = default;

  // Any thread

  virtual GameTexts texts() const = 0;
  /// Returns the game's own commands, in the order in which they are listed. The span is valid as
  /// long as the seat.
  virtual std::span<const GameCommand> commands() const = 0;

  // The board: the I/O thread

  virtual int size() const = 0;
  /// Replaces the board by an empty one of `size`. Returns false, and changes nothing, if the size
  /// is not supported.
  virtual bool set_size(int size) = 0;
  virtual Color to_move() const = 0;
  virtual TurnMoves turn() const = 0;
  /// True if the game has ended; no move is legal then.
  virtual bool over() const = 0;
  /// Returns the number of moves that can be taken back.
  virtual int moves() const = 0;
  /// Plays `vertex`, which may be a pass. The errors are kInvalidColorOrCoordinate, kGameOver and
  /// kIllegalMove.
  virtual Status play(Color color, const std::string& vertex) = 0;
  /// Plays a forced pass of the other side, so that `color` is to move, because programs may leave
  /// such a pass out. Does nothing if `color` is to move or the other side can move.
  virtual void skip_to(Color /*color*/) {}
  /// Takes back the last move, and a pass that skip_to() made before it. Requires: moves() > 0.
  virtual void undo() = 0;
  /// Returns the vertices of all legal moves; none if the game is over.
  virtual std::vector<std::string> legal_moves() const = 0;
  /// Returns a drawing of the board with coordinates and the side to move.
  virtual std::string picture() const = 0;
  /// Returns the rows from the top, with "X" (Black), "O" (White) and "." separated by blanks.
  virtual std::string rows() const = 0;
  /// Returns "B+", "W+" or "0", with points if the game counts any; nothing unless over().
  virtual std::optional<std::string> score() const = 0;
  /// Returns the result in words, also if the game is not over.
  virtual std::string result() const = 0;

  // Records: the I/O thread

  /// Sets up the game in `record`, and stops before its move number `before` (from 1; 0 or nothing:
  /// the whole game). After an error the board is unchanged.
  virtual Status load(const std::string& record, std::optional<int> before) = 0;
  /// Returns the game in its usual text format.
  virtual std::string record() const = 0;

  // Weights: the I/O thread

  /// Returns the error for commands that need weights; nothing if there are weights.
  virtual std::optional<Error> weights_missing() const = 0;
  /// Returns the files in use.
  virtual std::vector<std::string> weights() const = 0;
  /// Loads the weights in `file` and uses them in this and later games. After an error the former
  /// weights stay.
  virtual Status use(const std::string& file) = 0;
  /// Begins a new game on an empty board. Returns work for the worker (load new weights, clear the
  /// table); null if there is none.
  virtual std::function<void()> new_game() = 0;

  // The player. Requires: weights_missing() returns nothing, except for prepare() and warm_up()

  /// Copies the position for think(), which then reads only the copy. The I/O thread.
  virtual void take_position() = 0;
  /// Applies `settings`. Does nothing without weights. Throws, and keeps the former table, if there
  /// is not enough memory. The worker.
  virtual void prepare(const PlayerSettings& settings) = 0;
  /// Allocates the player's memory now, if it has weights. Blocks until done or until `stop` is
  /// requested. The worker.
  virtual void warm_up(const std::stop_token& stop) = 0;
  /// True if scores are in hundredths of a point of the final score (a disc of Reversi).
  virtual bool scores_in_points() const { return false; }
  /// Returns the priors of the position that was taken. The worker.
  virtual Priors priors() const = 0;
  /// Chooses a move for the position that was taken, and reports to `sink`, which may be null. The
  /// worker; the I/O thread only with limits that end at once.
  virtual Choice think(const Limits&, const SearchControl&, const MoveReportSink& sink) = 0;
  /// Notes that `next` (Choice::next) follows in the present position; an empty text notes nothing.
  /// The I/O thread.
  virtual void plan(const std::string& next) = 0;
  /// Returns the move noted for the present position, if it is legal. The I/O thread.
  virtual std::optional<std::string> planned() const = 0;
};

/// A game that a session offers, and how its seat is made.
struct SeatFactory {
  std::string_view id;     ///< as in set_game and gogui-rules_game_id: "Connect6"
  std::string_view title;  ///< "Connect-6"
  /// Makes a seat in about a millisecond. Runs on the I/O thread, which may replace the knowledge
  /// that sessions share. `files`: commands may read files of this machine and print their folders.
  std::function<std::unique_ptr<Seat>(bool files)> make;
  /// Other names of the game in set_game.
  std::vector<std::string_view> other_names{};

  /// True if set_game and `--game` mean this game by `name`; its case is ignored.
  bool is_named(std::string_view name) const noexcept;
};

}  // namespace trivium::gtp
