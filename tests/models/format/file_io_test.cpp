// Files are read completely within a limit and replaced atomically.
#include "models/format/file_io.h"

#include <array>
#include <doctest/doctest.h>
#include <span>
#include <string>
#include <sys/stat.h>

#include "models/format/load_error.h"
#include "tests/temporary_folder.h"

using namespace trivium;
using namespace trivium::format;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& path) {
  const auto bytes = read_file(path, 1000);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

TEST_CASE("a replaced file has the new content, and no other file is left") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "file";
  write_file_atomically(path, std::string_view("old"));
  write_file_atomically(path, std::string_view("new and longer"));
  CHECK(text_of(path) == "new and longer");
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
  CHECK((fs::status(path).permissions() & fs::perms::others_read) != fs::perms::none);
}

TEST_CASE("several files are replaced together or not at all") {
  const TemporaryFolder folder;
  const std::string_view text = "twelve bytes";
  const auto write = [&](const char* last) {
    const auto bytes = std::as_bytes(std::span(text));
    write_files_atomically(
        std::array{NewFile{folder / "first", bytes.first(4)}, NewFile{folder / last, bytes}});
  };
  {
    const ShortFiles disk(8);
    CHECK_THROWS_AS(write("last"), LoadError);
  }
  fs::create_directory(folder / "taken");
  CHECK_THROWS_AS(write("taken"), LoadError);
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1);
  write("last");
  CHECK(folder.read("first") == "twel");
  CHECK(folder.read("last") == text);
}

TEST_CASE("a file larger than the limit is not read") {
  const TemporaryFolder folder;
  write_file_atomically(folder.path() / "file", std::string_view("12345"));
  CHECK(read_file(folder.path() / "file", 5).size() == 5);
  CHECK_THROWS_WITH_AS(
      read_file(folder.path() / "file", 4),
      (folder.path().string() + "/file: has 5 bytes, more than the limit of 4").c_str(), LoadError);
}

TEST_CASE("a named pipe without a writer does not hang the reader") {
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_AS(read_file(pipe, 100), LoadError);
}

TEST_CASE("a write error names a folder that does not exist") {
  CHECK_THROWS_AS(write_file_atomically("/nonexistent/folder/file", std::string_view("x")),
                  LoadError);
}
