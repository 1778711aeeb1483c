// An ACPC player that calls, and misbehaves on request. For tests of programs that accept
// strangers.
//
//     odd-player GAME HABIT[@HAND] HOST PORT
//
// Habits, from HAND on (0):
//   call          none
//   mixed         a bit of everything legal, as a pure function of the state
//   crash         ends by SIGABRT when it is to act
//   leave         ends with status 0
//   leave3        ends with status 3
//   close         closes the connection and stays
//   stall         does not answer any more
//   illegal       answers with text that is not an action
//   garbage       sends a line of nonsense before each answer
//   slow          answers after 300 ms
// Habits in the whole match:
//   absent        never connects, and stays
//   refuse        ends with status 3 instead of connecting
//   version       sends version 3.0.0
//   late-version  sends its version after 300 ms
//   eager         answers every state, its turn or not
//   echo          leaves a character out of the state that it answers
//   touchy        ends with status 3 at a comment
//   picky         ends with status 3 at a line that is not a state
//   forgetful     folds at every second answer if it can, and calls otherwise
//   stubborn      stays when the dealer has closed
//   packets       takes every read for one line
//   bad-end       ends with status 3 when the dealer has closed
//   bare          ends its lines with "\n"
//   deaf          answers only the first state of a packet
//   patient       waits if nothing listens at the address
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <netdb.h>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <utility>

#include "engine/core/descriptor.h"
#include "engine/poker/rules/records.h"
#include "protocols/acpc/version.h"
#include "protocols/line/channels/line_splitter.h"

namespace trivium {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxLine = 16384;
constexpr int kRefusal = 3;

[[noreturn]] void stay() {
  while (true) std::this_thread::sleep_for(1s);
}

/// FNV-1a.
std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xCBF29CE484222325ULL;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return value ^ value >> 32;
}

poker::Action mixed_action(std::uint64_t draw, const poker::Betting& betting) {
  if (draw % 16 == 0 && betting.can_fold()) return poker::Action::fold();
  const auto range = betting.raise_range();
  if (draw % 16 < 6 && range) {
    const auto totals = static_cast<std::uint64_t>(range->max - range->min) + 1;
    return poker::Action::raise(range->min + static_cast<poker::Chips>((draw >> 8) % totals));
  }
  return poker::Action::call();
}

Descriptor connect_to(const char* host, const char* port) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host, port, &hints, &found) != 0) return {};
  Descriptor fd(socket(found->ai_family, found->ai_socktype | SOCK_CLOEXEC, found->ai_protocol));
  const bool connected = connect(fd.get(), found->ai_addr, found->ai_addrlen) == 0;
  freeaddrinfo(found);
  return connected ? std::move(fd) : Descriptor();
}

class OddPlayer {
 public:
  OddPlayer(const poker::GameDefinition& game, std::string_view habit, std::uint32_t hand,
            Descriptor socket)
      : game_(game), habit_(habit), hand_(hand), socket_(std::move(socket)) {}

  /// Plays until the dealer closes; returns the exit status.
  int play() {
    if (habit_ == "late-version") std::this_thread::sleep_for(300ms);
    say(habit_ == "version" ? "VERSION:3.0.0" : acpc::version_line());
    std::string chunk(65536, '\0');
    for (ssize_t size = 0; (size = recv(socket_.get(), chunk.data(), chunk.size(), 0)) > 0;) {
      const std::string_view packet =
          std::string_view(chunk).substr(0, static_cast<std::size_t>(size));
      if (habit_ == "packets") {
        hear(packet.substr(0, packet.find('\r')));
        continue;
      }
      hear_lines(packet);
    }
    if (habit_ == "stubborn") stay();
    return habit_ == "bad-end" ? kRefusal : 0;
  }

 private:
  void hear_lines(std::string_view packet) {
    splitter_.append(packet);
    std::string_view line;
    bool answered = false;
    while (splitter_.next(line) == line::LineSplitter::Event::kLine) {
      if (habit_ != "deaf" || !answered) answered = hear(line) || answered;
    }
  }

  /// Returns whether it answered.
  bool hear(std::string_view line) {
    if (acpc::is_comment(line)) {
      if (habit_ == "touchy") std::exit(kRefusal);
      return false;
    }
    const Result<poker::MatchState> state = poker::parse_match_state(line, game_);
    if (!state) {
      if (habit_ == "picky") std::exit(kRefusal);
      return false;
    }
    if (!state->on_turn() && habit_ != "eager") return false;
    if (state->hand.id() >= hand_) misbehave();
    if (stalled_) return false;
    answer(line, *state);
    return true;
  }

  void misbehave() {
    if (habit_ == "crash") std::abort();
    if (habit_ == "leave") std::exit(0);
    if (habit_ == "leave3") {
      fmt::print(stderr, "no more of this\n");
      std::exit(kRefusal);
    }
    if (habit_ == "close") {
      socket_ = Descriptor();
      stay();
    }
    if (habit_ == "stall") stalled_ = true;
    if (habit_ == "slow") std::this_thread::sleep_for(300ms);
    if (habit_ == "garbage") say("what a nice hand");
  }

  void answer(std::string_view line, const poker::MatchState& state) {
    if (habit_ == "illegal" && state.hand.id() >= hand_) return say(fmt::format("{}:x", line));
    poker::Action action = poker::Action::call();
    if (!state.hand.betting().finished()) {
      if (habit_ == "mixed") action = mixed_action(hash(line), state.hand.betting());
      if (habit_ == "forgetful" && ++answers_ % 2 == 0 && state.hand.betting().can_fold())
        action = poker::Action::fold();
    }
    std::string echo(line);
    if (habit_ == "echo") echo.pop_back();
    say(fmt::format("{}:{}", echo, poker::action_text(action)));
  }

  void say(const std::string& line) {
    const std::string text = line + (habit_ == "bare" ? "\n" : "\r\n");
    static_cast<void>(send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL));
  }

  const poker::GameDefinition& game_;
  std::string_view habit_;
  std::uint32_t hand_;
  Descriptor socket_;
  line::LineSplitter splitter_{kMaxLine};
  bool stalled_ = false;
  std::uint64_t answers_ = 0;
};

int run(int count, char** arguments) {
  if (count != 5) {
    fmt::print(stderr, "usage: odd-player GAME HABIT[@HAND] HOST PORT\n");
    return 2;
  }
  std::string_view habit = arguments[2];
  const std::size_t at = habit.find('@');
  const auto hand =
      at == std::string_view::npos ? 0 : std::strtoul(habit.data() + at + 1, nullptr, 10);
  habit = habit.substr(0, at);
  if (habit == "absent") stay();
  if (habit == "refuse") return kRefusal;
  const Result<poker::GameDefinition> game = poker::game_named(arguments[1]);
  Descriptor socket = connect_to(arguments[3], arguments[4]);
  if (habit == "patient" && socket.get() < 0) stay();
  if (!game || socket.get() < 0) return 1;
  return OddPlayer(*game, habit, static_cast<std::uint32_t>(hand), std::move(socket)).play();
}

}  // namespace
}  // namespace trivium

int main(int argc, char** argv) { return trivium::run(argc, argv); }
