// Helpers of the opening book tests: games from moves, temporary files.
#pragma once

#include <cstddef>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "engine/chess/rules/game.h"
#include "engine/chess/rules/notation.h"
#include "engine/core/text.h"

namespace trivium::chess::testing {

inline Game game_after(std::string_view moves, const Position& start = start_position()) {
  Game game(start);
  while (true) {
    const std::string_view word = trivium::text::take_word(moves);
    if (word.empty()) return game;
    const Result<Move> move = parse_uci_move(game.position(), word);
    REQUIRE(move);
    game.do_move(*move);
  }
}

/// A file that is deleted at the end of the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::span<const std::byte> bytes) {
    static int number = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("trivium_book_" + std::to_string(getpid()) + "_" + std::to_string(number++) + ".bin");
    std::ofstream out(path_, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace trivium::chess::testing
