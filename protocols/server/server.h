// The long-running server: many TCP clients on one I/O thread, with limits, a log, a control socket
// for status queries, reloadable weights and an orderly shutdown. It can also run outgoing players:
// poker players that connect to an ACPC dealer as clients.
//
// All sessions run on the one thread that runs the io_context; their searches have their own
// threads. The server never waits for a search, a client or a disk (except for the log).
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <sys/types.h>
#include <thread>
#include <utility>
#include <vector>

#include "boost/asio/io_context.hpp"
#include "boost/asio/ip/tcp.hpp"
#include "boost/asio/local/stream_protocol.hpp"
#include "boost/asio/steady_timer.hpp"

#include "engine/core/result.h"
#include "protocols/line/channels/stream_channel.h"
#include "protocols/line/memory_budget.h"
#include "protocols/line/search_slots.h"
#include "protocols/server/acceptor.h"
#include "protocols/server/client_session.h"
#include "protocols/server/resident_player.h"
#include "protocols/server/server_config.h"
#include "protocols/server/server_log.h"
#include "protocols/server/status.h"
#include "protocols/web/http_server.h"
#include "protocols/web/json_session.h"
#include "protocols/web/page_files.h"

namespace trivium::server {

/// Weights of a game that are loaded but not yet in use, and their files.
struct ServerWeights {
  std::vector<ServerStatus::Weights> files;
  /// Puts the weights in use for games that begin later. Call it on the I/O thread.
  std::function<void()> use;
};

/// Loader of the weights of a game.
struct WeightSource {
  const char* name;    ///< of the weights, for the log
  bool needed = true;  ///< false: the server also starts if the weights cannot be loaded
  /// Loads the weights from disk. Called before the first client connects and, on another thread,
  /// at each reload.
  std::function<Result<ServerWeights>()> load;
};

/// Settings of an outgoing player, and the files that it was loaded from.
struct ServerPlayer {
  acpc::ClientConfig client;
  std::vector<ServerStatus::Weights> files;
};

/// Inputs of the server: its games and the loaders of their weights.
struct ServerSources {
  /// The games, with their seats. The server sets threads, memory and other limits.
  SessionConfigs sessions;
  std::vector<WeightSource> weights;
  /// Loads the game and the policy of an outgoing player; the server sets the other fields. Called
  /// after the loaders of `weights`, on the same thread.
  std::function<Result<ServerPlayer>(const AcpcPlayerConfig& player)> acpc_player;
  /// Returns the methods of a session of JSON requests; the server adds the method `server`. If
  /// empty, JSON requests are not served.
  std::function<web::Methods()> methods{};
  std::filesystem::path page{};  ///< folder of the installed page
};

class Server {
 public:
  /// Requires: only one thread runs `io`; `io` and `log` outlive the server; io.run() returns
  /// before the server is destroyed.
  Server(boost::asio::io_context& io, ServerConfig config, std::string version,
         ServerSources sources, ServerLog& log);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Loads the weights and begins to listen. The error names what is not available:
  /// "127.0.0.1:7000: Address already in use".
  Status open();
  /// Connects the outgoing players to their dealers. Call once. Requires: open() succeeded.
  void send_out_players();

  // I/O thread only.

  /// Reloads all weights, also those of outgoing players, on another thread. Games and matches that
  /// begin later use them. If anything cannot be loaded, nothing changes. Calls `done` with the
  /// result on the I/O thread, unless the server shuts down or reload() is called again before the
  /// end.
  void reload(std::function<void(const Status& loaded)> done = nullptr);

  /// Accepts no more clients and ends every session as if its client had ended its input: searches
  /// stop and their answers are written. After kGrace, drops all output that is not written yet.
  /// io.run() returns when everything has ended.
  void shut_down();
  bool shutting_down() const noexcept { return shutting_down_; }
  /// True if every session, player and load has ended; at most the name resolution for a dealer is
  /// still running.
  bool all_ended() const;

  ServerStatus status() const;
  /// Returns the addresses of the listeners, with their actual ports.
  std::vector<std::string> addresses() const;
  bool has_clients() const noexcept { return !connections_.empty(); }

  static constexpr std::chrono::milliseconds kGrace{1500};

 private:
  using Tcp = boost::asio::ip::tcp;
  using Local = boost::asio::local::stream_protocol;

  struct Listener {
    Listener(boost::asio::io_context& io, ListenerConfig settings, std::string value)
        : config(std::move(settings)), token(std::move(value)), acceptor(io) {}

    ListenerConfig config;
    std::string token;
    Acceptor<Tcp> acceptor;
    std::string address{};                    ///< with the actual port
    std::unique_ptr<web::HttpServer> http{};  ///< null unless it serves the page
  };
  enum class Standing : std::uint8_t {
    kWaitsForToken,
    kAdmitted,
    kRefused,    ///< sent a wrong token and waits for the delayed answer; counts only for the limit
                 ///< of refused clients
    kDisplaced,  ///< was disconnected to make room for another client, and is about to end
  };
  struct Connection {
    std::string peer;
    std::string address;  ///< IP address of the peer without its port; for IPv6 its network
    std::chrono::steady_clock::time_point since;
    std::shared_ptr<ClientRecord> record;
    std::weak_ptr<line::StreamChannel> channel;
    Standing standing = Standing::kAdmitted;
    std::unique_ptr<boost::asio::steady_timer> refusal{};  ///< delays the answer to a wrong token
  };

  struct Loaded {
    std::vector<ServerWeights> weights;
    std::vector<std::pair<const char*, Error>> missing;  ///< names of optional weights
    std::vector<ServerPlayer> players;                   ///< in the order of config_.acpc
    std::shared_ptr<const web::PageFiles> page;          ///< null if no listener serves it
  };

  /// Thread-safe.
  Result<Loaded> load() const;
  std::shared_ptr<const SessionConfigs> session_configs() const;
  void send_out(const AcpcPlayerConfig& config, acpc::ClientConfig client);
  Status listen(const ListenerConfig& config);
  Status listen_for_control();
  /// Returns the HTTP server for the page at `listener`. Requires: the listener is bound to its
  /// address.
  std::unique_ptr<web::HttpServer> make_http_server(Listener& listener);
  void welcome(Listener& listener, Tcp::socket socket);
  /// Begins the session of a client whose connection is open.
  void admit(const Listener& listener, std::shared_ptr<line::Transport> transport,
             const Tcp::endpoint& endpoint);
  /// Returns the methods of JSON requests of a new session.
  web::Methods methods() const;
  nlohmann::json page_status() const;
  void reject(Tcp::socket socket, const std::string& peer, const std::string& answer);
  void answer_status(Local::socket socket);
  ClientAdmission admission_for(const Listener& listener, std::uint64_t id);
  /// Makes room for a client that will send its token. If max_logins() clients have not sent theirs
  /// yet, disconnects one of them: the oldest one of an address that has most of them.
  void make_room_for_login();
  /// Ends the oldest refused connection if there are max_logins() of them.
  void forget_oldest_refusal();
  bool logged_in(std::uint64_t id);
  void reject(std::uint64_t id, std::function<void()> answer);
  int count(Standing standing) const noexcept;
  /// Returns the maximum number of clients that have not sent their token yet. The same number is
  /// the maximum of refused clients. Neither count for limits.connections.
  int max_logins() const noexcept { return std::max(1, config_.limits.connections / 4); }
  bool full() const noexcept { return count(Standing::kAdmitted) >= config_.limits.connections; }
  std::vector<std::shared_ptr<line::StreamChannel>> living_channels() const;
  /// Ends the session of `channel`, whose output is still written. If that throws, ends the
  /// connection at once.
  void stop(line::StreamChannel& channel);
  void session_started(std::uint64_t id);
  /// Called by the destructor of a channel, so it must not throw.
  void session_ended(std::uint64_t id, line::StreamEnd end, std::uint64_t written) noexcept;
  void log_end(std::uint64_t id, const Connection& connection, line::StreamEnd end,
               std::uint64_t written);
  void use(const Loaded& loaded);
  void finish_reload(const Result<Loaded>& loaded);
  /// State of a warning that is logged at most once a minute, with the number of events since the
  /// last one.
  struct RareWarning {
    std::uint64_t events = 0;
    std::uint64_t logged = 0;  ///< events when the last line was written
    std::optional<std::chrono::steady_clock::time_point> last;
  };
  void warn(RareWarning& warning, const char* event, const std::string& peer);
  /// Logs that a connection could not be accepted.
  void report_unaccepted(const std::string& address, boost::system::error_code failure);

  boost::asio::io_context& io_;
  const ServerConfig config_;
  const std::string version_;
  const ServerSources sources_;
  ServerLog& log_;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();

  std::vector<ServerStatus::Weights> weight_files_;  ///< in use
  std::shared_ptr<const web::PageFiles> page_;       ///< in use; null if no listener serves it
  std::shared_ptr<line::SearchSlots> search_slots_;
  std::shared_ptr<line::MemoryBudget> hash_budget_;
  std::shared_ptr<line::MemoryBudget> queue_budget_;
  std::shared_ptr<const SessionConfigs> session_configs_;

  std::vector<std::unique_ptr<Listener>> listeners_;
  Acceptor<Local> control_;
  std::optional<std::pair<dev_t, ino_t>> control_file_;  ///< the socket file of this server
  std::map<std::uint64_t, Connection> connections_;
  std::vector<ServerPlayer> players_to_send_;  ///< between open() and send_out_players()
  std::vector<std::unique_ptr<ResidentPlayer>> players_;
  std::uint64_t accepted_ = 0;
  std::uint64_t refused_full_ = 0;
  RareWarning refused_token_;
  RareWarning foreign_;
  std::uint64_t reloads_ = 0;
  std::uint64_t failed_reloads_ = 0;

  std::function<void(const Status&)> reloaded_;
  bool reloading_ = false;
  bool reload_again_ = false;
  bool shutting_down_ = false;
  boost::asio::steady_timer grace_;
  std::jthread loader_;
};

}  // namespace trivium::server
