// Any text is rejected with a message, or is a configuration that fulfills its invariants.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "boost/asio/ip/address.hpp"

#include "protocols/server/server_config.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::server {
namespace {

using fuzz::check;

void check_listener(const ListenerConfig& listener) {
  boost::system::error_code failure;
  const auto address = boost::asio::ip::make_address(listener.host, failure);
  check(!failure, "a listener's host is an address");
  const bool token = !listener.token.empty() || listener.token_file;
  check(token || address.is_loopback(), "who listens beyond the loopback asks for a token");
  check(listener.token.empty() || listener.token.size() >= 16, "a token cannot be tried out");
  check(!listener.token_file || listener.token_file->is_absolute(), "paths are absolute");
}

void check_config(const ServerConfig& config) {
  check(!config.listeners.empty() || !config.acpc.empty(), "there is something to do");
  for (const ListenerConfig& listener : config.listeners) check_listener(listener);
  for (const AcpcPlayerConfig& player : config.acpc) {
    check(!player.host.empty() && player.port > 0 && !player.game.empty(),
          "a player knows where to go and what to play");
  }
  for (const auto& path : {config.control, config.log.file})
    check(!path || path->is_absolute(), "paths are absolute");
  for (const auto& [key, path] : config.weights) check(path.is_absolute(), "paths are absolute");
  const SessionSettings& session = config.session;
  check(session.threads >= 1 && session.threads <= session.max_threads,
        "a session's threads are within their limit");
  check(session.hash_megabytes >= 1 && session.hash_megabytes <= session.max_hash_megabytes,
        "a session's table is within its limit");
  const ServerLimits& limits = config.limits;
  check(limits.connections >= 1 && limits.searches >= 1 && limits.line_bytes >= 1024,
        "somebody can be served");
  check(std::int64_t{limits.connections} * session.hash_megabytes <= limits.total_hash_megabytes,
        "every session can have its first table");
  check(limits.login.count() >= 1 && limits.idle.count() >= 0 && limits.drain.count() >= 1,
        "times do not run backwards");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(server_config) {
  const std::string_view text = fuzz::text_of(input);
  static const GameKeys kKeys{{"chess", "connect6", "connect6_patterns"}, {}};
  const auto config = parse_server_config(text, "/etc/trivium", kKeys);
  if (config) {
    check_config(*config);
  } else {
    fuzz::check_message(config.error().message);
  }
}

}  // namespace trivium::server
