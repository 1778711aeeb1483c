// Trivium with an injected fault: two filters, one for its input and one for its output. A fault is
// a line of sed, so that tests show it beside the name of the check.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "tools/check/report.h"

namespace trivium::check {

struct Spoiling {
  std::string rule;       ///< rule that the fault breaks
  std::string input;      ///< sed script for the engine's input; empty: unchanged
  std::string output;     ///< sed script for the engine's output; empty: unchanged
  std::string program{};  ///< a script that replaces the filters; empty: none
};

inline std::string trivium_program() { return std::string(TRIVIUM_BIN_DIR) + "/trivium"; }

/// The engine between two filters. No shell waits for them, so the last filter ends with the
/// engine.
inline std::string filtered(const std::string& protocol) {
  return R"(exec sed -u "$2" < <(exec "$0" )" + protocol + R"( < <(exec sed -u "$1")))";
}

/// Checks one rule on `program`, a bash script with the engine as $0 and the filters as $1 and $2.
inline CheckOptions spoiled(const Spoiling& fault, const std::string& program) {
  CheckOptions options;
  options.program.command = {"bash", "-c", program, trivium_program(), fault.input, fault.output};
  options.only = {fault.rule};
  return options;
}

/// Returns the faults that break one of `rules`, in order of `faults`.
inline std::vector<Spoiling> spoilings_of(const std::vector<Spoiling>& faults,
                                          const std::vector<std::string>& rules) {
  std::vector<Spoiling> some;
  std::copy_if(faults.begin(), faults.end(), std::back_inserter(some), [&](const Spoiling& fault) {
    return std::find(rules.begin(), rules.end(), fault.rule) != rules.end();
  });
  return some;
}

/// Returns the names of quick `rules` that none of `faults` breaks, each followed by a blank.
template <class Rules>
std::string unbroken(const Rules& rules, const std::vector<Spoiling>& faults) {
  std::string missed;
  for (const CheckRule& rule : rules) {
    if (rule.quick && spoilings_of(faults, {std::string(rule.id)}).empty())
      missed += std::string(rule.id) + ' ';
  }
  return missed;
}

/// A program without output, whose time limit for the start is longer than that of a check.
inline CheckOptions silent_at_start() {
  CheckOptions options;
  options.program.command = {"grep", "-q", "xyzzy"};
  options.quick_check = std::chrono::milliseconds(150);
  options.start_patience = std::chrono::milliseconds(300);
  return options;
}

inline bool convicts(const CheckReport& report, const std::string& rule) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&](const Finding& finding) { return finding.rule == rule; });
}

/// Returns the names of rules whose faults are not detected, each followed by a blank. Checks
/// mostly wait, so several run at once.
template <class Examine>
std::string unconvicted(const std::vector<Spoiling>& faults, const std::string& program,
                        Examine examine) {
  constexpr int kAtOnce = 8;
  std::vector<char> found(faults.size());
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kAtOnce; ++i) {
      threads.emplace_back([&] {
        for (std::size_t at = next++; at < faults.size(); at = next++)
          found[at] =
              convicts(examine(spoiled(faults[at],
                                       faults[at].program.empty() ? program : faults[at].program)),
                       faults[at].rule)
                  ? 1
                  : 0;
      });
    }
  }
  std::string rules;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    if (found[i] == 0) rules += faults[i].rule + ' ';
  }
  return rules;
}

/// Returns all findings against a program, for messages.
inline std::string charges(const CheckReport& report) {
  std::string text;
  for (const CheckedRule& rule : report.rules) {
    if (verdict(report, rule) != "passed") text += to_text(report, rule);
  }
  return text;
}

}  // namespace trivium::check
