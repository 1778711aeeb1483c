// Drives a chess engine by UCI, as a graphical interface does.
//
// A move costs one write and the wait for its bestmove: isready is asked once a game, and of all that an engine says while it thinks only
// the last line with a score is read. A bestmove that belongs to an earlier search is never taken for an answer: what came before `go` was
// written is passed over, and a ponder search is ended for good (stop, isready) before the next one begins.
// Source of the protocol: Meyer-Kahlen and Huber, "Description of the universal chess interface" (2004), with UCI_Chess960.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocols/client/program_engine.h"
#include "protocols/client/uci_option.h"

namespace trivium::client {

class UciEngine final : public ProgramEngine {
 public:
  using ProgramEngine::ProgramEngine;

  std::string name() const override { return name_; }
  /// What it offers; after start().
  const std::vector<UciOption>& options() const noexcept { return options_; }

  Fallible new_game(const GameSetup& setup) override;
  /// The time counts from `go`; from `ponderhit` where the expected move was played. Ending a ponder search that was not hit comes before
  /// and is not on the clock.
  MoveAnswer move(const Situation& situation, const MoveBudget& budget) override;
  void ponder(const Situation& situation, const MoveBudget& budget) override;
  void idle() override;

 private:
  Fallible handshake() override;
  void understand(std::string_view line);
  std::string option_lines() const;
  void append_option(std::string& lines, const std::string& name, const std::string& value) const;
  const UciOption* find_option(std::string_view name) const;
  Fallible wait_for(std::string_view word);

  bool take_waiting();
  bool expected(const Situation& situation) const;
  /// `answered`: its bestmove has come already, before it was asked for.
  Fallible end_pondering(bool answered);
  MoveAnswer answer(Clock::time_point until);
  MoveReply reply(std::string_view bestmove) const;

  std::string name_;
  std::vector<UciOption> options_;
  bool chess960_ = false;  ///< as it was told
  std::string info_;       ///< the last line of the present search that has a score
  std::string request_;
  std::vector<std::string> pondered_;  ///< the moves of the position that it ponders on; empty: it does not ponder
};

}  // namespace trivium::client
