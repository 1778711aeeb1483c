// Syzygy tables for tests: in this format, a table with the same value for every position has only
// a few bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace trivium::chess::testing {

using Bytes = std::vector<std::uint8_t>;

/// Codes of values and pieces in the files.
inline constexpr std::uint8_t kLoss = 0, kDraw = 2, kWin = 4;
inline constexpr std::uint8_t kKnightCode = 2, kRookCode = 4, kQueenCode = 5;

/// A folder that is deleted at the end of the test.
class Folder {
 public:
  Folder() {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("trivium_tables_" + std::to_string(getpid()) + "_" + std::to_string(number++));
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path() const { return path_.string(); }
  void write(const std::string& name, const Bytes& bytes) const {
    std::ofstream out(path_ / name, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
  }

 private:
  std::filesystem::path path_;
};

/// Appends zeros up to a multiple of 64, and the 16 bytes of the checksum, which no probing code
/// checks.
inline Bytes closed(Bytes bytes) {
  bytes.resize((bytes.size() + 63) / 64 * 64 + 16);
  return bytes;
}

/// Returns a table of king and one piece against king, with one value for each side to move.
inline Bytes lone_piece_table(std::uint8_t piece, std::uint8_t white_to_move,
                              std::uint8_t black_to_move) {
  const auto twice = [](int code) { return static_cast<std::uint8_t>(code << 4 | code); };
  return closed({0x71, 0xE8, 0x23, 0x5D, 1, 0, twice(6), twice(piece), twice(14), 0, 0x80,
                 white_to_move, 0x80, black_to_move});
}

}  // namespace trivium::chess::testing
