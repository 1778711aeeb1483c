// A Channel over a connected stream socket: TCP, a Unix socket pair, or stdin/stdout through StdioBridge.
//
// Lifetime. The channel owns its session until end(); the session owns the channel as long as it likes; pending reads and writes own the
// channel too. While the channel lives it counts as work of its io_context, so that run() returns only after every session and every
// search thread of it has gone, and post() from a search thread always finds its io_context alive. Do not keep a reference to a channel
// on the thread that calls run().
//
// Flow. A client that sends but does not read is not read from either while more than half of the output limit waits for it; what
// a search adds beyond the whole limit ends the session. End of input ends the session, but what it still sends (the answer of the search
// that was stopped) is written as long as the client reads.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "boost/asio/any_io_executor.hpp"
#include "boost/asio/executor_work_guard.hpp"
#include "boost/asio/generic/stream_protocol.hpp"

#include "protocols/line/channel.h"
#include "protocols/line/line_splitter.h"

namespace trivium::line {

struct StreamLimits {
  std::size_t line_bytes = std::size_t{1} << 20;     ///< a longer input line is dropped and reported
  std::size_t output_bytes = std::size_t{16} << 20;  ///< more than this unread by the client ends its session
};

class StreamChannel final : public Channel, public std::enable_shared_from_this<StreamChannel> {
 public:
  using Socket = boost::asio::generic::stream_protocol::socket;

  /// `socket` is connected. Its executor runs one handler at a time: a single-threaded io_context, or a strand.
  StreamChannel(Socket socket, StreamLimits limits);

  /// Begins to read lines for `session`. Once, and before anything else happens on the channel.
  void start(std::shared_ptr<Session> session);

  void send(std::string text) override;
  void post(std::function<void()> work) override;
  void close() override;

 private:
  enum class Output : std::uint8_t {
    kOpen,
    kClosing,  ///< what is queued is still written, nothing is added
    kBroken,   ///< nothing is written any more
  };

  // All of these run on the I/O thread.
  void read();
  void deliver();
  void flush();
  void written(bool failed);
  void break_off();
  void end_session();

  // Any thread.
  bool wants_input();
  bool clogged();

  const StreamLimits limits_;

  // I/O thread only.
  Socket socket_;
  boost::asio::executor_work_guard<boost::asio::any_io_executor> work_;
  std::shared_ptr<Session> session_;
  LineSplitter splitter_;
  std::array<char, 65536> chunk_;
  bool input_ended_ = false;
  bool paused_ = false;    ///< lines wait until the client has read more
  std::string in_flight_;  ///< being written

  // Any thread, under mutex_.
  std::mutex mutex_;
  std::string queue_;
  std::size_t unwritten_ = 0;  ///< bytes in queue_ and in_flight_
  Output output_ = Output::kOpen;
};

}  // namespace trivium::line
