// Standard input as a file, for commands that read their data more than once.
#pragma once

#include <filesystem>
#include <string>

namespace trivium::tools {

/// A temporary file named `standard-input` in a folder of its own, with all bytes of standard
/// input. The folder is in that of the environment variable TMPDIR, or in /tmp. The destructor
/// removes both; a program that is killed leaves them there.
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

  Folder folder_;
};

}  // namespace trivium::tools
