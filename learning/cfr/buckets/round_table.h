// Table with the bucket of every holding on every board of one round. It has a row for each board
// (up to the names of suits) and an entry for each pair of cards that are not on the board.
//
// Holdings that are equal up to suits on a board have separate entries. This takes a fifth more
// memory than the minimum, but needs no search for the class of a holding.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/poker/equity/board_classes.h"
#include "engine/poker/strategy/bucket_array.h"

namespace trivium::learning::cfr {

/// Location of a board's row in a RoundTable, with the renaming of its suits.
class BoardRow {
 public:
  BoardRow() = default;
  BoardRow(const poker::CanonicalBoard& board, std::size_t first) noexcept
      : board_(board.cards()), first_(first) {
    for (unsigned suit = 0; suit < poker::kSuits; ++suit)
      suits_[suit] = static_cast<std::uint8_t>(board.rename(static_cast<poker::Card>(suit)));
  }

  /// Returns the index of the entry of a holding. Requires: two different cards that are not on the
  /// board.
  std::size_t place(poker::Card a, poker::Card b) const noexcept {
    return first_ + poker::pair_number(live(a), live(b));
  }

 private:
  /// Returns the index of a card among the cards that are not on the board.
  std::size_t live(poker::Card card) const noexcept {
    const unsigned renamed = (card & ~3U) | suits_[card & 3U];
    return renamed -
           static_cast<std::size_t>(std::popcount(board_ & ((std::uint64_t{1} << renamed) - 1)));
  }

  std::uint64_t board_ = 0;                          ///< cards with renamed suits, as bits
  std::size_t first_ = 0;                            ///< index of the row's first entry
  std::array<std::uint8_t, poker::kSuits> suits_{};  ///< new name of each suit
};

/// Reading is thread-safe while no thread fills the same row.
class RoundTable {
 public:
  /// Creates a table of zeros for a round in [0, 3]. With one bucket it needs no memory.
  RoundTable(int round, std::size_t buckets)
      : row_size_(row_size(round)),
        single_(buckets == 1),
        buckets_(places(round, buckets), buckets) {}

  /// Returns the memory of a table in bytes.
  static constexpr std::size_t bytes(int round, std::size_t buckets) noexcept {
    return poker::BucketArray::bytes(places(round, buckets), buckets);
  }
  /// Returns the number of pairs of cards that are not on a board of the round.
  static constexpr std::size_t row_size(int round) noexcept {
    const std::size_t live = poker::kCards - poker::kBoardCards[static_cast<std::size_t>(round)];
    return live * (live - 1) / 2;
  }

  /// Returns the row of a board. Takes 50 ns. Requires: the number of cards of the round, in any
  /// order.
  BoardRow row(std::span<const poker::Card> board) const noexcept {
    const poker::CanonicalBoard canonical(board);
    return {canonical, canonical.number() * row_size_};
  }
  /// Returns the bucket of a holding. Requires: two different cards that are not on the board.
  std::uint16_t bucket(const BoardRow& row, poker::Card a, poker::Card b) const noexcept {
    return single_ ? std::uint16_t{0} : buckets_[row.place(a, b)];
  }

  /// Fills the row of a board with `buckets`, indexed by pair_number(). Thread-safe for different
  /// rows.
  void fill(std::span<const poker::Card> board,
            std::span<const std::uint16_t, poker::kPairs> buckets) noexcept {
    if (single_) return;
    const BoardRow to = row(board);
    poker::for_each_pair(poker::bits_of(board), [&](poker::Card high, poker::Card low) {
      buckets_.set(to.place(high, low), buckets[poker::pair_number(high, low)]);
    });
  }

 private:
  /// Returns the number of entries.
  static constexpr std::size_t places(int round, std::size_t buckets) noexcept {
    return buckets == 1 ? 0
                        : poker::kBoardClasses[static_cast<std::size_t>(round)] * row_size(round);
  }

  std::size_t row_size_;
  bool single_;
  poker::BucketArray buckets_;
};

}  // namespace trivium::learning::cfr
