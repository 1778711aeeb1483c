// An ACPC player under test: its process, its connection, the conversation and the report.
//
// Each check starts a new process.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/descriptor.h"
#include "protocols/client/conversation.h"
#include "tools/check/acpc/check_acpc.h"
#include "tools/check/examinee.h"

namespace trivium::check {

class AcpcExaminee final : public Examinee {
 public:
  /// Requires: both arguments outlive this object.
  AcpcExaminee(const CheckOptions& options, const AcpcTable& table);

  // For checks. All functions may throw CheckOver.

  const AcpcTable& table() const noexcept { return table_; }
  /// Adds a finding for a later rule, reported when that rule is checked; keeps the first per
  /// severity.
  void found_against(std::string_view rule, Severity severity, std::string text);
  /// Starts a process with the address of a port; with `listening` false the port is closed.
  void launch(bool listening = true);
  /// Accepts the program's connection. It is an error if none comes within AcpcTable::start.
  void accept();
  /// Calls launch() and accept(), and returns the version line, which it does not check.
  std::string seat();
  /// Sends a line with the protocol's line end.
  void send(std::string_view line);
  /// Sends bytes as they are.
  void send_bytes(std::string_view bytes);
  /// Returns the next line that is not a comment, without its line end; empty on timeout. It is an
  /// error if the player has closed the connection.
  std::optional<std::string> line(Clock::duration patience);
  /// True if the last line ended with "\n" alone.
  bool bare_end() const noexcept { return bare_end_; }
  /// Returns the answer to the last line sent; a timeout is an error.
  std::string answer();
  /// Closes the connection.
  void hang_up() noexcept { socket_ = Descriptor(); }
  /// Waits up to `patience` for the program to exit. Returns its exit status; empty if it still
  /// runs.
  std::optional<client::ExitStatus> exit_status(Clock::duration patience);

 private:
  void open_check(const CheckRule& rule) override;
  void close_check() override {}
  void put_away(const CheckRule& rule) override;
  std::vector<std::string> evidence() override;
  [[noreturn]] void lost();
  bool wait_readable(int descriptor, Clock::time_point until);
  bool take_line(std::string& line);
  void record(std::string_view mark, std::string_view line);

  const AcpcTable& table_;
  std::vector<Finding> later_;  ///< findings for rules that have not been checked yet
  client::Switchboard switchboard_;
  std::unique_ptr<client::Conversation> process_;
  Descriptor listener_;
  Descriptor socket_;
  std::string received_;  ///< received bytes that have not been read
  bool bare_end_ = false;
  Clock::time_point started_;
  std::deque<std::string> lines_;  ///< last lines in both directions
};

}  // namespace trivium::check
