// A GTP program for Connect-6 under examination: the words that the checks of GTP are made of, and their tables.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "tools/check/checked_program.h"

namespace trivium::check {

/// For a genmove where the clock leaves a second or two.
inline constexpr std::chrono::seconds kMovePatience{10};

struct GtpAnswer {
  bool success = false;
  std::string id;
  std::string text;  ///< without the mark, the id and the empty line; lines of more than one stay apart
};

class CheckedGtpEngine final : public CheckedProgram {
 public:
  explicit CheckedGtpEngine(const CheckOptions& options) : CheckedProgram("GTP", options) {}

  /// Sends `command` and reads its response. None, or one that is no GTP, is an error.
  GtpAnswer ask(std::string_view command, Clock::duration patience = kAnswerPatience);
  /// Reads the response to something sent before.
  GtpAnswer answer(Clock::duration patience = kAnswerPatience);
  /// ask(), where failure is an error.
  std::string demand(std::string_view command, Clock::duration patience = kAnswerPatience);
  /// ask(), where success is an error, and another text than `message` a warning. Empty: any text will do.
  void expect_refusal(std::string_view command, std::string_view message = {});

  /// Whether list_commands has it.
  bool knows(std::string_view command) const;
  const std::vector<std::string>& commands() const noexcept { return commands_; }

  /// An empty board and little time for the game, where it knows of time.
  void new_game();
  const connect6::Board& board() const noexcept { return board_; }
  /// Plays `vertices`, separated by blanks, for whoever is on move.
  void play(std::string_view vertices);
  /// Lets it place a stone, and judges it. False where the game cannot go on: it has resigned, or played what is illegal.
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

/// "b" or "w", of whoever is on move.
std::string_view color_to_move(const connect6::Board& board) noexcept;

}  // namespace trivium::check
