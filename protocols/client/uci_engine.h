// Driver for UCI chess engines, with the behavior of a graphical interface.
//
// A move costs one write and a wait for bestmove: isready is sent once a game, and only the last
// info line with a score is parsed. A bestmove of an earlier search is never taken for the answer:
// input from before `go` is discarded, and a ponder search is ended completely (stop, isready)
// before the next search begins.
// Source of the protocol: Meyer-Kahlen and Huber, "Description of the universal chess interface"
// (2004), with UCI_Chess960.
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
  /// Returns the options of the engine. Requires: start() succeeded.
  const std::vector<UciOption>& options() const noexcept { return options_; }

  Fallible new_game(const GameSetup& setup) override;
  /// Time counts from `go`, or from `ponderhit` if the expected move was played. A ponder search
  /// that was not hit is ended before that and is not on the clock.
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
  /// `answered`: its bestmove has arrived already, before `stop` was sent.
  Fallible end_pondering(bool answered);
  MoveAnswer answer(Clock::time_point until);
  MoveReply reply(std::string_view bestmove) const;

  std::string name_;
  std::vector<UciOption> options_;
  bool chess960_ = false;  ///< the last value sent
  std::string info_;       ///< the last line of the present search that has a score
  std::string request_;
  /// Moves of the position that it ponders on; empty: not pondering.
  std::vector<std::string> pondered_;
};

}  // namespace trivium::client
