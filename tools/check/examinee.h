// Base class of programs under test, for any protocol: the process, selected rules, findings, time
// limits.
//
// A check is a sequence of requests and expected answers. If it cannot continue (the program ended,
// is silent, or time is up), the reason is stored and CheckOver ends that check; examine() catches
// it.
#pragma once

#include <algorithm>
#include <chrono>
#include <fmt/core.h>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocols/client/conversation.h"
#include "tools/check/report.h"

namespace trivium::check {

using client::Clock;

/// Exception that ends a check early. The reason is already in the report.
struct CheckOver {};

/// Time limit for answers without a search, generous for a busy machine.
inline constexpr std::chrono::seconds kAnswerPatience{5};
/// Time limit for "at once" on a busy machine.
inline constexpr std::chrono::milliseconds kPrompt{1500};
/// Time for which a program must be silent to pass a check of silence.
inline constexpr std::chrono::milliseconds kSilence{200};

/// Measures up to `attempts` times, until a time is at most `good_enough`, and returns the minimum:
/// a busy machine can only make searches longer.
template <class Measure>
Clock::duration min_time(Clock::duration good_enough, const Measure& measure, int attempts = 4) {
  Clock::duration minimum = Clock::duration::max();
  for (int i = 0; i < attempts && minimum > good_enough; ++i)
    minimum = std::min(minimum, measure());
  return minimum;
}

inline double in_seconds(Clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

class Examinee {
 public:
  /// Requires: `options` outlives this object. A test that is not quick ends after `max_time`.
  Examinee(std::string protocol, const CheckOptions& options, Clock::duration max_time);
  virtual ~Examinee() = default;
  Examinee(const Examinee&) = delete;
  Examinee& operator=(const Examinee&) = delete;

  /// Runs `check` if its rule is selected and time is left. The first rule (the program starts) is
  /// always selected; if it fails, no other check runs.
  void examine(const CheckRule& rule, const std::function<void()>& check);
  CheckReport report() && { return std::move(report_); }

  // For checks. All functions may throw CheckOver.

  const CheckOptions& options() const noexcept { return options_; }
  /// Adds a finding for the current rule, at most five. After an error the next check gets a new
  /// process.
  void found(Severity severity, std::string text);
  template <class Value, class... Values>
  void found(Severity severity, fmt::format_string<Value, Values...> text, Value&& value,
             Values&&... values) {
    found(severity, fmt::format(text, std::forward<Value>(value), std::forward<Values>(values)...));
  }
  /// Limits the severity of further findings of this check.
  void limit(Severity gravest) noexcept { gravest_ = gravest; }
  /// Adds a finding and ends the check.
  [[noreturn]] void give_up(Severity severity, std::string text);
  template <class Value, class... Values>
  [[noreturn]] void give_up(Severity severity, fmt::format_string<Value, Values...> text,
                            Value&& value, Values&&... values) {
    give_up(severity,
            fmt::format(text, std::forward<Value>(value), std::forward<Values>(values)...));
  }
  /// Ends the check as not applicable or impossible.
  [[noreturn]] void leave_out(std::string reason);
  /// Requests a new process for the next check.
  void spoil() noexcept { spoiled_ = true; }
  /// Waits up to `patience` for the program to exit. Returns its exit status; empty if it still
  /// runs. The next check gets a new process.
  std::optional<client::ExitStatus> exit_status(Clock::duration patience);

 protected:
  /// Called before a check, and after one that was not ended early.
  virtual void open_check(const CheckRule& rule) = 0;
  virtual void close_check() {}
  /// Called after every check, however it ended. Does not throw.
  virtual void put_away(const CheckRule& /*rule*/) {}
  /// Returns the last lines of the conversation, in both directions.
  virtual std::vector<std::string> evidence() = 0;

  /// Returns `wanted`, but at most the end of the test. Ends the check if the test's time is up.
  virtual Clock::time_point deadline(Clock::time_point wanted);
  /// Returns `wanted`, but at most the time until the deadline.
  Clock::duration time_for(Clock::duration wanted);
  /// Ends the check because the test was interrupted.
  [[noreturn]] void interrupted();
  void enter(Finding finding) { report_.findings.push_back(std::move(finding)); }
  void set_engine(std::string name) { report_.engine = std::move(name); }
  const std::string& rule() const noexcept { return report_.rules.back().id; }
  bool spoiled() const noexcept { return spoiled_; }
  void renew() noexcept { spoiled_ = false; }
  /// Starts `program` in place of the present one. It is an error if it does not start.
  void start(const client::ProgramSpec& program);

  client::Switchboard switchboard_;                     ///< must outlive the conversation
  std::unique_ptr<client::Conversation> conversation_;  ///< null: not running

 private:
  const CheckOptions& options_;
  CheckReport report_;
  Clock::time_point end_;      ///< end of the whole test
  Severity gravest_ = kError;  ///< limit set by limit()
  bool spoiled_ = false;       ///< true: the next check needs a new process
};

/// A rule with its check.
template <class Program>
struct Check {
  CheckRule rule;
  void (*run)(Program&);
};

/// Returns the rules of all themes in order. A theme is a table of checks.
template <class Themes>
std::vector<CheckRule> rules_of(const Themes& themes) {
  std::vector<CheckRule> rules;
  for (const auto& theme : themes) {
    for (const auto& check : theme) rules.push_back(check.rule);
  }
  return rules;
}

/// Runs the checks of all themes in order. Returns the report.
template <class Program, class Themes>
CheckReport examine_all(Program& program, const Themes& themes) {
  for (const auto& theme : themes) {
    for (const auto& check : theme) program.examine(check.rule, [&] { check.run(program); });
  }
  return std::move(program).report();
}

}  // namespace trivium::check
