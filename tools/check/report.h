// Result of a protocol test: checked rules and findings.
//
// A rule has a short name and a sentence that states the protocol's requirement. Every finding
// shows its conversation, so that an author can repeat it by hand. Tests by protocol: check_uci.h,
// check_gtp.h, check_acpc.h.
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

struct Finding {
  std::string rule;
  Severity severity = Severity::kError;
  std::string text;  ///< one line
  std::vector<std::string>
      evidence;  ///< last lines in both directions, oldest first (Conversation::evidence)
};

/// A rule of a protocol test.
struct CheckRule {
  std::string_view id;      ///< "stop-answers"
  std::string_view demand;  ///< "A stop ends the search at once: bestmove follows."
  bool quick = true;        ///< also checked in a quick test
};

/// A rule that was checked.
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
  bool started =
      true;  ///< false: it failed the first rule (it starts); other rules were not checked
  bool interrupted = false;  ///< remaining rules were not checked

  /// True if all rules were checked without errors.
  bool passed() const noexcept;
  /// Maximum severity of findings for a rule; empty if there are none.
  const Finding* gravest(std::string_view rule) const noexcept;
};

struct CheckOptions {
  client::ProgramSpec program;
  std::vector<std::pair<std::string, std::string>> options;  ///< options to set first, in order
  std::chrono::milliseconds start_patience{
      20'000};         ///< time limit for the first answer of a new process
  bool quick = false;  ///< skips slow checks; ends within 40 s
  std::chrono::milliseconds quick_check{
      15'000};  ///< time limit of a check that is not slow, after the program's start
  std::chrono::milliseconds quick_time{
      36'000};  ///< time limit of a quick test; the rest of 40 s is for the last check
  std::vector<std::string> only;  ///< ids of selected rules besides the first (it starts); empty:
                                  ///< all. The report omits others
  const client::Interrupt* interrupt = nullptr;  ///< ends the examination early; may be null
  /// Called after each checked rule with the report so far, whose last rule it is. May be empty.
  std::function<void(const CheckReport&)> progress;

  /// Number of rules, of all rules of a protocol, that a report will have: the first (the program
  /// starts) and the selected ones.
  std::uint64_t count_selected(std::span<const CheckRule> rules) const;
  /// True if a rule other than the first is selected.
  bool selects(const CheckRule& rule) const;
};

/// Error message if one of `ids` is no rule of `rules`, with the nearest rule or all; else empty.
std::optional<Error> unknown_rule(std::span<const std::string> ids,
                                  std::span<const CheckRule> rules);

/// "passed", "note", "warning", "error", "not checked" (not applicable or impossible), or "not run"
/// if the program does not start.
std::string_view verdict(const CheckReport& report, const CheckedRule& rule) noexcept;
/// Line for `rule` and lines for its findings, with the evidence of errors and warnings.
std::string to_text(const CheckReport& report, const CheckedRule& rule);
/// "45 rules: 41 passed, 2 errors, 1 warning, 1 not checked", with line end.
std::string summary(const CheckReport& report);
/// One JSON object on one line, without line end: protocol, engine, passed, interrupted, rules
/// (rule, demand, verdict, reason), findings (rule, severity, text, evidence).
std::string to_json(const CheckReport& report);

}  // namespace trivium::check
