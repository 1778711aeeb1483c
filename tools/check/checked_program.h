// Base class of programs under test that speak over their standard streams. A program is checked
// rule by rule and restarted when needed; findings include the conversation.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/check/examinee.h"

namespace trivium::check {

/// Returns the difference of two values of waited(), at least 0. The later value can be smaller,
/// because the waiting time of a thread is lost when it ends.
constexpr Clock::duration time_taken(Clock::duration before, Clock::duration after) noexcept {
  return std::max(after - before, Clock::duration::zero());
}

/// Time limit for a program to exit, generous for a busy machine.
inline constexpr std::chrono::seconds kLeavingPatience{3};

class CheckedProgram : public Examinee {
 public:
  /// Does not start the program; each check gets a running one. Requires: `options` outlives this
  /// object.
  CheckedProgram(std::string protocol, const CheckOptions& options);

  // For checks. All functions may throw CheckOver.

  /// Starts a new process without sending anything.
  void launch();
  /// Starts a new process and performs the handshake.
  void restart();
  /// Sends lines (without the last line end). It is an error if the program does not read or has
  /// ended.
  void send(std::string_view text);
  /// Sends lines and returns whether that worked; for checks after which the program may have
  /// ended.
  bool try_send(std::string_view text);
  /// Reads the next line. Returns kDone, kTimeout if none came until `until`, or kClosed if the
  /// program has ended.
  client::Wait receive(std::string& line, Clock::time_point until);
  /// Returns the next line; empty on timeout. It is an error if the program has ended.
  std::optional<std::string> line(Clock::time_point until);
  std::optional<std::string> line(Clock::duration patience) {
    return line(Clock::now() + patience);
  }
  /// Closes the program's input. Returns the exit status within `grace`; empty if it had to be
  /// killed.
  std::optional<client::ExitStatus> end_of_input(Clock::duration grace);
  /// Returns the time from the last send() to the arrival of the last line.
  Clock::duration elapsed() const;
  /// Returns the total time that the program's running threads have waited for a processor, or 0 if
  /// it is not known. Decreases when a thread ends.
  Clock::duration waited() const;
  /// Returns the delay by the machine since waited() returned `before`.
  Clock::duration taken_since(Clock::duration before) const { return time_taken(before, waited()); }
  /// Adds a finding if the program still runs after `what` (`status` is empty) or ended with a
  /// failure.
  void judge_end(const std::optional<client::ExitStatus>& status, std::string_view what);
  /// Calls `play` for 200 games, with the number of the game. Adds a finding if the program's
  /// memory grows after the first 20 of them.
  void expect_bounded_memory(const std::function<void(int game)>& play);

 protected:
  /// Performs the handshake of a new process.
  virtual void handshake() = 0;
  /// Ends a check after which the program continues: resets it and checks that it still answers.
  virtual void reset_after_check() = 0;

 private:
  void open_check(const CheckRule& rule) final;
  void close_check() final;
  std::vector<std::string> evidence() final;
  Clock::time_point deadline(Clock::time_point wanted) final;
  client::Wait post(std::string_view text);
  /// Returns the resident memory of the program in bytes; empty if unknown.
  std::optional<std::uint64_t> resident_memory() const;
  [[noreturn]] void lost(client::Wait wait);

  Clock::time_point check_end_;
  std::string asked_;  ///< last line sent
};

/// First rule, checked before all others. Its check has no steps, since a program is started before
/// each check.
inline constexpr CheckRule kStarts{"starts", "The program starts and completes the handshake."};

}  // namespace trivium::check
