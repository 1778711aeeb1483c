#include "tests/protocols/acpc/dealer_process.h"

#include <arpa/inet.h>
#include <cstdlib>
#include <filesystem>
#include <netinet/in.h>
#include <sstream>
#include <stdexcept>
#include <sys/socket.h>
#include <thread>

#include "tests/temporary_folder.h"

namespace trivium::acpc {

DealerProcess::DealerProcess(const std::string& arguments) {
  folder_ = (std::filesystem::temp_directory_path() / "trivium-dealer-XXXXXX").string();
  if (mkdtemp(folder_.data()) == nullptr) throw std::runtime_error("mkdtemp");
  start(arguments);
}

DealerProcess::~DealerProcess() {
  child_.reset();
  std::filesystem::remove_all(folder_);
}

void DealerProcess::kill_and_start(const std::string& arguments) {
  child_.reset();
  start(arguments);
}

void DealerProcess::start(const std::string& arguments) {
  const std::string program = std::string(TRIVIUM_BIN_DIR) + "/trivium-dealer";
  const std::string shell = "cd \"$1\" && exec \"$0\" match " + arguments + " 2>>errors";
  child_ = std::make_unique<server::Child>(
      std::vector<std::string>{"/bin/sh", "-c", shell, program, folder_});
  ports_.clear();
  std::istringstream line(child_->client().read_line().value_or(""));
  for (std::uint16_t port = 0; line >> port;) ports_.push_back(port);
}

line::Client DealerProcess::connect(int seat) const {
  Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(ports_.at(static_cast<std::size_t>(seat)));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("connect");
  return line::Client(socket.release());
}

std::string DealerProcess::log() const { return content_of(folder_ + "/match.log"); }
std::string DealerProcess::transactions() const { return content_of(folder_ + "/match.tlog"); }
std::string DealerProcess::errors() const { return content_of(folder_ + "/errors"); }

std::vector<std::string> play(line::Client client, const poker::GameDefinition& game,
                              const Answer& answer, const std::function<void()>& seated) {
  std::vector<std::string> received;
  client.write("VERSION:2.0.0\r\n");
  while (std::optional<std::string> line = client.read_line()) {
    if (line->ends_with('\r')) line->pop_back();
    received.push_back(*line);
    if (seated && received.size() == 1) seated();
    const Result<poker::MatchState> state = poker::parse_match_state(*line, game);
    if (!state || !state->on_turn()) continue;
    const std::optional<std::string> said = answer(*line, *state);
    if (!said) break;
    client.write(*said);
  }
  return received;
}

std::optional<std::string> call(const std::string& shown, const poker::MatchState& /*state*/) {
  return shown + ":c\r\n";
}

std::vector<std::vector<std::string>> play_match(const DealerProcess& dealer,
                                                 const poker::GameDefinition& game,
                                                 const std::vector<Answer>& answers) {
  std::vector<std::vector<std::string>> received(answers.size());
  std::vector<std::jthread> players;
  for (std::size_t seat = 0; seat < answers.size(); ++seat) {
    players.emplace_back([&, seat] {
      received[seat] = play(dealer.connect(static_cast<int>(seat)), game, answers[seat]);
    });
  }
  players.clear();
  return received;
}

}  // namespace trivium::acpc
