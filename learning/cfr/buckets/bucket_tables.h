// The bucket of every holding on every board of hold'em, for learners that ask millions of times a
// second.
//
// poker::Buckets computes the buckets of the turn and the river, which is quick enough to play but
// not to learn. Here all are filled in once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "engine/poker/strategy/buckets.h"
#include "learning/cfr/buckets/round_table.h"

namespace trivium::learning::cfr {

/// A board of five cards as the tables know it in every round; a value of some 130 bytes that the
/// tables must outlive.
class BucketDeal {
 public:
  /// The bucket in `round` (0 to 3) of two different cards that are not on the board: a few ns, and
  /// on the turn and the river that of memory beside it.
  std::uint16_t bucket(int round, poker::Card a, poker::Card b) const noexcept {
    const auto number = static_cast<std::size_t>(round);
    return (*tables_)[number].bucket(rows_[number], a, b);
  }

 private:
  friend class BucketTables;
  using Tables = std::array<RoundTable, poker::kHoldemRounds>;

  const Tables* tables_ = nullptr;
  std::array<BoardRow, poker::kHoldemRounds> rows_{};
};

/// Any thread, once it is filled.
class BucketTables {
 public:
  /// Called from one thread at a time with how many of kBoards are done.
  using Progress = std::function<void(std::size_t)>;
  static constexpr std::size_t kBoards = poker::kBoardClasses[0] + poker::kBoardClasses[1] +
                                         poker::kBoardClasses[2] + poker::kBoardClasses[3];

  /// Memory in bytes that the tables will take: 158 MiB where no round has more than 256 buckets,
  /// at most 317 MiB.
  static std::size_t bytes(const poker::BucketCounts& counts) noexcept;

  /// Everything is in bucket 0 until fill().
  explicit BucketTables(const poker::BucketCounts& counts);
  BucketTables(const poker::Buckets& buckets, std::size_t threads, const Progress& progress = {},
               std::size_t every = 1)
      : BucketTables(buckets.data().counts) {
    fill(buckets, threads, progress, every);
  }

  /// About half a minute of CPU time, while nobody may ask. `buckets` has the counts that this was
  /// made for. `every`: only the boards whose numbers it divides, the rows of the others are zeros;
  /// for tests.
  void fill(const poker::Buckets& buckets, std::size_t threads, const Progress& progress = {},
            std::size_t every = 1);

  std::size_t count(int round) const noexcept { return counts_[static_cast<std::size_t>(round)]; }

  /// Five distinct cards: the first three are the flop, then come turn and river. 0.2 us.
  BucketDeal deal(std::span<const poker::Card> board) const noexcept;

 private:
  poker::BucketCounts counts_;
  BucketDeal::Tables tables_;
};

}  // namespace trivium::learning::cfr
