// Drives an engine by GTP 2: moves as vertices ("K10"), in Connect-6 one stone a move.
//
// It knows no rules: the situation says which side made each move. Before each move it sends the
// moves that the engine does not have; if the game on the engine's board is another one, it clears
// the board and sends all. Clocks count moves, as in GTP: a clock with an increment is sent as
// Canadian overtime of one stone, a time for the move as overtime without main time. GTP has no words
// for depth and nodes, so they are not sent; options are commands of the engine's own. Source:
// Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002).
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
  /// As list_commands says; after start().
  const std::vector<std::string>& commands() const noexcept { return commands_; }

  Fallible new_game(const GameSetup& setup) override;
  /// The time is that of genmove alone.
  MoveAnswer move(const Situation& situation, const MoveBudget& budget) override;

 private:
  Fallible handshake() override;
  bool knows(std::string_view command) const;

  /// Sends a command and takes its response.
  Fallible ask(const std::string& command, GtpResponse& response, std::optional<Clock::duration> patience = std::nullopt);
  /// A refusal is a fault.
  Fallible order(const std::string& command);
  /// A refusal is a warning.
  Fallible suggest(const std::string& command);

  Fallible set_up(const Situation& situation);
  /// Tells a time by `command`, written by `write`: once more in whole seconds where fractions are refused, and never again where these are
  /// refused too.
  Fallible tell(std::string_view command, const std::function<std::string()>& write);
  Fallible tell_time(const Situation& situation, const MoveBudget& budget);
  std::string seconds(Milliseconds time) const;

  std::string name_;
  std::vector<std::string> commands_;
  std::vector<std::string> known_;     ///< the stones on its board, in order
  int board_size_ = 0;                 ///< as it was told
  bool time_told_ = false;             ///< in this game
  bool whole_seconds_ = false;         ///< it does not read fractions
  std::vector<std::string> unheeded_;  ///< commands of time that it knows but refuses
};

}  // namespace trivium::client
