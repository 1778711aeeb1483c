// Positions played on at random, as the gammas would play them, to the end or until the evaluation says how it would end.
//
// A side that can win does; what must be parried is parried, by the ways that take the fewest stones; where the opponent's threats are too
// many the game is lost. Every other stone is drawn with the chances that the strengths of stones give it (stone_strengths.h). To the end
// of the game that is some 40 stones of noise, so a playout may be cut after some turns: its outcome is then drawn by what the evaluation
// expects there; but how likely a draw is, by the room where the playout began, since stones drawn at random kill windows faster than play
// does (root_policy.md). A playout of no turns is a draw by the evaluation of its first position, but for what is won or lost at once. A
// look for a win by double threats before each turn (threat_probe.h, 7 or 30 positions) made playouts two to three times as slow and
// predicted a deeper search no better (root_policy.md): it was dropped.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/connect6/evaluation/known_strengths.h"
#include "engine/connect6/evaluation/position.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/outcome.h"
#include "engine/core/rng.h"

namespace trivium::connect6 {

struct PlayoutParameters {
  static constexpr int kToTheEnd = kMaxSize * kMaxSize;

  int turns = kToTheEnd;  ///< drawn, of both sides, before the evaluation decides
  int sharpness = 1;      ///< the power of the strengths by which stones are drawn: more plays likelier stones
};

/// One thread. Deterministic: the same position, seed and knowledge give the same end.
class Playouts {
 public:
  /// Keeps `knowledge`, which must have weights. Milliseconds where there are patterns, since tables are made.
  Playouts(const Knowledge& knowledge, int board_size, const PlayoutParameters& parameters = {});

  /// Plays `from`, of the size given, and tells how it ended for `seen_by`. Tens of microseconds to some hundred; no allocation.
  Outcome play(const Board& from, Stone seen_by, Rng& rng) noexcept;

  /// Where the last playout stood when its end was known: what wins, or the turn after threats that cannot be parried, is not placed.
  const Board& last() const noexcept { return position_.board(); }
  /// How many stones all playouts have placed.
  std::uint64_t stones() const noexcept { return stones_; }
  const Weights& weights() const noexcept { return *knowledge_.weights; }
  void set_parameters(const PlayoutParameters& parameters) noexcept { parameters_ = parameters; }

 private:
  void come_to(const Board& board) noexcept;
  /// Who has won; kEmpty for a draw.
  Stone play_on(Rng& rng) noexcept;
  /// The same, drawn by what the evaluation expects.
  Stone foretold(int needed, Rng& rng) noexcept;
  void place_turn(const Parries& needed, Rng& rng) noexcept;
  double read_chances() noexcept;
  Cell drawn_cell(Rng& rng) noexcept;
  const Turn& drawn_parry(const Parries& needed, Rng& rng) noexcept;
  void place(Cell cell) noexcept;

  Knowledge knowledge_;
  PlayoutParameters parameters_;
  KnownStrengths known_;
  Position position_;
  double draw_margin_ = 0.0;     // where the playout began
  std::vector<double> chances_;  // by cell
  std::uint64_t stones_ = 0;
};

}  // namespace trivium::connect6
