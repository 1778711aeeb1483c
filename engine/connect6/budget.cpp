#include "engine/connect6/budget.h"

namespace trivium::connect6 {

namespace {

constexpr Milliseconds kReserve = Milliseconds(20);  // kept back for what happens outside the search

}  // namespace

Milliseconds turn_time(const ClockState& clock, const SearchParameters& parameters) noexcept {
  if (clock.remaining <= Milliseconds::zero()) return Milliseconds::zero();
  const Milliseconds usable = clock.remaining - std::min(kReserve, clock.remaining / 2);
  const int turns = clock.moves_to_go > 0 ? std::min(clock.moves_to_go, parameters.time_turns) : parameters.time_turns;
  return std::min(usable / turns + clock.increment, turns == 1 ? usable : usable / 2);
}

Budget::Budget(const Limits& limits, const SearchControl& control, const SearchParameters& parameters) noexcept
    : control_(control), begin_within_(parameters.time_begin) {
  if (limits.nodes) max_nodes_ = *limits.nodes;
  if (limits.infinite) return;
  if (limits.clock) {
    max_time_ = turn_time(*limits.clock, parameters);
    may_save_ = limits.clock->moves_to_go != 1;
  }
  if (limits.move_time) max_time_ = std::min<Clock::duration>(max_time_.value_or(Clock::duration::max()), *limits.move_time);
}

void Budget::help(const std::atomic<bool>& stop, std::atomic<std::uint64_t>& nodes) noexcept {
  stop_ = &stop;
  share(nodes);
  max_time_.reset();
}

void Budget::tell() noexcept {
  shared_->fetch_add(nodes_ - nodes_told_, std::memory_order_relaxed);
  nodes_told_ = nodes_;
}

}  // namespace trivium::connect6
