// What our own players share as engines of a tournament: options, life and death, interruption, the stopwatch.
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
  std::filesystem::path weights;  ///< empty: the shipped ones
};

/// What `budget` allows `side`.
Limits limits_of(const client::MoveBudget& budget, int side);

/// Stops the search under way when somebody interrupts: a thread that sleeps until then, as an Interrupt calls nobody.
class InterruptGuard {
 public:
  /// Throws std::system_error when there are no descriptors or threads left. `interrupt` must outlive the guard.
  explicit InterruptGuard(const client::Interrupt& interrupt);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// Guards one search as long as it lives.
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
  LocalPlayer(LocalOptions options, const client::Interrupt& interrupt) : options_(std::move(options)), interrupt_(interrupt) {}

  client::Fallible start() final;
  std::string name() const final { return "Trivium"; }
  bool running() const final { return guard_ != nullptr; }
  client::Fallible new_game(const client::GameSetup& setup) final;
  client::MoveAnswer move(const client::Situation& situation, const client::MoveBudget& budget) final;
  void quit() noexcept final;
  std::vector<std::string> evidence() const final;

 protected:
  /// Loads the weights and takes the memory; throws what these throw.
  virtual void make_player(const LocalOptions& options) = 0;
  virtual void drop_player() noexcept = 0;
  /// Forgets the game before.
  virtual Status set_up(const client::GameSetup& setup) = 0;
  virtual void warm_up(const std::stop_token& stop) noexcept = 0;
  /// The error says why the situation cannot be thought about. `elapsed` is the caller's.
  virtual Result<client::MoveReply> think(const client::Situation& situation, const client::MoveBudget& budget,
                                          const SearchControl& control) = 0;

 private:
  client::Fault fault(client::FaultKind kind, std::string text) const;

  LocalOptions options_;
  const client::Interrupt& interrupt_;
  std::unique_ptr<InterruptGuard> guard_;  ///< null: not running
};

}  // namespace trivium::match
