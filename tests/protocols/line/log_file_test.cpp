// Tests the contents of a log and its messages while its disk is full.
#include "protocols/line/log_file.h"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/temporary_folder.h"

using namespace trivium;
using line::LogFile;

namespace {

/// Returns the output of `work` on standard error.
template <class Work>
std::string said_by(const Work& work) {
  std::array<int, 2> ends{};
  REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0);
  const Descriptor reading(ends[0]);
  const Descriptor before(dup(STDERR_FILENO));
  dup2(ends[1], STDERR_FILENO);
  close(ends[1]);
  work();
  dup2(before.get(), STDERR_FILENO);
  std::array<char, 4096> text{};
  const ssize_t size = read(reading.get(), text.data(), text.size());
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

auto lines_in(const std::string& text) { return std::ranges::count(text, '\n'); }

}  // namespace

TEST_CASE(
    "after a line cut by a full disk the next one starts a new line, and the loss is reported "
    "once") {
  const TemporaryFolder folder;
  Result<LogFile> log = LogFile::open(folder / "log");
  REQUIRE(log);
  log->append("first\n");
  const std::string said = said_by([&] {
    const ShortFiles disk(9);
    log->append("second\n");
    log->append("lost\n");
    log->append("lost\n");
  });
  CHECK(lines_in(said) == 1);
  CHECK(said.find("log: cannot be written: File too large") != std::string::npos);
  CHECK(said_by([&] { log->append("third\n"); }).empty());
  CHECK(folder.read("log") == "first\nsec\nthird\n");
  const std::string again = said_by([&] {
    const ShortFiles disk(1);
    log->append("lost\n");
  });
  CHECK(lines_in(again) == 1);
}

TEST_CASE("a log that cannot be opened is an error with its name and the cause") {
  const TemporaryFolder folder;
  const Result<LogFile> log = LogFile::open(folder / "no/such");
  REQUIRE_FALSE(log);
  CHECK(log.error().code == "log.open");
  CHECK(log.error().message == (folder / "no/such").string() + ": No such file or directory");
}

TEST_CASE(
    "a log that is a pipe is written if it has a reader, otherwise opening it fails at once") {
  const TemporaryFolder folder;
  const std::string path = (folder / "pipe").string();
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  const Result<LogFile> unread = LogFile::open(path);
  REQUIRE_FALSE(unread);
  CHECK(unread.error().code == "log.open");
  const Descriptor reading(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  Result<LogFile> log = LogFile::open(path);
  REQUIRE(log);
  log->append("first\n");
  std::array<char, 16> text{};
  CHECK(read(reading.get(), text.data(), text.size()) == 6);
}
