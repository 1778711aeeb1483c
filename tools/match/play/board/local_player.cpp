#include "tools/match/play/board/local_player.h"

#include <array>
#include <chrono>
#include <exception>
#include <new>
#include <poll.h>

#include "fmt/format.h"

namespace trivium::match {
namespace {

using Clock = std::chrono::steady_clock;
using client::Fallible;
using client::Fault;
using client::FaultKind;

/// Polling interval for new searches while an interrupt stays raised.
constexpr std::chrono::milliseconds kRaisedPause{5};

}  // namespace

Limits limits_of(const client::MoveBudget& budget, int side) {
  Limits limits;
  if (budget.clocks) limits.clock = (*budget.clocks)[static_cast<std::size_t>(side)];
  limits.move_time = budget.move_time;
  limits.depth = budget.depth;
  limits.nodes = budget.nodes;
  return limits;
}

InterruptGuard::InterruptGuard(const client::Interrupt& interrupt)
    : interrupt_(interrupt), thread_([this] { run(); }) {}

InterruptGuard::~InterruptGuard() { leaving_.raise(); }

void InterruptGuard::guard(SearchControl* search) {
  const std::lock_guard lock(mutex_);
  search_ = search;
}

void InterruptGuard::stop_search() {
  const std::lock_guard lock(mutex_);
  if (search_ != nullptr) search_->stop();
}

void InterruptGuard::run() {
  std::array<pollfd, 2> events{
      {{leaving_.descriptor(), POLLIN, 0}, {interrupt_.descriptor(), POLLIN, 0}}};
  while (!leaving_.raised()) {
    if (interrupt_.raised()) {
      stop_search();
      poll(events.data(), 1, static_cast<int>(kRaisedPause.count()));
    } else {
      poll(events.data(), events.size(), -1);
    }
  }
}

Fallible LocalPlayer::start() {
  quit();
  try {
    make_player(options_);
    guard_ = std::make_unique<InterruptGuard>(interrupt_);
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    drop_player();
    return fault(FaultKind::kCannotStart, fmt::format("not enough memory for a hash table of {} MB",
                                                      options_.hash_megabytes));
  } catch (const std::exception& failure) {
    drop_player();
    return fault(FaultKind::kCannotStart, failure.what());
  }
}

void LocalPlayer::quit() noexcept {
  guard_.reset();
  drop_player();
}

Fallible LocalPlayer::new_game(const client::GameSetup& setup) {
  if (!running()) return fault(FaultKind::kCannotStart, "was not started");
  if (const Status status = set_up(setup); !status)
    return fault(FaultKind::kRefusal, status.error().message);
  SearchControl control;
  const InterruptGuard::Watch watch(*guard_, control);
  warm_up(control.token());
  if (interrupt_.raised()) return fault(FaultKind::kInterrupted, "interrupted");
  return std::nullopt;
}

client::MoveAnswer LocalPlayer::move(const client::Situation& situation,
                                     const client::MoveBudget& budget) {
  if (!running()) return fault(FaultKind::kCannotStart, "was not started");
  const Clock::time_point asked = Clock::now();
  SearchControl control;
  const InterruptGuard::Watch watch(*guard_, control);
  Result<client::MoveReply> reply = think(situation, budget, control);
  if (interrupt_.raised()) return fault(FaultKind::kInterrupted, "interrupted");
  if (!reply) return fault(FaultKind::kRefusal, reply.error().message);
  reply->elapsed = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - asked);
  return *std::move(reply);
}

std::vector<std::string> LocalPlayer::evidence() const {
  return {fmt::format("internal player: Hash {}, Threads {}, WeightsFile {}",
                      options_.hash_megabytes, options_.threads,
                      options_.weights.empty() ? "as shipped" : options_.weights.string())};
}

Fault LocalPlayer::fault(FaultKind kind, std::string text) const {
  return {kind, std::move(text), evidence()};
}

}  // namespace trivium::match
