#include "protocols/server/server_config.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <sys/un.h>
#include <thread>
#include <utility>

#include "boost/asio/ip/address.hpp"
#include "fmt/format.h"

#include "engine/core/readers/input_file.h"
#include "engine/core/shared_table.h"
#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "models/format/strict_json.h"

namespace trivium::server {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kMaxConfigBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxTokenFileBytes = std::size_t{1} << 16;
constexpr std::size_t kMaxShown = 60;
/// Shorter tokens can be found by trying.
constexpr std::size_t kMinTokenBytes = 16;
constexpr std::size_t kMaxTokenBytes = 512;
constexpr int kMaxThreads = 256;
constexpr int kMaxConnections = 10000;
/// By default half of the memory for queues reserves 64 KiB for each connection.
constexpr int kConnectionsPerQueueMegabyte = 8;
constexpr int kMaxSeconds = 30 * 24 * 3600;

/// Exception that ends the reading of a configuration; never leaves this file.
struct Fault {
  std::string message;
};

[[noreturn]] void fail(const std::string& place, const std::string& cause) {
  throw Fault{place + ": " + cause};
}

std::string shown(const std::string& text) { return text::quoted(text, kMaxShown); }

/// Reads the members of one JSON object and detects unknown ones.
class Object {
 public:
  /// `value` must outlive this.
  Object(const json& value, std::string place) : value_(value), place_(std::move(place)) {
    if (!value.is_object())
      fail(place_.empty() ? "the configuration" : place_, "needs an object { ... }");
  }

  std::string place_of(const std::string& key) const {
    return place_.empty() ? key : place_ + "." + key;
  }

  const json* find(const std::string& key) {
    known_.push_back(key);
    const auto found = value_.find(key);
    return found == value_.end() ? nullptr : &*found;
  }

  template <class Number>
  void read(const std::string& key, Number& number, std::uint64_t min, std::uint64_t max) {
    const json* const found = find(key);
    if (found == nullptr) return;
    const std::string range = fmt::format("{}..{}", min, max);
    if (!found->is_number_integer()) fail(place_of(key), "needs a whole number in " + range);
    const bool fits = found->is_number_unsigned() && found->get<std::uint64_t>() >= min &&
                      found->get<std::uint64_t>() <= max;
    if (!fits) fail(place_of(key), found->dump() + " is not in " + range);
    number = static_cast<Number>(found->get<std::uint64_t>());
  }

  void read(const std::string& key, std::chrono::seconds& time, std::uint64_t min) {
    auto seconds = static_cast<std::uint64_t>(time.count());
    read(key, seconds, min, kMaxSeconds);
    time = std::chrono::seconds(seconds);
  }

  void read(const std::string& key, bool& flag) {
    const json* const found = find(key);
    if (found == nullptr) return;
    if (!found->is_boolean()) fail(place_of(key), "needs true or false");
    flag = found->get<bool>();
  }

  void read(const std::string& key, std::string& text) {
    const json* const found = find(key);
    if (found == nullptr) return;
    if (!found->is_string() || found->get_ref<const std::string&>().empty())
      fail(place_of(key), "needs a text that is not empty");
    text = found->get<std::string>();
    if (text.find('\0') != std::string::npos) fail(place_of(key), "holds a NUL byte");
  }

  void read(const std::string& key, std::optional<fs::path>& path, const fs::path& folder) {
    std::string text;
    read(key, text);
    if (!text.empty()) path = folder / text;
  }

  template <class Choice, std::size_t kCount>
  void read(const std::string& key, Choice& choice,
            const std::array<std::pair<const char*, Choice>, kCount>& words) {
    std::string word;
    read(key, word);
    if (word.empty()) return;
    const auto found =
        std::ranges::find_if(words, [&](const auto& known) { return word == known.first; });
    if (found != words.end()) {
      choice = found->second;
      return;
    }
    const std::string names = text::joined(
        words, ", ", [](const auto& known) { return fmt::format("'{}'", known.first); });
    fail(place_of(key), fmt::format("needs one of {}, found {}", names, shown(word)));
  }

  /// Reports members that were not read. Call after all reads.
  void finish() const {
    for (const auto& [key, value] : value_.items()) {
      if (std::ranges::find(known_, key) == known_.end())
        fail(place_of(text::printable(key, kMaxShown)), hint(key));
    }
  }

 private:
  std::string hint(const std::string& key) const {
    const std::string_view meant = text::nearest_word(key, known_);
    if (!meant.empty()) return fmt::format("unknown key; did you mean '{}'?", meant);
    return fmt::format("unknown key; known here: {}", fmt::join(known_, ", "));
  }

  const json& value_;
  std::string place_;
  std::vector<std::string> known_;
};

/// Appends `read_one(object)`, which calls finish(), to `items` for each object of the list `key`.
template <class Item, class ReadOne>
void read_list(Object& parent, const std::string& key, std::vector<Item>& items,
               const ReadOne& read_one) {
  const json* const found = parent.find(key);
  if (found == nullptr) return;
  if (!found->is_array()) fail(parent.place_of(key), "needs a list [ ... ]");
  for (std::size_t i = 0; i < found->size(); ++i) {
    Object object((*found)[i], fmt::format("{}[{}]", parent.place_of(key), i));
    items.push_back(read_one(object));
  }
}

/// Calls `read_members(object)` for the object `key`, if there is one.
template <class ReadMembers>
void read_object(Object& parent, const std::string& key, const ReadMembers& read_members) {
  const json* const found = parent.find(key);
  if (found == nullptr) return;
  Object object(*found, parent.place_of(key));
  read_members(object);
  object.finish();
}

/// Returns why `token` is invalid or too easy to guess; empty if it is valid.
std::string token_fault(const std::string& token) {
  if (token.size() < kMinTokenBytes)
    return fmt::format("a token needs at least {} characters", kMinTokenBytes);
  if (token.size() > kMaxTokenBytes)
    return fmt::format("a token has at most {} characters", kMaxTokenBytes);
  const bool plain = std::ranges::all_of(token, [](char c) { return c > ' ' && c <= '~'; });
  return plain ? "" : "a token has printable ASCII characters and no blanks";
}

boost::asio::ip::address read_address(const Object& object, std::string& host) {
  if (host == "localhost") host = "127.0.0.1";
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  boost::system::error_code failure;
  auto address = boost::asio::ip::make_address(host, failure);
  if (failure)
    fail(object.place_of("host"), shown(host) + " is neither an IP address nor 'localhost'");
  return address;
}

ListenerConfig read_listener(Object& object, const fs::path& folder) {
  static constexpr auto kProtocols =
      std::to_array<std::pair<const char*, Protocol>>({{"detect", Protocol::kDetect},
                                                       {"uci", Protocol::kUci},
                                                       {"gtp", Protocol::kGtp},
                                                       {"web", Protocol::kWeb}});
  ListenerConfig listener;
  object.read("host", listener.host);
  object.read("port", listener.port, 0, std::numeric_limits<std::uint16_t>::max());
  object.read("protocol", listener.protocol, kProtocols);
  object.read("token", listener.token);
  object.read("token_file", listener.token_file, folder);
  object.finish();  // first: a misspelled key is not a missing one
  const auto address = read_address(object, listener.host);
  if (object.find("port") == nullptr)
    fail(object.place_of("port"), "is missing (0 = any free port)");
  if (!listener.token.empty() && listener.token_file)
    fail(object.place_of("token"), "cannot be combined with token_file");
  if (!listener.token.empty()) {
    if (const std::string fault = token_fault(listener.token); !fault.empty())
      fail(object.place_of("token"), fault);
  }
  if (!address.is_loopback() && listener.token.empty() && !listener.token_file) {
    fail(object.place_of("host"),
         listener.host + " is not a loopback address, so clients need a token: add token_file");
  }
  if (listener.protocol == Protocol::kWeb && listener.token.empty() && !listener.token_file) {
    fail(object.place_of("protocol"),
         "every page in a browser of this machine can reach a web listener, so clients need a "
         "token: add token_file");
  }
  return listener;
}

/// Reads a list of texts that are not empty.
std::vector<std::string> read_texts(Object& object, const std::string& key) {
  std::vector<std::string> texts;
  const json* const found = object.find(key);
  if (found == nullptr) return texts;
  if (!found->is_array()) fail(object.place_of(key), "needs a list [ ... ]");
  for (std::size_t i = 0; i < found->size(); ++i) {
    const json& text = (*found)[i];
    if (!text.is_string() || text.get_ref<const std::string&>().empty())
      fail(fmt::format("{}[{}]", object.place_of(key), i), "needs a text that is not empty");
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

void read_web(Object& object, WebConfig& web, const fs::path& folder) {
  object.read("folder", web.folder, folder);
  web.origins = read_texts(object, "origins");
  for (std::size_t i = 0; i < web.origins.size(); ++i) {
    const std::string& origin = web.origins[i];
    const bool has_scheme = origin.starts_with("http://") || origin.starts_with("https://");
    if (!has_scheme || std::ranges::count(origin, '/') != 2) {
      fail(fmt::format("{}[{}]", object.place_of("origins"), i),
           shown(origin) + " is not of the form https://NAME or https://NAME:PORT");
    }
  }
  for (const std::string& path : read_texts(object, "journals"))
    web.journals.push_back(folder / path);
  for (const std::string& path : read_texts(object, "runs")) web.runs.push_back(folder / path);
  for (const std::string& path : read_texts(object, "styles")) web.styles.push_back(folder / path);
}

AcpcPlayerConfig read_acpc_player(Object& object) {
  AcpcPlayerConfig player;
  object.read("host", player.host);
  object.read("port", player.port, 1, std::numeric_limits<std::uint16_t>::max());
  object.read("game", player.game);
  object.read("policy", player.policy);
  object.read("seed", player.seed, 0, std::numeric_limits<std::uint64_t>::max());
  object.read("reconnect", player.reconnect);
  object.finish();
  if (player.host.empty()) fail(object.place_of("host"), "is missing");
  if (player.port == 0) fail(object.place_of("port"), "is missing");
  if (player.game.empty()) fail(object.place_of("game"), "is missing");
  return player;
}

void read_session(Object& object, SessionSettings& session,
                  const std::vector<RetiredKey>& retired) {
  object.read("threads", session.threads, 1, kMaxThreads);
  session.max_threads = std::max(session.max_threads, session.threads);
  object.read("max_threads", session.max_threads, 1, kMaxThreads);
  object.read("hash_mb", session.hash_megabytes, 1, kMaxHashMegabytes);
  session.max_hash_megabytes = std::max(session.max_hash_megabytes, session.hash_megabytes);
  object.read("max_hash_mb", session.max_hash_megabytes, 1, kMaxHashMegabytes);
  for (const RetiredKey& key : retired) {
    std::string value;
    object.read(key.name, value);
    if (value.empty()) continue;
    if (const Status accepted = key.check(value); !accepted)
      fail(object.place_of(key.name), accepted.error().message);
    session.retired.push_back(key);
  }
  if (session.max_threads < session.threads)
    fail(object.place_of("max_threads"), "is less than threads");
  if (session.max_hash_megabytes < session.hash_megabytes)
    fail(object.place_of("max_hash_mb"), "is less than hash_mb");
}

void read_limits(Object& object, ServerLimits& limits) {
  object.read("connections", limits.connections, 1, kMaxConnections);
  object.read("searches", limits.searches, 1, kMaxConnections);
  object.read("total_hash_mb", limits.total_hash_megabytes, 1, kMaxHashMegabytes);
  limits.queue_megabytes =
      std::max(limits.queue_megabytes, limits.connections / kConnectionsPerQueueMegabyte);
  object.read("queue_mb", limits.queue_megabytes, 1, kMaxHashMegabytes);
  object.read("line_bytes", limits.line_bytes, 1024, std::uint64_t{1} << 26);
  object.read("output_bytes", limits.output_bytes, 65536, std::uint64_t{1} << 30);
  object.read("login_seconds", limits.login, 1);
  object.read("idle_seconds", limits.idle, 0);
  object.read("drain_seconds", limits.drain, 1);
}

void read_log(Object& object, LogConfig& log, const fs::path& folder) {
  static constexpr auto kLevels =
      std::to_array<std::pair<const char*, LogLevel>>({{"debug", LogLevel::kDebug},
                                                       {"info", LogLevel::kInfo},
                                                       {"warning", LogLevel::kWarning},
                                                       {"error", LogLevel::kError}});
  object.read("file", log.file, folder);
  object.read("level", log.level, kLevels);
}

void check_whole(const ServerConfig& config) {
  if (config.listeners.empty() && config.acpc.empty())
    fail("the configuration", "needs listeners or acpc");
  for (auto later = config.listeners.begin(); later != config.listeners.end(); ++later) {
    const auto same = [later](const ListenerConfig& other) {
      return later->port != 0 && other.port == later->port && other.host == later->host;
    };
    const auto earlier = std::find_if(config.listeners.begin(), later, same);
    if (earlier == later) continue;
    fail(fmt::format("listeners[{}].port", later - config.listeners.begin()),
         fmt::format("listeners[{}] has the same host and port",
                     earlier - config.listeners.begin()));
  }
  if (config.control && config.control->native().size() >= sizeof(sockaddr_un::sun_path)) {
    fail("control", fmt::format("the path of a socket has at most {} bytes",
                                sizeof(sockaddr_un::sun_path) - 1));
  }
  const std::int64_t first_tables =
      std::int64_t{config.limits.connections} * config.session.hash_megabytes;
  if (first_tables > config.limits.total_hash_megabytes) {
    fail("limits.total_hash_mb",
         fmt::format("{} connections that start with {} MB each need {}, found {}",
                     config.limits.connections, config.session.hash_megabytes, first_tables,
                     config.limits.total_hash_megabytes));
  }
}

ServerConfig read_config(const json& value, const fs::path& folder, const GameKeys& keys) {
  ServerConfig config;
  config.limits.searches = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  Object root(value, "");
  read_list(root, "listeners", config.listeners,
            [&](Object& object) { return read_listener(object, folder); });
  read_list(root, "acpc", config.acpc, [](Object& object) { return read_acpc_player(object); });
  root.read("control", config.control, folder);
  read_object(root, "weights", [&](Object& object) {
    for (const std::string& key : keys.weights) {
      std::optional<fs::path> file;
      object.read(key, file, folder);
      if (file) config.weights[key] = *file;
    }
  });
  read_object(root, "session",
              [&](Object& object) { read_session(object, config.session, keys.retired); });
  read_object(root, "limits", [&](Object& object) { read_limits(object, config.limits); });
  read_object(root, "log", [&](Object& object) { read_log(object, config.log, folder); });
  read_object(root, "web", [&](Object& object) { read_web(object, config.web, folder); });
  root.finish();
  check_whole(config);
  return config;
}

}  // namespace

bool ServerConfig::serves_page() const noexcept {
  return std::ranges::any_of(
      listeners, [](const ListenerConfig& one) { return one.protocol == Protocol::kWeb; });
}

Result<ServerConfig> parse_server_config(std::string_view text, const fs::path& folder,
                                         const GameKeys& keys) {
  try {
    return read_config(format::parse_json<json>(text), folder, keys);
  } catch (const Fault& fault) {
    return Error{"server.config.setting", fault.message};
  } catch (const format::DuplicateKey& fault) {
    return Error{"server.config.setting",
                 "the key " + shown(fault.key) + " appears twice in one object"};
  } catch (const json::exception& fault) {
    constexpr std::size_t kMaxFault = 200;
    return Error{
        "server.config.json",
        "not JSON: " + text::printable(text::without_exception_name(fault.what()), kMaxFault)};
  }
}

Result<ServerConfig> read_server_config(const fs::path& file, const GameKeys& keys) {
  const Result<std::string> text = input::read_text(file, kMaxConfigBytes);
  if (!text) return text.error();
  Result<ServerConfig> config = parse_server_config(*text, fs::absolute(file).parent_path(), keys);
  if (!config) return at_place(file.string(), config.error());
  return config;
}

Result<std::string> load_token(const ListenerConfig& listener) {
  if (!listener.token_file) return listener.token;
  const Result<std::string> text = input::read_text(*listener.token_file, kMaxTokenFileBytes);
  if (!text) return text.error();
  std::string token(text::trimmed(std::string_view(*text).substr(0, text->find('\n'))));
  if (const std::string fault = token_fault(token); !fault.empty())
    return Error{"server.token", listener.token_file->string() + ": " + fault};
  return token;
}

}  // namespace trivium::server
