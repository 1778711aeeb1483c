// How late this machine is: what a loaded processor takes from an engine's clock, measured beside the game.
//
// A thread sleeps for two milliseconds again and again and notes how much longer it slept. A move passes through the scheduler in the same
// way, when the engine wakes to think and when we wake to read its answer; so an answer that comes late by no more than these delays is
// the machine's fault and not the engine's. Beside it, whether a tournament asks for more processors than there are.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace trivium::match {

using MonitorClock = std::chrono::steady_clock;

/// How late somebody woke in the last minutes, in constant memory. One thread writes, any may read at the same time; nobody waits.
class LatenessLog {
 public:
  /// Lateness is kept by slots of this length ...
  static constexpr std::chrono::milliseconds kSlot{16};
  /// ... for this long; what is older is forgotten.
  static constexpr std::size_t kSlots = std::size_t{1} << 14;

  /// The writer goes to sleep and should wake at `due`.
  void sleeps_until(MonitorClock::time_point due) noexcept;
  /// The writer, which should have woken at `due`, woke at `now`.
  void woke(MonitorClock::time_point due, MonitorClock::time_point now) noexcept;

  /// The longest delay of which a part lies in [from, to], to the slot; the one that still goes on counts with what it is at `to`.
  std::chrono::microseconds worst(MonitorClock::time_point from, MonitorClock::time_point to) const noexcept;

 private:
  /// The number of a slot's time in the upper half, the worst delay in microseconds in the lower.
  std::array<std::atomic<std::uint64_t>, kSlots> slots_{};
  std::atomic<MonitorClock::rep> due_{MonitorClock::duration::max().count()};
};

/// Measures from construction to destruction, with a thread of its own.
class LoadMonitor {
 public:
  LoadMonitor();
  ~LoadMonitor();
  LoadMonitor(const LoadMonitor&) = delete;
  LoadMonitor& operator=(const LoadMonitor&) = delete;

  /// What the machine may have taken from a move that was asked for at `from` and answered at `to`: the worst delay of that time twice,
  /// as a request and its answer can both meet it. Any thread; does not block.
  std::chrono::microseconds delay(MonitorClock::time_point from, MonitorClock::time_point to) const noexcept;

 private:
  std::unique_ptr<LatenessLog> log_;
  std::jthread thread_;  // last: it writes the log
};

/// Processors that this process may use: its affinity, less where its control group (cgroup v2) has a smaller quota of time.
double available_processors();

/// The smallest quota of a control group and those above it, in processors: `membership` is the text of /proc/self/cgroup, `root` where
/// the groups are mounted. Nothing where there is no limit.
std::optional<double> cgroup_quota(const std::filesystem::path& root, std::string_view membership);

/// What to tell the user when engines will wait for each other: `concurrency` games at once whose engines search with `threads` each, both
/// of a game at the same time where they ponder. Nothing when `processors` are enough.
std::optional<std::string> oversubscription_warning(int concurrency, int threads, bool ponder, double processors);

}  // namespace trivium::match
