// Log of all lines to and from engines, with timestamps, in one file:
//
//   2026-11-21T10:04:31.123Z 12 Trivium > go nodes 1000
//
// The number is that of the game, from 1, since games can run in parallel; 0 before the first game.
// '>' marks lines to the engine, '<' lines from it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace trivium::match {

class TrafficLog {
 public:
  /// Opens `file` for appending. The error names the file.
  static Result<TrafficLog> open(const std::filesystem::path& file);

  /// Adds a row. Thread-safe. Rows reach the file when the buffer is full and at the end.
  void write(const std::string& engine, std::uint64_t game, char direction, std::string_view line);

 private:
  struct File {
    std::mutex mutex;
    std::ofstream out;
  };
  explicit TrafficLog(std::unique_ptr<File> file) noexcept : file_(std::move(file)) {}

  std::unique_ptr<File> file_;
};

}  // namespace trivium::match
