// What a Server does for the page: its HTTP listener and the method `server` of JSON requests.
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "protocols/server/server.h"

namespace trivium::server {

std::unique_ptr<web::HttpServer> Server::make_http_server(Listener& listener) {
  const std::uint16_t port = listener.acceptor.socket().local_endpoint().port();
  web::HttpSettings settings;
  settings.hosts = {listener.address, fmt::format("127.0.0.1:{}", port),
                    fmt::format("localhost:{}", port), fmt::format("[::1]:{}", port)};
  for (const std::string& host : settings.hosts) settings.origins.push_back("http://" + host);
  for (const std::string& origin : config_.web.origins) {
    settings.origins.push_back(origin);
    settings.hosts.push_back(origin.substr(origin.find("//") + 2));
  }
  settings.max_connections = 2 * static_cast<std::size_t>(config_.limits.connections);
  settings.message_bytes = config_.limits.line_bytes;
  settings.patience = config_.limits.login;
  return std::make_unique<web::HttpServer>(
      std::move(settings), page_,
      [this, &listener](std::shared_ptr<line::Transport> transport, const Tcp::endpoint& peer) {
        admit(listener, std::move(transport), peer);
      });
}

web::Methods Server::methods() const {
  web::Methods methods = sources_.methods();
  methods.methods["server"] = {web::Lane::kAtOnce,
                               [this](const web::Call&) { return page_status(); }};
  methods.topics["server"] = {
      web::Lane::kAtOnce, [this](const nlohmann::json&, nlohmann::json&) { return page_status(); }};
  return methods;
}

nlohmann::json Server::page_status() const {
  nlohmann::json report = nlohmann::json::parse(to_json(status()));
  report["log"] = log_.recent();
  return report;
}

}  // namespace trivium::server
