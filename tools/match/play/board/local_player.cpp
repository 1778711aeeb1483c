#include "tools/match/play/board/local_player.h"

#include <chrono>
#include <exception>
#include <new>

#include "fmt/format.h"

namespace trivium::match {
namespace {

using Clock = std::chrono::steady_clock;
using client::Fallible;
using client::Fault;
using client::FaultKind;

}  // namespace

Limits limits_of(const client::MoveBudget& budget, int side) {
  Limits limits;
  if (budget.clocks) limits.clock = (*budget.clocks)[static_cast<std::size_t>(side)];
  limits.move_time = budget.move_time;
  limits.depth = budget.depth;
  limits.nodes = budget.nodes;
  return limits;
}

Fallible LocalPlayer::start() {
  quit();
  try {
    make_player(options_);
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    return fault(FaultKind::kCannotStart, fmt::format("not enough memory for a hash table of {} MB",
                                                      options_.hash_megabytes));
  } catch (const std::exception& failure) {
    return fault(FaultKind::kCannotStart, failure.what());
  }
}

Fallible LocalPlayer::new_game(const client::GameSetup& setup) {
  if (!running()) return fault(FaultKind::kCannotStart, "was not started");
  if (const Status prepared = format::or_error([&] { set_up(setup); }); !prepared)
    return fault(FaultKind::kRefusal, prepared.error().message);
  warm_up(stop_);
  if (stop_.stop_requested()) return fault(FaultKind::kInterrupted, "interrupted");
  return std::nullopt;
}

client::MoveAnswer LocalPlayer::move(const client::Situation& situation,
                                     const client::MoveBudget& budget) {
  if (!running()) return fault(FaultKind::kCannotStart, "was not started");
  const Clock::time_point asked = Clock::now();
  SearchControl control;
  const std::stop_callback stop_search(stop_, [&control] { control.stop(); });
  auto reply = format::or_error([&] { return think(situation, budget, control); });
  if (stop_.stop_requested()) return fault(FaultKind::kInterrupted, "interrupted");
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
