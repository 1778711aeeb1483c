// The games of a long self-play on disk while it runs, in pieces, so that a run that was killed goes on where it was.
//
// A game is a function of its number, so a piece is one of the numbers it begins and ends with: what an earlier run has kept is read, the
// rest is played, and the games are the same to the byte however often the run was interrupted, on any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "learning/harness/checkpoint.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::btmm {

class GamePieces {
 public:
  /// Opens `folder`, created if missing, for the run given by `identity`: a JSON object of everything that
  /// determines a game except its number and the number of games. Throws format::LoadError if the folder holds
  /// another run, or this one without `resume`, or if another process uses it.
  GamePieces(std::filesystem::path folder, std::string identity, bool resume);

  /// Returns games [first, first + count), or nothing if the file is missing, damaged or has another count.
  /// Throws only std::bad_alloc.
  std::optional<std::vector<records::Connect6Game>> find(std::uint64_t first, std::size_t count) const;
  /// Stores games from number `first` on, atomically. Throws format::LoadError if writing fails.
  void keep(std::uint64_t first, std::span<const records::Connect6Game> games) const;

 private:
  std::filesystem::path piece(std::uint64_t first) const;

  std::filesystem::path folder_;
  Checkpoint checkpoint_;
};

}  // namespace trivium::learning::btmm
