// Status of a running server as one JSON document, sent to every client of its control socket.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "protocols/line/channels/channel.h"

namespace trivium::server {

struct ServerStatus {
  struct Listener {
    std::string address;
    std::string protocol;
    bool token = false;
  };
  struct Session {
    std::uint64_t id = 0;
    std::string peer;
    std::string protocol;
    std::chrono::seconds age{0};
    std::uint64_t lines = 0;
    std::optional<line::Activity> activity{};
  };
  struct Weights {
    std::string game;  ///< the game, with the file's purpose if needed: "connect6-patterns"
    std::string file;
    std::string sha256;
  };
  struct AcpcPlayer {
    std::string dealer;
    std::string state;
    std::uint64_t matches = 0;  ///< completed
    std::uint64_t hands = 0;    ///< completed in the present or last match
  };

  std::string version;
  int pid = 0;
  std::chrono::seconds uptime{0};
  std::vector<Listener> listeners;
  std::vector<Session> sessions;
  std::vector<AcpcPlayer> acpc;
  std::vector<Weights> weights;
  std::uint64_t reloads = 0;         ///< of the weights
  std::uint64_t failed_reloads = 0;  ///< without any effect
  int max_connections = 0;
  std::uint64_t accepted = 0;
  std::uint64_t refused_full = 0;   ///< beyond max_connections
  std::uint64_t refused_token = 0;  ///< with a wrong token
  int searches_running = 0;
  int searches_waiting = 0;
  int max_searches = 0;
  std::uint64_t searches = 0;  ///< since the start
  std::size_t hash_megabytes = 0;
  std::size_t max_hash_megabytes = 0;
  std::size_t queue_bytes = 0;
  std::size_t max_queue_bytes = 0;
};

/// Returns one JSON document with a line end; docs/using/server.md lists its members.
std::string to_json(const ServerStatus& status);

/// Requests the status of the server at the Unix-domain socket `control`. Blocks for at most
/// `patience`. The error states why there is no answer.
Result<std::string> ask_status(const std::filesystem::path& control,
                               std::chrono::milliseconds patience = std::chrono::seconds(5));

}  // namespace trivium::server
