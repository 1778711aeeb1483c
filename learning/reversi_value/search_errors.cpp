#include "learning/reversi_value/search_errors.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "engine/core/node_budget.h"
#include "engine/core/rng.h"
#include "engine/reversi/endgame/search_table.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/rules/position.h"
#include "engine/reversi/search/midgame_search.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/harness/value_origin.h"

namespace trivium::learning::reversi_value {

namespace {

using records::ReversiGame;
using reversi::Position;
using reversi::Value;

constexpr std::size_t kSearchShards = 64;  // changes results: sums are added shard by shard
constexpr int kTableMegabytes = 8;
constexpr std::uint64_t kPositionPurpose = 0x70726F6263757431;  // of random numbers

std::size_t depths_of(int depth) noexcept {
  return static_cast<std::size_t>(depth - reversi::kMinProbCutDepth + 1);
}

/// Returns the games that are used: those with the lowest random numbers, which depend only on the
/// seed and on the moves.
std::vector<const ReversiGame*> sampled(std::span<const ReversiGame> games,
                                        const SearchErrorOptions& options) {
  std::vector<std::pair<std::uint64_t, const ReversiGame*>> order;
  for (const ReversiGame& game : games)
    order.emplace_back(stream_seed(options.seed, kPositionPurpose, records::hash_of(game)), &game);
  std::ranges::sort(order, {}, &std::pair<std::uint64_t, const ReversiGame*>::first);
  order.resize(std::min(order.size(), options.games));
  std::vector<const ReversiGame*> chosen;
  for (const auto& [number, game] : order) chosen.push_back(game);
  return chosen;
}

/// Returns a random position with a choice of moves and more than `depth` empty squares; the start
/// position if the game has none.
Position sampled_position(const ReversiGame& game, std::uint64_t seed, int depth) {
  std::vector<Position> candidates;
  Position position = Position::start();
  for (const reversi::Move move : game.moves) {
    if (reversi::count(position.empty) <= depth) break;
    if (reversi::count(position.moves()) > 1) candidates.push_back(position);
    position.do_move(move);
  }
  Rng rng = stream_rng(seed, kPositionPurpose, records::hash_of(game));
  return candidates.empty() ? Position::start() : draw_one(candidates, rng);
}

/// Searches positions with one table, which it clears for each.
class DepthSearcher {
 public:
  explicit DepthSearcher(std::shared_ptr<const reversi::PatternValue> value)
      : knowledge_{std::move(value), nullptr}, table_(kTableMegabytes) {
    parameters_.probcut = 0;
  }

  /// Adds the differences of the values in `position`.
  void add(const Position& position, int depth, SearchErrorSums& sums) {
    table_.clear();
    NodeBudget unlimited;
    reversi::MidgameSearch search(knowledge_, table_, unlimited, nullptr, parameters_);
    std::vector<Value> values = {0};
    for (int d = 1; d <= depth; ++d)
      values.push_back(search.search(position, d, {-reversi::kInfinity, reversi::kInfinity}));
    const auto stage = static_cast<std::size_t>(knowledge_.value->set().stage(position.discs()));
    for (int d = reversi::kMinProbCutDepth; d <= depth; ++d) {
      const auto shallow = static_cast<std::size_t>(reversi::probcut_depth(d));
      const double difference =
          static_cast<double>(values[static_cast<std::size_t>(d)] - values[shallow]) /
          reversi::kDisc;
      sums[stage * depths_of(depth) + depths_of(d) - 1] +=
          {1, difference * difference, std::abs(difference)};
    }
  }

 private:
  const reversi::Knowledge knowledge_;
  reversi::SearchTable table_;
  reversi::SearchParameters parameters_;
};

/// Returns the sums of each depth over all stages.
std::vector<ErrorSums> by_depth(const SearchErrorSums& sums, int depth) {
  std::vector<ErrorSums> result(depths_of(depth));
  for (std::size_t i = 0; i < sums.size(); ++i) result[i % result.size()] += sums[i];
  return result;
}

}  // namespace

SearchErrorSums measure_search_errors(std::span<const ReversiGame> games,
                                      std::shared_ptr<const reversi::PatternValue> value,
                                      const SearchErrorOptions& options,
                                      const WorkProgress& progress) {
  const std::vector<const ReversiGame*> chosen = sampled(games, options);
  const auto stages = static_cast<std::size_t>(value->set().stages());
  const Shards shards(kSearchShards, options.threads);
  DoneCount done(progress);
  const auto work = [&](std::size_t shard) {
    SearchErrorSums sums(stages * depths_of(options.depth));
    DepthSearcher searcher(value);
    const Range range = shards.range(shard, chosen.size());
    for (std::size_t i = range.begin; i < range.end; ++i) {
      searcher.add(sampled_position(*chosen[i], options.seed, options.depth), options.depth, sums);
      done.add(1);
    }
    return sums;
  };
  return shards.sum(SearchErrorSums(stages * depths_of(options.depth)), work);
}

std::vector<double> search_errors_of(const SearchErrorSums& sums) {
  std::vector<double> errors;
  for (const ErrorSums& each : sums)
    errors.push_back(each.positions < kMinPositions ? 0.0 : each.root_mean_square());
  return errors;
}

format::WeightFile search_errors_file(format::WeightFile value, const SearchErrorSums& sums,
                                      const SearchErrorOptions& options, Manifest manifest) {
  manifest.origin = "learned: least squares of the final scores of games; errors of searches";
  manifest.seed = options.seed;
  manifest.parameters = {{"depth", static_cast<double>(options.depth)}};
  const std::vector<ErrorSums> depths = by_depth(sums, options.depth);
  manifest.counts = {{"positions", static_cast<std::int64_t>(depths.front().positions)}};
  for (std::size_t i = 0; i < depths.size(); ++i) {
    const auto depth = i + static_cast<std::size_t>(reversi::kMinProbCutDepth);
    manifest.figures[fmt::format("search_errors.depth_{:02}", depth)] =
        depths[i].root_mean_square();
  }
  add_value_sources(manifest);
  value.manifest = manifest.to_json();
  std::erase_if(value.tensors, [](const format::Tensor& tensor) {
    return tensor.name == reversi::kSearchErrorsTensor;
  });
  const auto stages = static_cast<int>(sums.size() / depths_of(options.depth));
  value.tensors.push_back(reversi::search_errors_tensor(search_errors_of(sums), stages));
  return value;
}

CardText search_errors_card(const ValueOrigin& origin, const DataSource& from,
                            const SearchErrorOptions& options) {
  CardText card;
  card.summary =
      "Evaluation of Reversi positions on the board of 8: the expected final difference in discs, "
      "and the errors of shallow searches for ProbCut.";
  card.method = fmt::format(
      "The value is {}. The errors of searches were measured afterwards, with the value unchanged: "
      "one random position of each game, with more than {} empty squares, was searched to every "
      "depth up to {}. For each stage of the game and each depth from {} on, `search_errors` is "
      "the root mean square of the value of this search minus that of a search of about half the "
      "depth; it is 0 where fewer than {} positions were searched. Figures are of all stages "
      "together, in discs.",
      origin_text(origin, from), options.depth, options.depth, reversi::kMinProbCutDepth,
      kMinPositions);
  card.limits =
      "Only for boards of 8. The value predicts results between players like those in the "
      "training games; positions that such games do not reach have values near zero, or wrong "
      "ones. The errors are those of positions of games, and a search meets other positions too.";
  card.strength =
      "`trivium-match run` plays it against other weights (`trivium gtp --game reversi --weights "
      "FILE`).";
  card.data = "Final scores of Reversi games, and positions of such games (files below).";
  return card;
}

std::string search_errors_csv(const SearchErrorSums& sums, int depth) {
  std::string csv = "depth,shallow,positions,root_mean_square,mean_absolute\n";
  const std::vector<ErrorSums> depths = by_depth(sums, depth);
  for (std::size_t i = 0; i < depths.size(); ++i) {
    const int d = reversi::kMinProbCutDepth + static_cast<int>(i);
    csv +=
        fmt::format("{},{},{},{:.6f},{:.6f}\n", d, reversi::probcut_depth(d), depths[i].positions,
                    depths[i].root_mean_square(), depths[i].mean_absolute());
  }
  return csv;
}

}  // namespace trivium::learning::reversi_value
