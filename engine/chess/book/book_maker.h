// Makes a Polyglot book out of games: which moves were played how often in a position, and how they scored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/chess/book/polyglot.h"
#include "engine/chess/rules/pgn.h"

namespace trivium::chess {

struct BookMakerOptions {
  int plies = 30;               ///< of each game, from its start
  std::uint32_t min_games = 3;  ///< in which a move must have been played
};

/// Games go in one after the other; memory grows with the number of different moves (24 bytes each, half as much again while merging),
/// not of games.
class BookMaker {
 public:
  explicit BookMaker(const BookMakerOptions& options) : options_(options) {}

  /// Adds the first moves of a game. Returns false and ignores the game if it has no score: no
  /// result, a result decided by a fault, or a contradiction.
  bool add(const PgnGame& game);

  /// The book: in order of key, the moves of a position heaviest first. A move's weight is twice its wins and once its draws by the side
  /// that played it, as the format's description has it; where one weight of a position does not fit into 16 bits, all of that position
  /// shrink alike. Moves that never scored and those of too few games are left out.
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

/// The bytes of a book file.
std::vector<std::byte> book_bytes(std::span<const PolyglotEntry> entries);

}  // namespace trivium::chess
