#include "protocols/client/program_engine.h"

#include <fmt/format.h>

#include "engine/core/text.h"

namespace trivium::client {

namespace {

constexpr std::size_t kShownLine = 100;
/// Time for a program to read its input.
constexpr std::chrono::seconds kSendPatience{10};
constexpr std::chrono::milliseconds kFarewellPatience{200};
constexpr std::chrono::milliseconds kQuitGrace{1000};
/// Time for a program to end after a fault.
constexpr std::chrono::milliseconds kFaultGrace{100};
/// Time between the end of a program's output and its own end.
constexpr std::chrono::milliseconds kExitPatience{1000};

}  // namespace

ProgramEngine::ProgramEngine(EngineProgram program, Switchboard& switchboard)
    : program_(std::move(program)), switchboard_(switchboard) {}

Fallible ProgramEngine::start() {
  quit();
  last_fault_.reset();
  Result<std::unique_ptr<Conversation>> made =
      Conversation::start(program_.program, switchboard_, {program_.stderr_file, program_.log});
  if (!made) return last_fault_ = Fault{FaultKind::kCannotStart, made.error().message, {}};
  conversation_ = std::move(*made);
  if (!handshake()) return std::nullopt;
  if (last_fault_->kind != FaultKind::kInterrupted) {
    last_fault_->kind = FaultKind::kCannotStart;
    last_fault_->text = "did not get ready: " + last_fault_->text;
  }
  return last_fault_;
}

Fallible ProgramEngine::loss() const {
  if (running()) return std::nullopt;
  return last_fault_ ? last_fault_ : Fault{FaultKind::kCannotStart, "was not started", {}};
}

void ProgramEngine::quit() noexcept {
  if (!conversation_) return;
  conversation_->send(farewell(), kFarewellPatience);
  conversation_->end(kQuitGrace);
  last_evidence_ = conversation_->evidence();
  conversation_.reset();
}

std::vector<std::string> ProgramEngine::evidence() const {
  return conversation_ ? conversation_->evidence() : last_evidence_;
}

std::optional<std::chrono::nanoseconds> ProgramEngine::waiting_time() const {
  return conversation_ ? client::waiting_time(conversation_->id()) : std::nullopt;
}

std::optional<std::chrono::nanoseconds> ProgramEngine::processor_time() const {
  return conversation_ ? client::processor_time(conversation_->id()) : std::nullopt;
}

std::string ProgramEngine::file_name() const {
  return program_.program.command.empty()
             ? ""
             : std::filesystem::path(program_.program.command[0]).filename().string();
}

void ProgramEngine::warn(const std::string& text) const {
  if (program_.warn) program_.warn(text);
}

Fallible ProgramEngine::send(std::string_view text) {
  const std::size_t end = text.rfind('\n');
  asked_ = end == std::string_view::npos ? text : text.substr(end + 1);
  const Clock::time_point deadline = Clock::now() + kSendPatience;
  const Wait wait = conversation_->send(text, kSendPatience);
  if (wait == Wait::kDone) return std::nullopt;
  return failure(wait, deadline);
}

Fallible ProgramEngine::receive(std::string_view& line, Clock::time_point deadline) {
  const Wait wait = conversation_->receive(line, deadline);
  if (wait == Wait::kDone) return std::nullopt;
  return failure(wait, deadline);
}

void ProgramEngine::discard_input() {
  listen();
  for (std::string_view line; receive_buffered(line);) {
  }
}

std::chrono::microseconds ProgramEngine::elapsed() const {
  return std::chrono::duration_cast<std::chrono::microseconds>(conversation_->arrival() -
                                                               conversation_->sent());
}

Fault ProgramEngine::refusal(std::string_view line) {
  return fault(FaultKind::kRefusal,
               fmt::format("answered {} with {}", text::quoted(asked_, kShownLine),
                           text::quoted(text::trimmed(line), kShownLine)));
}

Fault ProgramEngine::failure(Wait wait, Clock::time_point deadline) {
  const std::string asked = text::quoted(asked_, kShownLine);
  if (wait == Wait::kInterrupted)
    return fault(FaultKind::kInterrupted, fmt::format("interrupted after {}", asked));

  // A child of the program may keep the pipe of an ended program open, so a timeout may also be an
  // end.
  const auto patience = wait == Wait::kClosed ? kExitPatience : std::chrono::milliseconds::zero();
  if (const std::optional<ExitStatus> status = conversation_->exit_status(patience)) {
    return fault(status->clean() ? FaultKind::kDisconnect : FaultKind::kCrash,
                 fmt::format("{} after {}", status->words(), asked));
  }
  if (wait == Wait::kClosed)
    return fault(FaultKind::kDisconnect,
                 fmt::format("closed the connection but still runs after {}", asked));
  const std::chrono::duration<double> waited = deadline - conversation_->sent();
  return fault(FaultKind::kStall,
               fmt::format("no answer to {} within {:.1f} s", asked, waited.count()));
}

Fault ProgramEngine::fault(FaultKind kind, std::string text) {
  conversation_->end(kFaultGrace);
  last_evidence_ = conversation_->evidence();
  conversation_.reset();
  last_fault_ = Fault{kind, std::move(text), last_evidence_};
  return *last_fault_;
}

}  // namespace trivium::client
