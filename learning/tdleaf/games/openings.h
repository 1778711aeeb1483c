// Start positions of self-play games, from a book, so that training sees varied positions.
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
  /// Contains only the start position of chess.
  Openings();

  /// Reads a book: the positions of an EPD file, or the positions after `plies` half-moves of the
  /// games of a PGN file (the last position of a shorter game). Skips positions in which the game
  /// is over. Throws format::LoadError with the line or game if the book cannot be read, and if no
  /// position is left. Requires: plies >= 0.
  static Openings read(const std::filesystem::path& book, int plies);

  /// Returns a random position; all are equally likely.
  chess::Position draw(Rng& rng) const;

  std::size_t size() const noexcept { return positions_.size(); }

 private:
  explicit Openings(std::vector<records::PackedPosition> positions)
      : positions_(std::move(positions)) {}

  std::vector<records::PackedPosition> positions_;  // packed, since books can be large
};

}  // namespace trivium::learning::tdleaf
