#include "learning/btmm/connect6/self_play.h"

#include <fmt/format.h>
#include <memory>
#include <system_error>
#include <utility>

#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "models/format/load_error.h"

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

namespace {

constexpr int kPiecesVersion = 1;

}  // namespace

GamePieces::GamePieces(std::filesystem::path folder, std::string identity, bool resume)
    : folder_(std::move(folder)),
      checkpoint_(folder_, "self_play", kPiecesVersion, std::move(identity)) {
  if (!checkpoint_.begin(resume)) checkpoint_.save({});
}

std::filesystem::path GamePieces::piece(std::uint64_t first) const {
  return folder_ / fmt::format("games-{:09}.c6", first);
}

std::optional<std::vector<records::Connect6Game>> GamePieces::find(std::uint64_t first,
                                                                   std::size_t count) const {
  const std::filesystem::path path = piece(first);
  if (std::error_code ignored; !std::filesystem::exists(path, ignored)) return std::nullopt;
  std::vector<records::Connect6Game> games(count);
  try {
    BlockReader in(path, records::kConnect6Games);
    for (records::Connect6Game& game : games) {
      const auto record = in.next();
      if (!record) return std::nullopt;
      decode(*record, game);
    }
  } catch (const format::LoadError&) {
    return std::nullopt;  // damaged, for example by a power failure: the piece is played again
  }
  return games;
}

void GamePieces::keep(std::uint64_t first, std::span<const records::Connect6Game> games) const {
  records::Connect6GameWriter writer(piece(first));
  for (const records::Connect6Game& game : games) writer.add(game);
  writer.finish();
}

}  // namespace trivium::learning::btmm
