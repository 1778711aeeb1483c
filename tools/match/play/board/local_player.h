// Base class of Trivium's own players as tournament engines that run in this process: options,
// start and stop, interruption, elapsed time.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/core/limits.h"
#include "engine/core/result.h"
#include "engine/core/search_control.h"
#include "protocols/client/conversation.h"
#include "protocols/client/engine.h"

namespace trivium::match {

struct LocalOptions {
  int hash_megabytes = 16;
  int threads = 1;
  std::filesystem::path weights;  ///< weight file; empty: the default weights
};

/// Returns the limits that `budget` sets for `side`: 0 is the side that moves first in the game.
Limits limits_of(const client::MoveBudget& budget, int side);

/// Stops the search of the present Watch while `interrupt` is raised. Since an Interrupt has no
/// callbacks, a thread waits for it.
class InterruptGuard {
 public:
  /// Throws std::system_error if no file descriptor or thread is available. Requires: `interrupt`
  /// outlives this object.
  explicit InterruptGuard(const client::Interrupt& interrupt);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// Registers a search with the guard, from construction to destruction. A guard has at most one
  /// Watch at a time.
  class Watch {
   public:
    Watch(InterruptGuard& guard, SearchControl& search) : guard_(guard) { guard_.guard(&search); }
    ~Watch() { guard_.guard(nullptr); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    InterruptGuard& guard_;
  };

 private:
  /// Sets the search to stop; null: none.
  void guard(SearchControl* search);
  void stop_search();
  /// Function of the thread.
  void run();

  const client::Interrupt& interrupt_;
  client::Interrupt leaving_;  ///< ends the thread
  std::mutex mutex_;
  SearchControl* search_ = nullptr;  ///< under mutex_
  std::jthread thread_;              // last: it uses the rest
};

/// A player of Trivium in this process. A derived class implements the game. Not thread-safe.
class LocalPlayer : public client::Engine {
 public:
  /// Requires: `interrupt` outlives this object.
  LocalPlayer(LocalOptions options, const client::Interrupt& interrupt)
      : options_(std::move(options)), interrupt_(interrupt) {}

  client::Fallible start() final;
  std::string name() const final { return "Trivium"; }
  bool running() const final { return guard_ != nullptr; }
  client::Fallible new_game(const client::GameSetup& setup) final;
  client::MoveAnswer move(const client::Situation& situation,
                          const client::MoveBudget& budget) final;
  void quit() noexcept final;
  std::vector<std::string> evidence() const final;

 protected:
  /// Loads the weights and allocates memory. Throws std::exception, which start() converts to a
  /// fault.
  virtual void make_player(const LocalOptions& options) = 0;
  /// Releases the player and its memory. Does nothing if there is no player.
  virtual void drop_player() noexcept = 0;
  /// Prepares for a new game and clears all state of the previous one. Fails if `setup` is not
  /// supported.
  virtual Status set_up(const client::GameSetup& setup) = 0;
  /// Allocates the memory of tables before the clock runs. Returns early if `stop` is requested.
  virtual void warm_up(const std::stop_token& stop) noexcept = 0;
  /// Chooses a move. Blocks. Fails if the situation is invalid. The caller sets `elapsed`.
  virtual Result<client::MoveReply> think(const client::Situation& situation,
                                          const client::MoveBudget& budget,
                                          const SearchControl& control) = 0;

 private:
  /// Returns a fault with evidence().
  client::Fault fault(client::FaultKind kind, std::string text) const;

  LocalOptions options_;
  const client::Interrupt& interrupt_;
  std::unique_ptr<InterruptGuard> guard_;  ///< null: not running
};

/// Base class of the internal players of board games. It owns the engine's player of the game.
template <class Player>
class LocalPlayerOf : public LocalPlayer {
 public:
  using LocalPlayer::LocalPlayer;

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
  void drop_player() noexcept final { player_.reset(); }
  void warm_up(const std::stop_token& stop) noexcept final { player_->warm_up(stop); }
};

// The players. Requires: `interrupt` outlives them.
std::unique_ptr<client::Engine> make_local_chess(LocalOptions options,
                                                 const client::Interrupt& interrupt);
/// Player of Connect-6. It chooses both stones of a turn at once and keeps the second for the next
/// move.
std::unique_ptr<client::Engine> make_local_connect6(LocalOptions options,
                                                    const client::Interrupt& interrupt);
std::unique_ptr<client::Engine> make_local_reversi(LocalOptions options,
                                                   const client::Interrupt& interrupt);

}  // namespace trivium::match
