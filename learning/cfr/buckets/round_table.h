// The bucket of every holding on every board of one round: a row for each board up to suits, a
// place for each pair of cards not on it.
//
// Holdings that a board's suits make equal have places of their own: a fifth more memory than the
// least there could be, and no search for the class of a holding.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/poker/equity/board_classes.h"
#include "engine/poker/strategy/bucket_array.h"

namespace trivium::learning::cfr {

/// A board as a table knows it.
class BoardRow {
 public:
  BoardRow() = default;
  BoardRow(const poker::CanonicalBoard& board, std::size_t first) noexcept
      : board_(board.cards()), first_(first) {
    for (unsigned suit = 0; suit < poker::kSuits; ++suit)
      suits_[suit] = static_cast<std::uint8_t>(board.rename(static_cast<poker::Card>(suit)));
  }

  /// Where in the table two different cards are that are not on the board.
  std::size_t place(poker::Card a, poker::Card b) const noexcept {
    return first_ + poker::pair_number(live(a), live(b));
  }

 private:
  /// A card's place among those that are not on the board.
  std::size_t live(poker::Card card) const noexcept {
    const unsigned renamed = (card & ~3U) | suits_[card & 3U];
    return renamed -
           static_cast<std::size_t>(std::popcount(board_ & ((std::uint64_t{1} << renamed) - 1)));
  }

  std::uint64_t board_ = 0;  ///< its renamed cards
  std::size_t first_ = 0;    ///< of its row
  std::array<std::uint8_t, poker::kSuits> suits_{};
};

class RoundTable {
 public:
  /// A table of zeros for a round from 0 to 3. Where there is one bucket, nothing is kept.
  RoundTable(int round, std::size_t buckets);

  /// Memory in bytes.
  static constexpr std::size_t bytes(int round, std::size_t buckets) noexcept {
    return poker::BucketArray::bytes(places(round, buckets), buckets);
  }
  /// Pairs of cards that are not on the board.
  static constexpr std::size_t row_size(int round) noexcept {
    const std::size_t live = poker::kCards - poker::kBoardCards[static_cast<std::size_t>(round)];
    return live * (live - 1) / 2;
  }

  /// Of a board with as many cards as the round has, in any order. 50 ns.
  BoardRow row(std::span<const poker::Card> board) const noexcept {
    const poker::CanonicalBoard canonical(board);
    return {canonical, canonical.number() * row_size_};
  }
  std::uint16_t bucket(const BoardRow& row, poker::Card a, poker::Card b) const noexcept {
    return single_ ? std::uint16_t{0} : buckets_[row.place(a, b)];
  }

  /// Fills the row of a board; `buckets` is by pair_number(). Different rows may be filled by
  /// different threads at once.
  void fill(std::span<const poker::Card> board,
            std::span<const std::uint16_t, poker::kPairs> buckets) noexcept;

 private:
  static constexpr std::size_t places(int round, std::size_t buckets) noexcept {
    return buckets == 1 ? 0
                        : poker::kBoardClasses[static_cast<std::size_t>(round)] * row_size(round);
  }

  std::size_t row_size_;
  bool single_;
  poker::BucketArray buckets_;
};

}  // namespace trivium::learning::cfr
