// A program under examination that is talked to over its standard streams: rule by rule, started anew when it has died, its faults noted
// with what was said.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/check/examinee.h"

namespace trivium::check {

/// The difference of what waited() says, or nothing: a thread that ends takes what it has waited with it.
constexpr Clock::duration time_taken(Clock::duration before, Clock::duration after) noexcept {
  return std::max(after - before, Clock::duration::zero());
}

/// To leave, however busy the machine is.
inline constexpr std::chrono::seconds kLeavingPatience{3};

class CheckedProgram : public Examinee {
 public:
  /// Starts nothing yet; a check gets a program that is up and ready. `options` must outlive it.
  CheckedProgram(std::string protocol, const CheckOptions& options);

  // For checks. All may throw CheckOver.

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
  /// Time that its living threads stood ready without a processor, so far: less than before where one has ended since.
  Clock::duration waited() const;
  /// What the machine has taken since waited() was `before`.
  Clock::duration taken_since(Clock::duration before) const { return time_taken(before, waited()); }
  /// Bytes of memory that it has in use; nothing where that is not known.
  std::optional<std::uint64_t> resident_memory() const;

 protected:
  /// From a new process to one that is ready to be asked.
  virtual void handshake() = 0;
  /// The end of a check after which the program is to go on: makes it as good as new, and sees to it that it still answers.
  virtual void settle() = 0;

 private:
  void open_check(const CheckRule& rule) final;
  void close_check() final;
  std::vector<std::string> evidence() final;
  Clock::time_point deadline(Clock::time_point wanted) final;
  void prepare();
  client::Wait post(std::string_view text);
  [[noreturn]] void lost(client::Wait wait);

  client::Switchboard switchboard_;
  std::unique_ptr<client::Conversation> conversation_;  ///< null: not running
  Clock::time_point check_end_;
  std::string asked_;  ///< the line sent last
};

/// The first rule of all: what it demands is done before a check begins.
inline constexpr CheckRule kStarts{"starts", "The program starts, and gets through the handshake."};

/// A check with nothing to do.
template <class Program>
void look_no_further(Program& /*program*/) {}

/// The rules of all themes; a theme is a table of checks.
template <class Themes>
std::vector<CheckRule> rules_of(const Themes& themes) {
  std::vector<CheckRule> rules;
  for (const auto& theme : themes) {
    for (const auto& check : theme) rules.push_back(check.rule);
  }
  return rules;
}

/// Examines `program` by all themes, in order.
template <class Program, class Themes>
CheckReport examine_all(Program& program, const Themes& themes) {
  for (const auto& theme : themes) {
    for (const auto& check : theme) program.examine(check.rule, [&] { check.run(program); });
  }
  return std::move(program).report();
}

}  // namespace trivium::check
