// A file has its name only when it is whole.
#include "models/format/part_file.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <iterator>
#include <string>

#include "models/format/load_error.h"
#include "tests/temporary_folder.h"

using namespace trivium;
using namespace trivium::format;
namespace fs = std::filesystem;

namespace {

auto files_in(const TemporaryFolder& folder) { return std::distance(fs::directory_iterator(folder.path()), {}); }

}  // namespace

TEST_CASE("a file keeps its old content until the new one is whole") {
  const TemporaryFolder folder;
  PartFile file(folder.write("file", "old"));
  file.write("new and ");
  file.write("longer");
  CHECK(folder.read("file") == "old");
  CHECK(fs::exists(folder / "file.part"));
  file.finish();
  CHECK(folder.read("file") == "new and longer");
  CHECK(files_in(folder) == 1);
}

TEST_CASE("a file that was not finished leaves nothing behind") {
  const TemporaryFolder folder;
  { PartFile(folder / "file").write("a part"); }
  CHECK(files_in(folder) == 0);
}

TEST_CASE("a file that cannot be made, stored or named is an error with its name and the cause") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH_AS(PartFile("/nonexistent/file"), "/nonexistent/file: cannot be written: No such file or directory", LoadError);

  fs::create_symlink("/dev/full", folder / "full.part");
  PartFile full(folder / "full");
  full.write("a few bytes that wait in memory");
  CHECK_THROWS_WITH_AS(full.finish(), (folder / "full: cannot be written: No space left on device").c_str(), LoadError);

  fs::create_directory(folder / "taken");
  PartFile taken(folder / "taken");
  CHECK_THROWS_WITH_AS(taken.finish(), (folder / "taken: cannot be written: Is a directory").c_str(), LoadError);
}
