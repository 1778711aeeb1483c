// A trained strategy for a heads-up game of hold'em, with reader and writer of its weight file
// (kind poker.strategy).
//
// A strategy is a table with the probability of each action for each decision of the betting tree
// and each bucket of holdings. The file contains game, betting abstraction and buckets, so nothing
// else is needed to play. Probabilities are in parts of 255; the first action of a row gets the
// rest and is not stored. The parts of one action in all buckets are adjacent, because buckets are
// sorted by strength and neighbors play alike. So the tables can be packed
// (models/format/packing.h) to about half their size.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/poker/strategy/betting_tree.h"
#include "engine/poker/strategy/buckets.h"
#include "models/format/tensor.h"
#include "models/format/weight_file.h"

namespace trivium::poker {

inline constexpr std::string_view kStrategyKind = "poker.strategy";
inline constexpr int kStrategySchema = 2;

/// Immutable, thread-safe.
class Strategy {
 public:
  static constexpr std::uint32_t kCertainty = 255;
  /// Maximum number of decisions in a file's tree, so that a wrong file costs at most a second or
  /// two and some hundreds of MB.
  static constexpr std::size_t kMaxDecisions = 1'000'000;
  /// Probabilities by action of a decision; sums to kCertainty. Elements beyond its actions are 0.
  using Row = std::array<std::uint8_t, BettingTree::kMaxActions>;

  /// Reads a file of this kind, usually of some megabytes. Throws format::LoadError, naming
  /// expected and found contents, if it is of another kind or does not match its game, abstraction
  /// and buckets.
  static std::shared_ptr<const Strategy> load(const std::filesystem::path& path);
  /// Does the same with a file that was already read.
  static std::shared_ptr<const Strategy> from_file(const format::WeightFile& file);
  /// Returns the game that the strategy in `file` plays, without unpacking it. Throws
  /// format::LoadError.
  static GameDefinition game_of(const format::WeightFile& file);

  const BettingTree& tree() const noexcept { return tree_; }
  const Buckets& buckets() const noexcept { return buckets_; }
  /// Returns the action probabilities of a decision with a holding in `bucket`. Requires: `bucket`
  /// is a bucket of the decision's round.
  Row row(std::size_t decision, std::size_t bucket) const noexcept;
  /// Name of the file, for messages.
  const std::string& source() const noexcept { return source_; }
  /// SHA-256 of the file.
  const std::string& sha256() const noexcept { return sha256_; }

 private:
  Strategy(BettingTree tree, BucketData buckets)
      : tree_(std::move(tree)), buckets_(std::move(buckets)) {}

  BettingTree tree_;
  Buckets buckets_;
  std::array<std::vector<std::uint8_t>, kHoldemRounds> parts_;  ///< by round, action and bucket
  std::string source_;
  std::string sha256_;
};

/// Gives the average strategy of a learner: nonnegative weights of the actions of a decision with a
/// bucket, in any unit. `out` has one element for each action, all 0. If all stay 0, the actions
/// get equal probabilities.
using AverageRow =
    std::function<void(std::size_t decision, std::size_t bucket, std::span<double> out)>;

/// Returns the tensors of such a file. Requires: is_holdem() (board_classes.h) for the tree's game.
std::vector<format::Tensor> strategy_tensors(const BettingTree& tree, const BucketData& buckets,
                                             const AverageRow& average);

/// Size in memory of the probabilities of such a file, in bytes.
std::size_t strategy_bytes(const BettingTree& tree, const BucketCounts& counts) noexcept;

/// Converts weights to parts of kCertainty that sum to it; each part is off by less than one.
/// Requires: there are 1 to BettingTree::kMaxActions weights; each is finite and nonnegative.
Strategy::Row in_parts(std::span<const double> weights) noexcept;

}  // namespace trivium::poker
