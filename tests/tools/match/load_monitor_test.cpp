#include "tools/match/play/board/load_monitor.h"

#include <cstdlib>
#include <fstream>
#include <string>

#include "doctest/doctest.h"

namespace trivium::match {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// A time of a simulated clock, `since` after its start.
MonitorClock::time_point at(MonitorClock::duration since) {
  return MonitorClock::time_point(seconds(5000) + since);
}

/// A log on the heap, since it is large.
std::unique_ptr<LatenessLog> empty_log() { return std::make_unique<LatenessLog>(); }

void nap(LatenessLog& log, MonitorClock::duration due, MonitorClock::duration woke) {
  log.sleeps_until(at(due));
  log.woke(at(due), at(woke));
}

/// Control groups in a temporary folder.
class Groups {
 public:
  Groups() {
    std::string name = (std::filesystem::temp_directory_path() / "trivium-cgroup-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    root_ = name;
  }
  ~Groups() { std::filesystem::remove_all(root_); }

  void write(const std::string& group, const std::string& quota) const {
    std::filesystem::create_directories(root_ / group);
    std::ofstream(root_ / group / "cpu.max") << quota;
  }
  const std::filesystem::path& root() const noexcept { return root_; }

 private:
  std::filesystem::path root_;
};

}  // namespace

TEST_CASE("the maximum delay of an interval covers the sleeps in it, not those before and after") {
  const auto log = empty_log();
  nap(*log, milliseconds(100), milliseconds(107));
  nap(*log, milliseconds(500), milliseconds(503));
  nap(*log, milliseconds(900), microseconds(941'250));
  log->sleeps_until(at(seconds(10)));
  CHECK(log->worst(at(milliseconds(400)), at(milliseconds(600))) == milliseconds(3));
  CHECK(log->worst(at(milliseconds(0)), at(milliseconds(600))) == milliseconds(7));
  CHECK(log->worst(at(milliseconds(0)), at(milliseconds(1000))) == microseconds(41'250));
  CHECK(log->worst(at(milliseconds(1100)), at(milliseconds(1200))) == microseconds(0));
}

TEST_CASE("a long delay counts in every move that overlaps it") {
  const auto log = empty_log();
  nap(*log, milliseconds(100), milliseconds(600));
  log->sleeps_until(at(seconds(10)));
  CHECK(log->worst(at(milliseconds(0)), at(milliseconds(120))) == milliseconds(500));
  CHECK(log->worst(at(milliseconds(300)), at(milliseconds(310))) == milliseconds(500));
  CHECK(log->worst(at(milliseconds(590)), at(milliseconds(900))) == milliseconds(500));
}

TEST_CASE("a delay in progress counts with its current length") {
  const auto log = empty_log();
  log->sleeps_until(at(milliseconds(100)));
  CHECK(log->worst(at(milliseconds(0)), at(milliseconds(100))) == microseconds(0));
  CHECK(log->worst(at(milliseconds(0)), at(milliseconds(180))) == milliseconds(80));
}

TEST_CASE("before the first sleep there is no delay, and waking early is no delay") {
  const auto log = empty_log();
  CHECK(log->worst(at(seconds(0)), at(seconds(100))) == microseconds(0));
  nap(*log, milliseconds(100), milliseconds(99));
  log->sleeps_until(at(seconds(100)));
  CHECK(log->worst(at(seconds(0)), at(seconds(1))) == microseconds(0));
}

TEST_CASE("the log drops old entries and never reports them as recent") {
  const auto log = empty_log();
  const auto held = LatenessLog::kSlot * static_cast<std::int64_t>(LatenessLog::kSlots);
  nap(*log, milliseconds(100), milliseconds(150));
  log->sleeps_until(at(2 * held));
  CHECK(log->worst(at(held + milliseconds(100)), at(held + milliseconds(150))) == microseconds(0));
  CHECK(log->worst(at(milliseconds(0)), at(held / 2)) == milliseconds(50));
  CHECK(log->worst(at(milliseconds(0)), at(held + seconds(1))) == microseconds(0));
  nap(*log, milliseconds(0), 3 * held);
  CHECK(log->worst(at(milliseconds(0)), at(3 * held)) == held * 3);
}

TEST_CASE("the monitor measures delays, none longer than the measured time") {
  const MonitorClock::time_point from = MonitorClock::now();
  const LoadMonitor monitor;
  std::this_thread::sleep_for(milliseconds(20));
  const MonitorClock::time_point to = MonitorClock::now();
  const microseconds delay = monitor.delay(from, to);
  CHECK(delay >= microseconds(0));
  CHECK(delay <= 2 * (MonitorClock::now() - from));
}

TEST_CASE("the quota of a control group is the minimum over its parents") {
  const Groups groups;
  groups.write("", "max 100000");
  groups.write("jobs", "150000 100000");
  groups.write("jobs/match", "400000 100000");
  groups.write("free", "max 100000");
  CHECK(cgroup_quota(groups.root(), "0::/jobs/match\n") == 1.5);
  CHECK(cgroup_quota(groups.root(), "12:cpu:/else\n0::/jobs\n") == 1.5);
  CHECK_FALSE(cgroup_quota(groups.root(), "0::/free\n"));
  CHECK_FALSE(cgroup_quota(groups.root(), "0::/\n"));
  CHECK_FALSE(cgroup_quota(groups.root(), "0::/nowhere\n"));
  CHECK_FALSE(cgroup_quota(groups.root(), "4:cpu:/jobs\n"));
  CHECK_FALSE(cgroup_quota(groups.root(), ""));
}

TEST_CASE("this process has some of the machine's processors") {
  CHECK(available_processors() > 0);
  CHECK(available_processors() <= std::thread::hardware_concurrency());
}

TEST_CASE("a warning is given if the engines need more processors than available") {
  CHECK_FALSE(oversubscription_warning(2, 1, false, 2));
  CHECK_FALSE(oversubscription_warning(1, 1, true, 2));
  const auto one_too_many = oversubscription_warning(3, 1, false, 2);
  REQUIRE(one_too_many);
  CHECK(*one_too_many ==
        "3 games at once with 1 searching thread each want 3 processors and there are 2: engines "
        "will wait for each other and lose time");
  CHECK(oversubscription_warning(2, 1, true, 2));
  CHECK(oversubscription_warning(1, 4, false, 2));
  const auto quota = oversubscription_warning(2, 1, false, 1.5);
  REQUIRE(quota);
  CHECK(quota->find("there are 1.5") != std::string::npos);
}

}  // namespace trivium::match
