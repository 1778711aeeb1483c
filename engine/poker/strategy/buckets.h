// Card abstraction of heads-up hold'em: maps holdings with similar futures to the same bucket.
//
// The buckets of the rounds are:
// - Preflop: classes of holdings (board_classes.h), or groups of classes.
// - Flop: a table has the bucket of each of 1,286,792 classes. Learners compute it from the
//   distribution of turn buckets.
// - Turn: the centroid nearest to the histogram of equities over all rivers.
// - River: the centroid nearest to the equities against eight classes of opponents' holdings.
// Tables for turn and river would be large, so these buckets are computed when needed
// (river_strength.h, centroids.h). All numbers are integers and suits are treated equally, so that
// equivalent boards have equal buckets on every machine. Sources: Gilpin, Sandholm and Sorensen
// 2007 (potential-aware); Johanson, Burch, Valenzano and Bowling 2013 (earth mover's distance,
// opponents' clusters on the river).
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

/// Buckets in a weight file; 1.3 MB if the flop has at most 256 buckets.
struct BucketData {
  BucketCounts counts{};
  BucketArray preflop;                       ///< by preflop_class()
  BucketArray flop;                          ///< by canonical flop, then by class of holdings
  std::vector<TurnPoint> turn;               ///< centroids with ascending sums
  std::vector<RiverPoint> river;             ///< centroids with ascending sums
  std::vector<std::uint8_t> opponent_class;  ///< by preflop_class(), in [0, kOpponentClasses)
};

inline constexpr std::string_view kBucketsKind = "poker.buckets";
inline constexpr int kBucketsSchema = 1;

/// Returns the tensors "buckets.counts", "buckets.preflop", "buckets.flop", "buckets.turn",
/// "buckets.river" and "buckets.opponents"; models/README.md describes them.
std::vector<format::Tensor> to_tensors(const BucketData& data);
/// Reads the tensors of a file, which may have other tensors and may be packed (packing.h). Throws
/// format::LoadError, naming the tensor, if one is missing or wrong. `source` is the name of the
/// file.
BucketData bucket_data(std::span<const format::Tensor> tensors, std::string_view source);

/// Reads a file of kind kBucketsKind. Throws format::LoadError.
BucketData load_buckets(const std::filesystem::path& path);

/// Immutable, thread-safe.
class Buckets {
 public:
  /// Requires: `data` is from bucket_data() or a learner.
  explicit Buckets(BucketData data);

  const BucketData& data() const noexcept { return data_; }
  /// Number of buckets of a round, from 0.
  std::size_t count(int round) const noexcept {
    return data_.counts[static_cast<std::size_t>(round)];
  }

  /// Buckets by pair_number(); 0 for a pair that shares a card with the board.
  using PairBuckets = std::array<std::uint16_t, kPairs>;
  /// Finds the bucket of every holding on `board`, which has 0, 3, 4 or 5 cards in any order. Takes
  /// 2 us preflop, 8 us on a flop, 0.9 ms on a turn, 0.1 ms on a river (200 buckets, compiled for
  /// x86-64-v3).
  void find_all(std::span<const Card> board, PairBuckets& out) const;

 private:
  void find_preflop(PairBuckets& out) const noexcept;
  void find_flop(std::span<const Card> board, PairBuckets& out) const noexcept;
  void find_turn(std::span<const Card> board, PairBuckets& out) const;
  void find_river(std::span<const Card> board, PairBuckets& out) const;

  BucketData data_;
  std::vector<std::uint32_t> first_of_flop_;  ///< by canonical flop: first index in data_.flop
  OpponentClasses opponents_;
  Centroids<TurnPoint> turn_;
  ShortCentroids<RiverPoint, kOpponentClasses> river_;
};

}  // namespace trivium::poker
