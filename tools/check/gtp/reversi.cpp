#include <array>
#include <fmt/format.h>

#include "engine/core/text.h"
#include "tools/check/gtp/check_gtp.h"

namespace trivium::check {

namespace {

/// After these moves Black must pass.
constexpr std::string_view kBlackMustPass = "C4 C3 F5 B4 A4 A5 C2 A3";
/// A legal move of White after the pass.
constexpr std::string_view kAfterThePass = "D2";
/// The shortest game in which Black takes all discs.
constexpr std::string_view kWipeout = "F5 D6 C5 F4 E7 F6 G5 E6 E3";

void colors_alternate(CheckedGtpEngine& engine) {
  engine.expect_refusal("play w F5", kIllegal);
  engine.play("F5");
  engine.expect_refusal("play b D6", kIllegal);
  engine.play("D6");
}

void squares_read(CheckedGtpEngine& engine) {
  engine.demand("play BLACK f5");
  engine.demand("play White D6");
  for (const std::string_view vertex :
       {"I5", "A0", "A9", "Z26", "5A", "A", "5", "AA1", "A-1", "A1x", "A99999999999"})
    engine.expect_refusal(fmt::format("play b {}", vertex), kNoVertex);
  engine.expect_refusal("play purple C3", kNoVertex);
  engine.demand("play b C3");
}

void flips_needed(CheckedGtpEngine& engine) {
  for (const std::string_view vertex : {"D4", "D5", "A1", "E3"})
    engine.expect_refusal(fmt::format("play b {}", vertex), kIllegal);
  engine.play("F5 D6");
}

void forced_pass_made(CheckedGtpEngine& engine) {
  engine.play(kBlackMustPass);
  if (!engine.genmove()) return;
  engine.play(kAfterThePass);
}

void forced_pass_read(CheckedGtpEngine& engine) {
  engine.limit(kWarning);
  engine.play(kBlackMustPass);
  engine.play("pass");
  engine.play(kAfterThePass);
}

void pass_left_out(CheckedGtpEngine& engine) {
  engine.limit(kWarning);
  engine.play(kBlackMustPass);
  engine.demand(fmt::format("play w {}", kAfterThePass));
}

void full_stop(CheckedGtpEngine& engine) {
  engine.play(kWipeout);
  engine.expect_refusal("play w A1");
  engine.expect_refusal("play b A1");
  const GtpAnswer answer = engine.ask("genmove w", kMovePatience);
  if (answer.success && !text::same_ignoring_case(answer.text, "pass"))
    engine.found(kError, "genmove answers {} after the end of the game",
                 text::quoted(answer.text, 20));
  engine.new_game();
  engine.play("F5");
}

void empties_to_the_winner(CheckedGtpEngine& engine) {
  require(engine, "final_score");
  engine.play(kWipeout);
  const std::string score = engine.demand("final_score");
  const std::string shown = text::quoted(score, 20);
  if (!score.starts_with("B+")) {
    engine.found(kError, "final_score is {} after a win of Black", shown);
  } else if (score != "B+64") {
    engine.found(kWarning, "final_score is {}, not 'B+64', after a win of 13 discs to 0", shown);
  }
}

void undo_takes_a_move(CheckedGtpEngine& engine) {
  require(engine, "undo");
  engine.expect_refusal("undo", "cannot undo");
  for (const std::string_view command :
       {"play b F5", "play w D6", "undo", "play w F6", "undo", "undo"})
    engine.demand(command);
  engine.expect_refusal("undo", "cannot undo");
  engine.demand("play b C4");
}

constexpr auto kGtpReversiChecks = std::to_array<GtpCheck>({
    {{"turns-kept", "Black begins and colors alternate; a move of the other color is illegal."},
     colors_alternate},
    {{"vertices-read",
      "Colors and vertices are case-insensitive; vertices off the board are invalid."},
     squares_read},
    {{"flips-needed", "A move that flips no disc is illegal and changes nothing."}, flips_needed},
    {{"pass-refused", "A pass is illegal where the side has another move."}, pass_refused},
    {{"pass-made", "genmove passes where the side has no other move."}, forced_pass_made},
    {{"pass-read", "play accepts a pass where the side has no other move."}, forced_pass_read},
    {{"pass-left-out", "A pass that is the only move may be left out."}, pass_left_out},
    {{"game-ends", "If no side can move, no move is legal before a new game."}, full_stop},
    {{"score-told", "final_score names the winner, who gets the empty squares."},
     empties_to_the_winner},
    {{"undo-takes-one", "undo takes back one move and is rejected on an empty board."},
     undo_takes_a_move},
});

}  // namespace

std::span<const GtpCheck> gtp_reversi_checks() { return kGtpReversiChecks; }

}  // namespace trivium::check
