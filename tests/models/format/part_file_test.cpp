// A file gets its name only when it is complete.
#include "models/format/part_file.h"

#include <csignal>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "models/format/load_error.h"
#include "tests/temporary_folder.h"

using namespace trivium;
using namespace trivium::format;
namespace fs = std::filesystem;

namespace {

auto files_in(const TemporaryFolder& folder) {
  return std::distance(fs::directory_iterator(folder.path()), {});
}

}  // namespace

TEST_CASE("a file keeps its old content until the new one is complete") {
  const TemporaryFolder folder;
  PartFile file(folder.write("file", "old"));
  file.write("new and ");
  file.write("longer");
  CHECK(folder.read("file") == "old");
  file.complete();
  CHECK(folder.read("file") == "old");
  file.finish();
  CHECK(folder.read("file") == "new and longer");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("a file that was not finished leaves nothing behind") {
  const TemporaryFolder folder;
  { PartFile(folder / "file").write("a part"); }
  CHECK(files_in(folder) == 0);
  PartFile complete(folder / "file");
  complete.complete();
  CHECK(files_in(folder) == 1);
}

TEST_CASE("a kill during a write leaves no file behind if the system supports unnamed files") {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    PartFile file(folder / "file");
    file.write("a part");
    file.sync();
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  const int unnamed = ::open(folder.path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  CHECK(files_in(folder) == (unnamed >= 0 ? 0 : 1));
  if (unnamed >= 0) ::close(unnamed);
}

TEST_CASE("a part file of a killed earlier release is removed by the next write") {
  const TemporaryFolder folder;
  folder.write("file.part", "left behind");
  PartFile file(folder / "file");
  file.write("whole");
  file.finish();
  CHECK(folder.read("file") == "whole");
  CHECK(files_in(folder) == 1);
}

TEST_CASE(
    "a file that cannot be created, written or renamed is an error with its name and the cause") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH_AS(PartFile("/nonexistent/file"),
                       "/nonexistent/file: cannot be written: No such file or directory",
                       LoadError);

  {
    const ShortFiles disk(8);
    PartFile full(folder / "full");
    full.write("a few bytes that wait in memory");
    CHECK_THROWS_WITH_AS(full.finish(),
                         (folder / "full: cannot be written: File too large").c_str(), LoadError);
  }

  fs::create_directory(folder / "taken");
  PartFile taken(folder / "taken");
  CHECK_THROWS_WITH_AS(taken.finish(),
                       (folder / "taken: cannot be written: Is a directory").c_str(), LoadError);
}
