// Self-play as a learner of run() (run.h): a step is a game, and the snapshot has all games.
//
// A game is a function of its number, so a resumed run takes the games of the snapshot and plays
// the next ones. A run may also have fewer games than its snapshot: it takes the first ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "learning/harness/block_file.h"
#include "learning/harness/run.h"
#include "models/format/tensor.h"

namespace trivium::learning {

/// A learner. `Player` has what differs between kinds of games:
/// - Game, with the functions encode(game, ByteWriter&), which replaces the content of a record,
///   and decode(record, Game&).
/// - kName, kStateVersion and identity(): see Learner. The identity has no number of games.
/// - play(n) returns games n, n + 1, ...: as many as are useful at once; none if there are no more.
/// - add(game) takes the next game; done() is true when no more are wanted.
/// - resumed() is called after the games of a snapshot were added.
template <class Player>
class GameRun {
 public:
  static constexpr const char* kName = Player::kName;
  static constexpr int kStateVersion = Player::kStateVersion;
  static constexpr const char* kUnit = "games";

  /// `saves`: snapshots are requested. Otherwise no game is kept here. Requires: `player` outlives
  /// this object.
  GameRun(Player& player, bool saves) : player_(player), saves_(saves) {}

  std::string identity() const { return player_.identity(); }
  std::uint64_t steps() const noexcept { return steps_; }
  std::uint64_t goal() const noexcept { return kNoGoal; }

  Step begin() const noexcept { return Step::kMade; }

  /// Saves the first games at once, so that a run that cannot save ends early.
  Step advance() {
    if (player_.done()) return Step::kNone;
    const bool first = steps_ == 0;
    const auto games = player_.play(steps_);
    if (games.empty()) return Step::kNone;
    for (std::size_t i = 0; i < games.size() && !player_.done(); ++i) add(games[i]);
    return first || player_.done() ? Step::kMilestone : Step::kMade;
  }

  Snapshot snapshot() const {
    const std::span<const std::byte> bytes = games_.bytes();
    return {steps_, {{"games", format::DType::kU8, {bytes.size()}, {bytes.begin(), bytes.end()}}}};
  }

  /// Snapshots of Connect-6 by version 0.2.0 and before have no steps and no games: they are played
  /// again.
  void restore(const StateReader& saved) {
    std::span<const std::uint8_t> bytes;
    if (saved.step() > 0) bytes = saved.numbers<std::uint8_t>("games");
    ByteReader games(std::as_bytes(bytes));
    typename Player::Game game;
    while (steps_ < saved.step() && !player_.done()) {
      decode(games.take(games.take<std::uint32_t>()), game);
      add(game);
    }
    player_.resumed();
  }

 private:
  void add(const typename Player::Game& game) {
    ++steps_;
    player_.add(game);
    if (!saves_) return;
    encode(game, record_);
    games_.put(static_cast<std::uint32_t>(record_.bytes().size()));
    games_.put(record_.bytes());
  }

  Player& player_;
  bool saves_;
  std::uint64_t steps_ = 0;
  ByteWriter games_;  // all of them, each after its size in bytes
  ByteWriter record_;
};

}  // namespace trivium::learning
