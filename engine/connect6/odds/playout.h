// Random playouts: games whose stones are sampled by their strengths, to the end of the game or for
// a number of turns, after which the evaluation decides.
//
// A side that can win in its turn wins. Threats are parried with the fewest stones; if the stones
// of a turn cannot parry them, the game is lost. Every other stone is sampled in proportion to its
// strength (stone_strengths.h). A playout to the end has some 40 random stones, so it may be cut
// after some turns; then the outcome is sampled from the expected result of the evaluation. With
// zero turns, it is sampled at once unless the side to move wins or loses immediately.
//
// The evaluation of a cut playout takes the draw margin (draw_model.h) from the position where the
// playout began. The margin at its end would be too wide, because random stones make lines useless
// for both sides faster than real play does (root_policy.md).
//
// A search for double threats before each turn (threat_probe.h, 7 or 30 nodes) was tried and
// removed: it made playouts two to three times slower, and their results did not agree better with
// those of a deeper search.
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
  /// More turns than any game has.
  static constexpr int kToTheEnd = kMaxSize * kMaxSize;

  int turns = kToTheEnd;  ///< turns of both sides before the evaluation decides
  int sharpness = 1;      ///< exponent of the strengths, at least 1; larger values prefer probable
                          ///< stones
};

/// Runs playouts. Not thread-safe. Deterministic: equal knowledge, parameters, position and state
/// of the generator give an equal outcome.
class Playouts {
 public:
  /// Takes milliseconds if `knowledge` has patterns, because tables are built. Requires:
  /// `knowledge` has weights.
  Playouts(const Knowledge& knowledge, int board_size, const PlayoutParameters& parameters = {});

  /// Runs a playout from the position `from` and returns its outcome from `side`'s view. Takes tens
  /// to some hundred microseconds; does not allocate. Requires: `from` has the board size given to
  /// the constructor.
  Outcome play(const Board& from, Stone side, Rng& rng) noexcept;

  /// Position where the last playout stopped. It stops as soon as the winner is known, so a winning
  /// turn, or the turns after threats that cannot be parried, are not on the board.
  const Board& last() const noexcept { return position_.board(); }
  /// Number of stones placed by all playouts.
  std::uint64_t stones() const noexcept { return stones_; }
  const Weights& weights() const noexcept { return *knowledge_.weights; }
  void set_parameters(const PlayoutParameters& parameters) noexcept { parameters_ = parameters; }

 private:
  void set_position(const Board& board) noexcept;
  /// Plays from position_ to the end and returns the winner; kEmpty for a draw.
  Stone play_on(Rng& rng) noexcept;
  /// Samples the winner from the expected result of the evaluation. `needed` is the number of
  /// stones that parry the opponent's threats.
  Stone sample_result(int needed, Rng& rng) noexcept;
  void place_turn(const Parries& needed, Rng& rng) noexcept;
  /// Sets chances_ and returns their sum.
  double read_chances() noexcept;
  Cell sample_cell(Rng& rng) noexcept;
  const Turn& sample_parry(const Parries& needed, Rng& rng) noexcept;
  void place(Cell cell) noexcept;

  Knowledge knowledge_;
  PlayoutParameters parameters_;
  KnownStrengths known_;
  Position position_;
  double draw_margin_ = 0.0;     ///< that of the position where the playout began, in log-odds
  std::vector<double> chances_;  ///< by cell: strength to the power of the sharpness
  std::uint64_t stones_ = 0;
};

}  // namespace trivium::connect6
