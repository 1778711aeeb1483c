#include <array>
#include <fmt/format.h>

#include "engine/core/text.h"
#include "tools/check/gtp/check_gtp.h"

namespace trivium::check {

namespace {

/// Black's last stone completes six in a row.
constexpr std::string_view kWonGame = "K10 A1 B1 K11 K12 C1 D1 K13 K14 A3 B3 K15";

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
  for (const std::string_view command :
       {"play BLACK k10", "play White A1", "play w t19", "play black J8"})
    engine.demand(command);
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

void game_ends(CheckedGtpEngine& engine) {
  engine.play(kWonGame);
  for (const std::string_view command : {"play w A10", "play b A10", "genmove w"})
    engine.expect_refusal(command);
  engine.new_game();
  engine.play("K10");
}

void winner_named(CheckedGtpEngine& engine) {
  require(engine, "final_score");
  engine.play("K10");
  if (const GtpAnswer answer = engine.ask("final_score"); answer.success)
    engine.found(kNote, "final_score is {} during the game", text::quoted(answer.text, 20));
  engine.new_game();
  engine.play(kWonGame);
  if (const std::string score = engine.demand("final_score"); !score.starts_with("B+"))
    engine.found(kError, "final_score is {} after a win of Black", text::quoted(score, 20));
}

void undo_takes_one(CheckedGtpEngine& engine) {
  require(engine, "undo");
  engine.expect_refusal("undo", "cannot undo");
  for (const std::string_view command :
       {"play b K10", "play w L10", "play w L11", "undo", "play w L11", "undo", "undo", "undo"})
    engine.demand(command);
  engine.expect_refusal("undo", "cannot undo");
  engine.demand("play b K10");
}

void undo_takes_back_the_end(CheckedGtpEngine& engine) {
  require(engine, "undo");
  engine.play(kWonGame);
  engine.demand("undo");
  engine.demand("play b A10");
}

constexpr auto kGtpConnect6Checks = std::to_array<GtpCheck>({
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
    {{"score-told", "final_score names the winner."}, winner_named},
    {{"undo-takes-one", "undo takes back one stone and is rejected on an empty board."},
     undo_takes_one},
    {{"undo-reopens", "undo also takes back a winning stone."}, undo_takes_back_the_end},
});

}  // namespace

std::span<const GtpCheck> gtp_connect6_checks() { return kGtpConnect6Checks; }

}  // namespace trivium::check
