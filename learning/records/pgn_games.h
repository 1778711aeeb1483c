// The games of a PGN file that a learner can use, and how many it cannot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/chess/rules/pgn_file.h"
#include "learning/harness/manifest.h"

namespace trivium::learning::records {

enum class PgnUse : std::uint8_t {
  kConsistent,  ///< skips games that cannot be read or contradict themselves
  kDecided      ///< also those without a move or a result, or decided by a fault (time, a crash)
};

class PgnGames {
 public:
  /// Calls `on_fault` for games that cannot be read ("games.pgn: PGN: game 3, line 57, ..."). Throws
  /// format::LoadError if the file cannot be opened. The other functions throw it if a read fails.
  PgnGames(const std::filesystem::path& path, PgnUse use, std::function<void(const std::string& fault)> on_fault);

  /// Returns the next game that can be used; nothing at the end.
  std::optional<chess::PgnGame> next();
  /// Returns the next games, at most `count`; fewer only at the end.
  std::vector<chess::PgnGame> next(std::size_t count);
  /// Numbers of games that were skipped so far.
  const GamesLeftOut& left_out() const noexcept { return left_out_; }

  struct Extent {
    std::uint64_t games = 0;
    std::size_t longest = 0;  ///< half-moves
    GamesLeftOut left_out;
    std::string first_fault;  ///< of a game that cannot be read; empty where there is none
  };
  /// What next() would give of a file, of decided games. Throws as the constructor does.
  static Extent extent(const std::filesystem::path& path);

 private:
  std::string name_;
  chess::PgnFile file_;
  PgnUse use_;
  std::function<void(const std::string&)> on_fault_;
  GamesLeftOut left_out_;
};

}  // namespace trivium::learning::records
