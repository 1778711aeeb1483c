// Line-based I/O with child processes, with deadlines.
//
// Tournaments hang when a pipe fills up: an engine cannot write because its stderr, or its output
// while the opponent is to move, is not read; or a controller cannot write because the engine does
// not read. Therefore a wait on one conversation also reads all streams of all conversations at the
// same switchboard and stores their lines (up to a limit) with their arrival times. The last lines
// in both directions are kept as evidence.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/descriptor.h"
#include "engine/core/result.h"
#include "protocols/client/child_process.h"
#include "protocols/line/channels/line_splitter.h"

namespace trivium::client {

using Clock = std::chrono::steady_clock;

/// Flag that ends waits: while it is raised, every wait that watches it returns at once.
class Interrupt {
 public:
  /// Throws std::system_error if the process has no descriptors left.
  Interrupt();

  /// Thread-safe; may be called in signal handlers.
  void raise() noexcept;
  void lower() noexcept;
  bool raised() const noexcept;
  /// Returns a descriptor that is readable while raised.
  int descriptor() const noexcept { return event_.get(); }

 private:
  Descriptor event_;
};

class Conversation;

/// Set of the conversations of one thread. While one of them waits, all are read. Must outlive the
/// conversations.
class Switchboard {
 public:
  /// Waits end when `interrupt` is raised. It may be null and must outlive this.
  explicit Switchboard(const Interrupt* interrupt = nullptr) noexcept : interrupt_(interrupt) {}
  Switchboard(const Switchboard&) = delete;
  Switchboard& operator=(const Switchboard&) = delete;

 private:
  friend class Conversation;

  const Interrupt* interrupt_;
  std::vector<Conversation*> members_;
};

/// How a wait ended.
enum class Wait : std::uint8_t {
  kDone,
  kTimeout,
  kClosed,  ///< the program has closed its end of the stream
  kInterrupted,
};

struct ConversationOptions {
  /// File to which the program's stderr is appended; empty: only the last bytes are kept.
  std::filesystem::path stderr_file;
  /// Called with '>' for every line sent and '<' for every line received, at once. May be empty.
  std::function<void(char direction, std::string_view line)> log;
};

/// Not thread-safe. The program ends with the thread that started it (child_process.h).
class Conversation {
 public:
  /// Maximum bytes of a line. Longer lines are dropped, with a note in the evidence.
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;
  /// Maximum number of bytes that wait to be received. Beyond it the oldest lines are dropped until
  /// half of it is free, with a note in the evidence.
  static constexpr std::size_t kBacklog = std::size_t{4} << 20;

  /// Starts the program. The error states why it does not start (child_process.h), or that
  /// `stderr_file` cannot be written.
  static Result<std::unique_ptr<Conversation>> start(const ProgramSpec& program,
                                                     Switchboard& switchboard,
                                                     ConversationOptions options = {});
  /// Kills the program if it still runs.
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  /// Sends `text`: one or more lines without the last line end, in one write if the pipe has room.
  /// kTimeout: the program does not read.
  Wait send(std::string_view text, Clock::duration patience = std::chrono::seconds(10));
  /// Returns the time just before the last bytes of the last send() were written. The program may
  /// run before write() returns.
  Clock::time_point sent() const noexcept { return sent_; }

  /// Waits for the next line until `deadline`. `line` has no line end, is otherwise unchanged and
  /// is valid until the next call. When the stream closes, bytes after the last line end count as a
  /// line.
  Wait receive(std::string_view& line, Clock::time_point deadline);
  /// Returns the arrival time of the last received line.
  Clock::time_point arrival() const noexcept { return arrival_; }
  /// Reads available input without waiting.
  void listen();
  /// Like receive(), but only for lines that have been read already. Returns false if there is
  /// none.
  bool receive_buffered(std::string_view& line);

  /// Closes the program's input and waits up to `grace` for its end, then as long again after
  /// SIGTERM, then kills it. Reads its output meanwhile.
  ExitStatus end(Clock::duration grace);
  /// Returns how the program ended, waiting up to `patience`; nothing if it still runs. Reads its
  /// output meanwhile.
  std::optional<ExitStatus> exit_status(Clock::duration patience = Clock::duration::zero());
  pid_t id() const noexcept { return process_.id(); }

  /// Returns the last lines in both directions, oldest first, long ones shortened, then the last
  /// lines of stderr: "+1.204 s > go nodes 1000", "+1.207 s < bestmove e2e4", "stderr: out of
  /// memory". Times count from the start.
  std::vector<std::string> evidence() const;
  /// Returns the last bytes that the program wrote to stderr, at most kErrorTail.
  std::string_view error_tail() const noexcept;
  static constexpr std::size_t kErrorTail = 8192;

 private:
  struct Line {
    std::string text;
    Clock::time_point arrival;
  };
  struct Note {
    Clock::time_point time;
    std::string text;
  };
  /// The last lines of one kind. Slots are reused.
  struct Notes {
    std::array<Note, 12> slots;
    std::size_t count = 0;  ///< number of lines added so far
    void add(Clock::time_point time, std::string_view mark, std::string_view text);
  };

  Conversation(ChildProcess process, Switchboard& switchboard, ConversationOptions options);

  Wait wait(Clock::time_point deadline, bool to_write);
  bool read_output();
  bool read_errors();
  void take_lines(Clock::time_point time);
  void enter(std::string_view line, Clock::time_point time);

  ChildProcess process_;
  Switchboard& switchboard_;
  ConversationOptions options_;
  std::ofstream error_file_;
  Clock::time_point started_;
  Clock::time_point sent_;
  Clock::time_point arrival_;
  line::LineSplitter splitter_{kMaxLine};
  std::deque<Line> backlog_;
  std::size_t backlog_bytes_ = 0;
  std::string current_;
  std::string error_tail_;
  Notes sent_lines_;
  Notes received_lines_;
  Notes remarks_;  ///< about dropped lines
};

}  // namespace trivium::client
