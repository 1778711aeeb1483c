// A GTP session for one client.
//
// Commands are answered in the order of arrival (session_core.h). A command that thinks (genmove,
// reg_genmove, analysis) is a search; every other one that may take more than about a millisecond
// (explanations, candidates, memory for tables) is a preparation. Two inputs act at once: GoGui's
// "# interrupt" stops searches and texts, and any line ends an analysis. The end of the input stops
// searches but no explanations, so piped commands get all of them. If `quit` is the last command
// before the end of the input, as in piped commands, all commands before it are finished first. A
// search or text that is stopped before it has a slot is skipped: a genmove is then answered with
// the best of a few positions. The hash table is warmed up (Seat::warm_up()) only outside searches,
// and an interrupt ends that early.
//
// The game is behind a Seat; conventions for Connect-6 (one command, one stone): docs/using/gui.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/limits.h"
#include "engine/core/result.h"
#include "engine/core/search_control.h"
#include "protocols/gtp/analysis.h"
#include "protocols/gtp/arguments.h"
#include "protocols/gtp/gtp_command.h"
#include "protocols/gtp/seat.h"
#include "protocols/gtp/time_control.h"
#include "protocols/line/channels/channel.h"
#include "protocols/line/session_core.h"

namespace trivium::gtp {

struct CommandEntry;  // command_table.h

struct SessionConfig : line::CoreConfig {
  std::vector<SeatFactory> games;  ///< at least one; the first is played at the start
  /// Limits of a move if no time settings are in force.
  Limits untimed{.move_time = Milliseconds(2000)};
  /// Time per move that is lost outside the search. Larger than in UCI, since controllers measure
  /// the time of a move on their side.
  Milliseconds move_overhead{50};
};

/// Answer to a command: a text, an error, or nothing yet if a started search or job will answer.
class Reply {
 public:
  Reply(const char* text) : result_(std::string(text)) {}
  Reply(std::string text) : result_(std::move(text)) {}
  Reply(Error error) : result_(std::move(error)) {}
  Reply(const Status& status) : result_(status ? Result<std::string>("") : status.error()) {}
  Reply(Result<std::string> result) : result_(std::move(result)) {}
  static Reply later() { return Reply(); }

  /// Returns null for later().
  const Result<std::string>* now() const noexcept { return result_ ? &*result_ : nullptr; }

 private:
  Reply() = default;

  std::optional<Result<std::string>> result_;
};

class Session final : public line::SessionCore {
 public:
  Session(std::shared_ptr<line::Channel> channel, SessionConfig config);

  void receive(std::string_view line) override;
  void line_too_long() override;
  bool finishes_at_end_of_input() override { return quit_received_; }

 private:
  friend struct CommandTable;  // names the handlers

  enum class Task : std::uint8_t {
    kGenmove,
    kRegGenmove,
    kGenmoveAnalyze,
    kAnalyze,
  };

  /// The running search and the data for its answer.
  struct Search : Work {
    Task task = Task::kGenmove;
    std::string id;
    std::optional<AnalysisFeed> feed;
    Milliseconds interval{0};
    bool opened = false;  ///< the first line of a response in parts was sent
    Choice choice;
  };

  // session.cpp: the conversation
  void execute(const Waiting& waiting) override;
  void queue_full() override;
  /// Ends an analysis for which commands wait.
  void turn_ended() override;
  /// Returns the answer of the handler of `command`; an exception becomes an error.
  Reply run(const Command& command);
  Reply run_own(const GameCommand& command, const Arguments& arguments);
  void answer(const std::string& id, const Result<std::string>& result);
  /// Returns the command of this name that only the present game has, or null.
  const GameCommand* find_game_command(std::string_view name) const;
  /// Returns the settings for a move with `limits`. Without a clock there is no move overhead.
  PlayerSettings player_settings(const Limits& limits, int lines = 1) const {
    return {config_.threads, config_.hash_megabytes, lines,
            limits.clock ? config_.move_overhead : Milliseconds(0)};
  }
  /// Starts a search of the position on the board; its end sends the answer.
  Reply start_search(Task task, const Limits& limits, const AnalysisRequest* request = nullptr,
                     AnalysisDialect dialect = AnalysisDialect::kLeelaZero);
  using WorkerJob = std::function<Result<std::string>(const Work& work)>;
  enum class JobKind : std::uint8_t {
    kSetting,  ///< changes the session: an interrupt does not skip it
    kText,     ///< describes the position: an interrupt skips it while it waits for a slot
    kSearch,   ///< like kText; the end of the input stops it too
  };
  /// Runs `job` on the worker. The present command is answered with its result or its error.
  /// `finish`, if any, runs before that on the I/O thread.
  Reply start_job(WorkerJob job, JobKind kind = JobKind::kSetting,
                  std::function<void()> finish = nullptr);
  /// Allocates the player's memory now, so that the next search does not do it on its clock.
  /// Ignores failures, which the next search reports. The worker.
  void prepare_seat(const PlayerSettings& settings, const std::stop_token& stop);
  /// Gives the player a hash table of this size on the worker; the answer follows when that is
  /// done.
  Reply start_set_hash(int megabytes);
  /// Runs on the worker.
  void think(Search& search, const Limits& limits);
  /// Finds a move after `search` failed for lack of a thread or of memory, or was skipped.
  void answer_without_search(Search& search);
  void answer_search(const Search& search);
  /// Stops reading and executing commands; queued output is still sent.
  void close();

  // commands_administrative.cpp
  Reply protocol_version(const Arguments& arguments);
  Reply name(const Arguments& arguments);
  Reply version(const Arguments& arguments);
  Reply known_command(const Arguments& arguments);
  Reply list_commands(const Arguments& arguments);
  Reply help(const Arguments& arguments);
  Reply quit(const Arguments& arguments);
  Reply stop(const Arguments& arguments);
  Reply set_weights(const Arguments& arguments);
  Reply set_threads(const Arguments& arguments);
  Reply set_hash(const Arguments& arguments);
  Reply set_nodes(const Arguments& arguments);
  Reply set_move_overhead(const Arguments& arguments);

  // commands_game.cpp
  Reply list_games(const Arguments& arguments);
  Reply set_game(const Arguments& arguments);
  /// Returns why `color` may not move now; nothing if it may.
  std::optional<Error> refusal(Color color) const;
  Status place(const std::string& color, const std::string& vertex);
  /// Plays `move`, which a search or a plan chose.
  void place_chosen(const std::string& move, Milliseconds spent);
  Limits move_limits() const;
  Reply generate(const Arguments& arguments, Task task);
  Reply boardsize(const Arguments& arguments);
  Reply clear_board(const Arguments& arguments);
  Reply komi(const Arguments& arguments);
  Reply play(const Arguments& arguments);
  Reply play_sequence(const Arguments& arguments);
  Reply genmove(const Arguments& arguments);
  Reply reg_genmove(const Arguments& arguments);
  Reply undo(const Arguments& arguments);
  Reply undo_many(const Arguments& arguments);
  Reply time_settings(const Arguments& arguments);
  Reply kgs_time_settings(const Arguments& arguments);
  Reply time_left(const Arguments& arguments);
  Reply final_score(const Arguments& arguments);
  Reply showboard(const Arguments& arguments);
  Reply loadsgf(const Arguments& arguments);
  Reply load_record(const Arguments& arguments);
  Reply printsgf(const Arguments& arguments);

  // commands_analysis.cpp
  template <Task kTask, AnalysisDialect kDialect>
  Reply analyze_as(const Arguments& arguments) {
    return analyze(arguments, kTask, kDialect);
  }
  Reply analyze(const Arguments& arguments, Task task, AnalysisDialect dialect);

  // commands_gogui.cpp
  Reply analyze_commands(const Arguments& arguments);
  Reply title(const Arguments& arguments);
  Reply interrupt(const Arguments& arguments);
  Reply rules_game_id(const Arguments& arguments);
  Reply rules_board(const Arguments& arguments);
  Reply rules_board_size(const Arguments& arguments);
  Reply rules_legal_moves(const Arguments& arguments);
  Reply rules_side_to_move(const Arguments& arguments);
  Reply rules_final_result(const Arguments& arguments);

  SessionConfig config_;
  const SeatFactory* game_;  ///< one of config_.games
  std::unique_ptr<Seat> seat_;
  TimeControl time_;
  std::uint64_t nodes_ = 0;  ///< per turn; 0: the clock decides

  std::string current_id_;      ///< of the command being executed
  bool quit_received_ = false;  ///< `quit` was received
  bool closed_ = false;
};

}  // namespace trivium::gtp
