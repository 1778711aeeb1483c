// A file has its name only when it is whole.
#include "models/format/part_file.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <unistd.h>

using namespace trivium::format;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / ("trivium_part_file_test_" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  auto files() const { return std::distance(fs::directory_iterator(path), {}); }
};

std::string text_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("a file keeps its old content until the new one is whole") {
  const Folder folder;
  const fs::path path = folder.path / "file";
  std::ofstream(path) << "old";
  PartFile file(path);
  file.write("new and ");
  file.write("longer");
  CHECK(text_of(path) == "old");
  CHECK(fs::exists(folder.path / "file.part"));
  file.finish();
  CHECK(text_of(path) == "new and longer");
  CHECK(folder.files() == 1);
}

TEST_CASE("a file that was not finished leaves nothing behind") {
  const Folder folder;
  { PartFile(folder.path / "file").write("a part"); }
  CHECK(folder.files() == 0);
}

TEST_CASE("a file that cannot be made, stored or named is an error with its name and the cause") {
  const Folder folder;
  CHECK_THROWS_WITH_AS(PartFile("/nonexistent/file"), "/nonexistent/file: cannot be written: No such file or directory",
                       std::runtime_error);

  fs::create_symlink("/dev/full", folder.path / "full.part");
  PartFile full(folder.path / "full");
  full.write("a few bytes that wait in memory");
  CHECK_THROWS_WITH_AS(full.finish(), (folder.path / "full: cannot be written: No space left on device").c_str(), std::runtime_error);

  fs::create_directory(folder.path / "taken");
  PartFile taken(folder.path / "taken");
  CHECK_THROWS_WITH_AS(taken.finish(), (folder.path / "taken: cannot be written: Is a directory").c_str(), std::runtime_error);
}
