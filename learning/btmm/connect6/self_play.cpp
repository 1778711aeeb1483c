#include "learning/btmm/connect6/self_play.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "learning/harness/game_run.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"

namespace trivium::learning::btmm {

namespace {

constexpr std::uint64_t kSelfPlay = 0x636F6E6E6563742D;
constexpr std::size_t kGamesPerTable = 64;

constexpr std::uint64_t kMinGamesAtOnce = 64;  // fewer are not faster
constexpr std::uint64_t kMaxGamesAtOnce = 4096;

/// The player of GameRun.
struct PatternPlayer {
  using Game = records::Connect6Game;
  static constexpr const char* kName = kSelfPlayName;
  static constexpr int kStateVersion = 1;

  std::string identity() const {
    const GameOptions& game = options.game;
    return nlohmann::json{{"weights", gammas_hash},
                          {"seed", options.seed},
                          {"sharpness", options.choice.sharpness},
                          {"size", layout.size()},
                          {"fewest_opening_stones", game.min_opening_stones},
                          {"most_opening_stones", game.max_opening_stones},
                          {"most_stones", game.max_stones},
                          {"solver_nodes", game.solver_nodes}}
        .dump();
  }

  /// Plays the missing games, or more if few are missing and new ones are rare.
  std::vector<Game> play(std::uint64_t first) const {
    const std::uint64_t wanted = std::max(options.games - result.census.games(), known_in_a_row);
    const std::uint64_t count = std::clamp(wanted, kMinGamesAtOnce, kMaxGamesAtOnce);
    return play_games(layout, gammas, options, first, static_cast<std::size_t>(count));
  }

  void add(const Game& game) {
    const bool is_new = result.census.add(game);
    known_in_a_row = is_new ? 0 : known_in_a_row + 1;
    if (is_new) on_game(game);
  }

  bool done() const noexcept {
    return result.census.games() == options.games || known_in_a_row == kMaxKnownInARow;
  }

  void resumed() {
    result.resumed_states = result.census.states();
    on_games(result.census.games());
  }

  const connect6::PatternLayout& layout;
  std::span<const double> gammas;
  const std::string& gammas_hash;
  const SelfPlayOptions& options;
  const std::function<void(const Game&)>& on_game;
  const std::function<void(std::uint64_t)>& on_games;
  SelfPlayResult result{};
  std::uint64_t known_in_a_row = 0;  ///< number of consecutive games that were known
};

}  // namespace

std::vector<records::Connect6Game> play_games(const connect6::PatternLayout& layout,
                                              std::span<const double> gammas,
                                              const SelfPlayOptions& options, std::uint64_t first,
                                              std::size_t count) {
  options.game.check();
  std::vector<records::Connect6Game> games(count);
  if (count == 0) return games;
  const ChooserFactory new_chooser = chooser_factory(layout, gammas, options.choice);
  const Shards shards((count + kGamesPerTable - 1) / kGamesPerTable, options.threads);
  shards.run([&](std::size_t shard) {
    GameTable table(layout.size(), options.game);
    const std::unique_ptr<StoneChooser> chooser = new_chooser();
    const Range range = shards.range(shard, count);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      Rng rng = stream_rng(options.seed, kSelfPlay, first + i);
      games[i] = table.play(*chooser, *chooser, rng, rng);
    }
  });
  return games;
}

SelfPlayResult self_play(const connect6::PatternLayout& layout, std::span<const double> gammas,
                         const std::string& gammas_hash, const SelfPlayOptions& options,
                         const std::function<void(const records::Connect6Game&)>& on_game,
                         const std::function<void(std::uint64_t)>& on_games) {
  PatternPlayer player{layout, gammas, gammas_hash, options, on_game, on_games};
  GameRun learner(player, options);
  run(learner, options, [&] { on_games(player.result.census.games()); });
  return std::move(player.result);
}

}  // namespace trivium::learning::btmm
