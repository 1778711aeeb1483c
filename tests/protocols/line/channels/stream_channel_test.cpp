#include <array>
#include <atomic>
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <utility>
#include <vector>

#include "boost/asio/post.hpp"

#include "protocols/line/channels/socket_channel.h"
#include "protocols/line/search_worker.h"
#include "tests/protocols/line/conversation.h"

namespace trivium::line {
namespace {

using namespace std::chrono_literals;

/// Counts events of all sessions of a test.
struct Tally {
  std::atomic<int> living{0};
  std::atomic<int> ended{0};
  std::atomic<int> searches{0};
  std::atomic<SessionEnd> last_end{};
};

/// A small protocol: "think" searches until stopped and then sends "thought"; "fail" searches,
/// throws and reports it; "fill N" answers N lines of 1000 bytes; "chatter" sends lines from the
/// search thread until stopped; "bye" closes with "see you"; anything else is echoed.
class EchoSession final : public Session {
 public:
  EchoSession(std::shared_ptr<Channel> channel, Tally& tally)
      : tally_(tally), channel_(std::move(channel)), worker_(channel_) {
    ++tally_.living;
  }
  ~EchoSession() override { --tally_.living; }

  void receive(std::string_view line) override {
    if (line == "think") return think(false);
    if (line == "chatter") return think(true);
    if (line == "fail") return fail();
    if (line == "stop") return stop();
    if (line == "throw") throw std::runtime_error("out of luck");
    if (line.starts_with("fill ")) {
      for (int i = std::stoi(std::string(line.substr(5))); i > 0; --i)
        channel_->send(std::string(999, 'x') + "\n");
      return;
    }
    if (line == "bye") {
      channel_->send("see you\n");
      channel_->close();
      channel_->send("never seen\n");
      return;
    }
    channel_->send(std::string(line) + "\n");
  }

  void line_too_long() override { channel_->send("too long\n"); }
  bool busy() const override { return worker_.busy(); }

  void end(SessionEnd how) override {
    tally_.last_end = how;
    if (!std::exchange(ended_, true)) ++tally_.ended;
    stop();
  }

 private:
  void think(bool chatter) {
    if (worker_.busy()) return channel_->send("busy\n");
    stop_ = false;
    const auto self = std::static_pointer_cast<EchoSession>(shared_from_this());
    worker_.start(
        [self, chatter] {
          ++self->tally_.searches;
          while (!self->stop_) {
            if (chatter) {
              self->channel_->send(std::string(999, 'x') + "\n");
            } else {
              std::this_thread::sleep_for(200us);
            }
          }
          --self->tally_.searches;
        },
        [self] { self->channel_->send(self->worker_.fault() ? "failed\n" : "thought\n"); });
  }
  void fail() {
    const auto self = std::static_pointer_cast<EchoSession>(shared_from_this());
    worker_.start(
        [] { throw std::runtime_error("out of luck"); },
        [self] { self->channel_->send("failed: " + self->worker_.fault().value_or("no") + "\n"); });
  }
  void stop() { stop_ = true; }

  Tally& tally_;
  std::shared_ptr<Channel> channel_;
  std::atomic<bool> stop_{false};
  bool ended_ = false;
  SearchWorker worker_;
};

SessionFactory echo(Tally& tally) {
  return [&tally](std::shared_ptr<Channel> channel) {
    return std::make_shared<EchoSession>(std::move(channel), tally);
  };
}

/// Checks that nothing of any session is left, and that each ended once.
void check_all_gone(const Tally& tally, int sessions) {
  CHECK(tally.living == 0);
  CHECK(tally.searches == 0);
  CHECK(tally.ended == sessions);
}

TEST_CASE(
    "lines are answered in order during a search, and the search answers when it is stopped") {
  Tally tally;
  Conversation talk(echo(tally));
  talk.client().write("think\none\ntwo\r\nthink\nstop\n");
  CHECK(talk.client().read_line() == "one");
  CHECK(talk.client().read_line() == "two");
  CHECK(talk.client().read_line() == "busy");
  CHECK(talk.client().read_line() == "thought");
  talk.client().write("think\nstop\n");
  CHECK(talk.client().read_line() == "thought");
  talk.client().hang_up();
  CHECK(talk.over());
  check_all_gone(tally, 1);
}

TEST_CASE("a search that throws ends with its fault, and the next one runs normally") {
  Tally tally;
  Conversation talk(echo(tally));
  talk.client().write("fail\n");
  CHECK(talk.client().read_line() == "failed: out of luck");
  talk.client().write("think\nstop\n");
  CHECK(talk.client().read_line() == "thought");
  talk.client().hang_up();
  CHECK(talk.over());
  check_all_gone(tally, 1);
}

TEST_CASE("the end of input ends the session, and its last output still arrives") {
  Tally tally;
  Conversation talk(echo(tally));
  talk.client().write("think\nlast words");
  talk.client().end_input();
  CHECK(talk.client().read_rest() == "last words\nthought\n");
  CHECK(talk.over());
  check_all_gone(tally, 1);
}

TEST_CASE("a closed conversation delivers earlier output, no later one, and reads no more") {
  Tally tally;
  Conversation talk(echo(tally));
  talk.client().write("fill 3000\nbye\nignored\n");
  const std::string said = talk.client().read_rest();
  CHECK(said.size() == 3000 * 1000 + 8);
  CHECK(said.ends_with("\nsee you\n"));
  CHECK(talk.over());
  check_all_gone(tally, 1);
}

TEST_CASE(
    "a byte order mark before the first line is skipped, however it is split; a later one is "
    "kept") {
  Tally tally;
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  for (const std::size_t piece : {std::size_t{1}, std::size_t{2}, std::size_t{100}}) {
    CAPTURE(piece);
    Conversation talk(echo(tally));
    const std::string text = fmt::format("{}one\n{}two\n", kMark, kMark);
    for (std::size_t at = 0; at < text.size(); at += piece)
      talk.client().write(text.substr(at, piece));
    CHECK(talk.client().read_line() == "one");
    CHECK(talk.client().read_line() == fmt::format("{}two", kMark));
  }
  Conversation talk(echo(tally));
  talk.client().write(fmt::format("{}no line end", kMark));
  talk.client().end_input();
  CHECK(talk.client().read_line() == "no line end");
}

TEST_CASE("a line over the limit is reported once and the next one is read") {
  Tally tally;
  Conversation talk(echo(tally), {.line_bytes = 1000});
  talk.client().write(std::string(500000, 'a') + "\nnext\n" + std::string(1000, 'b') + "\r\n");
  CHECK(talk.client().read_line() == "too long");
  CHECK(talk.client().read_line() == "next");
  CHECK(talk.client().read_line() == std::string(1000, 'b'));
}

TEST_CASE(
    "a client that sends much and reads late gets every answer, because its input is throttled") {
  Tally tally;
  Conversation talk(echo(tally), {.output_bytes = 100000});
  constexpr int kQuestions = 200;
  std::jthread asker([&] {
    std::string questions;
    for (int i = 0; i < kQuestions; ++i) questions += "fill 40\n";
    talk.client().write(questions + "bye\n");
  });
  std::this_thread::sleep_for(50ms);
  CHECK(tally.ended == 0);
  CHECK(talk.client().read_rest().size() == std::size_t{kQuestions} * 40 * 1000 + 8);
  CHECK(talk.over());
}

TEST_CASE("a search with much output for a client that does not read ends the session") {
  Tally tally;
  Conversation talk(echo(tally), {.output_bytes = 1000000});
  talk.client().write("chatter\n");
  CHECK(talk.over());
  check_all_gone(tally, 1);
}

TEST_CASE("a client that disconnects while it is being answered ends the session") {
  Tally tally;
  Conversation talk(echo(tally));
  talk.client().write("chatter\n");
  CHECK(talk.client().read_line() == std::string(999, 'x'));
  talk.client().hang_up();
  CHECK(talk.over());
  check_all_gone(tally, 1);
}

TEST_CASE(
    "many clients on one I/O thread, half of which disconnect during a search, leave nothing "
    "behind and do not disturb the others") {
  Tally tally;
  constexpr int kClients = 60;
  boost::asio::io_context io;
  std::vector<Client> clients;
  for (int i = 0; i < kClients; ++i) clients.push_back(connect(io, echo(tally)));
  std::jthread thread([&io] { io.run(); });
  for (Client& client : clients) client.write("think\nhello\n");
  for (Client& client : clients) CHECK(client.read_line() == "hello");
  for (int i = 0; i < kClients; i += 2) clients[i].hang_up();
  for (int i = 1; i < kClients; i += 2) {
    clients[i].write("again\nstop\n");
    CHECK(clients[i].read_line() == "again");
    CHECK(clients[i].read_line() == "thought");
    if (i % 4 == 1) {
      clients[i].write("bye\n");
    } else {
      clients[i].end_input();
    }
  }
  thread.join();
  check_all_gone(tally, kClients);
}

TEST_CASE("a client without requests is idle, one that waits for a search is not") {
  Tally tally;
  Conversation idle(echo(tally), {.idle = 150ms});
  Conversation waiting(echo(tally), {.idle = 150ms});
  waiting.client().write("think\n");
  idle.client().write("hello\n");
  CHECK(idle.client().read_rest() == "hello\n");
  CHECK(idle.over());
  std::this_thread::sleep_for(300ms);
  CHECK(tally.ended == 1);
  waiting.client().write("stop\n");
  CHECK(waiting.client().read_rest() == "thought\n");  // then it is idle, too
  CHECK(waiting.over());
  check_all_gone(tally, 2);
}

TEST_CASE(
    "output that a client does not read after its last line is dropped in the end, slowly read "
    "output is not") {
  Tally tally;
  Conversation deaf(echo(tally), {.drain = 200ms});
  deaf.client().write("fill 5000\n");
  deaf.client().end_input();
  CHECK(deaf.over());
  Conversation slow(echo(tally), {.drain = 200ms});
  slow.client().write("fill 2000\n");
  slow.client().end_input();
  for (int line = 0; line < 2000; ++line) {
    if (line % 250 == 0) std::this_thread::sleep_for(60ms);
    REQUIRE(slow.client().read_line() == std::string(999, 'x'));
  }
  CHECK(slow.over());
  check_all_gone(tally, 2);
}

/// Answers after the end of input, when its channel has checked ten times whether it still works.
class LateSession final : public Session {
 public:
  explicit LateSession(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {}

  void receive(std::string_view) override {}
  void line_too_long() override {}
  bool busy() const override {
    if (++asked_ == 10) {
      channel_->send("late\n");
      itself_.reset();
    }
    return asked_ < 10;
  }
  void end(SessionEnd) override { itself_ = shared_from_this(); }

 private:
  std::shared_ptr<Channel> channel_;
  mutable std::shared_ptr<Session> itself_;
  mutable int asked_ = 0;
};

TEST_CASE("work that continues after the end of input is not dropped, however long it takes") {
  const auto factory = [](std::shared_ptr<Channel> channel) {
    return std::make_shared<LateSession>(std::move(channel));
  };
  Conversation talk(factory, {.drain = 5ms});
  talk.client().end_input();
  CHECK(talk.client().read_rest() == "late\n");
  CHECK(talk.over());
}

TEST_CASE("a channel reports at its end why its session ended and how much was written") {
  Tally tally;
  boost::asio::io_context io;
  std::vector<std::pair<StreamEnd, std::uint64_t>> ends;
  const auto talk = [&](const std::string& text, StreamLimits limits, auto afterwards) {
    std::array<int, 2> pair{};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) == 0);
    Client client(pair[0]);
    auto channel = std::make_shared<SocketChannel>(
        SocketChannel::Socket(io, boost::asio::generic::stream_protocol(AF_UNIX, 0), pair[1]),
        limits);
    channel->start(echo(tally)(channel),
                   [&](StreamEnd end, std::uint64_t written) { ends.emplace_back(end, written); });
    client.write(text);
    boost::asio::post(io, [weak = std::weak_ptr(channel), &client, afterwards] {
      afterwards(*weak.lock(), client);
    });
    channel.reset();
    io.run();
    io.restart();
  };
  const auto nothing = [](StreamChannel&, Client&) {};
  talk("bye\n", {}, nothing);
  talk("hello\n", {}, [](StreamChannel&, Client& client) { client.end_input(); });
  talk("hello\n", {.idle = 20ms}, nothing);
  talk("think\n", {}, [](StreamChannel& channel, Client&) { channel.stop(); });
  talk("chatter\n", {.output_bytes = 1000000}, nothing);
  talk("think\n", {}, [](StreamChannel& channel, Client&) { channel.abandon(); });
  const std::vector<std::pair<StreamEnd, std::uint64_t>> expected{{StreamEnd::kClosed, 8},
                                                                  {StreamEnd::kInputEnded, 6}};
  REQUIRE(ends.size() == 6);
  CHECK(ends[0] == expected[0]);
  CHECK(ends[1] == expected[1]);
  CHECK(ends[2].first == StreamEnd::kIdle);
  CHECK(ends[3].first == StreamEnd::kStopped);
  CHECK(ends[4].first == StreamEnd::kUnread);
  CHECK(ends[5].first == StreamEnd::kStopped);
  check_all_gone(tally, 6);
}

TEST_CASE("an exception from a session ends only that session") {
  Tally tally;
  boost::asio::io_context io;
  Client failing = connect(io, echo(tally));
  Client other = connect(io, echo(tally));
  failing.write("throw\nhello\n");
  other.write("hello\n");
  other.end_input();
  int failures = 0;
  for (bool over = false; !over;) {
    try {
      io.run();
      over = true;
    } catch (const std::runtime_error&) {
      ++failures;
    }
  }
  CHECK(failures == 1);
  CHECK(failing.read_rest().empty());
  CHECK(other.read_rest() == "hello\n");
  check_all_gone(tally, 2);
}

TEST_CASE("output beyond the shared memory ends the session that needs it") {
  Tally tally;
  const auto budget = std::make_shared<MemoryBudget>(std::int64_t{1} << 20, 2);
  Conversation talk(echo(tally), StreamLimits{.queues = budget});
  talk.client().write("chatter\n");
  CHECK(talk.over());
  check_all_gone(tally, 1);
  CHECK(tally.last_end == SessionEnd::kBroken);
  CHECK(budget->in_use() == 0);
}

TEST_CASE("dropped output is no longer counted, even while its channel exists") {
  Tally tally;
  const auto budget = std::make_shared<MemoryBudget>(std::int64_t{1} << 20, 2);
  std::shared_ptr<Channel> kept;
  const auto keeping = [&](std::shared_ptr<Channel> channel) {
    kept = channel;
    return echo(tally)(std::move(channel));
  };
  Conversation talk(keeping, StreamLimits{.output_bytes = 100'000, .queues = budget});
  talk.client().write("fill 200\n");
  (void)talk.client().read_rest();
  CHECK(budget->in_use() == 0);
  kept.reset();
  CHECK(talk.over());
}

TEST_CASE("conversations may break at once, in every state") {
  Tally tally;
  constexpr int kRounds = 300;
  for (int round = 0; round < kRounds; ++round) {
    Conversation talk(echo(tally));
    static constexpr const char* kOpenings[] = {"",
                                                "think\n",
                                                "bye\n",
                                                "think\nbye\n",
                                                "chatter\n",
                                                "think\nstop\nthink\n",
                                                "fill 500\nbye\n"};
    talk.client().write(kOpenings[round % std::size(kOpenings)]);
    if (round % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(round));
    if (round % 5 == 0) talk.client().end_input();
  }
  check_all_gone(tally, kRounds);
}

}  // namespace
}  // namespace trivium::line
