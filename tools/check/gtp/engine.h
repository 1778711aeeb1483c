// A GTP program for Connect-6 under test: the building blocks of the checks of GTP, and their
// tables.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "tools/check/checked_program.h"

namespace trivium::check {

/// Time limit of a genmove with one or two seconds on the clock.
inline constexpr std::chrono::seconds kMovePatience{10};

/// A response.
struct GtpAnswer {
  bool success = false;  ///< true for '=', false for '?'
  std::string id;        ///< digits after the mark; empty if there are none
  std::string text;      ///< without the mark, the id and the empty line; lines are separated by \n
};

class CheckedGtpEngine final : public CheckedProgram {
 public:
  explicit CheckedGtpEngine(const CheckOptions& options) : CheckedProgram("GTP", options) {}

  /// Sends `command` and reads its response. A missing or invalid response is an error.
  GtpAnswer ask(std::string_view command, Clock::duration patience = kAnswerPatience);
  /// Reads the response to an earlier command.
  GtpAnswer answer(Clock::duration patience = kAnswerPatience);
  /// Calls ask() and returns the text; a failure response is an error.
  std::string demand(std::string_view command, Clock::duration patience = kAnswerPatience);
  /// Calls ask(); a success response is an error, a text other than `message` a warning. An empty
  /// `message` accepts any text.
  void expect_refusal(std::string_view command, std::string_view message = {});

  /// True if list_commands has the command.
  bool knows(std::string_view command) const;
  const std::vector<std::string>& commands() const noexcept { return commands_; }

  /// Starts a game on an empty board, with little time if the program supports time.
  void new_game();
  const connect6::Board& board() const noexcept { return board_; }
  /// Plays `vertices`, separated by blanks, for the side to move.
  void play(std::string_view vertices);
  /// Requests a stone and checks it. Returns false if the game cannot continue: it resigned or
  /// played an illegal move.
  bool genmove();

 private:
  void handshake() override;
  void settle() override;

  std::vector<std::string> commands_;
  connect6::Board board_;
};

using GtpCheck = Check<CheckedGtpEngine>;

std::span<const GtpCheck> gtp_grammar_checks();
std::span<const GtpCheck> gtp_game_checks();
std::span<const GtpCheck> gtp_robust_checks();

/// Returns the side to move: "b" or "w".
std::string_view color_to_move(const connect6::Board& board) noexcept;

}  // namespace trivium::check
