// Measures scheduling delays of this machine, so that they are not charged to an engine's clock.
//
// A thread sleeps for two milliseconds repeatedly and records how late it wakes. A move passes the
// scheduler twice in the same way: when the engine wakes to think and when we wake to read its
// answer. An answer that is late by at most these delays is not the engine's fault. Also checks
// whether a tournament needs more processors than there are.
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

/// Log of recent wake-up delays in constant memory. One writer, any number of readers; lock-free.
class LatenessLog {
 public:
  /// Resolution of the log.
  static constexpr std::chrono::milliseconds kSlot{16};
  /// Duration that the log covers.
  static constexpr std::size_t kSlots = std::size_t{1} << 14;

  /// Called by the writer before it sleeps; it should wake at `due`.
  void sleeps_until(MonitorClock::time_point due) noexcept;
  /// Called by the writer, which should have woken at `due` and woke at `now`.
  void woke(MonitorClock::time_point due, MonitorClock::time_point now) noexcept;

  /// Returns the longest delay that overlaps [from, to], at the log's resolution. A delay in
  /// progress counts as of `to`.
  std::chrono::microseconds worst(MonitorClock::time_point from,
                                  MonitorClock::time_point to) const noexcept;

 private:
  /// Upper half: number of the slot's time. Lower half: worst delay in microseconds.
  std::array<std::atomic<std::uint64_t>, kSlots> slots_{};
  std::atomic<MonitorClock::rep> due_{MonitorClock::duration::max().count()};
};

/// Measures from construction to destruction on its own thread.
class LoadMonitor {
 public:
  LoadMonitor();
  ~LoadMonitor();
  LoadMonitor(const LoadMonitor&) = delete;
  LoadMonitor& operator=(const LoadMonitor&) = delete;

  /// Maximum delay by the machine of a move requested at `from` and answered at `to`: twice the
  /// worst delay, since both the request and the answer can be late. Thread-safe; does not block.
  std::chrono::microseconds delay(MonitorClock::time_point from,
                                  MonitorClock::time_point to) const noexcept;

 private:
  std::unique_ptr<LatenessLog> log_;
  std::jthread thread_;  // last: it writes the log
};

/// Processors available to this process: its affinity, or the quota of its control group (cgroup
/// v2) if that is smaller.
double available_processors();

/// Smallest quota of a control group and its parents, in processors. `membership` is the text of
/// /proc/self/cgroup, `root` the mount point. Empty if there is no limit.
std::optional<double> cgroup_quota(const std::filesystem::path& root, std::string_view membership);

/// Warning that engines will wait for each other: `concurrency` games at once, `threads` per
/// engine, both engines at once if they ponder. Empty if `processors` are enough.
std::optional<std::string> oversubscription_warning(int concurrency, int threads, bool ponder,
                                                    double processors);

}  // namespace trivium::match
