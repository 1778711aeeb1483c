#include "tools/check/examinee.h"

namespace trivium::check {

namespace {

/// Maximum number of findings per rule.
constexpr std::ptrdiff_t kMaxFindings = 5;

}  // namespace

Examinee::Examinee(std::string protocol, const CheckOptions& options, Clock::duration max_time)
    : switchboard_(options.interrupt),
      options_(options),
      end_(Clock::now() + (options.quick ? Clock::duration(options.quick_time) : max_time)) {
  report_.protocol = std::move(protocol);
}

void Examinee::examine(const CheckRule& rule, const std::function<void()>& check) {
  if (report_.interrupted || (!report_.rules.empty() && !options_.selects(rule))) return;
  report_.rules.push_back({std::string(rule.id), std::string(rule.demand), {}});
  if (!report_.started) {
    report_.rules.back().unchecked = "the program does not start";
    return;
  }
  gravest_ = kError;
  try {
    if (Clock::now() >= end_) leave_out("time is up");
    open_check(rule);
    check();
    close_check();
  } catch (const CheckOver&) {
    // A check that ended by the test's time limit or an interrupt shows nothing about the program.
    const Finding* const worst = report_.gravest(rule.id);
    if (report_.rules.size() == 1 && worst != nullptr && worst->severity == kError)
      report_.started = false;
  }
  put_away(rule);
  if (report_.interrupted) report_.rules.back().unchecked = "interrupted";
  if (options_.progress) options_.progress(report_);
}

void Examinee::found(Severity severity, std::string text) {
  severity = std::min(severity, gravest_);
  if (severity == kError) spoil();
  if (std::ranges::count(report_.findings, rule(), &Finding::rule) >= kMaxFindings) return;
  enter({rule(), severity, std::move(text), evidence()});
}

void Examinee::give_up(Severity severity, std::string text) {
  found(severity, std::move(text));
  spoil();
  throw CheckOver();
}

void Examinee::leave_out(std::string reason) {
  report_.rules.back().unchecked = std::move(reason);
  throw CheckOver();
}

std::optional<client::ExitStatus> Examinee::exit_status(Clock::duration patience) {
  spoil();
  const std::optional<client::ExitStatus> status = conversation_->exit_status(time_for(patience));
  // Ends the check if its time is up: that the program still runs proves nothing then.
  if (!status) time_for(patience);
  return status;
}

void Examinee::start(const client::ProgramSpec& program) {
  conversation_.reset();
  auto started = client::Conversation::start(program, switchboard_);
  if (!started) give_up(kError, started.error().message);
  conversation_ = *std::move(started);
}

void Examinee::interrupted() {
  report_.interrupted = true;
  throw CheckOver();
}

Clock::time_point Examinee::deadline(Clock::time_point wanted) {
  if (Clock::now() >= end_) {
    spoil();
    leave_out("time is up");
  }
  return std::min(wanted, end_);
}

Clock::duration Examinee::time_for(Clock::duration wanted) {
  const Clock::time_point now = Clock::now();
  return deadline(now + wanted) - now;
}

}  // namespace trivium::check
