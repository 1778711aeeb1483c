#include "learning/btmm/connect6/self_play.h"

#include <memory>

#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"

namespace trivium::learning::btmm {

namespace {

constexpr std::uint64_t kSelfPlay = 0x636F6E6E6563742D;
constexpr std::size_t kGamesPerTable = 64;

}  // namespace

std::vector<records::Connect6Game> play_games(const connect6::PatternLayout& layout,
                                              std::span<const double> gammas,
                                              const SelfPlayOptions& options, std::uint64_t first,
                                              std::size_t count, std::size_t threads) {
  options.game.check();
  std::vector<records::Connect6Game> games(count);
  if (count == 0) return games;
  const ChooserFactory choosers(layout, gammas, options.choice);
  const Shards shards((count + kGamesPerTable - 1) / kGamesPerTable, threads);
  shards.run([&](std::size_t shard) {
    GameTable table(layout.size(), options.game);
    const std::unique_ptr<StoneChooser> chooser = choosers.make();
    const Range range = shards.range(shard, count);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      Rng rng = stream_rng(options.seed, kSelfPlay, first + i);
      games[i] = table.play(*chooser, *chooser, rng, rng);
    }
  });
  return games;
}

}  // namespace trivium::learning::btmm
