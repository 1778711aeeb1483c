// Self-play as a learner of run() (run.h): a step is a game, and the snapshot has all games.
//
// A game is a function of its number, so a resumed run takes the games of the snapshot and plays
// the next ones. A run may also have fewer games than its snapshot: it takes the first ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "learning/harness/block_file.h"
#include "learning/harness/run.h"
#include "learning/harness/transfer.h"
#include "models/format/load_error.h"
#include "models/format/tensor.h"

namespace trivium::learning {

/// A learner. `Player` has what differs between kinds of games:
/// - Game, which can be passed (transfer.h).
/// - kName, kStateVersion and identity(): see Learner. The identity has no number of games.
/// - play(n) returns games n, n + 1, ...: as many as are useful at once; none if there are no more.
/// - add(game) takes the next game; done() is true when no more are wanted.
/// - resumed() is called after the games of a snapshot were added.
template <class Player>
class GameRun {
 public:
  using Game = typename Player::Game;
  static constexpr const char* kName = Player::kName;
  static constexpr int kStateVersion = Player::kStateVersion;
  static constexpr const char* kUnit = "games";

  /// Keeps the games only if there is a checkpoint. Requires: `player` outlives this object.
  GameRun(Player& player, const RunOptions& options)
      : player_(player), keeps_(options.checkpoint_folder.has_value()) {}

  std::string identity() const { return player_.identity(); }
  std::uint64_t steps() const noexcept { return steps_; }
  std::uint64_t goal() const noexcept { return kNoGoal; }

  Step begin() const noexcept { return Step::kMade; }

  /// Saves the first games at once, so that a run that cannot save ends early.
  Step advance() {
    if (player_.done()) return Step::kNone;
    const bool first = steps_ == 0;
    std::vector<Game> games = player_.play(steps_);
    if (games.empty()) return Step::kNone;
    for (std::size_t i = 0; i < games.size() && !player_.done(); ++i) add(games[i]);
    return first || player_.done() ? Step::kMilestone : Step::kMade;
  }

  Snapshot snapshot() const {
    const std::span<const std::byte> bytes = games_.bytes();
    return {steps_, {{"games", format::DType::kU8, {bytes.size()}, {bytes.begin(), bytes.end()}}}};
  }

  /// Snapshots of Connect-6 by 0.2.0 have no steps and no games: the games are played again.
  void restore(const StateReader& saved) {
    const format::Tensor* const tensor = saved.find("games");
    ByteReader games(tensor != nullptr ? std::span(tensor->data) : std::span<const std::byte>());
    Game game;
    try {
      while (steps_ < saved.step() && !player_.done()) {
        Transfer<Game>::read(game, games);
        add(game);
      }
    } catch (const format::LoadError&) {
      throw format::LoadError("checkpoint.games", "the checkpoint has {} games, not {}", steps_,
                              saved.step());
    }
    player_.resumed();
  }

 private:
  void add(Game& game) {
    ++steps_;
    player_.add(game);
    if (keeps_) Transfer<Game>::write(game, games_);
  }

  Player& player_;
  bool keeps_;
  std::uint64_t steps_ = 0;
  ByteWriter games_;
};

}  // namespace trivium::learning
