#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/core/text.h"
#include "tools/check/gtp/engine.h"

namespace trivium::check {

namespace {

constexpr std::string_view kIllegal = "illegal move";
constexpr std::string_view kNoVertex = "invalid color or coordinate";
/// Black's last stone completes six in a row.
constexpr std::string_view kWonGame = "K10 A1 B1 K11 K12 C1 D1 K13 K14 A3 B3 K15";

void require(CheckedGtpEngine& engine, std::string_view command) {
  if (!engine.knows(command)) engine.leave_out(fmt::format("it has no {}", command));
}

void board_sizes(CheckedGtpEngine& engine) {
  for (const std::string_view size : {"0", "-1", "1", "1000"})
    engine.expect_refusal(fmt::format("boardsize {}", size), "unacceptable size");
  for (const std::string_view size : {"", " x", " 19.5"})
    engine.expect_refusal(fmt::format("boardsize{}", size));
  engine.new_game();
  engine.play("T19");
}

void moves_legal(CheckedGtpEngine& engine) {
  constexpr int kStones = 21;
  for (int stones = 0; stones < kStones && !engine.board().over(); ++stones) {
    if (!engine.genmove()) return;
  }
}

/// Each genmove places one stone; the next one of the same side is a separate command.
void one_stone_a_move(CheckedGtpEngine& engine) {
  engine.play("K10");
  if (!engine.genmove() || !engine.genmove()) return;
  engine.expect_refusal("genmove w", kIllegal);
  engine.play("A1 T1");
}

void turns_kept(CheckedGtpEngine& engine) {
  engine.expect_refusal("play w K10", kIllegal);
  engine.expect_refusal("genmove w", kIllegal);
  engine.play("K10");
  engine.expect_refusal("play b L10", kIllegal);
  engine.expect_refusal("genmove b", kIllegal);
  engine.play("L10 L11");
  engine.expect_refusal("play w A1", kIllegal);
  engine.play("A1");
}

void vertices_read(CheckedGtpEngine& engine) {
  engine.demand("play BLACK k10");
  engine.demand("play White A1");
  engine.demand("play w t19");
  engine.demand("play black J8");
  for (const std::string_view vertex :
       {"I5", "A0", "A20", "U1", "Z26", "5A", "A", "5", "AA1", "A-1", "A1x", "A99999999999"})
    engine.expect_refusal(fmt::format("play b {}", vertex), kNoVertex);
  engine.expect_refusal("play purple A5", kNoVertex);
  engine.demand("play b A5");
}

void occupied_refused(CheckedGtpEngine& engine) {
  engine.play("K10 L11");
  engine.expect_refusal("play w K10", kIllegal);
  engine.expect_refusal("play w L11", kIllegal);
  engine.play("L12");
}

void pass_refused(CheckedGtpEngine& engine) {
  engine.expect_refusal("play b pass", kIllegal);
  engine.play("K10");
  engine.expect_refusal("play w PASS", kIllegal);
  engine.play("L10");
}

void game_ends(CheckedGtpEngine& engine) {
  engine.play(kWonGame);
  engine.expect_refusal("play w A10");
  engine.expect_refusal("play b A10");
  engine.expect_refusal("genmove w");
  engine.new_game();
  engine.play("K10");
}

void score_told(CheckedGtpEngine& engine) {
  require(engine, "final_score");
  engine.play("K10");
  if (const GtpAnswer answer = engine.ask("final_score"); answer.success)
    engine.found(Severity::kNote,
                 fmt::format("final_score is {} during the game", text::quoted(answer.text, 20)));
  engine.new_game();
  engine.play(kWonGame);
  if (const std::string score = engine.demand("final_score"); !score.starts_with("B+"))
    engine.found(Severity::kError,
                 fmt::format("final_score is {} after a win of Black", text::quoted(score, 20)));
}

void undo_takes_one(CheckedGtpEngine& engine) {
  require(engine, "undo");
  engine.expect_refusal("undo", "cannot undo");
  engine.demand("play b K10");
  engine.demand("play w L10");
  engine.demand("play w L11");
  engine.demand("undo");
  engine.demand("play w L11");
  engine.demand("undo");
  engine.demand("undo");
  engine.demand("undo");
  engine.expect_refusal("undo", "cannot undo");
  engine.demand("play b K10");
}

void undo_takes_back_the_end(CheckedGtpEngine& engine) {
  require(engine, "undo");
  engine.play(kWonGame);
  engine.demand("undo");
  engine.demand("play b A10");
}

void arguments_counted(CheckedGtpEngine& engine) {
  engine.play("K10");
  for (const std::string_view command :
       {"play", "play w", "play w L10 L11", "genmove", "genmove purple", "genmove w w",
        "known_command", "komi"}) {
    if (!engine.knows(command.substr(0, command.find(' '))) || command == "known_command") continue;
    engine.expect_refusal(command);
  }
  // None of these commands has placed a stone.
  engine.play("L10 L11 A1 A2");
}

void board_shown(CheckedGtpEngine& engine) {
  require(engine, "showboard");
  engine.demand("showboard");
  engine.play("K10 L10");
  if (engine.demand("showboard").empty())
    engine.found(Severity::kWarning, "showboard shows nothing");
}

void clock_kept(CheckedGtpEngine& engine) {
  using std::chrono::milliseconds;
  require(engine, "time_settings");
  require(engine, "time_left");
  constexpr int kAttempts = 3;
  constexpr milliseconds kLeft{1000};
  Clock::duration minimum = Clock::duration::max();
  for (int i = 0; i < kAttempts && minimum > kLeft; ++i) {
    engine.new_game();
    engine.demand("time_settings 60 0 0");
    engine.play("K10");
    engine.demand("time_left b 60 0");
    engine.demand("time_left w 1 0");
    const Clock::duration before = engine.waited();
    if (!engine.genmove()) return;
    minimum = std::min(minimum, engine.elapsed() - engine.taken_since(before));
  }
  if (minimum > kLeft) {
    engine.found(Severity::kError, fmt::format("with 1 s left genmove takes at least {:.1f} s",
                                               std::chrono::duration<double>(minimum).count()));
  }
}

void clock_settings(CheckedGtpEngine& engine) {
  require(engine, "time_settings");
  engine.demand("time_settings 600 0 0");
  engine.demand("time_settings 600 30 10");
  engine.demand("time_settings 0 10 1");
  engine.demand("time_settings 0 1 0");  // no limit
  engine.expect_refusal("time_settings");
  engine.expect_refusal("time_settings x y z");
  if (engine.knows("time_left")) {
    engine.demand("time_left b 10 3");
    engine.demand("time_left w 0 0");
    engine.expect_refusal("time_left b");
  }
}

constexpr auto kGtpGameChecks = std::to_array<GtpCheck>({
    {{"board-sizes", "boardsize accepts 19 and rejects invalid sizes."}, board_sizes},
    {{"moves-legal", "genmove places legal stones, move after move."}, moves_legal},
    {{"one-stone-a-move", "A turn of two stones takes two genmove commands."}, one_stone_a_move},
    {{"turns-kept",
      "Black opens with one stone, then each side places two; other moves are illegal."},
     turns_kept},
    {{"vertices-read",
      "Colors and vertices are case-insensitive; column I and vertices off the board are invalid."},
     vertices_read},
    {{"occupied-refused", "A stone on an occupied point is illegal and changes nothing."},
     occupied_refused},
    {{"pass-refused", "A pass is illegal and changes nothing."}, pass_refused},
    {{"game-ends", "Six in a row end the game: no move is legal before a new game."}, game_ends},
    {{"score-told", "final_score names the winner."}, score_told},
    {{"undo-takes-one", "undo takes back one stone and is rejected on an empty board."},
     undo_takes_one},
    {{"undo-reopens", "undo also takes back a winning stone."}, undo_takes_back_the_end},
    {{"arguments-counted",
      "A command with too few or too many arguments is rejected and changes nothing."},
     arguments_counted},
    {{"board-shown", "showboard shows a board."}, board_shown},
    {{"clock-settings", "Time settings are read in all their forms."}, clock_settings},
    {{"clock-kept", "genmove respects the remaining time."}, clock_kept},
});

}  // namespace

std::span<const GtpCheck> gtp_game_checks() { return kGtpGameChecks; }

}  // namespace trivium::check
