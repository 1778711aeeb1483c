// Polyglot opening book. Reads entries from the file when needed, so a book of any size uses no
// memory.
//
// The whole file is checked once when it is opened, because one entry out of order would hide
// others from the binary search.
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
  std::uint16_t weight = 0;  ///< 0: in the book, but never chosen
  std::uint32_t learn = 0;   ///< data of other programs, kept unchanged
};

enum class BookChoice : std::uint8_t {
  kByWeight,  ///< at random, in proportion to the weights
  kBest,      ///< the move with the highest weight; of equal ones the first in the file
};

/// Immutable and thread-safe.
class Book {
 public:
  /// Reads and checks the whole file: takes seconds for gigabytes. Errors name the file and the
  /// fault, as in "book.bin: entry 7 is out of order".
  static Result<std::shared_ptr<const Book>> open(const std::filesystem::path& path);
  ~Book();
  Book(const Book&) = delete;
  Book& operator=(const Book&) = delete;

  std::uint64_t entries() const noexcept { return entries_; }

  /// Returns the book's legal moves in the present position, highest weight first. For a duplicate
  /// move the first entry counts. Returns an empty list if the file can no longer be read.
  std::vector<BookMove> moves(const Game& game) const;
  /// Returns the legal book moves of a position whose polyglot_key() is `key`, highest weight
  /// first.
  std::vector<BookMove> moves(const Position& position, std::uint64_t key) const;

  /// Selects a move to play; nothing if no book move has a weight.
  std::optional<Move> choose(const Game& game, BookChoice choice, Rng& rng) const;

 private:
  Book(int file, std::uint64_t entries) noexcept : file_(file), entries_(entries) {}

  std::optional<PolyglotEntry> entry(std::uint64_t number) const noexcept;
  /// Returns the index of the first entry whose key is at least `key`; entries() if there is none.
  std::uint64_t first_at_least(std::uint64_t key) const noexcept;

  int file_;
  std::uint64_t entries_;
};

}  // namespace trivium::chess
