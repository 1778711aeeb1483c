// A StreamChannel over standard input and output.
//
// A terminal, a shared pipe or a regular file cannot be made non-blocking (all processes that share
// it would see the flag), and epoll cannot watch files. So the I/O thread waits until input is
// ready (a file always is), and then reads what is available. A second thread writes the output;
// it may block as long as the client does not read. If another process reads the ready input from
// the same pipe first, the I/O thread blocks until there is more.
#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "boost/asio/any_io_executor.hpp"
#include "boost/asio/posix/stream_descriptor.hpp"

#include "protocols/line/channels/stream_channel.h"

namespace trivium::line {

class StdioChannel final : public StreamChannel {
 public:
  /// Receives the errno of a failed write (full disk, no reader, ...). Called at most once, on the
  /// thread that writes.
  using OutputFailed = std::function<void(int number)>;

  /// `input` and `output` are not closed and keep their flags. Ignores SIGPIPE for the whole
  /// process, so that a missing reader appears as a failed write. Throws std::system_error, also
  /// that of Boost, if the process has no threads or descriptors left.
  StdioChannel(boost::asio::any_io_executor executor, int input, int output, OutputFailed failed);
  /// Blocks until all output has been written or cannot be.
  ~StdioChannel() override;

 private:
  void start_reading() override;
  void stop_reading() override;
  void output_queued() override;
  void close_stream() override;

  void read_ready_input();
  /// Calls resume() on the I/O thread.
  void resume_later();
  /// Main function of the writing thread.
  void write_output();
  /// Returns 0 or the errno of the failure.
  int write_all(std::string_view text) const;

  /// Watches for input; not open if the input is a file, which is always ready.
  boost::asio::posix::stream_descriptor input_;
  const int input_number_;
  const int output_number_;
  const OutputFailed failed_;
  std::array<char, 65536> chunk_;

  std::mutex wake_mutex_;
  std::condition_variable wake_;
  bool awake_ = false;      ///< the writing thread has work; under wake_mutex_
  bool finishing_ = false;  ///< no more output will come; under wake_mutex_
  std::jthread writer_;
};

}  // namespace trivium::line
