// Driver for GTP 2 engines: moves are vertices ("K10"), in Connect-6 one stone each.
//
// The driver knows no rules: the situation gives the side of each move. Before each move it sends
// the moves that the engine does not have; if the engine's board has another game, it clears the
// board and sends all. As in GTP, clocks count moves: a clock with an increment is sent as Canadian
// overtime of one stone, a time per move as overtime without main time. GTP cannot express depth
// and nodes, so they are not sent; options are commands of the engine.
//
// Programs of Reversi differ in passes: some reject them all and understand passes that are left
// out (gtp-rhino). After the first rejection passes are not sent to that engine.
// Source: Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002).
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "protocols/client/gtp_response.h"
#include "protocols/client/program_engine.h"

namespace trivium::client {

class GtpEngine final : public ProgramEngine {
 public:
  using ProgramEngine::ProgramEngine;

  std::string name() const override { return name_; }
  /// Returns the answer to list_commands. Requires: start() succeeded.
  const std::vector<std::string>& commands() const noexcept { return commands_; }

  Fallible new_game(const GameSetup& setup) override;
  /// MoveReply::elapsed is the time of genmove alone.
  MoveAnswer move(const Situation& situation, const MoveBudget& budget) override;

 private:
  Fallible handshake() override;
  bool knows(std::string_view command) const;

  /// Sends a command and reads its response.
  Fallible ask(const std::string& command, GtpResponse& response,
               std::optional<Clock::duration> patience = std::nullopt);
  /// Sends a command; an error response is a fault.
  Fallible order(const std::string& command);
  /// Sends a command; an error response is a warning.
  Fallible suggest(const std::string& command);

  Fallible set_up(const Situation& situation);
  Fallible play(int side, const std::string& vertex);
  /// Warns that the engine has rejected `line`, and never sends `command` again.
  void stop_sending(std::string_view command, std::string_view line, const GtpResponse& response);
  bool is_stopped(std::string_view command) const;
  /// Sends a time with `command`, whose line `write` returns. If the engine rejects fractions,
  /// sends whole seconds; if it rejects these too, never sends `command` again.
  Fallible send_time_command(std::string_view command, const std::function<std::string()>& write);
  Fallible send_time(const Situation& situation, const MoveBudget& budget);
  std::string seconds(Milliseconds time) const;

  std::string name_;
  std::vector<std::string> commands_;
  std::vector<std::string> known_;     ///< the stones on its board, in order
  int board_size_ = 0;                 ///< the last size sent
  bool time_sent_ = false;             ///< in this game
  bool whole_seconds_ = false;         ///< it rejects fractions
  std::vector<std::string> rejected_;  ///< time commands and kinds of moves that it rejects
};

}  // namespace trivium::client
