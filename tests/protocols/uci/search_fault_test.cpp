// Output of a session for a search that throws.
#include <cerrno>
#include <doctest/doctest.h>
#include <new>
#include <system_error>
#include <thread>

#include "tests/protocols/uci/support.h"

namespace trivium::uci {
namespace {

/// Passes everything on, but throws std::bad_alloc for the perft count of the move a2a3.
class ShortOfMemory final : public line::Channel {
 public:
  explicit ShortOfMemory(std::shared_ptr<line::Channel> channel) : channel_(std::move(channel)) {}
  void send(std::string text) override {
    if (text.rfind("a2a3: ", 0) == 0) throw std::bad_alloc();
    channel_->send(std::move(text));
  }
  void post(std::function<void()> work) override { channel_->post(std::move(work)); }
  void post_later(std::chrono::milliseconds delay, std::function<void()> work) override {
    channel_->post_later(delay, std::move(work));
  }
  void close() override { channel_->close(); }

 private:
  std::shared_ptr<line::Channel> channel_;
};

TEST_CASE("a search that throws is reported, and the session continues") {
  line::Conversation talk([](std::shared_ptr<line::Channel> channel) {
    return std::make_shared<Session>(std::make_shared<ShortOfMemory>(std::move(channel)),
                                     test_config());
  });
  talk.client().write("position startpos\ngo perft 2\n");
  CHECK(talk.client().read_until("info string error") ==
        "info string error: the search failed: not enough memory");
  talk.client().write("go depth 1\n");
  CHECK(talk.client().read_until("bestmove").has_value());
}

/// A launcher without threads.
std::jthread reject_thread(std::function<void()>) {
  throw std::system_error(EAGAIN, std::generic_category());
}

TEST_CASE("a legal move is played if no thread is available for the search") {
  SessionConfig config = test_config();
  config.launcher = reject_thread;
  line::Conversation talk(session_factory(config));
  talk.client().write("position startpos moves f2f3 e7e5 g2g4\ngo wtime 1000 btime 1000\n");
  CHECK(talk.client().read_until("bestmove") == "bestmove d8h4");
  talk.client().write("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1\ngo depth 3\n");
  CHECK(talk.client().read_until("bestmove a1").has_value());
  talk.client().write("go infinite\nstop\n");
  CHECK(talk.client().read_until("bestmove a1").has_value());
}

}  // namespace
}  // namespace trivium::uci
