#include "protocols/server/stdio_server.h"

#include <atomic>
#include <cerrno>
#include <exception>
#include <fcntl.h>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "boost/asio/io_context.hpp"

#include "protocols/line/channels/stdio_channel.h"
#include "protocols/line/channels/transcript.h"
#include "protocols/line/prompt_thread.h"

namespace trivium::server {

namespace asio = boost::asio;

namespace {

/// Makes `io` the only owner of the conversation. `failure` becomes the errno of a failed write.
void open_conversation(const StdioConfig& config, asio::io_context& io,
                       const std::shared_ptr<line::Transcript>& transcript,
                       std::atomic<int>& failure) {
  const auto stream = std::make_shared<line::StdioChannel>(
      io.get_executor(), config.input, config.output, [&failure](int number) { failure = number; });
  std::shared_ptr<line::Channel> channel = stream;
  if (transcript != nullptr) channel = line::logged(channel, transcript);
  std::shared_ptr<line::Session> session = make_session(
      config.protocol, std::make_shared<const SessionConfigs>(config.sessions), channel);
  if (transcript != nullptr) session = line::logged(session, transcript);
  stream->start(std::move(session));
}

bool is_writable(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

/// Runs the conversation to its end. Returns the exception that ended it, if any.
std::exception_ptr run(asio::io_context& io) noexcept {
  std::exception_ptr fault;
  while (true) {
    try {
      io.run();
      return fault;
    } catch (...) {
      // The channel has ended the session. Its worker may still be running and needs `io`.
      if (!fault) fault = std::current_exception();
    }
  }
}

Error session_fault(const std::exception_ptr& fault) {
  try {
    std::rethrow_exception(fault);
  } catch (const std::exception& failure) {
    return {"session.failed", std::string("the session failed: ") + failure.what()};
  }
}

Error output_fault(int number) {
  return {"output.write", "standard output: " + std::generic_category().message(number)};
}

}  // namespace

Status serve_stdio(const StdioConfig& config) {
  if (!is_writable(config.output)) return output_fault(EBADF);
  std::shared_ptr<line::Transcript> transcript;
  if (config.log) {
    Result<std::shared_ptr<line::Transcript>> opened = line::Transcript::open(*config.log);
    if (!opened) return at_place("log", opened.error());
    transcript = *opened;
  }
  std::atomic<int> failure{0};
  asio::io_context io(1);
  open_conversation(config, io, transcript, failure);
  line::wake_promptly();
  if (const std::exception_ptr fault = run(io)) return session_fault(fault);
  if (failure != 0) return output_fault(failure);
  return {};
}

}  // namespace trivium::server
