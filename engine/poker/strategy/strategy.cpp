#include "engine/poker/strategy/strategy.h"

#include <algorithm>
#include <cmath>

#include "models/format/load_error.h"
#include "models/format/packing.h"

namespace trivium::poker {

namespace {

constexpr std::string_view kGameTensor = "game";
constexpr std::string_view kAbstraction = "abstraction";
constexpr std::string_view kTreeHash = "tree";
constexpr std::string_view kFlopTable = "buckets.flop";
constexpr std::array<std::string_view, kHoldemRounds> kParts = {"parts.preflop", "parts.flop",
                                                                "parts.turn", "parts.river"};

/// Number of stored numbers of a bucket in a round: one for each action of a decision except the
/// first.
std::size_t stored_actions(const BettingTree& tree, int round) noexcept {
  return tree.edges_in_round(round) - (tree.first_decision(round + 1) - tree.first_decision(round));
}

/// Returns the index of a decision's first number among those of a bucket.
std::size_t first_stored(const BettingTree& tree, std::size_t decision) noexcept {
  const BettingTree::Decision& node = tree.decision(decision);
  return node.first_edge - tree.first_edge(node.round) -
         (decision - tree.first_decision(node.round));
}

BettingTree tree_of(const format::WeightFile& file) {
  const GameDefinition game = Strategy::game_of(file);
  if (!is_holdem(game))
    throw format::LoadError("weights.setting", "{}: its game is not hold'em with a whole deck",
                            file.source);
  const BettingAbstraction abstraction =
      game.no_limit()
          ? format::or_throw(BettingAbstraction::parse(file.tensor(kAbstraction).text()),
                             file.source)
          : BettingAbstraction();
  BettingTree tree =
      format::or_throw(BettingTree::build(game, abstraction, Strategy::kMaxDecisions), file.source);
  const std::span<const std::uint64_t> hash = file.tensor(kTreeHash).values<std::uint64_t>();
  if (hash.size() == 1 && hash[0] == tree.hash()) return tree;
  throw format::LoadError("weights.tensor",
                          "{}: trained for a betting tree with hash {:016x}, but this "
                          "program builds {:016x}: the rules for raise sizes "
                          "have changed",
                          file.source, hash.empty() ? 0 : hash[0], tree.hash());
}

/// Reads the numbers of a round. Throws if their count is wrong or a row sums to more than 1.
std::vector<std::uint8_t> parts_of(const format::WeightFile& file, const BettingTree& tree,
                                   int round, std::size_t buckets) {
  const std::string_view name = kParts[static_cast<std::size_t>(round)];
  const std::size_t width = stored_actions(tree, round);
  if (width == 0) return {};
  const format::Tensor tensor = format::unpacked(file.tensor(format::packed_name(name)), name,
                                                 format::DType::kU8, {width, buckets}, file.source);
  const std::span<const std::uint8_t> parts = tensor.values<std::uint8_t>();
  for (std::size_t decision = tree.first_decision(round); decision < tree.first_decision(round + 1);
       ++decision) {
    const auto rows = parts.subspan(first_stored(tree, decision) * buckets);
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
      std::uint32_t sum = 0;
      for (std::size_t action = 1; action < tree.decision(decision).actions; ++action)
        sum += rows[(action - 1) * buckets + bucket];
      if (sum <= Strategy::kCertainty) continue;
      throw format::LoadError(
          "weights.tensor", "{}: the actions of decision {} in bucket {} of {} sum to more than 1",
          file.source, decision, bucket, name);
    }
  }
  return {parts.begin(), parts.end()};
}

/// Returns the numbers of a round in stored form.
std::vector<std::uint8_t> parts_to_store(const BettingTree& tree, int round, std::size_t buckets,
                                         const AverageRow& average) {
  std::vector<std::uint8_t> parts(stored_actions(tree, round) * buckets);
  std::array<double, BettingTree::kMaxActions> weights{};
  for (std::size_t decision = tree.first_decision(round); decision < tree.first_decision(round + 1);
       ++decision) {
    const std::span row = std::span(weights).first(tree.decision(decision).actions);
    const std::span rows = std::span(parts).subspan(first_stored(tree, decision) * buckets);
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
      std::ranges::fill(row, 0.0);
      average(decision, bucket, row);
      const Strategy::Row shares = in_parts(row);
      for (std::size_t action = 1; action < row.size(); ++action)
        rows[(action - 1) * buckets + bucket] = shares[action];
    }
  }
  return parts;
}

}  // namespace

GameDefinition Strategy::game_of(const format::WeightFile& file) {
  return format::or_throw(parse_game_definition(file.tensor(kGameTensor).text()), file.source);
}

std::shared_ptr<const Strategy> Strategy::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

std::shared_ptr<const Strategy> Strategy::from_file(const format::WeightFile& file) {
  file.expect(kStrategyKind, kStrategySchema);
  std::shared_ptr<Strategy> strategy(
      new Strategy(tree_of(file), bucket_data(file.tensors, file.source)));
  for (int round = 0; round < kHoldemRounds; ++round) {
    strategy->parts_[static_cast<std::size_t>(round)] =
        parts_of(file, strategy->tree_, round, strategy->buckets_.count(round));
  }
  strategy->source_ = file.source;
  strategy->sha256_ = file.sha256;
  return strategy;
}

Strategy::Row Strategy::row(std::size_t decision, std::size_t bucket) const noexcept {
  const BettingTree::Decision& node = tree_.decision(decision);
  const std::size_t buckets = buckets_.count(node.round);
  const std::uint8_t* stored =
      parts_[node.round].data() + first_stored(tree_, decision) * buckets + bucket;
  Row row{};
  std::uint32_t left = kCertainty;
  for (std::size_t action = 1; action < node.actions; ++action) {
    row[action] = stored[(action - 1) * buckets];
    left -= row[action];
  }
  row[0] = static_cast<std::uint8_t>(left);
  return row;
}

std::vector<format::Tensor> strategy_tensors(const BettingTree& tree, const BucketData& buckets,
                                             const AverageRow& average) {
  std::vector<format::Tensor> tensors = to_tensors(buckets);
  const auto flop = std::ranges::find(tensors, kFlopTable, &format::Tensor::name);
  *flop = format::packed(*flop);
  const std::array<std::uint64_t, 1> hash{tree.hash()};
  tensors.push_back(format::make_tensor<std::uint64_t>(std::string(kTreeHash), {}, hash));
  tensors.push_back(
      format::text_tensor(std::string(kGameTensor), write_game_definition(tree.game())));
  if (tree.game().no_limit())
    tensors.push_back(format::text_tensor(std::string(kAbstraction), tree.abstraction().text()));
  for (int round = 0; round < kHoldemRounds; ++round) {
    const std::size_t width = stored_actions(tree, round);
    if (width == 0) continue;
    const std::size_t count = buckets.counts[static_cast<std::size_t>(round)];
    const std::vector<std::uint8_t> parts = parts_to_store(tree, round, count, average);
    tensors.push_back(format::packed(format::make_tensor<std::uint8_t>(
        std::string(kParts[static_cast<std::size_t>(round)]), {width, count}, parts)));
  }
  return tensors;
}

std::size_t strategy_bytes(const BettingTree& tree, const BucketCounts& counts) noexcept {
  std::size_t bytes = 0;
  for (int round = 0; round < kHoldemRounds; ++round)
    bytes += counts[static_cast<std::size_t>(round)] * stored_actions(tree, round);
  return bytes;
}

Strategy::Row in_parts(std::span<const double> weights) noexcept {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  Strategy::Row row{};
  std::array<double, BettingTree::kMaxActions> missing{};
  std::uint32_t left = Strategy::kCertainty;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double share = sum > 0 ? weights[i] / sum : 1.0 / static_cast<double>(weights.size());
    const double exact = share * Strategy::kCertainty;
    row[i] = static_cast<std::uint8_t>(std::min(std::floor(exact), static_cast<double>(left)));
    missing[i] = exact - row[i];
    left -= row[i];
  }
  for (; left > 0; --left) {
    const auto largest = std::max_element(
        missing.begin(), missing.begin() + static_cast<std::ptrdiff_t>(weights.size()));
    ++row[static_cast<std::size_t>(largest - missing.begin())];
    *largest -= 1;
  }
  return row;
}

}  // namespace trivium::poker
