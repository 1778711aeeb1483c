// A minimal ACPC player for tests of the dealer.
//
//     trivial-player GAME HOST PORT call|mixed
//
// `call` always calls; `mixed` chooses among legal actions as a pure function of the state, so that
// matches with the same cards are equal. Not installed. Blocking sockets: one read and one write
// per decision.
#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <netdb.h>
#include <string>
#include <string_view>
#include <sys/socket.h>

#include "engine/core/descriptor.h"
#include "engine/core/result.h"
#include "engine/poker/rules/records.h"
#include "protocols/acpc/version.h"
#include "protocols/line/channels/line_splitter.h"

namespace trivium::tools {
namespace {

constexpr std::size_t kMaxLine = 16384;

/// FNV-1a.
std::uint64_t hash(std::string_view text) noexcept {
  std::uint64_t value = 0xCBF29CE484222325ULL;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return value ^ value >> 32;
}

poker::Action mixed_action(std::string_view line, const poker::Betting& betting) {
  const std::uint64_t draw = hash(line);
  if (draw % 16 == 0 && betting.can_fold()) return poker::Action::fold();
  const auto range = betting.raise_range();
  if (draw % 16 < 6 && range) {
    const auto totals = static_cast<std::uint64_t>(range->max - range->min) + 1;
    return poker::Action::raise(range->min + static_cast<poker::Chips>((draw >> 8) % totals));
  }
  return poker::Action::call();
}

Result<Descriptor> connect(const char* host, const char* port) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int failure = getaddrinfo(host, port, &hints, &found); failure != 0)
    return Error("player.address", gai_strerror(failure));
  Descriptor socket(
      ::socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC, found->ai_protocol));
  const bool connected = ::connect(socket.get(), found->ai_addr, found->ai_addrlen) == 0;
  freeaddrinfo(found);
  if (!connected) return Error("player.connect", "cannot connect");
  return socket;
}

/// Answers until the dealer closes the connection. The error names a line that is no state.
Status play(int socket, const poker::GameDefinition& game, bool mixed) {
  const auto say = [socket](const std::string& text) {
    return send(socket, text.data(), text.size(), MSG_NOSIGNAL) >= 0;
  };
  say(acpc::version_line().append(acpc::kLineEnd));
  line::LineSplitter splitter(kMaxLine);
  std::string chunk(65536, '\0');
  for (ssize_t size = 0; (size = recv(socket, chunk.data(), chunk.size(), 0)) > 0;) {
    splitter.append(std::string_view(chunk).substr(0, static_cast<std::size_t>(size)));
    std::string_view line;
    while (splitter.next(line) == line::LineSplitter::Event::kLine) {
      if (line.starts_with('#')) continue;
      const Result<poker::MatchState> state = poker::parse_match_state(line, game);
      if (!state) return state.error();
      if (!state->on_turn()) continue;
      const poker::Action action =
          mixed ? mixed_action(line, state->hand.betting()) : poker::Action::call();
      if (!say(fmt::format("{}:{}{}", line, poker::action_text(action), acpc::kLineEnd))) return {};
    }
  }
  return {};
}

int run(int count, char** arguments) {
  const std::string_view mode = count == 5 ? arguments[4] : "";
  if (mode != "call" && mode != "mixed") {
    fmt::print(stderr, "usage: trivial-player GAME HOST PORT call|mixed\n");
    return 2;
  }
  const Result<poker::GameDefinition> game = poker::game_named(arguments[1]);
  const Result<Descriptor> socket = connect(arguments[2], arguments[3]);
  const Status played = !game     ? Status(game.error())
                        : !socket ? Status(socket.error())
                                  : play(socket->get(), *game, mode == "mixed");
  if (!played) fmt::print(stderr, "trivial-player: {}\n", played.error().message);
  return played ? 0 : 1;
}

}  // namespace
}  // namespace trivium::tools

int main(int argc, char** argv) { return trivium::tools::run(argc, argv); }
