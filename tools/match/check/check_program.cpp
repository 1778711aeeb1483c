#include "tools/match/check/check_program.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>
#include <utility>

#include "engine/core/text.h"

namespace trivium::match {

using client::Conversation;
using client::ExitStatus;
using client::Wait;

namespace {

/// Leaves room for the end of the last check within the 40 s that are promised.
constexpr std::chrono::seconds kQuickExamination{36};
constexpr std::chrono::hours kExamination{2};
constexpr std::chrono::seconds kQuickCheck{15};
constexpr std::chrono::minutes kCheck{10};
constexpr std::size_t kShownRequest = 60;
/// Against one rule; more would say nothing new.
constexpr std::ptrdiff_t kMostFindings = 5;

}  // namespace

CheckedProgram::CheckedProgram(std::string protocol, const CheckOptions& options)
    : options_(options), switchboard_(options.interrupt), end_(Clock::now()) {
  report_.protocol = std::move(protocol);
  end_ += options.quick ? Clock::duration(kQuickExamination) : Clock::duration(kExamination);
}

bool CheckedProgram::wanted(const CheckRule& rule) const {
  const std::vector<std::string>& only = options_.only;
  if (!only.empty()) return std::find(only.begin(), only.end(), rule.id) != only.end();
  return rule.quick || !options_.quick;
}

void CheckedProgram::examine(const CheckRule& rule, const std::function<void()>& check) {
  if (report_.interrupted || !wanted(rule)) return;
  report_.rules.push_back({std::string(rule.id), std::string(rule.demand), {}});
  check_end_ = Clock::now() + (rule.quick ? Clock::duration(kQuickCheck) : Clock::duration(kCheck));
  try {
    if (Clock::now() >= end_) leave_out("time is up");
    prepare();
    check();
    if (!spoiled_) settle();
  } catch (const CheckOver&) {
  }
  if (report_.interrupted) report_.rules.back().unchecked = "interrupted";
  if (options_.progress) options_.progress(report_);
}

/// A program that is up and asked for nothing.
void CheckedProgram::prepare() {
  if (conversation_ != nullptr && !spoiled_) return;
  const bool first = report_.rules.size() == 1;
  if (!first && !answers_) leave_out("it does not get through the handshake");
  restart();
}

void CheckedProgram::launch() {
  conversation_.reset();
  spoiled_ = true;
  Result<std::unique_ptr<Conversation>> made = Conversation::start(options_.program, switchboard_);
  if (!made) {
    report_.findings.push_back({report_.rules.back().id, Severity::kError, made.error().message, {}});
    throw CheckOver();
  }
  conversation_ = std::move(*made);
}

void CheckedProgram::restart() {
  launch();
  handshake();
  answers_ = true;
  spoiled_ = false;
}

void CheckedProgram::found(Severity severity, std::string text) {
  if (severity == Severity::kError) spoil();
  const auto same_rule = [&](const Finding& finding) { return finding.rule == report_.rules.back().id; };
  if (std::count_if(report_.findings.begin(), report_.findings.end(), same_rule) >= kMostFindings) return;
  Finding finding{report_.rules.back().id, severity, std::move(text), {}};
  if (conversation_ != nullptr) finding.evidence = conversation_->evidence();
  report_.findings.push_back(std::move(finding));
}

void CheckedProgram::give_up(Severity severity, std::string text) {
  found(severity, std::move(text));
  spoil();
  throw CheckOver();
}

void CheckedProgram::leave_out(std::string reason) {
  report_.rules.back().unchecked = std::move(reason);
  throw CheckOver();
}

/// `wanted`, but not past the end of the check and of the examination, one of which may be now.
Clock::time_point CheckedProgram::deadline(Clock::time_point wanted) {
  const Clock::time_point now = Clock::now();
  if (now >= end_) {
    spoil();
    leave_out("time is up");
  }
  if (now >= check_end_) give_up(Severity::kError, "it is too slow to be checked to the end");
  return std::min({wanted, check_end_, end_});
}

Clock::duration CheckedProgram::time_for(Clock::duration wanted) {
  const Clock::time_point now = Clock::now();
  return deadline(now + wanted) - now;
}

void CheckedProgram::lost(Wait wait) {
  spoil();
  if (wait == Wait::kInterrupted) {
    report_.interrupted = true;
    throw CheckOver();
  }
  const std::string after = asked_.empty() ? "" : " after " + text::quoted(asked_, kShownRequest);
  if (wait == Wait::kTimeout) give_up(Severity::kError, "it does not read its input" + after);
  const std::optional<ExitStatus> status = conversation_->exit_status(kPrompt);
  give_up(Severity::kError, (status ? "it " + status->words() : "it has closed its output") + after);
}

Wait CheckedProgram::post(std::string_view text) {
  asked_ = text.substr(text.rfind('\n') + 1);
  return conversation_->send(text, time_for(kAnswerPatience));
}

void CheckedProgram::send(std::string_view text) {
  if (const Wait wait = post(text); wait != Wait::kDone) lost(wait);
}

bool CheckedProgram::try_send(std::string_view text) {
  const Wait wait = post(text);
  if (wait == Wait::kInterrupted) lost(wait);
  return wait == Wait::kDone;
}

Wait CheckedProgram::hear(std::string& line, Clock::time_point until) {
  std::string_view heard;
  const Wait wait = conversation_->receive(heard, deadline(until));
  if (wait == Wait::kInterrupted) lost(wait);
  if (wait == Wait::kDone) line = heard;
  if (wait == Wait::kTimeout) deadline(until);  // silent to the end of all time is not silent for as long as it was given
  return wait;
}

std::optional<std::string> CheckedProgram::line(Clock::time_point until) {
  std::string line;
  const Wait wait = hear(line, until);
  if (wait == Wait::kClosed) lost(wait);
  if (wait == Wait::kTimeout) return std::nullopt;
  return line;
}

std::optional<ExitStatus> CheckedProgram::exit_status(Clock::duration patience) {
  spoil();
  const std::optional<ExitStatus> status = conversation_->exit_status(time_for(patience));
  if (!status) time_for(patience);
  return status;
}

std::optional<ExitStatus> CheckedProgram::end_of_input(Clock::duration grace) {
  spoil();
  const Clock::time_point asked = Clock::now();
  const Clock::duration patience = time_for(grace);
  const ExitStatus status = conversation_->end(patience);
  if (Clock::now() - asked < patience) return status;
  time_for(patience);
  return std::nullopt;
}

Clock::duration CheckedProgram::elapsed() const { return conversation_->arrival() - conversation_->sent(); }

Clock::duration CheckedProgram::waited() const {
  return client::waiting_time(conversation_->id()).value_or(std::chrono::nanoseconds::zero());
}

std::optional<std::uint64_t> CheckedProgram::resident_memory() const {
  std::ifstream statistics(fmt::format("/proc/{}/statm", conversation_->id()));
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  if (!(statistics >> size >> resident)) return std::nullopt;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace trivium::match
