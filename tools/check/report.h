// What examining a program's protocol came to: which rules were looked at, and what was found.
//
// A rule is a short name and the sentence of the protocol that it rests on, in our words. Every finding shows the conversation that it was
// found in, so that an author can repeat it by hand. The examinations are one for each protocol: check_uci.h, check_gtp.h, check_acpc.h.
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
  kNote,     ///< allowed, but others do not expect it
  kWarning,  ///< will do with most partners, or is good manners that the protocol does not demand
  kError,    ///< against the protocol, or loses games
};

struct Finding {
  std::string rule;
  Severity severity = Severity::kError;
  std::string text;                   ///< one line
  std::vector<std::string> evidence;  ///< the last lines both ways, oldest first (Conversation::evidence)
};

/// A rule of an examination.
struct CheckRule {
  std::string_view id;      ///< "stop-answers"
  std::string_view demand;  ///< "A stop ends the search at once: bestmove follows."
  bool quick = true;        ///< looked at in a quick examination too
};

/// A rule that was looked at.
struct CheckedRule {
  std::string id;
  std::string demand;
  std::string unchecked;  ///< why it could not be, or was not, looked at; empty: it was
};

struct CheckReport {
  std::string protocol;  ///< "UCI"
  std::string engine;    ///< what it calls itself; empty if it never said
  std::vector<CheckedRule> rules;
  std::vector<Finding> findings;
  bool started = true;       ///< false: it did not get through the first rule, that it starts; the others were not looked at
  bool interrupted = false;  ///< the rules that are left were not looked at

  /// Looked at to the end, and no errors.
  bool passed() const noexcept;
  /// The gravest finding against a rule; nothing where there is none.
  const Finding* gravest(std::string_view rule) const noexcept;
};

struct CheckOptions {
  client::ProgramSpec program;
  std::vector<std::pair<std::string, std::string>> options;  ///< set before anything else, in order
  std::chrono::milliseconds start_patience{20'000};          ///< until a new process must have answered its first words
  bool quick = false;                                        ///< leaves out what takes long, and ends within 40 s
  std::chrono::milliseconds quick_check{15'000};             ///< of one check that is not long, from when the program is up
  std::chrono::milliseconds quick_time{36'000};              ///< of a quick one; the rest is for the end of the last check
  std::vector<std::string> only;  ///< ids of rules besides the first, that it starts; empty: all. Others are left out of the report
  const client::Interrupt* interrupt = nullptr;  ///< ends the examination early; may be null
  /// Called after each rule that was tried, with the report so far, whose last rule it is. May be empty.
  std::function<void(const CheckReport&)> progress;
};

/// What to say where one of `ids` is no rule of `rules`; it names the nearest, or all. Nothing where all are.
std::optional<Error> unknown_rule(std::span<const std::string> ids, std::span<const CheckRule> rules);

/// "passed", "note", "warning", "error", "not checked" (it does not apply, or could not be), or "not run" as the program does not start.
std::string_view verdict(const CheckReport& report, const CheckedRule& rule) noexcept;
/// A line for `rule`, and the findings against it, with the evidence of errors and warnings: several lines with line ends.
std::string to_text(const CheckReport& report, const CheckedRule& rule);
/// "45 rules: 41 passed, 2 errors, 1 warning, 1 not checked", with line end.
std::string summary(const CheckReport& report);
/// One JSON object on one line, without line end: protocol, engine, passed, interrupted, rules (rule, demand, verdict, reason), findings
/// (rule, severity, text, evidence).
std::string to_json(const CheckReport& report);

}  // namespace trivium::check
