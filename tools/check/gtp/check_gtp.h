// Protocol test of a program over GTP, for Connect-6 (one stone per move) or Reversi, without
// playing matches.
//
// Source of the rules: Farneback, "GTP - Go Text Protocol, version 2, draft 2" (2002). What it
// leaves open for a game follows most programs (docs/using/gui.md): in Connect-6 there is no pass,
// and six in a row end the game; in Reversi a pass is legal where it is the only move.
//
// This header also has the building blocks of the checks, which the other files of this folder use:
// the program under test, and the tables of checks.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/check/checked_program.h"

namespace trivium::check {

/// Rules of the games that GTP programs under test play, as far as the checks of all games need
/// them.
class GtpBoard {
 public:
  virtual ~GtpBoard() = default;
  virtual int size() const = 0;
  virtual bool black_to_move() const = 0;
  virtual bool over() const = 0;
  /// Plays `vertex`, which may be a pass, for the side to move. Returns false, and changes nothing,
  /// if that is not legal.
  virtual bool play(std::string_view vertex) = 0;
};

class CheckedGtpEngine;
using GtpCheck = Check<CheckedGtpEngine>;

struct GtpGame {
  std::string_view name;  ///< for programs that have set_game; empty: it is not sent
  /// Legal first moves of games, separated by blanks. The first has at least three.
  std::array<std::string_view, 4> openings;
  std::unique_ptr<GtpBoard> (*new_board)();
  std::span<const GtpCheck> (*checks)();  ///< of the rules of this game
};
extern const GtpGame kConnect6Gtp;
extern const GtpGame kReversiGtp;

/// Returns all rules for a game in the order of checking.
std::vector<CheckRule> gtp_rules(const GtpGame& game);

/// Checks all selected rules on a program for the game; blocks: at most 40 s for a quick test,
/// minutes with the slow checks. `options.options` are commands with their arguments. Started
/// programs end with the calling thread at the latest.
CheckReport check_gtp(const CheckOptions& options, const GtpGame& game);

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
  /// Requires: `options` outlives this object.
  CheckedGtpEngine(const CheckOptions& options, const GtpGame& game)
      : CheckedProgram("GTP", options), game_(game), board_(game.new_board()) {}

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

  const GtpGame& game() const noexcept { return game_; }
  /// Starts a game on an empty board, with little time if the program supports time.
  void new_game();
  const GtpBoard& board() const noexcept { return *board_; }
  /// Plays `vertices`, separated by blanks, for the side to move.
  void play(std::string_view vertices);
  /// Plays the next `count` moves of the game's first opening. Requires: it has as many, and all
  /// earlier moves of this game are its own.
  void play_opening(int count);
  /// Requests a move and checks it. Returns false if the game cannot continue: it resigned or
  /// played an illegal move.
  bool genmove();

 private:
  void handshake() override;
  void reset_after_check() override;

  const GtpGame& game_;
  std::vector<std::string> commands_;
  std::unique_ptr<GtpBoard> board_;
  std::string_view opening_;  ///< moves of the first opening that have not been played
};

// Tables of checks, one for each theme.
std::span<const GtpCheck> gtp_grammar_checks();
std::span<const GtpCheck> gtp_connect6_checks();
std::span<const GtpCheck> gtp_reversi_checks();
std::span<const GtpCheck> gtp_game_checks();  ///< rules of all games
std::span<const GtpCheck> gtp_robust_checks();

// Texts of rejections.
inline constexpr std::string_view kIllegal = "illegal move";
inline constexpr std::string_view kNoVertex = "invalid color or coordinate";

/// Check of all games: neither side may pass at the start.
void pass_refused(CheckedGtpEngine& engine);
/// Ends the check as not applicable if the program lacks `command`.
void require(CheckedGtpEngine& engine, std::string_view command);
/// Returns the side to move: "b" or "w".
std::string_view color_to_move(const GtpBoard& board) noexcept;

}  // namespace trivium::check
