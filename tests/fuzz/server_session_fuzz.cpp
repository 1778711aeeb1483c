// Several clients of one server at once, with small limits. The first byte of each line of an input
// selects the client that sends the rest; 0xFF instead ends the client's input, 0xFE disconnects
// it. Each session ends, every slot and all memory are released, and the output consists of whole
// lines.
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "boost/asio/generic/stream_protocol.hpp"
#include "boost/asio/io_context.hpp"

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/evaluation/weights.h"
#include "engine/core/descriptor.h"
#include "protocols/gtp/connect6/connect6_seat.h"
#include "protocols/line/channels/socket_channel.h"
#include "protocols/line/memory_budget.h"
#include "protocols/line/search_slots.h"
#include "protocols/server/client_session.h"
#include "protocols/uci/chess/chess_seat.h"
#include "protocols/web/json_session.h"
#include "tests/engine/chess/plain_weights.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::server {
namespace {

constexpr std::size_t kClients = 3;
const std::string kToken = "0123456789abcdef";

struct House {
  boost::asio::io_context io{1};
  std::shared_ptr<line::SearchSlots> slots = std::make_shared<line::SearchSlots>(1);
  std::shared_ptr<line::MemoryBudget> hash = std::make_shared<line::MemoryBudget>(4, kClients, 1);
  std::shared_ptr<line::MemoryBudget> queues =
      std::make_shared<line::MemoryBudget>(std::int64_t{1} << 17, kClients);
  std::shared_ptr<const SessionConfigs> configs;
};

connect6::Knowledge plain_knowledge() {
  std::array<double, connect6::kFeatureCount> weights{};
  return {connect6::Weights::from_log_odds(weights, "fuzz"), nullptr};
}

/// JSON requests on each lane, and a topic that ends with an error.
web::Methods json_methods() {
  web::Methods methods;
  const auto echo = [](const web::Call& call) -> web::Answer { return call.params; };
  methods.methods["echo"] = {web::Lane::kAtOnce, echo};
  methods.methods["read"] = {web::Lane::kReading, echo};
  methods.methods["work"] = {web::Lane::kSearching, [](const web::Call& call) -> web::Answer {
                               call.progress({{"done", 1}});
                               return call.params;
                             }};
  methods.topics["topic"] = {web::Lane::kReading,
                             [](const nlohmann::json& params, nlohmann::json&) -> web::Answer {
                               if (params.contains("name")) return params;
                               return Error{"not_found", "no name"};
                             }};
  return methods;
}

std::shared_ptr<const SessionConfigs> session_configs(const House& house) {
  static const std::shared_ptr<const chess::Weights> kChess = chess::plain_weights("fuzz");
  static const connect6::Knowledge kConnect6 = plain_knowledge();
  auto configs = std::make_shared<SessionConfigs>();
  const auto set_up = [&house](auto& session) {
    session.hash_megabytes = 1;
    session.max_hash_megabytes = 2;
    session.max_threads = 1;
    session.files = false;
    session.search_slots = house.slots;
    session.hash_budget = house.hash;
  };
  set_up(configs->uci);
  set_up(configs->gtp);
  configs->uci.seat = uci::chess_seats(
      std::make_shared<const uci::ChessConfig>(uci::ChessConfig{.weights = kChess}));
  const auto connect6 = std::make_shared<gtp::Connect6Config>();
  connect6->knowledge = kConnect6;
  configs->gtp.games = {gtp::connect6_game(connect6)};
  configs->json = {json_methods, house.slots};
  configs->gtp.untimed = {.move_time = Milliseconds(1)};
  return configs;
}

class Guest {
 public:
  Guest(House& house, std::string token) {
    std::array<int, 2> ends{};
    fuzz::check(
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) == 0,
        "there are sockets");
    end_ = Descriptor(ends[0]);
    const auto channel = std::make_shared<line::SocketChannel>(
        line::SocketChannel::Socket(house.io, boost::asio::generic::stream_protocol(AF_UNIX, 0),
                                    ends[1]),
        line::StreamLimits{.line_bytes = 4096, .output_bytes = 1 << 16, .queues = house.queues});
    ClientAdmission admission{.protocol = Protocol::kDetect,
                              .token = std::move(token),
                              .configs = house.configs,
                              .logged_in = [] { return true; },
                              .refused = [](const std::function<void()>& answer) { answer(); },
                              .decided = nullptr};
    channel->start(
        make_client_session(channel, std::move(admission), std::make_shared<ClientRecord>()));
  }

  void send(std::string_view text) {
    (void)::send(end_.get(), text.data(), text.size(), MSG_NOSIGNAL);
  }
  void end_input() { shutdown(end_.get(), SHUT_WR); }
  void hang_up() { end_ = Descriptor(); }
  void read() {
    std::array<char, 4096> chunk{};
    for (ssize_t size = 0; (size = recv(end_.get(), chunk.data(), chunk.size(), 0)) > 0;) {
      received_.append(chunk.data(), static_cast<std::size_t>(size));
    }
  }
  const std::string& received() const { return received_; }

 private:
  Descriptor end_;
  std::string received_;
};

/// Long work that no limit of nodes or time can end.
bool is_too_slow(std::string_view line) {
  return line.find("bench") != line.npos || line.find("perft") != line.npos ||
         line.find("odds") != line.npos;
}

void act(std::vector<Guest>& guests, std::string_view line) {
  Guest& guest = guests[static_cast<unsigned char>(line[0]) % guests.size()];
  const std::string_view rest = line.substr(1);
  if (rest.starts_with('\xFF')) return guest.end_input();
  if (rest.starts_with('\xFE')) return guest.hang_up();
  if (!is_too_slow(rest)) guest.send(std::string(rest) + '\n');
}

}  // namespace

TRIVIUM_FUZZ_TARGET(server_session) {
  House house;
  house.configs = session_configs(house);
  std::vector<Guest> guests;
  for (std::size_t i = 0; i + 1 < kClients; ++i) guests.emplace_back(house, "");
  guests.emplace_back(house, kToken);
  std::string_view rest = fuzz::text_of(input);
  constexpr int kMaxLines = 40;
  for (int lines = 0; !rest.empty() && lines < kMaxLines; ++lines) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (!line.empty()) act(guests, line);
    house.io.poll();
  }
  for (Guest& guest : guests) guest.end_input();
  while (!house.io.stopped()) {  // it stops when all sessions have ended
    house.io.run_one();
    for (Guest& guest : guests) guest.read();
  }
  for (const Guest& guest : guests) {
    fuzz::check(guest.received().empty() || guest.received().ends_with('\n'),
                "answers are whole lines");
  }
  fuzz::check(house.slots->running() == 0 && house.slots->waiting() == 0, "every slot comes back");
  fuzz::check(house.hash->in_use() == 0, "every hash share comes back");
  fuzz::check(house.queues->in_use() == 0, "every byte of the queues comes back");
}

}  // namespace trivium::server
