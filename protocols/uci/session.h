// A UCI session for one client.
//
// The session is independent of game and dialect: a Seat plays (seat.h), a Dialect defines words
// and units (dialect.h). This file defines the order of events.
//
// Commands run in the order of arrival, with one distinction (see the command table in
// commands.cpp). Commands that a GUI may need while the engine thinks (isready, stop, ponderhit,
// quit, debug, ...) run at once. Commands that change what a search works on (position, setoption,
// ucinewgame, go, ...) wait in a queue until the search has answered. A `go` also waits if the
// search, perft or bench before it has its own limit (depth, nodes, mate, movetime), so a script
// need not wait for answers. A search without such a limit is stopped: its bestmove is sent, then
// the new search starts. The I/O thread never waits for either.
//
// `quit` ends all work at once, unless the end of the input follows it, as in piped commands. Then
// work with a limit is finished first. The end of the input without a `quit` stops all work.
//
// Every `go` gets exactly one bestmove, except those that still wait at `quit`; perft is not a
// search and gets none. Under `infinite` and `ponder` the bestmove is held back until `stop` or
// `ponderhit`, even if the search has finished. If the search has no limit, only `stop` releases
// it.
//
// A rejected `position` does not change the board, which is then not the one that the client
// expects. `d`, `eval` and `go perft` report that. Every other `go` is answered with the reason and
// no move, until a position or a new game is accepted.
//
// All work that may take more than about a millisecond runs on the worker, and has a slot there if
// slots are limited. That includes memory for the hash table and threads, very long positions, and
// opening books and endgame tables that a client names (preparations). Only weight and style files
// are read at once, on the I/O thread. Only a client on standard input may name files.
// Commands that wait for a search wait for preparations, too. `readyok` comes after them, and a
// `quit` finishes them. While a preparation waits for a slot, `readyok` comes at once: a GUI
// assumes that a silent engine has crashed, and the next `go` waits for a slot anyway. After a
// `stop` of that `go`, or a `quit`, nothing waits for a slot (session_core.h). Only the creation of
// a player can be skipped, since the next search does it.
//
// A line that was too long counts as a rejected position, since only positions grow that long.
//
// The last variation reported before a bestmove begins with that move, also if a book or a chooser
// selected it.
//
// Unknown words before a known command are skipped, as UCI requires ("joho debug on"). Additional
// commands (d, eval, bench, help) are recognized only as the first word. A line without any command
// is answered by "info string unknown command".
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "protocols/line/channels/channel.h"
#include "protocols/line/session_core.h"
#include "protocols/uci/dialect.h"
#include "protocols/uci/option_table.h"
#include "protocols/uci/seat.h"
#include "protocols/uci/uci_command.h"

namespace trivium::uci {

struct SessionConfig : line::CoreConfig {
  SeatFactory seat;  ///< the game that is played
  Dialect dialect = kUci;
  Milliseconds move_overhead{10};
};

class Session final : public line::SessionCore, private Host {
 public:
  Session(std::shared_ptr<line::Channel> channel, SessionConfig config);

  void receive(std::string_view line) override;
  void line_too_long() override;
  bool finishes_at_end_of_input() override;

 private:
  friend struct CommandTable;
  struct Command;

  /// Context of a command's execution.
  struct Call {
    std::string_view arguments;
    Clock::time_point received{};
  };

  /// The running `go`, perft or bench.
  struct Search : Work {
    using Work::Work;

    Answer answer;          ///< written by the search thread, read after it has finished
    std::string shown;      ///< first move of the last reported variation; threads as for answer
    std::string result;     ///< of perft and bench instead of an answer; threads as for answer
    bool for_move = false;  ///< a bestmove must follow
  };

  // session.cpp: the conversation
  void say(std::string_view text) override;
  void complain(const Error& fault) override;
  void prepare(std::function<Status()> work, std::function<void(const Status&)> done) override;
  /// Returns the error of a preparation that failed. Requires: fault() has a value.
  Error failure() const;
  void execute(const Waiting& waiting) override;
  void queue_full() override;
  /// Answers commands that wait for the end of preparations, and closes the channel after `quit`.
  void turn_ended() override;
  bool may_execute() const override { return !deciding_ || ended(); }
  /// Answers the isready that wait for the end of preparations.
  void answer_isready();
  /// Executes `command`, which begins `line`, or queues it if it waits for work under way.
  void take(const Command& command, std::string_view line);
  void run(const Command& command, const Call& call);
  /// Ends all work in progress. If `waits`, the queue is kept, and what it starts is stopped.
  void leave(bool waits);
  void set_up_options();
  /// Makes the player for the settings, with a smaller table if there is no memory for theirs; if
  /// it exists, renews it if that is due. Throws std::bad_alloc. On the worker. Requires: a seat
  /// that can think.
  void make_player();
  /// Starts make_player() as a preparation. If it is skipped, the next search does it.
  void set_up_player();
  void change_hash(int megabytes);
  void change_threads(int threads);
  /// Applies settings that take memory. If that is not available, the player keeps its settings and
  /// the client receives `shortage`.
  void resize_player(const PlayerSettings& settings, const Error& shortage);
  /// Makes the player, if there is one, forget what it learned and use the seat's present weights.
  void renew_player();
  /// Renews the player at once if renew_player() requested it. On the worker.
  void renew_if_due();
  void load_weights(const std::string& file);
  /// If the last position was rejected, reports that the output refers to the one before it.
  void report_rejected_position();
  /// Ends a `position` with the seat's result.
  void conclude_position(const Result<std::string>& note);

  // search.cpp: thinking
  void think(const GoCommand& go, Clock::time_point received);
  /// Returns the search of `go`. Under `infinite` and `ponder` its answer is held back.
  static std::shared_ptr<Search> search_of(const GoCommand& go, Clock::time_point received);
  void perft(int depth);
  void start(const std::shared_ptr<Search>& search, std::function<void(Search&)> work);
  /// Sends the answer of a search that has ended.
  void answer(const Search& search);
  /// Answers a `go` that cannot be searched on the worker. Has a move only if the position was not
  /// rejected, the seat can think, and a legal move exists.
  void answer_at_once(const GoCommand& go);
  /// Reports to the client if its work has no slot yet.
  void report_waiting();
  /// Reports why there was no search, unless the client stopped it before it began, and finds a
  /// move.
  void report_failure(Search& search, const std::string& fault);
  /// Finds a move after `search` failed for lack of a thread or of memory, or was skipped.
  void answer_without_search(Search& search);
  /// Returns the seat's request for `go`, and reports illegal search moves.
  Request request_of(const GoCommand& go);

  // commands.cpp: one for each command
  void uci(const Call& call);
  void debug(const Call& call);
  void isready(const Call& call);
  void setoption(const Call& call);
  void ignore(const Call& call);
  void ucinewgame(const Call& call);
  void position(const Call& call);
  void go(const Call& call);
  void stop(const Call& call);
  void ponderhit(const Call& call);
  void quit(const Call& call);
  void display(const Call& call);
  void eval(const Call& call);
  void bench(const Call& call);
  void help(const Call& call);

  const SessionConfig config_;
  OptionTable options_;

  PlayerSettings settings_;
  std::optional<Error> first_fault_;  ///< reported before the first answer
  bool show_expectation_ = false;
  bool debug_ = false;
  /// Error of the last `position`, if it was rejected; the seat's position is then out of date.
  std::optional<Error> refusal_;
  const std::unique_ptr<Seat> seat_;  ///< used only by the worker while it is busy

  /// The player was made for an immediate answer and has less memory than settings_, until the next
  /// search or preparation. Used only by the worker while it is busy.
  bool small_player_ = false;
  bool renewal_due_ = false;     ///< renew the player before it searches; threads as above
  int pending_isready_ = 0;      ///< number of isready that wait for the end of preparations
  bool quit_requested_ = false;  ///< `quit` was received: close when all work is done
  bool deciding_ = false;  ///< after `quit`: start no work until it is known if the input ends
};

}  // namespace trivium::uci
