// A program under examination: talked to rule by rule, started anew when it has died, its faults noted with what was said.
//
// A check is written as a story: send this, expect that. Where the story cannot go on (the program is gone, or silent, or time is up) the
// reason is noted and CheckOver thrown, which ends that check and no more; nothing of it leaves examine().
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tools/match/check/check.h"

namespace trivium::match {

using client::Clock;

/// Ends a check early. What was wrong has been noted.
struct CheckOver {};

/// For whatever takes no thinking. Far more than needed, as the machine may be busy.
inline constexpr std::chrono::seconds kAnswerPatience{5};
/// What "at once" may take a program on a busy machine.
inline constexpr std::chrono::milliseconds kPrompt{1500};
/// How long somebody who should be silent is listened to.
inline constexpr std::chrono::milliseconds kSilence{200};

class CheckedProgram {
 public:
  /// Starts nothing yet. `options` must outlive it.
  CheckedProgram(std::string protocol, const CheckOptions& options);
  virtual ~CheckedProgram() = default;
  CheckedProgram(const CheckedProgram&) = delete;
  CheckedProgram& operator=(const CheckedProgram&) = delete;

  /// Runs `check` on a program that is up and ready, unless it is not wanted, time is up or the program never got through its handshake.
  void examine(const CheckRule& rule, const std::function<void()>& check);
  CheckReport report() && { return std::move(report_); }

  // For checks. All may throw CheckOver.

  const CheckOptions& options() const noexcept { return options_; }
  void found(Severity severity, std::string text);
  /// found(), and the check is over.
  [[noreturn]] void give_up(Severity severity, std::string text);
  /// The rule does not apply to this program.
  [[noreturn]] void leave_out(std::string reason);
  /// The next check gets a program of its own, as this one is not what it was at the start.
  void spoil() noexcept { spoiled_ = true; }

  /// A new process, with nothing said to it yet.
  void launch();
  /// A new process that has been through the handshake.
  void restart();
  /// Sends lines (without the last line end). A program that does not read, or is gone, is an error.
  void send(std::string_view text);
  /// Whether sending worked; for checks that expect the program to be gone.
  bool try_send(std::string_view text);
  /// The next line if it has come by `until` (kDone); kTimeout, or kClosed where the program is gone.
  client::Wait hear(std::string& line, Clock::time_point until);
  /// The same, nothing for kTimeout. A program that is gone is an error.
  std::optional<std::string> line(Clock::time_point until);
  std::optional<std::string> line(Clock::duration patience) { return line(Clock::now() + patience); }
  /// How it ended, within `patience`; nothing while it lives.
  std::optional<client::ExitStatus> exit_status(Clock::duration patience);
  /// Closes its input. How it ended within `grace`; nothing where it had to be made to.
  std::optional<client::ExitStatus> end_of_input(Clock::duration grace);
  /// Between the last send() and the arrival of the last line.
  Clock::duration elapsed() const;
  /// Time that its threads stood ready without a processor, so far.
  Clock::duration waited() const;
  /// Bytes of memory that it has in use; nothing where that is not known.
  std::optional<std::uint64_t> resident_memory() const;

 protected:
  /// From a new process to one that is ready to be asked.
  virtual void handshake() = 0;
  /// The end of a check after which the program is to go on: makes it as good as new, and sees to it that it still answers.
  virtual void settle() = 0;
  void set_engine(std::string name) { report_.engine = std::move(name); }

 private:
  bool wanted(const CheckRule& rule) const;
  void prepare();
  Clock::time_point deadline(Clock::time_point wanted);
  Clock::duration time_for(Clock::duration wanted);
  client::Wait post(std::string_view text);
  [[noreturn]] void lost(client::Wait wait);

  const CheckOptions& options_;
  CheckReport report_;
  client::Switchboard switchboard_;
  std::unique_ptr<client::Conversation> conversation_;  ///< null: not running
  Clock::time_point end_;                               ///< of the whole examination
  Clock::time_point check_end_;
  std::string asked_;     ///< the line sent last
  bool spoiled_ = false;  ///< to be started anew before the next check
  bool answers_ = false;  ///< has been through the handshake once
};

/// A rule with what looks at it.
template <class Program>
struct Check {
  CheckRule rule;
  void (*run)(Program&);
};

template <class Program>
void examine_all(Program& program, std::span<const Check<Program>> checks) {
  for (const Check<Program>& check : checks) program.examine(check.rule, [&] { check.run(program); });
}

}  // namespace trivium::match
