#include "tests/protocols/server/test_server.h"

#include <stdexcept>

#include "boost/asio/post.hpp"

#include "tests/protocols/gtp/gtp_client.h"
#include "tests/protocols/server/tcp_client.h"
#include "tests/protocols/uci/support.h"

namespace trivium::server {

using namespace std::chrono_literals;

namespace {

std::unique_ptr<ServerLog> silent_log() {
  Result<std::unique_ptr<ServerLog>> log =
      ServerLog::open({.file = "/dev/null", .level = LogLevel::kDebug});
  if (!log) throw std::runtime_error(log.error().message);
  return *std::move(log);
}

}  // namespace

ServerConfig test_server_config() {
  ServerConfig config;
  config.listeners.push_back({});
  config.session.hash_megabytes = 1;
  config.session.max_threads = 2;
  config.limits.searches = 64;
  config.limits.connections = 80;
  return config;
}

ServerSources test_sources(std::function<Result<TestWeights>()> load) {
  const auto chess = std::make_shared<uci::ChessConfig>();
  const auto connect6 = std::make_shared<gtp::Connect6Config>();
  ServerSources sources;
  sources.sessions.uci.seat = uci::chess_seats(chess);
  sources.sessions.gtp.games = {gtp::connect6_game(connect6)};
  const auto load_all = [chess, connect6, load = std::move(load)]() -> Result<ServerWeights> {
    const Result<TestWeights> weights = load();
    if (!weights) return weights.error();
    const auto use = [=, pawns = chess::plain_weights(weights->name, weights->pawn),
                      knowledge = gtp::test_knowledge(weights->name)] {
      chess->weights = pawns;
      connect6->knowledge = knowledge;
    };
    return ServerWeights{{{"chess", weights->name, std::string(64, '0')}}, use};
  };
  sources.weights = {{"test", true, load_all}};
  return sources;
}

TestServer::TestServer(const ServerConfig& config, ServerSources sources)
    : log_(silent_log()), server_(io_, config, "0.0.0-test", std::move(sources), *log_) {
  if (const Status open = server_.open(); !open) throw std::runtime_error(open.error().message);
  server_.send_out_players();
  thread_ = std::jthread([this] {
    io_.run();
    over_.set_value();
  });
}

TestServer::~TestServer() {
  if (ended_.valid()) shut_down(30s);
}

line::Client TestServer::connect(std::size_t listener) {
  const std::string address = status().listeners.at(listener).address;
  return connect_tcp(static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1))));
}

void TestServer::on_io_thread(const std::function<void(Server&)>& work) {
  std::promise<void> done;
  boost::asio::post(io_, [&] {
    work(server_);
    done.set_value();
  });
  done.get_future().wait();
}

ServerStatus TestServer::status() {
  ServerStatus status;
  on_io_thread([&](Server& server) { status = server.status(); });
  return status;
}

bool TestServer::wait_until(const std::function<bool(const ServerStatus&)>& holds) {
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (!holds(status())) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(1ms);
  }
  return true;
}

bool TestServer::shut_down(std::chrono::milliseconds patience) {
  on_io_thread([](Server& server) { server.shut_down(); });
  const bool over = ended_.wait_for(patience) == std::future_status::ready;
  if (thread_.joinable()) thread_.join();
  ended_ = {};
  return over;
}

}  // namespace trivium::server
