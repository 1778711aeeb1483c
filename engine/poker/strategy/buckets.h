// Which holdings of heads-up hold'em a strategy takes for the same: buckets of holdings with a similar future.
//
// Before the flop a bucket is a class of holdings (or several). On the flop a table tells the bucket of each of 1,286,792 classes; learners
// make it from how the holding's turn buckets are distributed. Tables of the turn and the river would be large, so these buckets are
// computed: on the turn the histogram of the holding's equities on all rivers, on the river its equities against eight classes of
// opponents' holdings, and of each the nearest centroid. All is integers, and no suit is preferred, so that equal questions up to suits
// have the same bucket on every machine. Sources: Gilpin, Sandholm and Sorensen 2007 (potential-aware); Johanson, Burch, Valenzano and
// Bowling 2013 (earth mover's distance, opponents' clusters on the river).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "engine/poker/equity/board_classes.h"
#include "engine/poker/equity/river_strength.h"
#include "engine/poker/strategy/bucket_array.h"
#include "engine/poker/strategy/centroids.h"
#include "models/format/tensor.h"

namespace trivium::poker {

using BucketCounts = std::array<std::size_t, kHoldemRounds>;

/// What a weight file holds of its buckets; 1.3 MB where the flop has at most 256.
struct BucketData {
  BucketCounts counts{};
  BucketArray preflop;                       ///< by preflop_class()
  BucketArray flop;                          ///< by class: all holdings of the first canonical flop, then of the second, ...
  std::vector<TurnPoint> turn;               ///< the centroids, by rising sum
  std::vector<RiverPoint> river;             ///< the centroids, by rising sum
  std::vector<std::uint8_t> opponent_class;  ///< by preflop_class(), in [0, kOpponentClasses)
};

inline constexpr std::string_view kBucketsKind = "poker.buckets";
inline constexpr int kBucketsSchema = 1;

/// As tensors "buckets.counts", "buckets.preflop", "buckets.flop", "buckets.turn", "buckets.river" and "buckets.opponents", which stand in
/// models/README.md.
std::vector<format::Tensor> to_tensors(const BucketData& data);
/// Reads them out of a file's tensors, which may have others besides, and may hold tables of buckets packed (packing.h). Throws
/// format::LoadError, naming the tensor, where one is missing or not as to_tensors() writes it; `source` is the file's name.
BucketData bucket_data(std::span<const format::Tensor> tensors, std::string_view source);

/// Those of a file of kind kBucketsKind. Throws format::LoadError.
BucketData load_buckets(const std::filesystem::path& path);

/// Immutable; any thread.
class Buckets {
 public:
  /// `data` is as bucket_data() or a learner gives it.
  explicit Buckets(BucketData data);

  const BucketData& data() const noexcept { return data_; }
  /// Buckets of a round, from 0.
  std::size_t count(int round) const noexcept { return data_.counts[static_cast<std::size_t>(round)]; }

  /// By pair_number(); 0 where a pair shares a card with the board.
  using OfAllPairs = std::array<std::uint16_t, kPairs>;
  /// The bucket of every holding on `board`, which has 0, 3, 4 or 5 cards in any order: 2 us before the flop, 8 us on a flop, 0.9 ms on a
  /// turn, 0.1 ms on a river (200 buckets, kernel v3). No table is larger than the flop's 1.3 MB, 2.6 MB where it has more than 256
  /// buckets.
  void find_all(std::span<const Card> board, OfAllPairs& out) const;

 private:
  void find_preflop(OfAllPairs& out) const noexcept;
  void find_flop(std::span<const Card> board, OfAllPairs& out) const noexcept;
  void find_turn(std::span<const Card> board, OfAllPairs& out) const;
  void find_river(std::span<const Card> board, OfAllPairs& out) const;

  BucketData data_;
  std::vector<std::uint32_t> first_of_flop_;  ///< where in data_.flop the holdings of a canonical flop begin
  OpponentClasses opponents_;
  Centroids<TurnPoint> turn_;
  ShortCentroids<RiverPoint, kOpponentClasses> river_;
};

}  // namespace trivium::poker
