// Result of a protocol test: checked rules and findings.
//
// A rule has a short name and a sentence that states the protocol's requirement. Every finding has
// the last lines of the conversation, so that an author can repeat it by hand. Each protocol has
// its test: check_uci.h, check_gtp.h, check_acpc.h.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "protocols/client/child_process.h"
#include "protocols/client/conversation.h"

namespace trivium::check {

enum class Severity : std::uint8_t {
  kNote,     ///< allowed, but unexpected by other programs
  kWarning,  ///< works with most programs, or violates a convention outside the protocol
  kError,    ///< violates the protocol or loses games
};
using enum Severity;

/// A violation of a rule, or something unusual, that a check found.
struct Finding {
  std::string rule;  ///< id of the rule
  Severity severity = kError;
  std::string text;  ///< one line
  /// Last lines in both directions, oldest first (Conversation::evidence).
  std::vector<std::string> evidence;
};

/// A rule of a protocol test.
struct CheckRule {
  std::string_view id;      ///< "stop-answers"
  std::string_view demand;  ///< "A stop ends the search at once: bestmove follows."
  bool quick = true;        ///< also checked in a quick test
};

/// A selected rule in a report.
struct CheckedRule {
  std::string id;
  std::string demand;
  std::string unchecked;  ///< reason why it was not checked; empty: it was checked
};

struct CheckReport {
  std::string protocol;  ///< "UCI"
  std::string engine;    ///< name that the program reports; empty if none
  std::vector<CheckedRule> rules;
  std::vector<Finding> findings;
  /// False if the program failed the first rule, "starts"; then no other rule was checked.
  bool started = true;
  bool interrupted = false;  ///< true: the remaining rules were not checked

  /// True if the test was not interrupted and found no error. Warnings, notes and rules that could
  /// not be checked do not matter.
  bool passed() const noexcept;
  /// Returns the first finding of maximum severity for a rule, or nullptr if there is none.
  const Finding* gravest(std::string_view rule) const noexcept;
};

struct CheckOptions {
  client::ProgramSpec program;                               ///< program to test
  std::vector<std::pair<std::string, std::string>> options;  ///< options to set first, in order
  /// Time limit for the first answer of a new process.
  std::chrono::milliseconds start_patience{20'000};
  bool quick = false;  ///< true: skips slow checks; ends within 40 s
  /// Time limit of a check that is not slow, after the program's start.
  std::chrono::milliseconds quick_check{15'000};
  /// Time limit of a quick test; the rest of its 40 s is for the last check.
  std::chrono::milliseconds quick_time{36'000};
  /// Ids of the rules to check besides the first, "starts"; empty: all. A report has no others.
  std::vector<std::string> only;
  const client::Interrupt* interrupt = nullptr;  ///< ends the examination early; may be null
  /// Called after each checked rule with the report so far, whose last rule it is. May be empty.
  std::function<void(const CheckReport&)> progress;

  /// Returns the number of rules that a report will have: the first one and the selected ones.
  /// `rules` are all rules of a protocol.
  std::uint64_t count_selected(std::span<const CheckRule> rules) const;
  /// True if `rule` is selected. The first rule of a protocol is checked in any case.
  bool selects(const CheckRule& rule) const;
};

/// Returns an error if one of `ids` is not in `rules`; it names the nearest rule, or all. Otherwise
/// empty.
std::optional<Error> unknown_rule(std::span<const std::string> ids,
                                  std::span<const CheckRule> rules);

/// Returns the word for the result of a rule: "passed", or its maximum severity ("note", "warning",
/// "error"), or "not checked" (not applicable or impossible), or "not run" (the program does not
/// start).
std::string_view verdict(const CheckReport& report, const CheckedRule& rule) noexcept;
/// Returns a line for `rule` and lines for its findings, with the evidence of errors and warnings.
std::string to_text(const CheckReport& report, const CheckedRule& rule);
/// Returns "45 rules: 41 passed, 2 errors, 1 warning, 1 not checked", with line end.
std::string summary(const CheckReport& report);
/// Returns one JSON object on one line, without line end: protocol, engine, passed, interrupted,
/// rules (rule, demand, verdict, reason), findings (rule, severity, text, evidence).
std::string to_json(const CheckReport& report);

}  // namespace trivium::check
