// Plays Connect-6 games between two stone choosers: openings are random, wins and parries within
// one turn are played exactly, and the choosers decide the rest.
//
// A side that can win in this turn wins. A side that must parry parries all threats if it can.
// Optionally, a small search (threat_solver.h) finds wins by double threats. The table plays a win
// that the verifier confirms. It discards a turn that allows the opponent such a win and lets the
// chooser choose again, up to a fixed number of attempts. Games are then decided by the first
// attack, as between players that search.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/threats/proof.h"
#include "learning/btmm/connect6/stone_chooser.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::btmm {

struct GameOptions {
  static constexpr int kMaxOpeningStones = 10;  ///< five per side, because a sixth could win

  int min_opening_stones = 1;  ///< number of random stones: uniform in [min, max]
  int max_opening_stones = 6;
  int max_stones = 225;  ///< maximum number of stones; a longer game is a draw
  /// Maximum number of positions of a search for a win by double threats; 0 disables these
  /// searches.
  std::uint64_t solver_nodes = 0;

  /// Throws std::invalid_argument if the bounds of opening stones are negative, above
  /// kMaxOpeningStones or not in order, or if max_stones is not above 0.
  void check() const;
};

/// Plays games one after the other. Not thread-safe.
class GameTable {
 public:
  /// `size` is the side length of the board. Requires: `options` outlives this object.
  GameTable(int size, const GameOptions& options);

  /// Plays and returns a game. `black` and `white` may be the same chooser. The opening is sampled
  /// with `opening`, all other choices with `stones`; both may be the same generator.
  records::Connect6Game play(StoneChooser& black, StoneChooser& white, Rng& opening, Rng& stones);

 private:
  void put(connect6::Cell cell);
  void put(connect6::Turn turn);
  void take_back();
  void open(Rng& rng);
  bool opens(connect6::Cell cell) const;
  void move(Rng& rng);
  void choose(Rng& rng);
  void choose_safely(Rng& rng);
  bool finds_win();

  const GameOptions& options_;
  connect6::Board board_;
  connect6::LineFeatures lines_;
  std::array<StoneChooser*, 2> choosers_{};  // black, white
  std::vector<connect6::Cell> cells_;
  std::optional<std::uint64_t> searched_;  // key of the position that proof_ belongs to
  connect6::Proof proof_;                  // empty if no win was found
};

}  // namespace trivium::learning::btmm
