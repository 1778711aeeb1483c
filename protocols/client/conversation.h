// Lines to and from a program, never waited for longer than one says.
//
// What makes tournaments hang is somebody waiting for a pipe: an engine that cannot write because nobody reads its stderr, or its thoughts
// while its opponent is on move; a controller that cannot write because the engine does not read. So whoever waits for one conversation
// listens to all streams of all conversations at the same switchboard, keeps what they say (within bounds) for later, and notes when it
// came. The last lines both ways are kept as evidence.
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
#include "protocols/line/line_splitter.h"

namespace trivium::client {

using Clock = std::chrono::steady_clock;

/// Breaks waits: once raised, every wait that watches it ends at once, until it is lowered.
class Interrupt {
 public:
  /// Throws std::system_error when the process has no descriptors left.
  Interrupt();

  /// Any thread, and signal handlers.
  void raise() noexcept;
  void lower() noexcept;
  bool raised() const noexcept;
  /// Readable while raised.
  int descriptor() const noexcept { return event_.get(); }

 private:
  Descriptor event_;
};

class Conversation;

/// The conversations of one thread: while one of them is waited for, all are listened to. Must outlive them.
class Switchboard {
 public:
  /// Waits are broken by `interrupt`, which may be null and must live as long.
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
  std::filesystem::path stderr_file;  ///< what it writes to stderr is appended there too; empty: only the end is kept
  /// Called with '>' for every line sent and '<' for every line that came, as soon as it is there. May be empty.
  std::function<void(char direction, std::string_view line)> log;
};

/// Not thread-safe: the thread that starts it holds it, and the program ends with that thread (child_process.h).
class Conversation {
 public:
  /// A longer line is dropped, and noted in the evidence.
  static constexpr std::size_t kMaxLine = std::size_t{1} << 20;
  /// Bytes that may wait to be received; beyond, the oldest lines are dropped, which is noted too.
  static constexpr std::size_t kBacklog = std::size_t{4} << 20;

  /// Starts the program. The error says why it cannot be (child_process.h), or that `stderr_file` cannot be written.
  static Result<std::unique_ptr<Conversation>> start(const ProgramSpec& program, Switchboard& switchboard,
                                                     ConversationOptions options = {});
  /// Kills the program if it still runs.
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  /// Sends `text`, one or more lines without the last line end, in one piece where the pipe has room. kTimeout: the program does not read.
  Wait send(std::string_view text, Clock::duration patience = std::chrono::seconds(10));
  /// When the last bytes of the last send() were handed to the system: just before, as the program may run before we do again.
  Clock::time_point sent() const noexcept { return sent_; }

  /// The next line (without its end; any other byte as it came), if it arrived before `deadline`; `line` is valid until the next call. What
  /// stands after the last line end when the stream closes counts as a line.
  Wait receive(std::string_view& line, Clock::time_point deadline);
  /// When the bytes of the last received line were here.
  Clock::time_point arrival() const noexcept { return arrival_; }
  /// Reads what is there by now, without waiting.
  void listen();
  /// receive() of what has been read already; false when there is no more.
  bool receive_heard(std::string_view& line);

  /// Gives it up to `grace` to end after its input closes and as much again after SIGTERM, then kills it. Listens all the while.
  ExitStatus end(Clock::duration grace);
  /// Whether and how it has ended, waiting up to `patience` for it. Listens all the while.
  std::optional<ExitStatus> exit_status(Clock::duration patience = Clock::duration::zero());
  pid_t id() const noexcept { return process_.id(); }

  /// The last lines both ways, oldest first, long ones shortened, then the last lines of stderr:
  /// "+1.204 s > go nodes 1000", "+1.207 s < bestmove e2e4", "stderr: out of memory". Times are since the start.
  std::vector<std::string> evidence() const;
  /// The last bytes that it wrote to stderr, at most kErrorTail.
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
    std::size_t count = 0;  ///< ever entered
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
  Notes said_;
  Notes heard_;
  Notes remarks_;  ///< of what was dropped
};

}  // namespace trivium::client
