// Builds a Polyglot book from games: counts how often each move was played in a position, and its
// score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/chess/book/polyglot.h"
#include "engine/chess/rules/pgn.h"

namespace trivium::chess {

struct BookMakerOptions {
  int plies = 30;               ///< half-moves of each game that are used, from its start
  std::uint32_t min_games = 3;  ///< minimum number of games in which a move must have been played
};

/// Accepts one game at a time. Memory grows with the number of different moves (24 bytes each, half
/// as much again while merging), not with the number of games.
class BookMaker {
 public:
  explicit BookMaker(const BookMakerOptions& options) : options_(options) {}

  /// Adds the first moves of a game. Returns false and ignores the game if it has no score: no
  /// result, a result decided by a fault, or a contradiction.
  bool add(const PgnGame& game);

  /// Returns the book, sorted by key and then by weight, highest first. As the format prescribes, a
  /// move's weight is twice the wins plus the draws of the side that played it. If a weight does
  /// not fit into 16 bits, all weights of that position are scaled down. Moves with a score of 0 or
  /// with too few games are omitted.
  std::vector<PolyglotEntry> entries();

 private:
  struct Tally {
    std::uint64_t key;
    std::uint32_t games;
    std::uint32_t points;
    std::uint16_t move;
  };

  void merge();

  BookMakerOptions options_;
  std::vector<Tally> tallies_;
  std::size_t merge_at_ = std::size_t{1} << 16;
};

/// Returns the content of a book file.
std::vector<std::byte> book_bytes(std::span<const PolyglotEntry> entries);

}  // namespace trivium::chess
