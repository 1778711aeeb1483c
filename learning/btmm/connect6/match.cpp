#include "learning/btmm/connect6/match.h"

#include <memory>
#include <stdexcept>

#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"

namespace trivium::learning::btmm {

namespace {

constexpr std::uint64_t kOpenings = 0x6F70656E696E6773;
constexpr std::uint64_t kStones = 0x73746F6E6573;
constexpr std::size_t kPairsPerTable = 32;

/// Returns the half points of Black.
int black_points(const records::Connect6Game& game) noexcept {
  if (game.result == connect6::GameResult::kBlackWins) return 2;
  return game.result == connect6::GameResult::kWhiteWins ? 0 : 1;
}

}  // namespace

std::vector<MatchPair> play_match(const Contestant& first, const Contestant& second,
                                  const MatchOptions& options, std::size_t count,
                                  std::size_t threads, const WorkProgress& progress) {
  options.game.check();
  const int size = first.layout->size();
  if (second.layout->size() != size)
    throw std::invalid_argument("both contestants need a board of one size");
  std::vector<MatchPair> pairs(count);
  if (count == 0) return pairs;
  const ChooserFactory ones(*first.layout, first.gammas, first.choice);
  const ChooserFactory twos(*second.layout, second.gammas, second.choice);
  const Shards shards((count + kPairsPerTable - 1) / kPairsPerTable, threads);
  DoneCount done(progress);
  shards.run([&](std::size_t shard) {
    GameTable table(size, options.game);
    const std::unique_ptr<StoneChooser> one = ones.make();
    const std::unique_ptr<StoneChooser> two = twos.make();
    const Range range = shards.range(shard, count);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Rng opening = stream_rng(options.seed, kOpenings, i);
      Rng stones = stream_rng(options.seed, kStones, i);
      Rng same = opening;
      const records::Connect6Game black = table.play(*one, *two, same, stones);
      same = opening;
      const records::Connect6Game white = table.play(*two, *one, same, stones);
      pairs[i] = {black_points(black), 2 - black_points(white),
                  static_cast<int>(black.moves.size() + white.moves.size())};
      done.add(1);
    }
  });
  return pairs;
}

}  // namespace trivium::learning::btmm
