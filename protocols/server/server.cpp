#include "protocols/server/server.h"

#include <array>
#include <cerrno>
#include <exception>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "boost/asio/ip/v6_only.hpp"
#include "boost/asio/post.hpp"

#include "protocols/line/channels/socket_channel.h"
#include "protocols/server/sockets.h"

namespace trivium::server {

namespace asio = boost::asio;
using boost::system::error_code;
using std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds kControlPatience{1};
/// Delay before a wrong token is answered, so that clients cannot try many.
constexpr std::chrono::seconds kRefusalDelay{1};
constexpr std::chrono::minutes kBetweenRareWarnings{1};
/// Maximum size of the line with the token.
constexpr std::size_t kLoginLineBytes = 1024;

std::int64_t seconds_since(steady_clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::seconds>(steady_clock::now() - start).count();
}

/// Describes the protocols that a listener accepts.
const char* accepts(Protocol protocol) noexcept {
  if (protocol == Protocol::kWeb) return "the page";
  return protocol == Protocol::kDetect ? "UCI or GTP" : name_of(protocol);
}

std::string reason_of(line::StreamEnd end, const ClientRecord& record) {
  if (record.foreign) return "spoke HTTP or TLS";
  if (record.too_long) return "the first line was too long";
  if (record.refused) return "refused: no valid token";
  constexpr std::array kReasons{"unknown",
                                "the client ended its input",
                                "quit",
                                "the connection broke",
                                "the client did not read",
                                "the session failed",
                                "idle for too long",
                                "the server shut down"};
  static_assert(kReasons.size() == static_cast<std::size_t>(line::StreamEnd::kStopped) + 1);
  return kReasons[static_cast<std::size_t>(end)];
}

std::string full_text(int connections) {
  return fmt::format("error: this server has all of its {} connections in use; try again later\n",
                     connections);
}

constexpr const char* kDisplacedText =
    "error: too many clients are about to log in; try again later\n";

/// Ignores what a client that asks for the status sends.
class SilentSession final : public line::Session {
 public:
  void receive(std::string_view) override {}
  void line_too_long() override {}
  void end(line::SessionEnd) override {}
};

}  // namespace

Server::Server(asio::io_context& io, ServerConfig config, std::string version,
               ServerSources sources, ServerLog& log)
    : io_(io),
      config_(std::move(config)),
      version_(std::move(version)),
      sources_(std::move(sources)),
      log_(log),
      search_slots_(std::make_shared<line::SearchSlots>(config_.limits.searches)),
      hash_budget_(std::make_shared<line::MemoryBudget>(config_.limits.total_hash_megabytes,
                                                        config_.limits.connections,
                                                        config_.session.hash_megabytes)),
      queue_budget_(
          std::make_shared<line::MemoryBudget>(std::int64_t{config_.limits.queue_megabytes} << 20,
                                               config_.limits.connections + 3 * max_logins())),
      session_configs_(session_configs()),
      control_(io),
      grace_(io) {}

Server::~Server() = default;

Status Server::open() {
  if (Status provided = provide_descriptors(config_.limits.connections + 3 * max_logins());
      !provided)
    return provided;
  Result<Loaded> loaded = load();
  if (!loaded) return loaded.error();
  for (const auto& [name, fault] : loaded->missing) {
    log_.write(LogLevel::kWarning, fmt::format("no {}", name).c_str(), {{"cause", fault.message}});
  }
  for (const RetiredKey& key : config_.session.retired) {
    log_.write(LogLevel::kWarning, "without effect",
               {{"key", "session." + key.name}, {"cause", std::string(key.warning)}});
  }
  use(*loaded);
  for (const ListenerConfig& listener : config_.listeners) {
    if (Status listening = listen(listener); !listening) return listening;
  }
  players_to_send_ = std::move(loaded->players);
  return listen_for_control();
}

void Server::send_out_players() {
  const std::vector<ServerPlayer> players = std::exchange(players_to_send_, {});
  for (std::size_t i = 0; i < players.size(); ++i) send_out(config_.acpc[i], players[i].client);
}

Result<Server::Loaded> Server::load() const {
  Loaded loaded;
  for (const WeightSource& source : sources_.weights) {
    Result<ServerWeights> weights = source.load();
    if (weights) {
      loaded.weights.push_back(*std::move(weights));
    } else if (source.needed) {
      return weights.error();
    } else {
      loaded.missing.emplace_back(source.name, weights.error());
    }
  }
  for (const AcpcPlayerConfig& config : config_.acpc) {
    Result<ServerPlayer> player = sources_.acpc_player(config);
    if (!player) return player.error();
    loaded.players.push_back(*std::move(player));
  }
  if (config_.serves_page()) {
    Result<web::PageFiles> page = web::PageFiles::read(config_.web.folder.value_or(sources_.page));
    if (!page) return page.error();
    loaded.page = std::make_shared<const web::PageFiles>(*std::move(page));
  }
  return loaded;
}

void Server::send_out(const AcpcPlayerConfig& config, acpc::ClientConfig client) {
  client.host = config.host;
  client.port = config.port;
  client.seed = config.seed;
  // A dealer's clock is running, and decisions take milliseconds: they do not wait for searches of
  // other games.
  client.slots = nullptr;
  if (config.reconnect) client.reconnect = acpc::ReconnectPolicy{.patience = std::nullopt};
  players_.push_back(
      std::make_unique<ResidentPlayer>(io_, std::move(client), config.reconnect, log_));
  players_.back()->start();
}

Status Server::listen(const ListenerConfig& config) {
  Result<std::string> token = load_token(config);
  if (!token) return token.error();
  const Tcp::endpoint endpoint(asio::ip::make_address(config.host), config.port);
  auto listener = std::make_unique<Listener>(io_, config, *std::move(token));
  Listener& opened = *listener;
  try {
    Tcp::acceptor& socket = opened.acceptor.socket();
    socket.open(endpoint.protocol());
    socket.set_option(Tcp::acceptor::reuse_address(true));
    if (endpoint.address().is_v6()) socket.set_option(asio::ip::v6_only(true));
    socket.bind(endpoint);
    opened.address = text_of(socket.local_endpoint());
    if (config.protocol == Protocol::kWeb) opened.http = make_http_server(opened);
    opened.acceptor.start(
        [this, &opened](Tcp::socket client) { welcome(opened, std::move(client)); },
        [this, &opened](error_code failure) { report_unaccepted(opened.address, failure); });
  } catch (const boost::system::system_error& failure) {
    return Error{"server.listen", text_of(endpoint) + ": " + failure.code().message()};
  }
  log_.write(LogLevel::kInfo, "listening",
             {{"address", opened.address}, {"protocol", accepts(config.protocol)}});
  listeners_.push_back(std::move(listener));
  return {};
}

Status Server::listen_for_control() {
  if (!config_.control) return {};
  const std::string path = config_.control->string();
  if (Status cleared = clear_stale_socket(path); !cleared) return cleared;
  try {
    Local::acceptor& socket = control_.socket();
    socket.open();
    // The socket of bind() is never open to all, whatever the umask; owner and group may connect.
    fchmod(socket.native_handle(), S_IRUSR | S_IWUSR);
    socket.bind(Local::endpoint(path));
    if (chmod(path.c_str(), S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP) != 0) {
      return Error{"server.control",
                   "control: " + path + ": " + std::generic_category().message(errno)};
    }
    control_.start([this](Local::socket client) { answer_status(std::move(client)); },
                   [this, path](error_code failure) { report_unaccepted(path, failure); });
    control_file_ = file_at(path);
  } catch (const boost::system::system_error& failure) {
    return Error{"server.control", "control: " + path + ": " + failure.code().message()};
  }
  return {};
}

void Server::report_unaccepted(const std::string& address, error_code failure) {
  log_.write(LogLevel::kError, "cannot accept",
             {{"address", address}, {"cause", failure.message()}});
}

void Server::welcome(Listener& listener, Tcp::socket socket) {
  error_code failure;
  const Tcp::endpoint endpoint = socket.remote_endpoint(failure);
  if (failure) return;  // already closed
  socket.set_option(asio::socket_base::keep_alive(true), failure);
  socket.set_option(Tcp::no_delay(true), failure);
  notice_vanishing(socket.native_handle());
  if (listener.http != nullptr) return listener.http->serve(std::move(socket));
  if (listener.token.empty() && full())
    return reject(std::move(socket), text_of(endpoint), full_text(config_.limits.connections));
  admit(listener, line::make_socket_transport(std::move(socket)), endpoint);
}

void Server::admit(const Listener& listener, std::shared_ptr<line::Transport> transport,
                   const Tcp::endpoint& endpoint) {
  const std::string peer = text_of(endpoint);
  const bool asks = !listener.token.empty();
  if (asks) make_room_for_login();
  const std::uint64_t id = ++accepted_;
  log_.write(
      asks ? LogLevel::kDebug : LogLevel::kInfo, "connected",
      {{"session", static_cast<std::int64_t>(id)}, {"peer", peer}, {"listener", listener.address}});
  const ServerLimits& limits = config_.limits;
  const auto channel = std::make_shared<line::SocketChannel>(
      std::move(transport),
      line::StreamLimits{.line_bytes = asks ? kLoginLineBytes : limits.line_bytes,
                         .output_bytes = limits.output_bytes,
                         .queues = queue_budget_,
                         .idle = asks ? limits.login : limits.idle,
                         .drain = limits.drain});
  const auto record = std::make_shared<ClientRecord>();
  connections_.emplace(
      id, Connection{peer, network_of(endpoint.address()), steady_clock::now(), record, channel,
                     asks ? Standing::kWaitsForToken : Standing::kAdmitted});
  try {
    channel->start(make_client_session(channel, admission_for(listener, id), record),
                   [this, id](line::StreamEnd end, std::uint64_t written) {
                     session_ended(id, end, written);
                   });
  } catch (const std::exception& fault) {  // most likely out of memory
    connections_.erase(id);
    log_.write(LogLevel::kError, "turned away", {{"peer", peer}, {"cause", fault.what()}});
    channel->send("error: this server cannot serve another client now; try again later\n");
    channel->close();
  }
}

ClientAdmission Server::admission_for(const Listener& listener, std::uint64_t id) {
  return {.protocol = listener.config.protocol,
          .token = listener.token,
          .configs = session_configs_,
          .logged_in = [this, id] { return logged_in(id); },
          .refused = [this, id](std::function<void()> answer) { reject(id, std::move(answer)); },
          .decided = [this, id] { session_started(id); }};
}

int Server::count(Standing standing) const noexcept {
  return static_cast<int>(std::ranges::count_if(
      connections_, [standing](const auto& entry) { return entry.second.standing == standing; }));
}

void Server::make_room_for_login() {
  if (count(Standing::kWaitsForToken) < max_logins()) return;
  std::map<std::string, int> places;
  for (const auto& [id, connection] : connections_) {
    if (connection.standing == Standing::kWaitsForToken) ++places[connection.address];
  }
  const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
  const int maximum = std::ranges::max_element(places, fewer)->second;
  for (auto& [id, connection] : connections_) {  // oldest first
    if (connection.standing != Standing::kWaitsForToken || places[connection.address] < maximum)
      continue;
    connection.standing = Standing::kDisplaced;
    if (const auto channel = connection.channel.lock()) {
      channel->send(kDisplacedText);
      channel->stop();
    }
    return;
  }
}

void Server::forget_oldest_refusal() {
  if (count(Standing::kRefused) < max_logins()) return;
  const auto refused = [](const auto& entry) {
    return entry.second.standing == Standing::kRefused;
  };
  Connection& oldest = std::ranges::find_if(connections_, refused)->second;
  oldest.standing = Standing::kDisplaced;
  if (oldest.refusal != nullptr) oldest.refusal->cancel();
  if (const auto channel = oldest.channel.lock()) channel->abandon();
}

bool Server::logged_in(std::uint64_t id) {
  Connection& connection = connections_.at(id);
  const auto channel = connection.channel.lock();
  if (channel == nullptr) return false;
  if (full()) {
    ++refused_full_;
    log_.write(LogLevel::kWarning, "turned away",
               {{"peer", connection.peer}, {"limit", std::int64_t{config_.limits.connections}}});
    channel->send(full_text(config_.limits.connections));
    channel->close();
    return false;
  }
  connection.standing = Standing::kAdmitted;
  channel->limit_idle(config_.limits.idle);
  channel->limit_line(config_.limits.line_bytes);
  log_.write(LogLevel::kInfo, "logged in",
             {{"session", static_cast<std::int64_t>(id)}, {"peer", connection.peer}});
  return true;
}

void Server::reject(std::uint64_t id, std::function<void()> answer) {
  forget_oldest_refusal();
  Connection& connection = connections_.at(id);
  connection.standing = Standing::kRefused;
  warn(refused_token_, "refused: no valid token", connection.peer);
  connection.refusal = std::make_unique<asio::steady_timer>(
      io_, shutting_down_ ? std::chrono::seconds(0) : kRefusalDelay);
  connection.refusal->async_wait([answer = std::move(answer)](error_code) { answer(); });
}

void Server::warn(RareWarning& warning, const char* event, const std::string& peer) {
  ++warning.events;
  const auto now = steady_clock::now();
  if (warning.last && now - *warning.last < kBetweenRareWarnings) return;
  warning.last = now;
  const std::uint64_t since_last = warning.events - std::exchange(warning.logged, warning.events);
  log_.write(LogLevel::kWarning, event,
             {{"peer", peer}, {"since_last", static_cast<std::int64_t>(since_last)}});
}

void Server::reject(Tcp::socket socket, const std::string& peer, const std::string& answer) {
  ++refused_full_;
  log_.write(LogLevel::kWarning, "turned away",
             {{"peer", peer}, {"limit", std::int64_t{config_.limits.connections}}});
  // A new socket has room for one line; if not, the client gets no message.
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(answer), ignored);
  socket.shutdown(Tcp::socket::shutdown_send, ignored);
}

void Server::answer_status(Local::socket socket) {
  const auto channel = std::make_shared<line::SocketChannel>(
      std::move(socket), line::StreamLimits{.drain = kControlPatience});
  channel->start(std::make_shared<SilentSession>());
  channel->send(to_json(status()));
  channel->close();
}

void Server::session_started(std::uint64_t id) {
  const Connection& connection = connections_.at(id);
  log_.write(LogLevel::kInfo, "session started",
             {{"session", static_cast<std::int64_t>(id)},
              {"peer", connection.peer},
              {"protocol", name_of(connection.record->protocol)}});
}

void Server::session_ended(std::uint64_t id, line::StreamEnd end, std::uint64_t written) noexcept {
  const auto ended = connections_.extract(id);
  if (shutting_down_ && connections_.empty()) grace_.cancel();
  try {
    log_end(id, ended.mapped(), end, written);
  } catch (const std::exception&) {
    // No memory for the log; ending the session needs none.
  }
}

void Server::log_end(std::uint64_t id, const Connection& connection, line::StreamEnd end,
                     std::uint64_t written) {
  const ClientRecord& record = *connection.record;
  const bool displaced = connection.standing == Standing::kDisplaced && !record.refused;
  log_.write(
      connection.standing == Standing::kAdmitted ? LogLevel::kInfo : LogLevel::kDebug,
      "session ended",
      {{"session", static_cast<std::int64_t>(id)},
       {"peer", connection.peer},
       {"protocol", name_of(record.protocol)},
       {"reason", displaced ? "no token, and others wait to send theirs" : reason_of(end, record)},
       {"seconds", seconds_since(connection.since)},
       {"lines", static_cast<std::int64_t>(record.lines)},
       {"bytes", static_cast<std::int64_t>(written)}});
  if (record.foreign) warn(foreign_, "foreign protocol", connection.peer);
}

void Server::use(const Loaded& loaded) {
  if (loaded.page != nullptr) {
    page_ = loaded.page;
    if (page_->empty()) log_.write(LogLevel::kWarning, "the page was not built");
    for (const auto& listener : listeners_) {
      if (listener->http != nullptr) listener->http->use(page_);
    }
  }
  weight_files_.clear();
  const auto add = [this](const std::vector<ServerStatus::Weights>& files) {
    weight_files_.insert(weight_files_.end(), files.begin(), files.end());
  };
  for (const ServerWeights& weights : loaded.weights) {
    weights.use();
    add(weights.files);
  }
  for (const ServerPlayer& player : loaded.players) add(player.files);
  for (const ServerStatus::Weights& file : weight_files_) {
    log_.write(LogLevel::kInfo, "weights",
               {{"game", file.game}, {"file", file.file}, {"sha256", file.sha256}});
  }
}

std::shared_ptr<const SessionConfigs> Server::session_configs() const {
  auto configs = std::make_shared<SessionConfigs>(sources_.sessions);
  const auto set_up = [this](line::CoreConfig& session) {
    session.threads = config_.session.threads;
    session.max_threads = config_.session.max_threads;
    session.hash_megabytes = config_.session.hash_megabytes;
    session.max_hash_megabytes = config_.session.max_hash_megabytes;
    session.version = version_;
    session.files = false;
    session.search_slots = search_slots_;
    session.hash_budget = hash_budget_;
  };
  set_up(configs->uci);
  set_up(configs->gtp);
  if (sources_.methods) configs->json = {[this] { return methods(); }, search_slots_};
  return configs;
}

void Server::reload(std::function<void(const Status&)> done) {
  if (shutting_down_) return;
  reloaded_ = std::move(done);
  reload_again_ = std::exchange(reloading_, true);
  if (reload_again_) return;
  try {
    // Allocated now, so that the thread can report a lack of memory.
    const auto loaded =
        std::make_shared<Result<Loaded>>(Error{"server.memory", "not enough memory"});
    loader_ = std::jthread([this, loaded] {
      try {
        Result<Loaded> all = load();
        if (all && !all->missing.empty()) all = Error(all->missing.front().second);
        *loaded = std::move(all);
      } catch (const std::exception&) {
        // `loaded` already has the error for this.
      }
      asio::post(io_, [this, loaded] { finish_reload(*loaded); });
    });
  } catch (const std::exception& failure) {
    finish_reload(Error{"server.thread", failure.what()});
  }
}

void Server::finish_reload(const Result<Loaded>& loaded) {
  if (loader_.joinable()) loader_.join();
  reloading_ = false;
  if (loaded) {
    ++reloads_;
    use(*loaded);
    for (std::size_t i = 0; i < players_.size(); ++i)
      players_[i]->set_policy(loaded->players[i].client.policy);
  } else {
    ++failed_reloads_;
    log_.write(LogLevel::kError, "weights not reloaded", {{"cause", loaded.error().message}});
  }
  if (reload_again_) return reload(std::move(reloaded_));
  const auto done = std::exchange(reloaded_, nullptr);
  if (done && !shutting_down_) done(loaded ? Status() : Status(loaded.error()));
}

void Server::shut_down() {
  if (std::exchange(shutting_down_, true)) return;
  log_.write(LogLevel::kInfo, "shutting down",
             {{"sessions", static_cast<std::int64_t>(connections_.size())}});
  for (const auto& listener : listeners_) {
    listener->acceptor.close();
    if (listener->http != nullptr) listener->http->close();
  }
  if (control_.is_open()) {
    // Another server may have taken over the path if the socket file was removed. Checked before
    // close(), after which the inode number may be reused.
    if (control_file_ && file_at(*config_.control) == control_file_)
      unlink(config_.control->c_str());
    control_.close();
  }
  for (const auto& player : players_) player->stop();
  if (!connections_.empty()) {
    grace_.expires_after(kGrace);
    grace_.async_wait([this](error_code cancelled) {
      if (cancelled) return;
      log_.write(LogLevel::kWarning, "sessions cut short",
                 {{"sessions", static_cast<std::int64_t>(connections_.size())}});
      for (const auto& channel : living_channels()) channel->abandon();
    });
  }
  for (const auto& channel : living_channels()) stop(*channel);
  for (auto& [id, connection] : connections_) {
    if (connection.refusal != nullptr) connection.refusal->cancel();
  }
}

void Server::stop(line::StreamChannel& channel) {
  try {
    channel.stop();
  } catch (const std::exception& fault) {
    log_.write(LogLevel::kError, "a session failed", {{"cause", fault.what()}});
    channel.abandon();
  }
}

std::vector<std::shared_ptr<line::StreamChannel>> Server::living_channels() const {
  std::vector<std::shared_ptr<line::StreamChannel>> channels;
  for (const auto& [id, connection] : connections_) {
    if (auto channel = connection.channel.lock()) channels.push_back(std::move(channel));
  }
  return channels;
}

bool Server::all_ended() const {
  return connections_.empty() && !reloading_ &&
         std::ranges::all_of(players_, [](const auto& player) { return player->ended(); });
}

std::vector<std::string> Server::addresses() const {
  std::vector<std::string> addresses;
  for (const auto& listener : listeners_) addresses.push_back(listener->address);
  return addresses;
}

ServerStatus Server::status() const {
  ServerStatus status;
  status.version = version_;
  status.pid = getpid();
  status.uptime = std::chrono::seconds(seconds_since(started_));
  for (const auto& listener : listeners_) {
    status.listeners.push_back(
        {listener->address, accepts(listener->config.protocol), !listener->token.empty()});
  }
  for (const auto& [id, connection] : connections_) {
    const ClientRecord& record = *connection.record;
    const auto channel = connection.channel.lock();
    status.sessions.push_back({id, connection.peer, name_of(record.protocol),
                               std::chrono::seconds(seconds_since(connection.since)), record.lines,
                               channel != nullptr ? channel->activity() : std::nullopt});
  }
  for (const auto& player : players_) status.acpc.push_back(player->status());
  status.weights = weight_files_;
  status.reloads = reloads_;
  status.failed_reloads = failed_reloads_;
  status.max_connections = config_.limits.connections;
  status.accepted = accepted_;
  status.refused_full = refused_full_;
  status.refused_token = refused_token_.events;
  status.searches_running = search_slots_->running();
  status.searches_waiting = search_slots_->waiting();
  status.max_searches = search_slots_->limit();
  status.searches = search_slots_->total();
  status.hash_megabytes = hash_budget_->in_use();
  status.max_hash_megabytes = hash_budget_->total();
  status.queue_bytes = queue_budget_->in_use();
  status.max_queue_bytes = queue_budget_->total();
  return status;
}

}  // namespace trivium::server
