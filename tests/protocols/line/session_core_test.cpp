// Behavior that the sessions of all protocols share, tested with a minimal protocol.
#include "protocols/line/session_core.h"

#include <atomic>
#include <doctest/doctest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "engine/core/text.h"
#include "tests/protocols/line/conversation.h"

namespace trivium::line {
namespace {

/// Commands: "search" (until it is stopped), "short" (ends by itself), "hold" (ends, and its answer
/// is held back), "ponder" (until a ponderhit), "prepare", "wait" (a preparation, until "end
/// work"); with "fault" they throw. "say X" waits in the queue; "stop", "hit" and "state" do not.
class WordSession final : public SessionCore {
 public:
  using SessionCore::SessionCore;

  void receive(std::string_view line) override {
    if (line == "stop") return stop_all();
    if (line == "hit") return hit_ponder();
    if (line == "end work") return stop_work();
    if (line == "state")
      return say(preparing() ? "preparing" : has_search() ? "has a search" : "idle");
    const bool searches = line == "search" || line == "short" || line == "hold" || line == "ponder";
    enqueue({.line = std::string(line), .searches = searches});
  }
  void line_too_long() override {}

 private:
  void execute(const Waiting& waiting) override {
    std::string_view rest = waiting.line;
    const std::string word(text::take_word(rest));
    const bool fails = text::trimmed(rest) == "fault";
    name_activity(word, rest);
    if (word == "say") return say(rest);
    const auto conclude = [this, word] {
      say(word + ": " + fault().value_or(idle() ? "done" : "not idle"));
    };
    if (word == "prepare") return prepare([fails](const Work&) { throw_if(fails); }, conclude);
    if (word == "wait")
      return prepare([](const Work& work) { work.control.wait_for_stop(); }, conclude);
    const auto work = std::make_shared<Work>(word == "ponder");
    work->limited = work->control.pondering() || word != "search";
    work->hold = word == "hold" || word == "ponder";
    const auto think = [work, word, fails] {
      throw_if(fails);
      if (word == "search") work->control.wait_for_stop();
    };
    search(work,
           {.think = think, .ended = [this, word] { say(word + " ended"); }, .answer = conclude});
  }
  void queue_full() override {
    say("full");
    channel_->close();
  }

  void say(std::string_view what) { channel_->send(std::string(text::trimmed(what)) + "\n"); }
  static void throw_if(bool fails) {
    if (fails) throw std::runtime_error("broken");
  }
};

SessionFactory words(CoreConfig config = {}) {
  return [config](std::shared_ptr<Channel> channel) {
    return std::make_shared<WordSession>(std::move(channel), config);
  };
}

TEST_CASE("commands wait for running work and then run in order") {
  Conversation talk(words());
  talk.client().write("search\nsay one\nshort\nsay two\nstop\nsay three\n");
  for (const char* line :
       {"search ended", "search: done", "one", "short ended", "short: done", "two", "three"}) {
    CHECK(talk.client().read_line() == line);
  }
}

TEST_CASE("a stop ends searches and releases held answers, but ends no preparation") {
  Conversation talk(words());
  talk.client().write("state\nsearch\nstate\nstop\n");
  for (const char* line : {"idle", "has a search", "search ended", "search: done"})
    CHECK(talk.client().read_line() == line);
  talk.client().write("hold\n");
  CHECK(talk.client().read_line() == "hold ended");
  talk.client().write("state\nsay later\nstop\n");
  for (const char* line : {"has a search", "hold: done", "later"})
    CHECK(talk.client().read_line() == line);
  talk.client().write("wait\nstop\nstate\nend work\n");
  for (const char* line : {"preparing", "wait: done"}) CHECK(talk.client().read_line() == line);
}

TEST_CASE(
    "a search that is stopped before it has a slot is skipped, and preparations before it run "
    "without one") {
  CoreConfig config;
  config.search_slots = std::make_shared<SearchSlots>(1);
  const auto slot = std::make_unique<SearchSlots::Claim>(config.search_slots, [] {});
  Conversation talk(words(config));
  talk.client().write("short\nstop\nsay end\n");
  for (const char* line : {"short ended", "short: stopped before it began", "end"})
    CHECK(talk.client().read_line() == line);
  talk.client().write("prepare\nprepare\nshort\nstop\n");
  for (const char* line :
       {"prepare: done", "prepare: done", "short ended", "short: stopped before it began"}) {
    CHECK(talk.client().read_line() == line);
  }
  CHECK(config.search_slots->total() == 1);
  talk.client().write("prepare\n");
  talk.client().hang_up();
  CHECK(talk.over());
}

TEST_CASE("the answer of a pondering search comes with the ponderhit") {
  Conversation talk(words());
  talk.client().write("ponder\n");
  CHECK(talk.client().read_line() == "ponder ended");
  talk.client().write("say later\nhit\n");
  CHECK(talk.client().read_line() == "ponder: done");
  CHECK(talk.client().read_line() == "later");
}

TEST_CASE("work that throws ends, and the next command runs") {
  Conversation talk(words());
  talk.client().write("prepare fault\nshort fault\nsay on\n");
  for (const char* line : {"prepare: broken", "short ended", "short: broken", "on"})
    CHECK(talk.client().read_line() == line);
}

TEST_CASE(
    "all work of a session runs on one thread, and a later command retries if none was available") {
  const auto launches = std::make_shared<std::atomic<int>>(0);
  CoreConfig config;
  config.launcher = [launches](std::function<void()> work) {
    if (++*launches == 1) throw std::system_error(EAGAIN, std::generic_category());
    return std::jthread(std::move(work));
  };
  {
    Conversation talk(words(config));
    talk.client().write("short\nshort\nprepare\nshort\nsay end\n");
    CHECK(talk.client().read_until("short: no thread").has_value());
    CHECK(talk.client().read_until("short: done").has_value());
    CHECK(talk.client().read_until("end").has_value());
  }
  CHECK(*launches == 2);
}

TEST_CASE("the end of the input stops the running search and later ones") {
  Conversation talk(words());
  talk.client().write("search\nsearch\nhold\nsay end\n");
  talk.client().end_input();
  for (const char* line : {"search ended", "search: done", "search ended", "search: done",
                           "hold ended", "hold: done", "end"}) {
    CHECK(talk.client().read_line() == line);
  }
  CHECK(talk.over());
}

TEST_CASE("a client whose commands need too much memory is disconnected") {
  Conversation talk(words());
  talk.client().write("search\n");
  const std::string long_line = "say " + std::string(1 << 19, 'x') + "\n";
  for (int i = 0; i < 40; ++i) talk.client().write(long_line);
  CHECK(talk.client().read_until("full").has_value());
}

}  // namespace
}  // namespace trivium::line
