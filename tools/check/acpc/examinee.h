// An ACPC player under examination: the program, its connection, what was said, and the report that the rules add up to.
//
// Each check starts a program of its own.
#pragma once

#include <chrono>
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
  /// Both must outlive it.
  AcpcExaminee(const CheckOptions& options, const AcpcTable& table);

  // For checks. All may throw CheckOver.

  const AcpcTable& table() const noexcept { return table_; }
  /// A finding against a rule that is yet to be examined, entered then; of each severity the first only.
  void found_against(std::string_view rule, Severity severity, std::string text);
  /// A new process, told an open port (or, where nobody is to listen, one that was just closed).
  void launch(bool listening = true);
  /// Waits for its connection.
  void accept();
  /// launch(), accept(), and its version line, whatever it says.
  std::string seat();
  /// A line with the protocol's line end.
  void send(std::string_view line);
  void send_bytes(std::string_view bytes);
  /// The next line that is no comment, without its end. Nothing where none came in time; a player who has left is an error.
  std::optional<std::string> line(Clock::duration patience);
  /// The last line ended with "\n" alone.
  bool bare_end() const noexcept { return bare_end_; }
  /// The answer to what was sent last; none in time is an error.
  std::string answer();
  void hang_up() noexcept { socket_ = Descriptor(); }
  /// How it ended, within `patience`; nothing while it lives.
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
  std::vector<Finding> later_;  ///< against rules that have not been examined yet
  client::Switchboard switchboard_;
  std::unique_ptr<client::Conversation> process_;
  Descriptor listener_;
  Descriptor socket_;
  std::string received_;  ///< and not yet taken
  bool bare_end_ = false;
  Clock::time_point started_;
  std::deque<std::string> lines_;  ///< the last ones both ways
};

}  // namespace trivium::check
