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
  /// Pieces in `folder` (made if need be) of the run that `identity`, a JSON object, tells apart: everything that decides a game but its
  /// number. How many games are asked for is no part of it: who wants more goes on too. Throws format::LoadError where those of another run
  /// lie there, those of this one without `resume`, or where another process works there.
  GamePieces(std::filesystem::path folder, std::string identity, bool resume);

  /// Games [first, first + count); nothing where they are not there, not so many or not whole. Throws only what memory throws.
  std::optional<std::vector<records::Connect6Game>> find(std::uint64_t first, std::size_t count) const;
  /// Keeps games from number `first` on; a kill at any moment leaves the whole piece or none. Throws format::LoadError when the disk
  /// refuses.
  void keep(std::uint64_t first, std::span<const records::Connect6Game> games) const;

 private:
  std::filesystem::path piece(std::uint64_t first) const;

  std::filesystem::path folder_;
  Checkpoint checkpoint_;
};

}  // namespace trivium::learning::btmm
