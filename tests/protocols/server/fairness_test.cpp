// Other clients are answered between the commands of one client, however expensive these are.
//
// All sessions share one I/O thread, which is the thread of the test, and one slot for work on
// workers. So the order of events does not depend on the speed of the machine.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "boost/asio/io_context.hpp"

#include "protocols/gtp/command_table.h"
#include "protocols/uci/command_table.h"
#include "tests/protocols/gtp/gtp_client.h"
#include "tests/protocols/line/conversation.h"
#include "tests/protocols/uci/support.h"

namespace trivium::server {
namespace {

using namespace std::chrono_literals;

/// Counts the lines of a session that begin with given characters or words.
class CountingChannel final : public line::Channel {
 public:
  using Counts = std::function<bool(std::string_view line)>;

  CountingChannel(std::shared_ptr<line::Channel> channel, Counts counts, std::atomic<int>& count)
      : channel_(std::move(channel)), counts_(std::move(counts)), count_(count) {}

  void send(std::string text) override {
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
      if (counts_(rest.substr(0, end))) ++count_;
      rest.remove_prefix(end + 1);
    }
    channel_->send(std::move(text));
  }
  void post(std::function<void()> work) override { channel_->post(std::move(work)); }
  void post_later(std::chrono::milliseconds delay, std::function<void()> work) override {
    channel_->post_later(delay, std::move(work));
  }
  bool reserve(std::size_t bytes) override { return channel_->reserve(bytes); }
  void release(std::size_t bytes) noexcept override { channel_->release(bytes); }
  void close() override { channel_->close(); }

 private:
  std::shared_ptr<line::Channel> channel_;
  Counts counts_;
  std::atomic<int>& count_;  ///< atomic, since a search thread may send, too
};

/// Sessions of both protocols on the thread of the test.
class Sessions {
 public:
  /// Returns a client whose session adds the lines for which `counts` holds to `count`.
  line::Client uci(CountingChannel::Counts counts, std::atomic<int>& count) {
    uci::SessionConfig config = uci::test_config();
    config.search_slots = slots_;
    config.files = false;
    return line::connect(io_, [=, &count](std::shared_ptr<line::Channel> channel) {
      return std::make_shared<uci::Session>(
          std::make_shared<CountingChannel>(std::move(channel), counts, count), config);
    });
  }
  line::Client gtp(CountingChannel::Counts counts, std::atomic<int>& count) {
    gtp::SessionConfig config = gtp::test_config();
    config.search_slots = slots_;
    config.files = false;
    return line::connect(io_, [=, &count](std::shared_ptr<line::Channel> channel) {
      return std::make_shared<gtp::Session>(
          std::make_shared<CountingChannel>(std::move(channel), counts, count), config);
    });
  }

  /// Runs the sessions until `done`. Returns false if that takes longer than half a minute.
  bool run_until(const std::function<bool()>& done) {
    const auto deadline = std::chrono::steady_clock::now() + 30s;
    while (!done() && std::chrono::steady_clock::now() < deadline) io_.run_one_for(1s);
    return done();
  }
  /// Returns how many jobs had a slot.
  std::uint64_t jobs() const noexcept { return slots_->total(); }
  /// Runs the remaining work after all clients have disconnected.
  void finish() { io_.run(); }

 private:
  boost::asio::io_context io_;
  std::shared_ptr<line::SearchSlots> slots_ = std::make_shared<line::SearchSlots>(1);
};

bool is_response(std::string_view line) { return line.starts_with('=') || line.starts_with('?'); }
bool is_ready(std::string_view line) { return line == "readyok"; }
bool is_position(std::string_view line) { return line.starts_with("Fen: "); }

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

constexpr int kQueued = 8;

struct Observation {
  int ended = 0;                  ///< commands of the busy client
  std::uint64_t jobs_before = 0;  ///< jobs that had a slot before its first command
};

/// Sends `commands` from one client and a question from two others, and returns the state when both
/// questions have been answered. `ended` counts the completed commands.
Observation observe_others(Sessions& sessions, line::Client& busy, std::atomic<int>& ended,
                           const std::string& commands) {
  std::atomic<int> ready = 0, version = 0;
  line::Client chess = sessions.uci(is_ready, ready);
  line::Client connect6 = sessions.gtp(is_response, version);
  chess.write("isready\n");
  REQUIRE(sessions.run_until([&] { return ready == 1; }));
  ready = 0;
  ended = 0;
  const std::uint64_t jobs = sessions.jobs();
  busy.write(commands);
  chess.write("isready\n");
  connect6.write("protocol_version\n");
  REQUIRE(sessions.run_until([&] { return ready == 1 && version == 1; }));
  return {ended, jobs};
}

/// True if a command of the busy client runs on the worker, with a slot.
bool uses_slot(Sessions& sessions, const Observation& observed) {
  return sessions.run_until([&] { return sessions.jobs() > observed.jobs_before; });
}

/// Arguments that make a command of UCI as expensive as possible.
std::string uci_arguments(std::string_view name) {
  if (name == "position") return "startpos moves" + repeated(" g1f3 g8f6 f3g1 f6g8", 300);
  if (name == "go") return "nodes 2000";
  if (name == "setoption") return "name Clear Hash";
  return "";
}

TEST_CASE(
    "other clients are answered before the second of many UCI commands ends, for every command") {
  for (const auto& command : uci::CommandTable::all()) {
    CAPTURE(command.name);
    Sessions sessions;
    std::atomic<int> ended = 0;
    {
      line::Client busy = sessions.uci(is_position, ended);
      busy.write("isready\nd\n");
      REQUIRE(sessions.run_until([&] { return ended == 1; }));
      // `d` waits for the command before it, so each answer to it shows that a command has ended.
      const std::string line =
          std::string(command.name) + ' ' + uci_arguments(command.name) + "\nd\n";
      const Observation observed = observe_others(sessions, busy, ended, repeated(line, kQueued));
      CHECK(observed.ended <= 1);
      // Commands that analyze the position may take long. `d` does not: it only separates the
      // others here.
      if (command.waits && command.name != "d") CHECK(uses_slot(sessions, observed));
    }
    sessions.finish();
  }
}

TEST_CASE("other clients are answered before the second of many hash settings takes effect") {
  for (const char* option : {"Hash value 64", "Hash value 1", "Threads value 2", "Clear Hash"}) {
    CAPTURE(option);
    Sessions sessions;
    std::atomic<int> ended = 0;
    {
      line::Client busy = sessions.uci(is_position, ended);
      busy.write("isready\nd\n");
      REQUIRE(sessions.run_until([&] { return ended == 1; }));
      const std::string line = std::string("setoption name ") + option + "\nd\n";
      const Observation observed = observe_others(sessions, busy, ended, repeated(line, kQueued));
      CHECK(observed.ended <= 1);
      CHECK(uses_slot(sessions, observed));
    }
    sessions.finish();
  }
}

/// Arguments that make a command of GTP do its work.
std::string gtp_arguments(std::string_view name) {
  static const std::map<std::string_view, std::string> kArguments{{"set_game", "connect6"},
                                                                  {"boardsize", "25"},
                                                                  {"play", "b c3"},
                                                                  {"genmove", "b"},
                                                                  {"reg_genmove", "b"},
                                                                  {"lz-analyze", "b 10"},
                                                                  {"kata-analyze", "b 10"},
                                                                  {"lz-genmove_analyze", "b 10"},
                                                                  {"kata-genmove_analyze", "b 10"},
                                                                  {"trivium-hash", "32"},
                                                                  {"loadsgf", "game.sgf"}};
  const auto found = kArguments.find(name);
  return found != kArguments.end() ? found->second : "";
}

TEST_CASE(
    "other clients are answered before the second of many GTP commands ends, for every command") {
  // May take more than a millisecond.
  static const std::set<std::string_view> kSlow{
      "set_game",           "clear_board",          "genmove",
      "reg_genmove",        "lz-analyze",           "kata-analyze",
      "lz-genmove_analyze", "kata-genmove_analyze", "trivium-hash"};
  std::vector<std::pair<std::string, bool>> commands;  // true: runs on the worker
  for (const gtp::CommandEntry& entry : gtp::CommandTable::all())
    commands.emplace_back(entry.name, kSlow.contains(entry.name));
  const auto seat = gtp::test_config().games.front().make(false);
  for (const gtp::GameCommand& command : seat->commands()) {
    commands.emplace_back(command.name, std::holds_alternative<gtp::Job>(command.handler({})));
  }
  for (const auto& [name, on_worker] : commands) {
    CAPTURE(name);
    Sessions sessions;
    std::atomic<int> ended = 0;
    {
      line::Client busy = sessions.gtp(is_response, ended);
      busy.write("boardsize 19\ntrivium-nodes 2000\ngogui-play_sequence b k10 w k11 w l11\n");
      REQUIRE(sessions.run_until([&] { return ended == 3; }));
      const std::string line = name + ' ' + gtp_arguments(name) + '\n';
      const Observation observed = observe_others(sessions, busy, ended, repeated(line, kQueued));
      CHECK(observed.ended <= 1);
      if (on_worker) CHECK(uses_slot(sessions, observed));
    }
    sessions.finish();
  }
}

TEST_CASE("a new client is ready at once while another one has the only slot") {
  Sessions sessions;
  std::atomic<int> lines = 0, ready = 0;
  {
    line::Client holder =
        sessions.uci([](std::string_view line) { return line.starts_with("info depth"); }, lines);
    holder.write("go infinite\n");
    REQUIRE(sessions.run_until([&] { return lines > 0; }));
    line::Client other = sessions.uci(is_ready, ready);
    other.write("isready\neval\nisready\n");
    CHECK(sessions.run_until([&] { return ready == 2; }));
  }
  sessions.finish();
}

TEST_CASE("the commands of a disconnected client are dropped, and its slot is free again") {
  Sessions sessions;
  std::atomic<int> answered = 0, ready = 0;
  {
    line::Client vanishing = sessions.gtp(is_response, answered);
    vanishing.write("boardsize 19\n" + repeated("trivium-candidates\n", 2000));
    REQUIRE(sessions.run_until([&] { return answered >= 2; }));
  }
  const int before = answered;
  line::Client other = sessions.uci(is_ready, ready);
  other.write("ucinewgame\nisready\n");
  other.end_input();
  sessions.finish();  // returns when all sessions have ended
  CHECK(ready == 1);
  CHECK(answered <= before + 2);
}

}  // namespace
}  // namespace trivium::server
