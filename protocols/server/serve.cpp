#include "protocols/server/serve.h"

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>

#include "boost/asio/io_context.hpp"
#include "boost/asio/signal_set.hpp"

#include "engine/core/descriptor.h"
#include "protocols/line/prompt_thread.h"
#include "protocols/server/server_log.h"

namespace trivium::server {

namespace asio = boost::asio;

namespace {

/// Maximum time from the signal to the end of the process. Of two seconds, the part after
/// Server::kGrace is for the last threads to end.
constexpr std::chrono::milliseconds kEnd{1900};

/// Notifies systemd for a service of Type=notify: one datagram to the socket in NOTIFY_SOCKET
/// (sd_notify(3)). `state` has lines such as "READY=1". Does nothing if no service manager listens;
/// never blocks for long, never fails.
void notify_service_manager(std::string_view state) noexcept {
  const char* const name = std::getenv("NOTIFY_SOCKET");
  if (name == nullptr) return;
  const std::string_view path(name);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) return;
  std::memcpy(address.sun_path, path.data(), path.size());
  // A name that begins with '@' is an abstract socket of Linux, whose first byte is NUL.
  if (address.sun_path[0] == '@') address.sun_path[0] = '\0';
  const Descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  (void)::sendto(socket.get(), state.data(), state.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
                 reinterpret_cast<const sockaddr*>(&address), size);
}

class Signals {
 public:
  Signals(asio::io_context& io, Server& server, ServerLog& log)
      : set_(io, SIGTERM, SIGINT, SIGHUP), server_(server), log_(log) {
    wait();
  }

 private:
  void wait() {
    set_.async_wait([this](boost::system::error_code failure, int signal) {
      if (failure) return;
      if (signal == SIGHUP) {
        reload();
        return wait();
      }
      notify_service_manager("STOPPING=1");
      server_.shut_down();  // waits for no further signal, which would keep run() from returning
    });
  }

  void reload() {
    notify_service_manager("RELOADING=1");
    if (const Status reopened = log_.reopen(); !reopened) {
      log_.write(LogLevel::kError, "log not opened again", {{"cause", reopened.error().message}});
    }
    server_.reload([](const Status& loaded) {
      notify_service_manager(loaded ? "READY=1\nSTATUS="
                                    : "READY=1\nSTATUS=weights not reloaded: " +
                                          loaded.error().message);
    });
  }

  asio::signal_set set_;
  Server& server_;
  ServerLog& log_;
};

/// Runs one handler that is ready within `patience`. An exception (most likely out of memory)
/// affects one client and must not stop the server.
void run_some(asio::io_context& io, ServerLog& log, std::chrono::nanoseconds patience) {
  try {
    io.run_one_for(patience);
  } catch (const std::exception& fault) {
    log.write(LogLevel::kError, "unexpected", {{"cause", fault.what()}});
  }
}

/// Runs until the server shuts down, which it does on a signal, or when it had clients and then
/// none for the time `alone`.
void run_until_end(asio::io_context& io, Server& server, ServerLog& log,
                   std::optional<std::chrono::seconds> alone) {
  std::optional<std::chrono::steady_clock::time_point> last_client;
  while (!server.shutting_down()) {
    run_some(io, log, alone ? std::chrono::seconds(1) : std::chrono::hours(1));
    const auto now = std::chrono::steady_clock::now();
    if (server.has_clients()) last_client = now;
    if (alone && last_client && now - *last_client >= *alone) server.shut_down();
  }
}

}  // namespace

Status serve(const ServerConfig& config, const std::string& version, const ServerSources& sources,
             const ServeOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);
  Result<std::unique_ptr<ServerLog>> opened = ServerLog::open(config.log);
  if (!opened) return opened.error();
  ServerLog& log = **opened;
  asio::io_context io(1);
  Server server(io, config, version, sources, log);
  if (Status open = server.open(); !open) return open;
  server.send_out_players();
  const Signals signals(io, server, log);
  log.write(LogLevel::kInfo, "ready", {{"version", version}});
  notify_service_manager("READY=1");
  line::wake_promptly();
  if (options.ready) options.ready(server.addresses());
  run_until_end(io, server, log, options.alone);
  const auto deadline = std::chrono::steady_clock::now() + kEnd;
  while (!io.stopped() && std::chrono::steady_clock::now() < deadline)
    run_some(io, log, deadline - std::chrono::steady_clock::now());
  if (!io.stopped() && server.all_ended()) {
    // The system's resolver cannot be interrupted, and its answer is no longer needed.
    log.write(LogLevel::kInfo, "stopped");
    std::_Exit(EXIT_SUCCESS);
  }
  if (!io.stopped()) {
    // A thread that does not end must not keep the process alive; only memory remains to be freed.
    log.write(LogLevel::kError, "ended by force");
    std::_Exit(EXIT_FAILURE);
  }
  log.write(LogLevel::kInfo, "stopped");
  return {};
}

Status check_startable(const ServerConfig& config, const std::string& version,
                       const ServerSources& sources) {
  const bool had_log = config.log.file && std::filesystem::exists(*config.log.file);
  if (const auto log = ServerLog::open(config.log); !log) return log.error();
  std::error_code ignored;
  if (config.log.file && !had_log) std::filesystem::remove(*config.log.file, ignored);

  const auto quiet = ServerLog::open({.file = std::nullopt, .level = LogLevel::kWarning});
  if (!quiet) return quiet.error();
  asio::io_context io(1);
  Server server(io, config, version, sources, **quiet);
  const Status open = server.open();
  server.shut_down();
  return open;
}

}  // namespace trivium::server
