// Base class of Trivium's own players as tournament engines that run in this process: options,
// start and stop, interruption, elapsed time.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/limits.h"
#include "engine/core/search_control.h"
#include "models/format/load_error.h"
#include "protocols/client/engine.h"

namespace trivium::match {

struct LocalOptions {
  int hash_megabytes = 16;
  int threads = 1;
  std::filesystem::path weights;  ///< weight file; empty: the default weights
};

/// Returns the limits that `budget` sets for `side`: 0 is the side that moves first in the game.
Limits limits_of(const client::MoveBudget& budget, int side);

/// A player of Trivium in this process. A derived class implements the game. Not thread-safe.
class LocalPlayer : public client::Engine {
 public:
  /// `stop` ends a search and makes all later ones end at once.
  LocalPlayer(LocalOptions options, std::stop_token stop)
      : options_(std::move(options)), stop_(std::move(stop)) {}

  client::Fallible start() final;
  std::string name() const final { return "Trivium"; }
  client::Fallible new_game(const client::GameSetup& setup) final;
  client::MoveAnswer move(const client::Situation& situation,
                          const client::MoveBudget& budget) final;
  std::vector<std::string> evidence() const final;

 protected:
  /// Loads the weights and allocates memory. Throws std::exception, which start() converts to a
  /// fault.
  virtual void make_player(const LocalOptions& options) = 0;
  /// Prepares for a new game and clears all state of the previous one. Throws format::LoadError if
  /// `setup` is not supported.
  virtual void set_up(const client::GameSetup& setup) = 0;
  /// Allocates the memory of tables before the clock runs. Returns early if `stop` is requested.
  virtual void warm_up(const std::stop_token& stop) noexcept = 0;
  /// Chooses a move. Blocks. Throws format::LoadError if the situation is invalid. The caller sets
  /// `elapsed`.
  virtual client::MoveReply think(const client::Situation& situation,
                                  const client::MoveBudget& budget,
                                  const SearchControl& control) = 0;

 private:
  /// Returns a fault with evidence().
  client::Fault fault(client::FaultKind kind, std::string text) const;

  LocalOptions options_;
  std::stop_token stop_;
};

/// Base class of the internal players of board games. It owns the engine's player of the game.
template <class Player>
class LocalPlayerOf : public LocalPlayer {
 public:
  using LocalPlayer::LocalPlayer;

  bool running() const final { return player_ != nullptr; }
  void quit() noexcept final { player_.reset(); }

 protected:
  /// Creates the player. `PlayerOptions`: the game's options of a player.
  template <class PlayerOptions, class Knowledge>
  void create(Knowledge knowledge, const LocalOptions& options) {
    PlayerOptions wanted;
    wanted.threads = options.threads;
    wanted.hash_megabytes = options.hash_megabytes;
    player_ = std::make_unique<Player>(std::move(knowledge), wanted);
  }

  std::unique_ptr<Player> player_;

 private:
  void warm_up(const std::stop_token& stop) noexcept final { player_->warm_up(stop); }
};

// The players.
std::unique_ptr<client::Engine> make_local_chess(LocalOptions options, std::stop_token stop);
/// Player of Connect-6. It chooses both stones of a turn at once and keeps the second for the next
/// move.
std::unique_ptr<client::Engine> make_local_connect6(LocalOptions options, std::stop_token stop);
std::unique_ptr<client::Engine> make_local_reversi(LocalOptions options, std::stop_token stop);

}  // namespace trivium::match
