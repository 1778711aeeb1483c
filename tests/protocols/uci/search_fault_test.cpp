// What a client hears of a search that throws.
#include <doctest/doctest.h>
#include <new>

#include "tests/protocols/uci/support.h"

namespace trivium::uci {
namespace {

/// Hands everything on, but has no memory left to say the perft count of the move a2a3.
class ShortOfMemory final : public line::Channel {
 public:
  explicit ShortOfMemory(std::shared_ptr<line::Channel> channel) : channel_(std::move(channel)) {}
  void send(std::string text) override {
    if (text.rfind("a2a3: ", 0) == 0) throw std::bad_alloc();
    channel_->send(std::move(text));
  }
  void post(std::function<void()> work) override { channel_->post(std::move(work)); }
  void post_later(std::chrono::milliseconds delay, std::function<void()> work) override { channel_->post_later(delay, std::move(work)); }
  void close() override { channel_->close(); }

 private:
  std::shared_ptr<line::Channel> channel_;
};

TEST_CASE("a search that throws is reported, and the session goes on") {
  line::Conversation talk([](std::shared_ptr<line::Channel> channel) {
    return std::make_shared<Session>(std::make_shared<ShortOfMemory>(std::move(channel)), test_config());
  });
  talk.client().write("position startpos\ngo perft 2\n");
  CHECK(talk.client().read_until("info string error") == "info string error: the search failed: std::bad_alloc");
  talk.client().write("go depth 1\n");
  CHECK(talk.client().read_until("bestmove").has_value());
}

}  // namespace
}  // namespace trivium::uci
