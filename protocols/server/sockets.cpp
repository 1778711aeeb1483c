#include "protocols/server/sockets.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <system_error>

#include "engine/core/descriptor.h"
#include "protocols/line/channels/connector.h"

namespace trivium::server {

namespace asio = boost::asio;

std::string text_of(const asio::ip::tcp::endpoint& endpoint) {
  return line::endpoint_text(endpoint.address().to_string(), endpoint.port());
}

std::string network_of(const asio::ip::address& address) {
  if (!address.is_v6()) return address.to_string();
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return asio::ip::make_address_v6(bytes).to_string();
}

Status provide_descriptors(int connections) {
  // Listeners, log, epoll, a file being loaded, connections about to be rejected.
  constexpr rlim_t kOthers = 64;
  const rlim_t needed = static_cast<rlim_t>(connections) + kOthers;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed) return {};
  if (limit.rlim_max < needed) {
    return Error{
        "server.descriptors",
        fmt::format(
            "limits.connections: {} connections need {} file descriptors, this process may have {}",
            connections, needed, limit.rlim_max)};
  }
  limit.rlim_cur = needed;
  setrlimit(RLIMIT_NOFILE, &limit);
  return {};
}

void notice_vanishing(int socket) noexcept {
  const auto set = [socket](int option, int value) {
    setsockopt(socket, IPPROTO_TCP, option, &value, sizeof value);
  };
  set(TCP_KEEPIDLE, 60);
  set(TCP_KEEPINTVL, 10);
  set(TCP_KEEPCNT, 6);
  set(TCP_USER_TIMEOUT, 120'000);
}

std::optional<std::pair<dev_t, ino_t>> file_at(const std::filesystem::path& path) noexcept {
  struct stat found {};
  if (lstat(path.c_str(), &found) != 0) return std::nullopt;
  return std::pair(found.st_dev, found.st_ino);
}

Status clear_stale_socket(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::is_socket(path, unknown)) return {};
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  // Must not block: the queue of a stopped listener may be full.
  const Descriptor probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const bool connected =
      connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  if (!connected && errno == ENOENT) return {};
  if (connected || errno != ECONNREFUSED)
    return Error{"server.control.taken", "control: something else listens at " + path};
  std::filesystem::remove(path, unknown);
  return {};
}

}  // namespace trivium::server
