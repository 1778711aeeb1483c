// A program under examination, whatever it speaks: which rules are wanted, what was found, and the time that is left.
//
// A check is written as a story: send this, expect that. Where the story cannot go on (the program is gone, or silent, or time is up) the
// reason is noted and CheckOver thrown, which ends that check and no more; nothing of it leaves examine().
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/check/report.h"

namespace trivium::check {

using client::Clock;

/// Ends a check early. What was wrong has been noted.
struct CheckOver {};

/// For whatever takes no thinking. Far more than needed, as the machine may be busy.
inline constexpr std::chrono::seconds kAnswerPatience{5};
/// What "at once" may take a program on a busy machine.
inline constexpr std::chrono::milliseconds kPrompt{1500};
/// How long somebody who should be silent is listened to.
inline constexpr std::chrono::milliseconds kSilence{200};

/// The least of some measurements, fewer where one is good enough: a busy machine makes searches longer, never shorter.
template <class Measure>
Clock::duration least_time(Clock::duration good_enough, const Measure& measure) {
  constexpr int kAttempts = 4;
  Clock::duration least = Clock::duration::max();
  for (int i = 0; i < kAttempts && least > good_enough; ++i) least = std::min(least, measure());
  return least;
}

inline double in_seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

class Examinee {
 public:
  /// `options` must outlive it. An examination that is not a quick one ends after `longest`.
  Examinee(std::string protocol, const CheckOptions& options, Clock::duration longest);
  virtual ~Examinee() = default;
  Examinee(const Examinee&) = delete;
  Examinee& operator=(const Examinee&) = delete;

  /// Runs `check`, unless it is not wanted or time is up. The first one, which is always wanted, is that the program starts: where it does
  /// not, no other is run.
  void examine(const CheckRule& rule, const std::function<void()>& check);
  CheckReport report() && { return std::move(report_); }

  // For checks. All may throw CheckOver.

  const CheckOptions& options() const noexcept { return options_; }
  void found(Severity severity, std::string text);
  /// From now on nothing in this check is graver.
  void limit(Severity gravest) noexcept { gravest_ = gravest; }
  /// found(), and the check is over.
  [[noreturn]] void give_up(Severity severity, std::string text);
  /// The rule could not be looked at, or does not apply.
  [[noreturn]] void leave_out(std::string reason);
  /// The next check gets a program of its own, as this one is not what it was at the start.
  void spoil() noexcept { spoiled_ = true; }

 protected:
  /// Before and after a check; neither after one that was left.
  virtual void open_check(const CheckRule& rule) = 0;
  virtual void close_check() = 0;
  /// After every check, however it ended. Throws nothing.
  virtual void put_away(const CheckRule& /*rule*/) {}
  /// What was said lately, both ways.
  virtual std::vector<std::string> evidence() = 0;

  /// `wanted`, but not past the end of the examination, which may be now: the check is left then.
  virtual Clock::time_point deadline(Clock::time_point wanted);
  /// From now until deadline().
  Clock::duration time_for(Clock::duration wanted);
  [[noreturn]] void interrupted();
  void enter(Finding finding) { report_.findings.push_back(std::move(finding)); }
  void set_engine(std::string name) { report_.engine = std::move(name); }
  const std::string& rule() const noexcept { return report_.rules.back().id; }
  bool spoiled() const noexcept { return spoiled_; }
  void renew() noexcept { spoiled_ = false; }

 private:
  bool wanted(const CheckRule& rule) const;

  const CheckOptions& options_;
  CheckReport report_;
  Clock::time_point end_;  ///< of the whole examination
  Severity gravest_ = Severity::kError;
  bool spoiled_ = false;
};

/// A rule with what looks at it.
template <class Program>
struct Check {
  CheckRule rule;
  void (*run)(Program&);
};

}  // namespace trivium::check
