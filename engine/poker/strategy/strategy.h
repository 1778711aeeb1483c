// A learned strategy for a heads-up game of hold'em, as a weight file of kind poker.strategy holds it: its reader and what the learner
// writes, side by side.
//
// A strategy is a table: for each decision of the betting tree and each bucket of holdings, how often each action is taken. The file says
// what the table is over (the game, the betting abstraction, the buckets), so that nothing else is needed to play by it. Probabilities are
// in parts of 255, of each row all but the first action's, which is what is left. An action's parts in all buckets stand side by side,
// since buckets are in the order of strength and neighbours play alike: the tables are packed (models/format/packing.h), to about half of
// their bytes.
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

/// Immutable; any thread.
class Strategy {
 public:
  static constexpr std::uint32_t kCertainty = 255;
  /// A file's tree has no more decisions, so that a wrong one costs a second or two and some hundreds of MB at most.
  static constexpr std::size_t kMaxDecisions = 1'000'000;
  /// By action of a decision, adding up to kCertainty; those past the decision's actions are 0.
  using Row = std::array<std::uint8_t, BettingTree::kMaxActions>;

  /// Reads a file of this kind: some megabytes. Throws format::LoadError, naming both sides, when it is not one or does not hold what its
  /// game, abstraction and buckets say.
  static std::shared_ptr<const Strategy> load(const std::filesystem::path& path);
  /// The same from a file that has been read.
  static std::shared_ptr<const Strategy> from_file(const format::WeightFile& file);
  /// Returns the game that the strategy in `file` plays, without unpacking it. Throws
  /// format::LoadError.
  static GameDefinition game_of(const format::WeightFile& file);

  const BettingTree& tree() const noexcept { return tree_; }
  const Buckets& buckets() const noexcept { return buckets_; }
  /// `bucket` is one of the decision's round.
  Row row(std::size_t decision, std::size_t bucket) const noexcept;
  /// Where it came from, for messages: the file's name.
  const std::string& source() const noexcept { return source_; }

 private:
  Strategy(BettingTree tree, BucketData buckets) : tree_(std::move(tree)), buckets_(std::move(buckets)) {}

  BettingTree tree_;
  Buckets buckets_;
  std::array<std::vector<std::uint8_t>, kHoldemRounds> parts_;  ///< by round: by stored action, then by bucket
  std::string source_;
};

/// The average strategy of a learner: how often it takes each action of a decision with a bucket, in any unit, none negative; `out` has as
/// many places as there are actions, all 0. Where all stay 0, nothing was learned, and each action is as likely as any other.
using AverageRow = std::function<void(std::size_t decision, std::size_t bucket, std::span<double> out)>;

/// The tensors of such a file. `tree` is that of a game with two own cards and hold'em's boards.
std::vector<format::Tensor> strategy_tensors(const BettingTree& tree, const BucketData& buckets, const AverageRow& average);

/// Bytes of the probabilities in such a file, before they are packed: what they take in memory.
std::size_t strategy_bytes(const BettingTree& tree, const BucketCounts& counts) noexcept;

/// Shares of `weights`, which are finite, not negative and at most kMaxActions, in parts of kCertainty, adding up to it: each is off by
/// less than one part.
Strategy::Row in_parts(std::span<const double> weights) noexcept;

}  // namespace trivium::poker
