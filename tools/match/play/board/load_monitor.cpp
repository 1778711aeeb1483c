#include "tools/match/play/board/load_monitor.h"

#include <algorithm>
#include <fstream>
#include <sched.h>
#include <stop_token>

#include "fmt/format.h"

#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/perft.h"
#include "engine/core/text.h"

namespace trivium::match {
namespace {

using std::chrono::microseconds;

constexpr std::chrono::milliseconds kNap{2};
constexpr std::uint64_t kLateness = 0xFFFF'FFFF;  // the lower half of a slot

std::uint64_t slot_number(MonitorClock::time_point time) noexcept {
  return static_cast<std::uint64_t>(time.time_since_epoch() / LatenessLog::kSlot);
}

std::uint64_t in_microseconds(MonitorClock::duration late) noexcept {
  return static_cast<std::uint64_t>(
      std::clamp<std::int64_t>(std::chrono::duration_cast<microseconds>(late).count(), 0,
                               static_cast<std::int64_t>(kLateness)));
}

/// Parses a cpu.max file, "50000 100000" or "max 100000". Returns a number of processors.
std::optional<double> quota_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  double quota = 0, period = 0;
  if (!(in >> quota >> period) || period <= 0) return std::nullopt;
  return quota / period;
}

}  // namespace

void LatenessLog::sleeps_until(MonitorClock::time_point due) noexcept {
  due_.store(due.time_since_epoch().count(), std::memory_order_release);
}

void LatenessLog::woke(MonitorClock::time_point due, MonitorClock::time_point now) noexcept {
  const std::uint64_t late = in_microseconds(now - due);
  const std::uint64_t last = slot_number(std::max(due, now));
  // A delay covers the whole time that it lasted; only the part still in the log is returned.
  const std::uint64_t first =
      std::max(slot_number(due), last - std::min<std::uint64_t>(last, kSlots - 1));
  for (std::uint64_t number = first; number <= last; ++number) {
    std::atomic<std::uint64_t>& slot = slots_[number % kSlots];
    const std::uint64_t before = slot.load(std::memory_order_relaxed);
    const std::uint64_t worst =
        before >> 32 == (number & kLateness) ? std::max(before & kLateness, late) : late;
    slot.store(number << 32 | worst, std::memory_order_release);
  }
}

microseconds LatenessLog::worst(MonitorClock::time_point from,
                                MonitorClock::time_point to) const noexcept {
  const std::uint64_t last = slot_number(to);
  const std::uint64_t first =
      std::max(slot_number(from), last - std::min<std::uint64_t>(last, kSlots - 1));
  // The delay in progress is read first; otherwise one entered in between would be missed.
  const MonitorClock::time_point due{MonitorClock::duration(due_.load(std::memory_order_acquire))};
  std::uint64_t worst = due < to ? in_microseconds(to - due) : 0;
  for (std::uint64_t number = first; number <= last; ++number) {
    const std::uint64_t slot = slots_[number % kSlots].load(std::memory_order_acquire);
    if (slot >> 32 == (number & kLateness)) worst = std::max(worst, slot & kLateness);
  }
  return microseconds(worst);
}

LoadMonitor::LoadMonitor()
    : log_(std::make_unique<LatenessLog>()),
      thread_([log = log_.get()](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
          const MonitorClock::time_point due = MonitorClock::now() + kNap;
          log->sleeps_until(due);
          std::this_thread::sleep_until(due);
          log->woke(due, MonitorClock::now());
        }
      }) {}

microseconds LoadMonitor::delay(MonitorClock::time_point from,
                                MonitorClock::time_point to) const noexcept {
  return 2 * log_->worst(from, to);
}

double machine_speed() {
  constexpr int kRuns = 3;
  constexpr int kDepth = 4;
  double best = 0;
  chess::Position position = chess::start_position();
  for (int run = 0; run < kRuns; ++run) {
    const MonitorClock::time_point begun = MonitorClock::now();
    const std::uint64_t leaves = chess::perft(position, kDepth);
    const std::chrono::duration<double, std::milli> taken = MonitorClock::now() - begun;
    if (taken.count() > 0) best = std::max(best, static_cast<double>(leaves) / taken.count());
  }
  return best;
}

std::optional<double> cgroup_quota(const std::filesystem::path& root, std::string_view membership) {
  constexpr std::string_view kUnified = "0::/";
  while (!membership.empty() && !membership.starts_with(kUnified)) text::take_line(membership);
  if (membership.empty()) return std::nullopt;
  membership.remove_prefix(kUnified.size());
  std::optional<double> smallest;
  std::filesystem::path group = root;
  const auto consider = [&] {
    const std::optional<double> quota = quota_in(group / "cpu.max");
    if (quota && (!smallest || *quota < *smallest)) smallest = quota;
  };
  consider();
  for (const std::filesystem::path& part : std::filesystem::path(text::take_line(membership))) {
    group /= part;
    consider();
  }
  return smallest;
}

double available_processors() {
  cpu_set_t allowed;
  double processors = std::max(1U, std::thread::hardware_concurrency());
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) processors = CPU_COUNT(&allowed);
  std::ifstream in("/proc/self/cgroup");
  const std::string membership(std::istreambuf_iterator<char>(in), {});
  if (const auto quota = cgroup_quota("/sys/fs/cgroup", membership))
    processors = std::min(processors, *quota);
  return processors;
}

std::optional<std::string> oversubscription_warning(int concurrency, int threads, bool ponder,
                                                    double processors) {
  const std::int64_t wanted = std::int64_t{concurrency} * threads * (ponder ? 2 : 1);
  if (static_cast<double>(wanted) <= processors) return std::nullopt;
  return fmt::format(
      "{} at once with {} searching {} each{} want {} processors and there are {:.4g}: engines "
      "will wait for each other and lose time",
      text::counted(concurrency, "game"), threads, threads == 1 ? "thread" : "threads",
      ponder ? ", both engines," : "", wanted, processors);
}

}  // namespace trivium::match
