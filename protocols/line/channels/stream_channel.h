// A Channel over a stream of bytes: common base of sockets (socket_channel.h) and standard input
// and output (stdio_channel.h).
//
// Lifetime. The channel owns its session until end(). The session, and pending reads and writes,
// own the channel. While the channel lives it counts as work of its io_context. So run() returns
// only after every session and its search thread have ended, and post() from a search thread always
// finds its io_context alive. Do not keep a reference to a channel on the thread that calls run().
//
// Flow control. While more than half of the output limit is unread, the channel does not read from
// the client. If a search adds more than the whole limit, the session ends. The end of input ends
// the session, either at once or, if the session requests it, when its work is finished. Later
// output (the answer of the stopped search) is written as long as the client reads.
//
// Turns. Each turn on the I/O thread handles one line. The next one is posted, so that other
// conversations of the thread get turns in between, even if a client sends many lines at once.
//
// A broken connection ends the session at once, also after the end of input; waiting lines are
// dropped. An exception from the session breaks off the connection and is rethrown to the caller of
// run().
//
// A byte order mark before the first line is skipped.
//
// Time limits. Without them a silent client may stay for ever, and unwritten output is kept for a
// client that never reads. With them the session of a client that has been idle for too long ends
// (SessionEnd::kStopped), and after the end the remaining output is dropped if writing makes no
// progress.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "boost/asio/any_io_executor.hpp"
#include "boost/asio/executor_work_guard.hpp"
#include "boost/asio/steady_timer.hpp"

#include "protocols/line/channels/channel.h"
#include "protocols/line/channels/line_splitter.h"
#include "protocols/line/memory_budget.h"

namespace trivium::line {

struct StreamLimits {
  std::size_t line_bytes = std::size_t{1} << 20;  ///< longer input lines are dropped and reported
  std::size_t output_bytes = std::size_t{16} << 20;  ///< with more unread output the session ends
  std::shared_ptr<MemoryBudget> queues{};            ///< shared limit of all queues; null: none
  /// Maximum time without a line from the client while the session is not busy; 0: no limit.
  std::chrono::milliseconds idle{0};
  /// Maximum time without progress in writing after the session's end; 0: no limit.
  std::chrono::milliseconds drain{0};
};

/// Reason of the end of a channel's session.
enum class StreamEnd : std::uint8_t {
  kNone,        ///< it has not ended
  kInputEnded,  ///< the client ended its input, or disconnected
  kClosed,      ///< Channel::close()
  kBroken,      ///< the connection failed
  kUnread,      ///< the client did not read, and its output exceeded a limit
  kFailed,      ///< the session threw an exception
  kIdle,        ///< StreamLimits::idle
  kStopped,     ///< stop() or abandon()
};

class StreamChannel : public Channel, public std::enable_shared_from_this<StreamChannel> {
 public:
  /// Receives the reason of the end and how many bytes were written to the client.
  using EndHandler = std::function<void(StreamEnd end, std::uint64_t written)>;

  ~StreamChannel() override;

  /// Starts to read lines for `session`. `on_end`, if any, is called when session, search and
  /// stream have ended, on the thread that runs the executor; it must not throw. Call once, before
  /// any other function.
  void start(std::shared_ptr<Session> session, EndHandler on_end = nullptr);

  void send(std::string text) override;
  void post(std::function<void()> work) override;
  void post_later(std::chrono::milliseconds delay, std::function<void()> work) override;
  bool reserve(std::size_t bytes) override { return share_.take(bytes); }
  void release(std::size_t bytes) noexcept override { share_.give_back(bytes); }
  void close() override;

  // I/O thread only.

  /// Replaces StreamLimits::idle from now on.
  void limit_idle(std::chrono::milliseconds idle);
  /// Replaces StreamLimits::line_bytes from the next line on.
  void limit_line(std::size_t bytes) { splitter_.set_limit(bytes); }
  /// Returns the command that the session works on.
  std::optional<Activity> activity() const {
    return session_ != nullptr ? session_->activity() : std::nullopt;
  }
  /// Ends the session and drops its queue. The answer of its running search is still written.
  void stop() { finish(StreamEnd::kStopped); }
  /// Ends everything as if the connection had failed now.
  void abandon() { break_off(StreamEnd::kStopped); }

 protected:
  enum class Output : std::uint8_t {
    kOpen,
    kClosing,  ///< queued output is still written, new output is dropped
    kBroken,   ///< nothing is written any more
  };

  /// Requires: `executor` runs one handler at a time (a single-threaded io_context, or a strand).
  StreamChannel(boost::asio::any_io_executor executor, StreamLimits limits);
  const boost::asio::any_io_executor& executor() const noexcept { return executor_; }

  // Supplied by the stream. On the I/O thread, except output_queued()

  /// Starts to read. received() or end_of_input() follows.
  virtual void start_reading() = 0;
  /// If a read is pending, it ends soon with end_of_input().
  virtual void stop_reading() = 0;
  /// Called when there is output or the output was closed. Any thread.
  virtual void output_queued() = 0;
  /// Closes the stream; nothing more is read or written.
  virtual void close_stream() = 0;
  /// Called when the input has ended. From now on the stream must call break_off() if the client
  /// can no longer be reached.
  virtual void watch_for_break() {}

  // For streams

  /// Passes on bytes from the client.
  void received(std::string_view bytes);
  /// Reports the end of input; `failed`: the connection is broken.
  void end_of_input(bool failed);
  /// Moves the queued output to `text`. Requires: `text` is empty. Any thread.
  Output take_output(std::string& text);
  /// Reports that `size` bytes of the text of take_output() were written. Returns true if resume()
  /// must follow. Any thread.
  bool wrote(std::size_t size);
  /// Resumes with lines that waited until the client had read more.
  void resume();
  /// Calls start_reading() again.
  void read_on();
  /// Restarts the time limit of writing: some output was written. I/O thread.
  void note_progress() noexcept { quiet_since_ = Clock::now(); }
  /// Closes the stream, drops the output and ends the session.
  void break_off(StreamEnd end);
  /// Requests break_off() on the I/O thread. Thread-safe.
  void break_off_later(StreamEnd end);

 private:
  using Clock = std::chrono::steady_clock;

  // All of these run on the I/O thread.
  void take(std::string_view bytes);
  /// Handles the next line, if there is one, and posts itself for the one after it. At most one
  /// call is posted at any time.
  void deliver();
  void handle_next_line();
  void receive(LineSplitter::Event event, std::string_view line);
  void input_ended();
  /// Runs `work`. If it throws, breaks the connection off and rethrows.
  template <class Work>
  void guarded(const Work& work);
  void finish(StreamEnd end);
  void end_session(StreamEnd end);
  void watch();
  void check_patience();
  /// True if the session works on a request and no output waits for the client.
  bool is_at_work();

  // Thread-safe.
  bool wants_input();
  bool clogged();
  /// Requires: the caller holds `mutex_`.
  bool is_clogged() const noexcept { return unwritten_ > limits_.output_bytes / 2; }
  bool has_output();

  StreamLimits limits_;

  // I/O thread only.
  const boost::asio::any_io_executor executor_;
  boost::asio::executor_work_guard<boost::asio::any_io_executor> work_;
  std::shared_ptr<Session> session_;
  std::weak_ptr<Session> ended_session_;  ///< after the end of input: may still answer
  EndHandler on_end_;
  LineSplitter splitter_;
  MemoryShare share_;
  StreamEnd end_ = StreamEnd::kNone;
  bool at_start_ = true;          ///< no line was received yet
  bool nothing_received_ = true;  ///< no byte was received yet
  bool input_ended_ = false;
  bool input_failed_ = false;
  bool paused_ = false;  ///< lines wait until the client has read more
  boost::asio::steady_timer timer_;
  boost::asio::steady_timer later_;  ///< for post_later()
  /// Time of the last input line or progress in writing.
  Clock::time_point quiet_since_ = Clock::now();

  // Any thread, under mutex_.
  std::mutex mutex_;
  std::string queue_;
  std::size_t unwritten_ = 0;  ///< bytes in queue_ and in the text of take_output()
  std::uint64_t written_ = 0;
  Output output_ = Output::kOpen;
};

}  // namespace trivium::line
