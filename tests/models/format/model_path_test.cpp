// Default weights are found as documented in model_path.h, and an invalid default.json is an error.
#include "models/format/model_path.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <string>
#include <unistd.h>

#include "models/format/file_io.h"
#include "models/format/weight_file.h"
#include "tests/models/format/load_fault.h"
#include "tests/text_search.h"

using namespace trivium;
using namespace trivium::format;
namespace fs = std::filesystem;

namespace {

class Folder {
 public:
  Folder() { fs::create_directories(path_); }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const fs::path& path() const { return path_; }
  void choose(const fs::path& models, std::string_view json) const {
    fs::create_directories(models / "chess");
    write_file_atomically(models / "chess" / "default.json", json);
  }

 private:
  fs::path path_ =
      fs::temp_directory_path() / ("trivium_model_path_test_" + std::to_string(::getpid()));
};

}  // namespace

TEST_CASE("the first folder with a default.json is used") {
  const Folder folder;
  folder.choose(folder.path() / "second", R"({"weights": "a.safetensors"})");
  folder.choose(folder.path() / "third", R"({"weights": "b.safetensors"})");
  const std::vector<fs::path> folders{folder.path() / "first", folder.path() / "second",
                                      folder.path() / "third"};
  CHECK(default_weights("chess", folders) == folder.path() / "second" / "chess" / "a.safetensors");
}

TEST_CASE("a default.json may also name patterns") {
  const Folder folder;
  folder.choose(folder.path(), R"({"patterns": "p.safetensors", "weights": "a.safetensors"})");
  const fs::path home = folder.path() / "chess";
  CHECK(default_weights("chess", {folder.path()}) == home / "a.safetensors");
  CHECK(default_model("chess", "patterns", {folder.path()}) == home / "p.safetensors");
  folder.choose(folder.path(), R"({"weights": "a.safetensors"})");
  CHECK_FALSE(default_model("chess", "patterns", {folder.path()}));
  CHECK_FALSE(default_model("connect6", "patterns", {folder.path()}));
}

TEST_CASE("without a default.json the message lists the searched folders") {
  const std::string message = test::load_fault([] {
    default_weights("chess", {"/nonexistent/a", "/nonexistent/b"});
  });
  CHECK(contains(message, "no default weights for chess"));
  CHECK(contains(message, "/nonexistent/a"));
  CHECK(contains(message, "TRIVIUM_MODELS"));
}

TEST_CASE("a default.json must name a file in its folder") {
  const Folder folder;
  for (const char* json :
       {"", "[]", "{}", R"({"weights": 1})", R"({"weights": "../x"})", R"({"weights": "/x"})",
        R"({"weights": ".."})", R"({"weights": ""})", R"({"weights": "x", "weights": "y"})",
        R"({"weights": "x", "more": "y"})", R"({"patterns": "x"})",
        R"({"weights": "x", "patterns": "../y"})", R"({"weights": "a\u0000"})"}) {
    CAPTURE(json);
    folder.choose(folder.path(), json);
    CHECK(contains(test::load_fault([&] { default_weights("chess", {folder.path()}); }),
                   "default.json"));
  }
}

TEST_CASE("if TRIVIUM_MODELS is set only it is searched, otherwise the folders above the program") {
  ::setenv("TRIVIUM_MODELS", "/some/where", 1);
  CHECK(model_folders() == std::vector<fs::path>{"/some/where"});
  ::unsetenv("TRIVIUM_MODELS");
  const std::vector<fs::path> folders = model_folders();
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  CHECK(folders.front() == here / "models");
  CHECK(folders[1] == here / "share" / "trivium" / "models");
  CHECK(folders[2] == here.parent_path() / "models");
  CHECK(folders.back() == "/share/trivium/models");
  CHECK(model_folders("/a/b", "/some/where") == std::vector<fs::path>{"/some/where"});
  CHECK(model_folders("/a/b", "") == std::vector<fs::path>{"/a/models", "/a/share/trivium/models",
                                                           "/models", "/share/trivium/models"});
}

TEST_CASE("the error for a corrupted default file has its name and both checksums") {
  const Folder folder;
  WeightFile file;
  file.kind = "chess.linear";
  file.schema = 1;
  const std::vector<double> weights{1.0};
  file.tensors = {make_tensor("pawn", {}, std::span(weights))};
  const fs::path written = write_weight_file(
      (fs::create_directories(folder.path() / "chess"), folder.path() / "chess"), file);
  folder.choose(folder.path(), R"({"weights": ")" + written.filename().string() + "\"}");
  std::vector<std::byte> bytes = read_file(written, kMaxFileBytes);
  bytes.back() ^= std::byte{1};
  write_file_atomically(written, bytes);
  const std::string message =
      test::load_fault([&] { read_weight_file(default_weights("chess", {folder.path()})); });
  CHECK(contains(message, written.string() + ": wrong checksum: the file says "));
  CHECK(contains(message, "but its content has "));
}
