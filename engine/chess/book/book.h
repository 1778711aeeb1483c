// A Polyglot opening book, read from its file entry by entry: a book of any size costs no memory.
//
// The whole file is checked once when it is opened, since one entry out of order would hide others from the search by halving.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "engine/chess/book/polyglot.h"
#include "engine/chess/rules/game.h"
#include "engine/core/result.h"
#include "engine/core/rng.h"

namespace trivium::chess {

struct BookMove {
  Move move;
  std::uint16_t weight = 0;  ///< 0: known, but not to be played
  std::uint32_t learn = 0;   ///< other programs' notes, passed on as they are
};

enum class BookChoice : std::uint8_t {
  kByWeight,  ///< at random, each move as often as its share of the weights
  kBest,      ///< the heaviest; of equal ones the first in the file
};

/// Immutable; may be shared by any number of threads.
class Book {
 public:
  /// Reads the whole file once: seconds for gigabytes. Errors name the file and what is wrong with it: "book.bin: 1000 bytes are no
  /// whole number of entries of 16", "book.bin: entry 7 is out of order".
  static Result<std::shared_ptr<const Book>> open(const std::filesystem::path& path);
  ~Book();
  Book(const Book&) = delete;
  Book& operator=(const Book&) = delete;

  std::uint64_t entries() const noexcept { return entries_; }

  /// The book's legal moves in the present position, the heaviest first. A move that stands twice counts with its first entry. Empty also
  /// where the file can no longer be read.
  std::vector<BookMove> moves(const Game& game) const;
  /// The same by key, for a position that is part of no game.
  std::vector<BookMove> moves(const Position& position, std::uint64_t key) const;

  /// A move to play; nothing where the book has none with a weight.
  std::optional<Move> choose(const Game& game, BookChoice choice, Rng& rng) const;

 private:
  Book(int file, std::uint64_t entries) noexcept : file_(file), entries_(entries) {}

  std::optional<PolyglotEntry> entry(std::uint64_t number) const noexcept;
  /// The number of the first entry whose key is not smaller; entries() where there is none.
  std::uint64_t first_at_least(std::uint64_t key) const noexcept;

  int file_;
  std::uint64_t entries_;
};

}  // namespace trivium::chess
