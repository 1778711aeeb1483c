// The bucket of every holding on every board of hold'em, for learners that ask millions of times a second.
//
// poker::Buckets computes the buckets of the turn and the river, which is quick enough to play but not to learn. Here all are filled in
// once: a row for each board up to suits, a byte or two for each pair of cards that is not on it. Two holdings that are equal on a
// board have places of their own, which costs a fifth more memory than the least there could be and saves the search for the class.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "engine/poker/board_classes.h"
#include "engine/poker/bucket_array.h"
#include "engine/poker/buckets.h"

namespace trivium::learning::cfr {

class BucketTables;

/// A board of five cards as the tables know it in every round; a value of some 200 bytes that the tables must outlive.
class BucketDeal {
 public:
  /// The bucket in `round` (0 to 3) of two different cards that are not on the board: a few ns, and on the turn and the river that of
  /// memory beside it.
  std::uint16_t bucket(int round, poker::Card a, poker::Card b) const noexcept;

 private:
  friend class BucketTables;
  struct Row {
    std::uint64_t board = 0;  ///< its renamed cards
    std::size_t first = 0;    ///< place of the row in its round's table
    std::array<std::uint8_t, poker::kSuits> suits{};

    /// A card's place among those that are not on the board.
    std::size_t place(poker::Card card) const noexcept {
      const unsigned renamed = (card & ~3U) | suits[card & 3U];
      return renamed - static_cast<std::size_t>(std::popcount(board & ((std::uint64_t{1} << renamed) - 1)));
    }
  };

  const BucketTables* tables_ = nullptr;
  std::array<Row, poker::kHoldemRounds> rows_{};
};

/// Immutable; any thread.
class BucketTables {
 public:
  /// Called from one thread at a time with the boards done of kBoards.
  using Progress = std::function<void(std::size_t)>;
  static constexpr std::size_t kBoards =
      poker::kBoardClasses[0] + poker::kBoardClasses[1] + poker::kBoardClasses[2] + poker::kBoardClasses[3];

  /// Memory in bytes that the tables will take: 158 MiB where no round has more than 256 buckets, at most 316 MiB.
  static std::size_t bytes(const poker::BucketCounts& counts) noexcept;

  /// Fills the tables: half a minute on one thread.
  BucketTables(const poker::Buckets& buckets, std::size_t threads, const Progress& progress = {});

  std::size_t count(int round) const noexcept { return counts_[static_cast<std::size_t>(round)]; }

  /// Five distinct cards: the first three are the flop, then come turn and river. Well below 1 us.
  BucketDeal deal(std::span<const poker::Card> board) const noexcept;

 private:
  friend class BucketDeal;

  poker::BucketCounts counts_;
  std::array<poker::BucketArray, poker::kHoldemRounds> tables_;
};

inline std::uint16_t BucketDeal::bucket(int round, poker::Card a, poker::Card b) const noexcept {
  const Row& row = rows_[static_cast<std::size_t>(round)];
  return tables_->tables_[static_cast<std::size_t>(round)][row.first + poker::pair_number(row.place(a), row.place(b))];
}

}  // namespace trivium::learning::cfr
