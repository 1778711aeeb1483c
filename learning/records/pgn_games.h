// The games of PGN files that a learner can use, and how many it cannot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
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
  /// Reads `files` one after the other. Calls `on_fault` for games that cannot be read
  /// ("games.pgn: PGN: game 3, line 57, ..."). Throws format::LoadError if the first file cannot be
  /// opened. The other functions throw it if another file cannot be opened or a read fails.
  /// Requires: at least one file.
  PgnGames(std::vector<std::filesystem::path> files, PgnUse use,
           std::function<void(const std::string& fault)> on_fault);
  PgnGames(std::filesystem::path file, PgnUse use,
           std::function<void(const std::string& fault)> on_fault)
      : PgnGames(std::vector{std::move(file)}, use, std::move(on_fault)) {}

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
  /// What next() would give of the files, of decided games. Throws as the other functions do.
  static Extent extent(std::vector<std::filesystem::path> files);

 private:
  std::vector<std::filesystem::path> files_;
  std::size_t opened_ = 1;  // number of files
  chess::PgnFile file_;     // the last of them
  PgnUse use_;
  std::function<void(const std::string&)> on_fault_;
  GamesLeftOut left_out_;
};

}  // namespace trivium::learning::records
