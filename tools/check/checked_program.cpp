#include "tools/check/checked_program.h"

#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

#include "engine/core/text.h"

namespace trivium::check {

using client::ExitStatus;
using client::Wait;

namespace {

constexpr std::chrono::hours kWholeExamination{2};
constexpr std::chrono::minutes kCheck{10};
constexpr std::size_t kShownRequest = 60;

}  // namespace

CheckedProgram::CheckedProgram(std::string protocol, const CheckOptions& options)
    : Examinee(std::move(protocol), options, kWholeExamination) {}

void CheckedProgram::open_check(const CheckRule& rule) {
  const Clock::duration allowed =
      rule.quick ? Clock::duration(options().quick_check) : Clock::duration(kCheck);
  check_end_ = Clock::now() + options().start_patience + allowed;
  if (conversation_ == nullptr || spoiled()) restart();
  check_end_ = Clock::now() + allowed;
}

void CheckedProgram::close_check() {
  if (!spoiled()) reset_after_check();
}

std::vector<std::string> CheckedProgram::evidence() {
  return conversation_ == nullptr ? std::vector<std::string>() : conversation_->evidence();
}

void CheckedProgram::launch() {
  spoil();
  start(options().program);
}

void CheckedProgram::restart() {
  launch();
  handshake();
  renew();
}

/// Limits a deadline to the end of the check.
Clock::time_point CheckedProgram::deadline(Clock::time_point wanted) {
  const Clock::time_point until = Examinee::deadline(wanted);
  if (Clock::now() >= check_end_) give_up(kError, "it is too slow to be checked to the end");
  return std::min(until, check_end_);
}

void CheckedProgram::lost(Wait wait) {
  spoil();
  if (wait == Wait::kInterrupted) interrupted();
  const std::string after = asked_.empty() ? "" : " after " + text::quoted(asked_, kShownRequest);
  if (wait == Wait::kTimeout) give_up(kError, "it does not read its input" + after);
  const std::optional<ExitStatus> status = conversation_->exit_status(kPrompt);
  give_up(kError, (status ? "it " + status->words() : "it has closed its output") + after);
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

Wait CheckedProgram::receive(std::string& line, Clock::time_point until) {
  std::string_view heard;
  const Wait wait = conversation_->receive(heard, deadline(until));
  if (wait == Wait::kInterrupted) lost(wait);
  if (wait == Wait::kDone) line = heard;
  if (wait == Wait::kTimeout)
    deadline(until);  // ends the check if its time is up: silence until then proves nothing
  return wait;
}

std::optional<std::string> CheckedProgram::line(Clock::time_point until) {
  std::string line;
  const Wait wait = receive(line, until);
  if (wait == Wait::kClosed) lost(wait);
  if (wait == Wait::kTimeout) return std::nullopt;
  return line;
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

Clock::duration CheckedProgram::elapsed() const {
  return conversation_->arrival() - conversation_->sent();
}

Clock::duration CheckedProgram::waited() const {
  return client::waiting_time(conversation_->id()).value_or(std::chrono::nanoseconds::zero());
}

void CheckedProgram::judge_end(const std::optional<ExitStatus>& status, std::string_view what) {
  if (!status) give_up(kError, "it still runs after {}", what);
  if (!status->clean()) found(kWarning, "it {} after {}", status->words(), what);
}

void CheckedProgram::expect_bounded_memory(const std::function<void(int game)>& play) {
  constexpr int kWarmUp = 20;
  constexpr int kGames = 200;
  constexpr std::uint64_t kAllowed = 8U << 20;
  constexpr double kMegabyte = 1U << 20;
  std::optional<std::uint64_t> before;
  for (int game = 0; game < kGames; ++game) {
    play(game);
    if (game == kWarmUp) before = resident_memory();
  }
  const std::optional<std::uint64_t> after = resident_memory();
  if (!before || !after) leave_out("the memory of processes cannot be read here");
  if (*after > *before + kAllowed) {
    found(kError, "from {:.1f} MiB after {} games to {:.1f} MiB after {}",
          static_cast<double>(*before) / kMegabyte, kWarmUp + 1,
          static_cast<double>(*after) / kMegabyte, kGames);
  }
}

std::optional<std::uint64_t> CheckedProgram::resident_memory() const {
  std::ifstream statistics(fmt::format("/proc/{}/statm", conversation_->id()));
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  if (!(statistics >> size >> resident)) return std::nullopt;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace trivium::check
