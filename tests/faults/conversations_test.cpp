// Conversations in which one allocation or thread fails: the session answers or ends, and the next
// one works normally.
#include <array>
#include <atomic>
#include <chrono>
#include <doctest/doctest.h>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>

#include "boost/asio/io_context.hpp"

#include "engine/core/descriptor.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "protocols/acpc/player_session.h"
#include "protocols/line/channels/transcript.h"
#include "protocols/server/stdio_server.h"
#include "tests/faults/check_failures.h"
#include "tests/protocols/gtp/gtp_client.h"
#include "tests/protocols/line/conversation.h"
#include "tests/protocols/uci/support.h"
#include "tests/temporary_folder.h"

namespace trivium::faults {
namespace {

using namespace std::chrono_literals;

struct Talk {
  std::string output;
  bool ended =
      false;  ///< by an exception of the session or of the test itself, or by a broken connection
};

/// Counts the answers in the output of a session.
using Count = int (*)(std::string_view output);

/// Sends `text` to a session, waits for `answers` answers as counted by `count`, and ends the
/// input. Returns the session's output.
Talk talk(const line::SessionFactory& factory, const std::string& text, Count count, int answers) {
  Talk result;
  boost::asio::io_context io;
  line::Client client = line::connect(io, factory);
  // No exception may leave this function before the threads of the session have ended.
  const auto run = [&](auto work) {
    try {
      work();
    } catch (const std::exception&) {
      result.ended = true;
    }
  };
  client.write(text);
  const auto deadline = std::chrono::steady_clock::now() + 5s;
  while (!result.ended && count(result.output) < answers &&
         std::chrono::steady_clock::now() < deadline) {
    run([&] {
      io.run_one_for(5ms);
      for (auto line = client.read_line(0ms); line; line = client.read_line(0ms))
        result.output += *line + "\n";
    });
    result.ended = result.ended || io.stopped();
  }
  client.end_input();
  while (!io.stopped()) run([&] { io.run(); });
  run([&] { result.output += client.read_rest(); });
  return result;
}

/// A conversation, run by `hold`, that is complete when `count` finds `answers` answers.
Scenario conversation(const std::function<Talk()>& hold, Count count, int answers) {
  const auto first = std::make_shared<Talk>(Talk{{}, true});
  return {[=](std::atomic<int>&) { *first = hold(); },
          [=](int) -> std::string {
            if (!first->ended && count(first->output) != answers)
              return "an answer is missing in: " + first->output;
            const Talk second = hold();
            const bool complete = !second.ended && count(second.output) == answers;
            return complete ? "" : "the next conversation fails: " + second.output;
          }};
}

Scenario conversation(const line::SessionFactory& factory, const std::string& text, Count count,
                      int answers) {
  return conversation([=] { return talk(factory, text, count, answers); }, count, answers);
}

int parts(std::string_view text, std::string_view part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

int ready_and_best(std::string_view output) {
  return parts(output, "\nbestmove ") + parts(output, "\nreadyok\n");
}

Scenario uci_conversation() {
  uci::SessionConfig config = uci::test_config();
  config.hash_megabytes = 1;
  config.threads = config.max_threads = 2;
  return conversation(uci::session_factory(config),
                      "uci\nisready\nposition startpos moves e2e4\ngo nodes 300\nsetoption name "
                      "Hash value 2\nucinewgame\neval\n"
                      "go depth 2\n",
                      ready_and_best, 3);
}

/// Writes its log to a file.
Scenario logged_conversation() {
  const auto folder = std::make_shared<TemporaryFolder>();
  const auto factory =
      [folder](std::shared_ptr<line::Channel> channel) -> std::shared_ptr<line::Session> {
    const auto log = line::Transcript::open(folder->file("log"));
    if (!log) throw std::runtime_error(log.error().message);
    return line::logged(
        std::make_shared<uci::Session>(line::logged(std::move(channel), *log), uci::test_config()),
        *log);
  };
  return conversation(
      factory, "uci\nposition startpos\ngo nodes 300\n",
      [](std::string_view output) { return parts(output, "\nbestmove "); }, 1);
}

Scenario gtp_conversation() {
  gtp::SessionConfig config = gtp::test_config();
  config.hash_megabytes = 1;
  config.threads = config.max_threads = 2;
  const auto factory = [config](std::shared_ptr<line::Channel> channel) {
    return std::make_shared<gtp::Session>(std::move(channel), config);
  };
  return conversation(
      factory,
      "77 boardsize 9\n77 trivium-nodes 100\n77 play b e5\n77 genmove w\n77 genmove w\n77 "
      "lz-genmove_analyze b 0\n77 trivium-hash 2\n77 "
      "trivium-candidates\n77 quit\n",
      [](std::string_view output) { return parts(output, "=77") + parts(output, "?77"); }, 9);
}

Scenario acpc_conversation() {
  const auto game = std::make_shared<const poker::GameDefinition>(*poker::game_named("limit"));
  const std::shared_ptr<const poker::Policy> policy = *poker::policy_named("model:rule", *game);
  const auto factory = [game, policy](std::shared_ptr<line::Channel> channel) {
    const acpc::PlayerCallbacks callbacks{[](const auto&) {}, [](const auto&) {},
                                          [](const auto&) {}, [] {}};
    return std::make_shared<acpc::PlayerSession>(std::move(channel), game, poker::Player(policy, 1),
                                                 callbacks);
  };
  // A finished hand, from which the player learns, and two states to answer.
  return conversation(
      factory,
      "MATCHSTATE:1:0:cc/rf:|AsKs/2c3c4c\r\nMATCHSTATE:1:1::|AsKs\r\nMATCHSTATE:1:1:cc/c:|AsKs/"
      "2c3c4c\r\n",
      [](std::string_view output) { return parts(output, "AsKs"); }, 2);
}

/// Serves `text` on descriptors, as `trivium` serves its standard input and output.
Talk talk_on_stdio(const std::string& text) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::runtime_error("socketpair");
  line::Client client(ends[0]);
  Descriptor stdio(ends[1]);
  client.write(text);
  client.end_input();
  server::StdioConfig config;
  config.sessions = {uci::test_config(), gtp::test_config()};
  config.input = config.output = stdio.get();
  const bool failed = !server::serve_stdio(config);
  stdio = {};
  return {client.read_rest(), failed};
}

Scenario stdio_conversation() {
  return conversation(
      [] { return talk_on_stdio("uci\nisready\nposition startpos\ngo nodes 300\nquit\n"); },
      ready_and_best, 2);
}

constexpr auto kCalls = {Call::kAllocation, Call::kMemory, Call::kSend, Call::kThread};

TEST_CASE("a UCI conversation survives the failure of any allocation, send or thread") {
  check_failures(uci_conversation, kCalls);
}

TEST_CASE("a GTP conversation survives the failure of any allocation, send or thread") {
  check_failures(gtp_conversation, kCalls);
}

TEST_CASE("an ACPC conversation survives the failure of any allocation, send or thread") {
  check_failures(acpc_conversation, kCalls);
}

TEST_CASE(
    "a conversation on standard input and output survives the failure of any allocation, write or "
    "thread") {
  check_failures(stdio_conversation,
                 {Call::kAllocation, Call::kMemory, Call::kWrite, Call::kThread});
}

TEST_CASE("a conversation continues if its log cannot be written") {
  check_failures(logged_conversation, {Call::kAllocation, Call::kWrite});
}

}  // namespace
}  // namespace trivium::faults
