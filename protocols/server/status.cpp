#include "protocols/server/status.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <utility>

#include "engine/core/descriptor.h"
#include "protocols/line/log_file.h"

namespace trivium::server {

namespace {

using nlohmann::ordered_json;

/// Returns null if there is no activity.
ordered_json json_of(const std::optional<line::Activity>& activity) {
  if (!activity) return nullptr;
  const auto age = std::chrono::steady_clock::now() - activity->since;
  const auto since = std::chrono::system_clock::now() -
                     std::chrono::duration_cast<std::chrono::system_clock::duration>(age);
  return {{"command", activity->command},
          {"waiting", activity->waiting},
          {"since", line::utc_text(since)},
          {"seconds",
           std::chrono::duration<double>(std::chrono::duration_cast<std::chrono::milliseconds>(age))
               .count()}};
}

ordered_json json_of(const ServerStatus::Session& session) {
  return {{"id", session.id},
          {"peer", session.peer},
          {"protocol", session.protocol},
          {"seconds", session.age.count()},
          {"lines", session.lines},
          {"search", json_of(session.activity)}};
}

/// Keys are game names. Another file for the same game gets a number. A file shared by several
/// players appears once.
ordered_json json_of(const std::vector<ServerStatus::Weights>& weights) {
  ordered_json files = ordered_json::object();
  for (const ServerStatus::Weights& one : weights) {
    const ordered_json file{{"file", one.file}, {"sha256", one.sha256}};
    std::string name = one.game;
    for (int number = 2; files.contains(name) && files[name] != file; ++number)
      name = one.game + "-" + std::to_string(number);
    files[name] = file;
  }
  return files;
}

Error failure(const std::filesystem::path& control) {
  return Error{"status.connect", control.string() + ": " + std::generic_category().message(errno)};
}

}  // namespace

std::string to_json(const ServerStatus& status) {
  ordered_json listeners = ordered_json::array();
  for (const auto& listener : status.listeners) {
    listeners.push_back({{"address", listener.address},
                         {"protocol", listener.protocol},
                         {"token", listener.token}});
  }
  ordered_json sessions = ordered_json::array();
  for (const auto& session : status.sessions) sessions.push_back(json_of(session));
  ordered_json acpc = ordered_json::array();
  for (const auto& player : status.acpc) {
    acpc.push_back({{"dealer", player.dealer},
                    {"state", player.state},
                    {"matches", player.matches},
                    {"hands", player.hands}});
  }
  const ordered_json document{
      {"version", status.version},
      {"pid", status.pid},
      {"uptime_seconds", status.uptime.count()},
      {"listeners", std::move(listeners)},
      {"connections",
       {{"open", status.sessions.size()},
        {"limit", status.max_connections},
        {"accepted", status.accepted},
        {"refused_full", status.refused_full},
        {"refused_token", status.refused_token}}},
      {"searches",
       {{"running", status.searches_running},
        {"waiting", status.searches_waiting},
        {"limit", status.max_searches},
        {"total", status.searches}}},
      {"hash_mb", {{"in_use", status.hash_megabytes}, {"limit", status.max_hash_megabytes}}},
      {"queue_bytes", {{"in_use", status.queue_bytes}, {"limit", status.max_queue_bytes}}},
      {"weights", json_of(status.weights)},
      {"reloads", {{"done", status.reloads}, {"failed", status.failed_reloads}}},
      {"sessions", std::move(sessions)},
      {"acpc", std::move(acpc)},
  };
  return document.dump(2, ' ', true, ordered_json::error_handler_t::replace) + "\n";
}

Result<std::string> ask_status(const std::filesystem::path& control,
                               std::chrono::milliseconds patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string& path = control.native();
  if (path.size() >= sizeof address.sun_path)
    return Error{"status.path", control.string() + ": the path of a socket is too long"};
  std::memcpy(address.sun_path, path.data(), path.size());
  const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.get() < 0 ||
      connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return failure(control);
  std::string answer;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd watched{socket.get(), POLLIN, 0};
    if (left.count() <= 0 || poll(&watched, 1, static_cast<int>(left.count())) == 0)
      return Error{"status.time", control.string() + ": no answer in time"};
    std::array<char, 4096> chunk;
    const ssize_t size = recv(socket.get(), chunk.data(), chunk.size(), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return failure(control);
    if (size == 0) break;
    answer.append(chunk.data(), static_cast<std::size_t>(size));
  }
  if (!answer.ends_with("}\n"))
    return Error{"status.short", control.string() + ": the answer is cut short"};
  return answer;
}

}  // namespace trivium::server
