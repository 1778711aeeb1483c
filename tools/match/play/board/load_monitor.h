// Measures scheduling delays of this machine, so that they are not charged to an engine's clock.
//
// A thread sleeps for two milliseconds repeatedly and records how late it wakes. A move depends on
// the scheduler twice in the same way: when the engine wakes to think, and when this program wakes
// to read the answer. An answer that is late by at most these two delays is not the engine's fault.
//
// Also measures the speed of this machine, and warns if a tournament needs more processors than
// there are.
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
  /// Resolution of the log: a slot has the worst delay in this time.
  static constexpr std::chrono::milliseconds kSlot{16};
  /// Number of slots. The log covers the last kSlots * kSlot, about four minutes.
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
  /// Upper 32 bits: number of the slot since the clock's epoch. Lower 32 bits: worst delay in
  /// microseconds.
  std::array<std::atomic<std::uint64_t>, kSlots> slots_{};
  std::atomic<MonitorClock::rep> due_{MonitorClock::duration::max().count()};
};

/// Measures delays from construction to destruction, on its own thread.
class LoadMonitor {
 public:
  LoadMonitor();

  /// Returns an upper bound on the delay that the machine caused for a move requested at `from` and
  /// answered at `to`: twice the longest wake-up delay in between, since both the engine and this
  /// program can wake late. Thread-safe; does not block.
  std::chrono::microseconds delay(MonitorClock::time_point from,
                                  MonitorClock::time_point to) const noexcept;

 private:
  const std::unique_ptr<LatenessLog> log_;  // const: a monitor whose thread runs cannot be moved
  std::jthread thread_;                     // last: it writes the log
};

/// Measures the speed of this machine: thousands of chess positions that one processor generates in
/// a second, the best of three runs. Takes about 50 ms. Other load makes it less.
double machine_speed();

/// Returns the number of processors that this process may use: those of its affinity mask, or the
/// quota of its control group (cgroup v2) if that is smaller.
double available_processors();

/// Returns the smallest quota of a control group and its parents, in processors; empty if there is
/// none. `membership` is the text of /proc/self/cgroup, `root` the mount point of cgroup v2.
std::optional<double> cgroup_quota(const std::filesystem::path& root, std::string_view membership);

/// Returns a warning if `processors` are too few, so that engines will wait for each other; else
/// nothing. One engine of each of the `concurrency` games needs `threads` processors at a time, or
/// both engines if they ponder.
std::optional<std::string> oversubscription_warning(int concurrency, int threads, bool ponder,
                                                    double processors);

}  // namespace trivium::match
