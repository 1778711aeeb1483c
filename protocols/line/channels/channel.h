// Interfaces between the bytes of one conversation and its protocol.
//
// A Channel carries lines to one client (stdin/stdout, a TCP connection, a test); a Session
// interprets them. Each conversation has one I/O thread, on which every Session function runs.
// Searches run on other threads and reach the client only through the Channel.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace trivium::line {

class Channel {
 public:
  virtual ~Channel() = default;

  /// Queues `text`: whole lines with their line ends. They are written and flushed in order, or
  /// dropped if the client has disconnected. Thread-safe; does not block.
  virtual void send(std::string text) = 0;

  /// Runs `work` on the conversation's I/O thread after the work already queued. Thread-safe; does
  /// not block.
  virtual void post(std::function<void()> work) = 0;

  /// Queues `work` like post() after `delay`. It is dropped if the session ends or post_later() is
  /// called again before that. I/O thread only.
  virtual void post_later(std::chrono::milliseconds delay, std::function<void()> work) = 0;

  /// Writes `text`, without a line end, to the conversation's log if there is one. The client does
  /// not see it. Thread-safe.
  virtual void note(std::string_view /*text*/) {}

  /// Counts `bytes` that the session keeps for its client, such as queued commands, against the
  /// memory of the conversation. Returns false, and counts nothing, if that is used up.
  /// Thread-safe.
  virtual bool reserve(std::size_t /*bytes*/) { return true; }
  /// Gives back `bytes` that reserve() counted. Thread-safe.
  virtual void release(std::size_t /*bytes*/) noexcept {}

  /// Ends the conversation after all output so far is written; Session::end() follows. Thread-safe;
  /// does not block.
  virtual void close() = 0;
};

/// Reason of the end of a conversation.
enum class SessionEnd : std::uint8_t {
  kInput,    ///< the client ended its input; it may still read, so queued commands are answered
  kStopped,  ///< ended by the server: running work is stopped and answered, queued commands are
             ///< dropped
  kBroken,   ///< connection lost: running work is stopped, queued commands are dropped
};

/// The command that a session works on.
struct Activity {
  std::string command;  ///< from the client, without its line end
  std::chrono::steady_clock::time_point since;
  bool waiting = false;  ///< for a slot; it has not started
};

/// Returns a command and its arguments for Activity, truncated if long.
inline std::string shown_command(std::string_view name, std::string_view arguments) {
  constexpr std::size_t kMaxBytes = 200;
  arguments.remove_prefix(std::min(arguments.find_first_not_of(' '), arguments.size()));
  const std::string_view beginning = arguments.substr(0, kMaxBytes);
  std::string shown(name);
  if (!beginning.empty()) shown.append(" ").append(beginning);
  if (beginning.size() < arguments.size()) shown += "...";
  return shown;
}

/// One conversation in one protocol. Owned by shared_ptr; posted work holds shared_from_this(). All
/// functions run on the I/O thread.
class Session : public std::enable_shared_from_this<Session> {
 public:
  virtual ~Session() = default;

  /// Receives the first bytes of the client, at least one, before any line. If it returns false,
  /// the conversation ends at once.
  virtual bool accepts_start(std::string_view /*bytes*/) { return true; }

  /// Receives a line from the client, without its line end ("\n" or "\r\n").
  virtual void receive(std::string_view line) = 0;

  /// Called if the client sent more than the line limit without a line end; the rest of that line
  /// was dropped.
  virtual void line_too_long() = 0;

  /// True while the session works on a request of the client; a silent client is then not idle.
  virtual bool busy() const { return false; }

  /// Returns the search or other long work in progress, or nothing.
  virtual std::optional<Activity> activity() const { return std::nullopt; }

  /// Called when the client has ended its input; it may still read. If true, the session first
  /// finishes the requested work and then closes the channel; end() may come earlier if the client
  /// disconnects. If false, there is nothing to finish and end() follows at once.
  virtual bool finishes_at_end_of_input() { return false; }

  /// Returns the session that may still answer after the end of input: another one if this one only
  /// passes lines on to it.
  virtual std::shared_ptr<Session> speaker() { return shared_from_this(); }

  /// Ends the session: stops and drops what SessionEnd says. Nothing is received afterwards. What
  /// is sent before the session is destroyed reaches a client that still reads. Called once, and
  /// once more if kStopped or kBroken follows kInput.
  virtual void end(SessionEnd how) = 0;
};

/// A session that passes everything to another one, as soon as that exists.
class ForwardingSession : public Session {
 public:
  bool busy() const override { return session_ != nullptr && session_->busy(); }
  std::optional<Activity> activity() const override {
    return session_ != nullptr ? session_->activity() : std::nullopt;
  }
  bool finishes_at_end_of_input() override {
    return session_ != nullptr && session_->finishes_at_end_of_input();
  }
  std::shared_ptr<Session> speaker() override {
    return session_ != nullptr ? session_->speaker() : shared_from_this();
  }
  void end(SessionEnd how) override {
    if (session_ != nullptr) session_->end(how);
    channel_.reset();
  }

 protected:
  explicit ForwardingSession(std::shared_ptr<Channel> channel,
                             std::shared_ptr<Session> session = nullptr)
      : channel_(std::move(channel)), session_(std::move(session)) {}

  std::shared_ptr<Channel> channel_;  ///< null after the end
  std::shared_ptr<Session> session_;  ///< null until it is known
};

}  // namespace trivium::line
