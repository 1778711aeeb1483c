// Reads the games of PGN files that a learner can use, and counts those that it cannot use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/chess/rules/pgn_file.h"
#include "engine/core/readers/input_file.h"
#include "learning/harness/manifest.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::records {

/// Which games are skipped.
enum class PgnUse : std::uint8_t {
  kConsistent,  ///< skips games that cannot be read or contradict themselves
  kDecided  ///< also skips games without a move or a result, or decided by a fault (time, crash)
};

class PgnGames {
 public:
  /// Opens the first of `files`, which are read one after the other. `on_fault` is called for each
  /// game that cannot be read ("games.pgn: PGN: game 3, line 57, ..."). Throws format::LoadError if
  /// the first file cannot be opened or is of another kind (file_kind.h); the functions below throw
  /// it for a later file and if reading fails. Requires: at least one file, and `on_fault` is not
  /// empty.
  PgnGames(std::vector<std::filesystem::path> files, PgnUse use,
           std::function<void(const std::string& fault)> on_fault);
  /// The same for the games of one open file. Requires: nothing has been read yet.
  PgnGames(std::unique_ptr<input::Stream> in, PgnUse use,
           std::function<void(const std::string& fault)> on_fault);

  /// Returns the next game that is not skipped, or nothing at the end.
  std::optional<chess::PgnGame> next();
  /// Returns the next `count` games; fewer only at the end.
  std::vector<chess::PgnGame> next(std::size_t count);
  /// Numbers of games skipped so far.
  const GamesLeftOut& left_out() const noexcept { return left_out_; }

  struct Extent {
    std::uint64_t games = 0;    ///< games that are not skipped
    std::size_t max_plies = 0;  ///< maximum length of a game, in half-moves
    GamesLeftOut left_out;      ///< games that are skipped
    std::string first_fault;    ///< fault of the first game that cannot be read; empty if none
  };
  /// Reads the files and returns the extent of their decided games (PgnUse::kDecided). `progress`
  /// receives the number of games so far. Throws as the other functions do. Requires: at least one
  /// file.
  static Extent extent(std::vector<std::filesystem::path> files, const WorkProgress& progress = {});

 private:
  std::vector<std::filesystem::path> files_;
  std::size_t opened_ = 1;  // number of files opened so far
  chess::PgnFile file_;     // the last file opened
  PgnUse use_;
  std::function<void(const std::string&)> on_fault_;
  GamesLeftOut left_out_;
};

}  // namespace trivium::learning::records
