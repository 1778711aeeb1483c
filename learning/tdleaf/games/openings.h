// Positions that games begin from: a book, so that learning sees all kinds of them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "engine/chess/rules/position.h"
#include "engine/core/rng.h"
#include "learning/records/packed_position.h"

namespace trivium::learning::tdleaf {

class Openings {
 public:
  /// The start position alone.
  Openings();

  /// From a book: the positions of an EPD file, or those after `plies` half-moves of the games of a
  /// PGN file (the end of a game that is shorter). Positions in which the game is over are left
  /// out. Throws format::LoadError, naming the line or game, for what cannot be read, and when
  /// there is no position.
  static Openings read(const std::filesystem::path& book, int plies);

  /// Whether a book is a PGN file, by its name.
  static bool is_pgn(const std::filesystem::path& book) { return book.extension() == ".pgn"; }

  /// Any of them, each as likely.
  chess::Position draw(Rng& rng) const;

  std::size_t size() const noexcept { return positions_.size(); }

 private:
  explicit Openings(std::vector<records::PackedPosition> positions)
      : positions_(std::move(positions)) {}

  std::vector<records::PackedPosition> positions_;  // a book may have hundreds of thousands
};

}  // namespace trivium::learning::tdleaf
