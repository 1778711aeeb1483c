// A folder for one test that goes away with it.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace trivium::learning::test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    static std::atomic<int> count = 0;
    path_ =
        std::filesystem::temp_directory_path() / ("trivium_learning_test_" + std::to_string(::getpid()) + "_" + std::to_string(count++));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace trivium::learning::test
