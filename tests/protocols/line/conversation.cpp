#include "tests/protocols/line/conversation.h"

#include <algorithm>
#include <array>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>

namespace trivium::line {

void Client::write(std::string_view text) {
  while (!text.empty()) {
    // Does not use send(), which fails for channels in tests of faults.
    const ssize_t size = sendto(fd_.get(), text.data(), text.size(), MSG_NOSIGNAL, nullptr, 0);
    if (size <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
}

std::optional<std::string> Client::read_line(std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (true) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    if (!read_more(deadline)) return std::nullopt;
  }
}

std::optional<std::string> Client::read_bytes(std::size_t size,
                                              std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (buffer_.size() < size) {
    if (!read_more(deadline)) return std::nullopt;
  }
  std::string bytes = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return bytes;
}

bool Client::read_more(std::chrono::steady_clock::time_point deadline) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      deadline - std::chrono::steady_clock::now());
  pollfd watched{fd_.get(), POLLIN, 0};
  if (left.count() < 0 || poll(&watched, 1, static_cast<int>(left.count()) + 1) <= 0) return false;
  std::array<char, 65536> chunk;
  const ssize_t size = recv(fd_.get(), chunk.data(), chunk.size(), 0);
  if (size <= 0) return false;
  buffer_.append(chunk.data(), static_cast<std::size_t>(size));
  return true;
}

std::optional<std::string> Client::read_until(std::string_view prefix,
                                              std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    std::optional<std::string> line = read_line(left);
    if (!line || line->starts_with(prefix)) return line;
  }
}

std::string Client::read_rest(std::chrono::milliseconds patience) {
  std::string rest;
  while (std::optional<std::string> line = read_line(patience)) rest += *line + "\n";
  return rest + std::exchange(buffer_, {});
}

void Client::end_input() { shutdown(fd_.get(), SHUT_WR); }

int count_lines(std::string_view text, std::string_view prefix) {
  int count = 0;
  while (!text.empty()) {
    if (text.starts_with(prefix)) ++count;
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return count;
}

Client connect(boost::asio::io_context& io, const SessionFactory& factory, StreamLimits limits) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::runtime_error("socketpair");
  Client client(ends[0]);
  SocketChannel::Socket socket(io, boost::asio::generic::stream_protocol(AF_UNIX, 0), ends[1]);
  const auto channel = std::make_shared<SocketChannel>(std::move(socket), limits);
  channel->start(factory(channel));
  return client;
}

Conversation::Conversation(const SessionFactory& factory, StreamLimits limits)
    : client_(connect(io_, factory, limits)) {
  thread_ = std::jthread([this] {
    io_.run();
    over_.set_value();
  });
}

Conversation::~Conversation() {
  client_.hang_up();
  ended_.wait();
}

bool Conversation::over(std::chrono::milliseconds patience) {
  return ended_.wait_for(patience) == std::future_status::ready;
}

}  // namespace trivium::line
