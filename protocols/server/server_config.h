// Configuration of `trivium serve`: a JSON file; docs/using/server.md documents its keys.
//
// Parsing accesses no other file and no network, so a configuration can be checked (and fuzzed)
// anywhere. The files it names are opened when the server starts.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "protocols/server/dispatch.h"

namespace trivium::server {

struct ListenerConfig {
  std::string host = "127.0.0.1";  ///< an IPv4 or IPv6 address
  std::uint16_t port = 0;          ///< 0: any free port
  Protocol protocol = Protocol::kDetect;
  std::string token;  ///< required from clients; empty: none, unless token_file is set
  std::optional<std::filesystem::path> token_file;
};

/// A key of `session` that has no effect any more.
struct RetiredKey {
  std::string name;
  Status (*check)(std::string_view value);  ///< returns success for values that are still accepted
  std::string_view warning;
};

/// Configuration keys that the games define.
struct GameKeys {
  std::vector<std::string> weights;  ///< of the object `weights`
  std::vector<RetiredKey> retired;
};

/// Initial settings of a session and limits for its client.
struct SessionSettings {
  int threads = 1;
  int max_threads = 1;
  int hash_megabytes = 16;
  int max_hash_megabytes = 256;
  std::vector<RetiredKey> retired;  ///< retired keys in the configuration
};

/// Limits for all clients together, and time limits for each.
struct ServerLimits {
  int connections = 64;
  int searches = 1;  ///< at once; further ones wait
  int total_hash_megabytes = 2048;
  int queue_megabytes = 64;  ///< queued commands and unread output of all clients together
  std::size_t line_bytes = std::size_t{1} << 16;
  std::size_t output_bytes = std::size_t{16} << 20;
  std::chrono::seconds login{10};  ///< maximum time until the line with the token
  /// Maximum time without a line from a client that waits for nothing; 0: no limit.
  std::chrono::seconds idle{3600};
  /// Maximum time without progress in writing to a client whose session has ended.
  std::chrono::seconds drain{10};
};

enum class LogLevel : std::uint8_t { kDebug, kInfo, kWarning, kError };

struct LogConfig {
  std::optional<std::filesystem::path> file;  ///< none: standard error
  LogLevel level = LogLevel::kInfo;
};

/// A hold'em player that connects out to a dealer.
struct AcpcPlayerConfig {
  std::string host;
  std::uint16_t port = 0;
  std::string game;    ///< "limit", "nolimit", another built-in name, or a GAMEDEF file
  std::string policy;  ///< KIND[:FILE]; empty: the strategy in use for the game, or "rule"
  std::uint64_t seed = 1;
  bool reconnect = true;
};

/// The page that listeners with the protocol "web" serve.
struct WebConfig {
  std::optional<std::filesystem::path> folder{};  ///< folder of its files; none: the installed page
  /// Further origins at which browsers find the page ("https://chess.example.org"), for example
  /// that of a reverse proxy.
  std::vector<std::string> origins{};
  std::vector<std::filesystem::path> journals{};  ///< folders whose tournaments the page shows
  std::vector<std::filesystem::path> runs{};      ///< folders whose runs of learners it shows
  std::vector<std::filesystem::path> styles{};    ///< folders of style files of chess
};

struct ServerConfig {
  std::vector<ListenerConfig> listeners;
  std::vector<AcpcPlayerConfig> acpc;
  /// Path of the Unix-domain socket that answers `trivium status`.
  std::optional<std::filesystem::path> control;
  std::map<std::string, std::filesystem::path> weights;  ///< configured files, by key
  SessionSettings session;
  ServerLimits limits;
  LogConfig log;
  WebConfig web;

  /// True if a listener serves the page.
  bool serves_page() const noexcept;
};

/// Parses the text of a configuration, for games that have `keys`.
/// Relative paths start from `folder`. The error is one printable line with the JSON path of the
/// place and the cause: "listeners[0].port: 70000 is not in 0..65535".
Result<ServerConfig> parse_server_config(std::string_view text, const std::filesystem::path& folder,
                                         const GameKeys& keys);

/// Reads and parses a configuration file. Relative paths start from its folder. Errors are those of
/// parse_server_config(), after the file's name.
Result<ServerConfig> read_server_config(const std::filesystem::path& file, const GameKeys& keys);

/// Returns the token that clients of `listener` must send, read from its token_file if it has one;
/// empty if none is required. The error names the file, never the token.
Result<std::string> load_token(const ListenerConfig& listener);

}  // namespace trivium::server
