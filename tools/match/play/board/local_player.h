// Common base of internal players as tournament engines: options, start and stop, interruption,
// stopwatch.
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
  std::filesystem::path weights;  ///< empty: shipped weights
};

/// Returns the limits that `budget` sets for `side`.
Limits limits_of(const client::MoveBudget& budget, int side);

/// Stops the running search on an interrupt. Uses a thread that sleeps until then, since an
/// Interrupt has no callbacks.
class InterruptGuard {
 public:
  /// Throws std::system_error if no descriptor or thread is available. `interrupt` must outlive it.
  explicit InterruptGuard(const client::Interrupt& interrupt);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// Guards one search during its lifetime.
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
  void guard(SearchControl* search);
  void stop_search();
  void run();

  const client::Interrupt& interrupt_;
  client::Interrupt leaving_;
  std::mutex mutex_;
  SearchControl* search_ = nullptr;  ///< under mutex_
  std::jthread thread_;              // last: it uses the rest
};

class LocalPlayer : public client::Engine {
 public:
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
  /// Loads the weights and allocates memory; may throw.
  virtual void make_player(const LocalOptions& options) = 0;
  virtual void drop_player() noexcept = 0;
  /// Clears all state of the previous game.
  virtual Status set_up(const client::GameSetup& setup) = 0;
  virtual void warm_up(const std::stop_token& stop) noexcept = 0;
  /// Fails if the situation is invalid. The caller sets `elapsed`.
  virtual Result<client::MoveReply> think(const client::Situation& situation,
                                          const client::MoveBudget& budget,
                                          const SearchControl& control) = 0;

 private:
  client::Fault fault(client::FaultKind kind, std::string text) const;

  LocalOptions options_;
  const client::Interrupt& interrupt_;
  std::unique_ptr<InterruptGuard> guard_;  ///< null: not running
};

}  // namespace trivium::match
