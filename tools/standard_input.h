// Standard input as a file, for commands that read their data more than once.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace trivium::tools {

/// All bytes of standard input as a file named `standard-input`, which can be opened several times.
/// It is a link, in a temporary folder of its own, to an open copy without a name. The folder is in
/// that of the environment variable TMPDIR, or in /tmp. The destructor removes all. A program that
/// is killed leaves the folder with the link, but not the copy.
class StandardInputFile {
 public:
  /// Reads standard input to its end. Throws format::LoadError if it cannot be read or copied.
  StandardInputFile();

  std::string path() const { return (folder_.path / "standard-input").string(); }

 private:
  struct Folder {
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::filesystem::path path;
  };

  struct Close {
    void operator()(std::FILE* file) const noexcept { std::fclose(file); }
  };

  Folder folder_;
  std::unique_ptr<std::FILE, Close> copy_;
};

}  // namespace trivium::tools
