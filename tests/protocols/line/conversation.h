// A session on a real socket pair with its client, for tests of line-based protocols.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "boost/asio/io_context.hpp"

#include "engine/core/descriptor.h"
#include "protocols/line/channels/socket_channel.h"

namespace trivium::line {

using SessionFactory = std::function<std::shared_ptr<Session>(std::shared_ptr<Channel>)>;

/// After this time, a test that waits for an answer fails.
inline constexpr std::chrono::seconds kAnswerPatience{30};

/// One end of a stream, with blocking calls that have a time limit.
class Client {
 public:
  explicit Client(int fd) : fd_(fd) {}

  /// Sends everything, or as much as the other side read before it closed.
  void write(std::string_view text);
  /// Returns the next line without its end; nothing if the stream ended or `patience` ran out.
  std::optional<std::string> read_line(std::chrono::milliseconds patience = kAnswerPatience);
  /// Returns the next `size` bytes; nothing if the stream ended or `patience` ran out.
  std::optional<std::string> read_bytes(std::size_t size,
                                        std::chrono::milliseconds patience = kAnswerPatience);
  /// Reads until a line that begins with `prefix` and returns it, or nothing as above.
  std::optional<std::string> read_until(std::string_view prefix,
                                        std::chrono::milliseconds patience = kAnswerPatience);
  /// Returns everything until the stream ends, or until `patience` ran out between two lines.
  std::string read_rest(std::chrono::milliseconds patience = kAnswerPatience);
  /// Ends the output; input can still be read.
  void end_input();
  /// Closes both directions.
  void hang_up() { fd_ = Descriptor(); }

 private:
  /// Waits for input until `deadline` and appends it to the buffer. Returns false if there is none.
  bool read_more(std::chrono::steady_clock::time_point deadline);

  Descriptor fd_;
  std::string buffer_;
};

/// Returns how many lines of `text` begin with `prefix`.
int count_lines(std::string_view text, std::string_view prefix);

/// Starts a session made by `factory` on `io` and returns its client.
Client connect(boost::asio::io_context& io, const SessionFactory& factory,
               StreamLimits limits = {});

/// One session with its own I/O thread.
class Conversation {
 public:
  explicit Conversation(const SessionFactory& factory, StreamLimits limits = {});
  /// Disconnects and waits until the session and its threads have ended.
  ~Conversation();

  Client& client() { return client_; }
  /// True if session, channel and search thread ended within `patience`.
  bool over(std::chrono::milliseconds patience = kAnswerPatience);

 private:
  boost::asio::io_context io_;
  Client client_;
  std::promise<void> over_;
  std::shared_future<void> ended_ = over_.get_future().share();
  std::jthread thread_;
};

}  // namespace trivium::line
