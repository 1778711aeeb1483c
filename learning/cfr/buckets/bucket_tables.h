// Tables with the bucket of every holding on every board of hold'em, for learners that need
// millions of buckets per second.
//
// poker::Buckets computes the buckets of turn and river on demand, which is fast enough for play
// but not for training. These tables compute all of them once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "engine/poker/strategy/buckets.h"
#include "learning/cfr/buckets/round_table.h"

namespace trivium::learning::cfr {

/// Rows of a five-card board in the tables of all rounds. A value type of about 130 bytes that
/// refers to its BucketTables.
class BucketDeal {
 public:
  /// Returns the bucket in `round` (0 to 3) of two different cards that are not on the board. Takes
  /// a few ns plus, on turn and river, the latency of a memory access.
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

/// Thread-safe after fill().
class BucketTables {
 public:
  /// Called with the number of boards done (out of kBoards), by one thread at a time.
  using Progress = std::function<void(std::size_t)>;
  /// Number of boards of all rounds, up to the names of suits.
  static constexpr std::size_t kBoards = poker::kBoardClasses[0] + poker::kBoardClasses[1] +
                                         poker::kBoardClasses[2] + poker::kBoardClasses[3];

  /// Returns the memory of the tables in bytes: up to 158 MiB if no round has more than 256
  /// buckets, and at most 317 MiB.
  static std::size_t bytes(const poker::BucketCounts& counts) noexcept;

  /// Allocates the tables. All buckets are 0 until fill().
  explicit BucketTables(const poker::BucketCounts& counts);
  /// Allocates and fills the tables.
  BucketTables(const poker::Buckets& buckets, std::size_t threads, const Progress& progress = {},
               std::size_t every = 1)
      : BucketTables(buckets.data().counts) {
    fill(buckets, threads, progress, every);
  }

  /// Fills the tables with the buckets of `buckets`. Takes about half a minute of CPU time. For
  /// tests, `every` limits the work to boards whose number is a multiple of it; the rows of other
  /// boards remain 0. Requires: `buckets` has the counts of this object, and no other thread uses
  /// it.
  void fill(const poker::Buckets& buckets, std::size_t threads, const Progress& progress = {},
            std::size_t every = 1);

  /// Returns the number of buckets of `round`.
  std::size_t count(int round) const noexcept { return counts_[static_cast<std::size_t>(round)]; }

  /// Returns the rows of a board. Takes 0.2 us. Requires: five distinct cards, first the flop, then
  /// turn and river.
  BucketDeal deal(std::span<const poker::Card> board) const noexcept;

 private:
  poker::BucketCounts counts_;
  BucketDeal::Tables tables_;
};

}  // namespace trivium::learning::cfr
