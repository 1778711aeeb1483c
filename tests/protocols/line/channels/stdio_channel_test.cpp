#include "protocols/line/channels/stdio_channel.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <semaphore>
#include <string>
#include <thread>
#include <unistd.h>

#include "boost/asio/io_context.hpp"

#include "engine/core/descriptor.h"
#include "tests/engine/prompt.h"
#include "tests/protocols/line/conversation.h"

namespace trivium::line {
namespace {

/// Answers each line with itself in brackets; "bye" ends the session.
class BracketSession final : public Session {
 public:
  explicit BracketSession(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {}
  void receive(std::string_view line) override {
    if (line == "bye") return channel_->close();
    channel_->send("[" + std::string(line) + "]\n");
  }
  void line_too_long() override {}
  void end(SessionEnd) override {}

 private:
  std::shared_ptr<Channel> channel_;
};

/// Runs one BracketSession between two descriptors to its end. Returns the errno of a failed write,
/// or 0.
int serve(int input, int output) {
  std::atomic<int> failure{0};
  boost::asio::io_context io;
  {
    const auto channel = std::make_shared<StdioChannel>(
        io.get_executor(), input, output, [&failure](int number) { failure = number; });
    channel->start(std::make_shared<BracketSession>(channel));
  }
  io.run();
  return failure;
}

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void write_text(int fd, std::string_view text) {
  REQUIRE(write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
}

std::string read_some(int fd) {
  std::array<char, 4096> chunk;
  const ssize_t size = read(fd, chunk.data(), chunk.size());
  return {chunk.data(), static_cast<std::size_t>(size > 0 ? size : 0)};
}

TEST_CASE("regular files work as standard input and output, also with a last line without an end") {
  std::FILE* input = std::tmpfile();
  std::FILE* output = std::tmpfile();
  write_text(fileno(input), "one\r\ntwo\n\nthree");
  lseek(fileno(input), 0, SEEK_SET);
  CHECK(serve(fileno(input), fileno(output)) == 0);
  lseek(fileno(output), 0, SEEK_SET);
  CHECK(read_some(fileno(output)) == "[one]\n[two]\n[]\n[three]\n");
  std::fclose(input);
  std::fclose(output);
}

TEST_CASE("a pipe keeps its flags and is answered line by line; its end ends the conversation") {
  const Pipe to = make_pipe();
  Pipe from = make_pipe();
  const int flags_before = fcntl(to.read_end.get(), F_GETFL);
  {
    std::jthread server([&] { serve(to.read_end.get(), from.write_end.get()); });
    write_text(to.write_end.get(), "hello\n");
    CHECK(read_some(from.read_end.get()) == "[hello]\n");
    CHECK(fcntl(to.read_end.get(), F_GETFL) == flags_before);
    CHECK((fcntl(from.write_end.get(), F_GETFL) & O_NONBLOCK) == 0);
    write_text(to.write_end.get(), "bye\n");
  }
}

TEST_CASE("close() does not wait for more input") {
  const Pipe to = make_pipe();
  const Pipe from = make_pipe();
  write_text(to.write_end.get(), "hello\nbye\n");
  serve(to.read_end.get(), from.write_end.get());  // returns although the input is still open
  CHECK(read_some(from.read_end.get()) == "[hello]\n");
}

TEST_CASE("a closed output ends the conversation with an error and without a signal") {
  const Pipe to = make_pipe();
  Pipe from = make_pipe();
  from.read_end = Descriptor();
  write_text(to.write_end.get(), "hello\n");
  CHECK(serve(to.read_end.get(), from.write_end.get()) == EPIPE);
}

TEST_CASE("a full disk ends the conversation with its error") {
  const Descriptor full(open("/dev/full", O_WRONLY));
  if (full.get() < 0) return;
  const Pipe to = make_pipe();
  write_text(to.write_end.get(), "hello\n");
  CHECK(serve(to.read_end.get(), full.get()) == ENOSPC);
}

TEST_CASE("a large output arrives completely at a slow reader, after the input has ended") {
  Pipe to = make_pipe();
  Pipe from = make_pipe();
  constexpr int kLines = 1000000;
  // Then nearly half of the output limit waits: reading pauses soon.
  constexpr std::size_t kPauses = 7'150'000;
  std::binary_semaphore paused{0};
  std::string received;
  std::jthread writer([&] {
    std::string text;
    for (int i = 0; i < kLines; ++i) text += "0123456789\n";
    std::size_t written = 0;
    while (written < text.size()) {
      const std::size_t end = written < kPauses ? kPauses : text.size();
      const ssize_t size = write(to.write_end.get(), text.data() + written, end - written);
      if (size <= 0) break;
      if (written < kPauses && written + static_cast<std::size_t>(size) >= kPauses)
        paused.release();
      written += static_cast<std::size_t>(size);
    }
    to.write_end = Descriptor();
  });
  std::jthread reader([&] {
    paused.acquire();
    for (std::string chunk = read_some(from.read_end.get()); !chunk.empty();
         chunk = read_some(from.read_end.get()))
      received += chunk;
  });
  CHECK(serve(to.read_end.get(), from.write_end.get()) == 0);
  from.write_end = Descriptor();
  reader.join();
  CHECK(received.size() == std::size_t{kLines} * 13);
}

TEST_CASE("a closed or empty input is an end of input") {
  const Descriptor empty(open("/dev/null", O_RDONLY));
  const Descriptor output(open("/dev/null", O_WRONLY));
  CHECK(serve(empty.get(), output.get()) == 0);
  CHECK(serve(-1, output.get()) == 0);
}

TEST_CASE("descriptors that another process made non-blocking work like others") {
  Pipe to = make_pipe();
  Pipe from = make_pipe();
  for (const int end : {to.read_end.get(), from.write_end.get()})
    fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
  std::jthread server([&] { serve(to.read_end.get(), from.write_end.get()); });
  for (int i = 0; i < 3; ++i) {
    write_text(to.write_end.get(), "hello\n");
    CHECK(read_some(from.read_end.get()) == "[hello]\n");
  }
  write_text(to.write_end.get(), "bye\n");
}

// No thread polls or sleeps while it waits for a line. The limit on elapsed time leaves room for a
// loaded machine; a TCP packet that is delayed for another one costs 40 ms.
TEST_CASE(
    "a round trip of a line needs less than a millisecond of processor time and has no delay") {
  const Pipe to = make_pipe();
  const Pipe from = make_pipe();
  std::jthread server([&] { serve(to.read_end.get(), from.write_end.get()); });
  constexpr int kRounds = 500;
  const auto begin = std::chrono::steady_clock::now();
  const std::chrono::nanoseconds before = test::processor_time();
  for (int round = 0; round < kRounds; ++round) {
    write_text(to.write_end.get(), "ping\n");
    read_some(from.read_end.get());
  }
  const std::chrono::nanoseconds computed = test::processor_time() - before;
  write_text(to.write_end.get(), "bye\n");
  CHECK(std::chrono::steady_clock::now() - begin < kRounds * std::chrono::milliseconds(40));
  CHECK(computed < kRounds * std::chrono::milliseconds(1));
}

}  // namespace
}  // namespace trivium::line
