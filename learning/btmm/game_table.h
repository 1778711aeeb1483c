// Plays Connect-6 games between two choosers of stones: random openings, exact play within one
// turn, the choosers decide the rest.
//
// A side that can win wins, and a side that must parry parries everything if it can. Optionally, a
// small search (threat_solver.h) finds wins by double threats: wins confirmed by the verifier are
// played, and a turn that allows the opponent one is chosen again, a few times. The first attack
// then decides games, as between players that search.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/threats/proof.h"
#include "learning/btmm/stone_chooser.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::btmm {

struct GameOptions {
  static constexpr int kMaxOpeningStones = 10;  ///< five per side: a sixth stone could win

  int fewest_opening_stones = 1;  ///< stones near the center, uniform between these two
  int most_opening_stones = 6;
  int most_stones = 225;  ///< longer games are draws
  std::uint64_t solver_nodes =
      0;  ///< positions searched for a win by double threats before and after a turn; 0: none

  /// Throws std::invalid_argument when the options make no sense.
  void check() const;
};

/// Plays games one after the other. Not thread-safe.
class GameTable {
 public:
  /// Requires: `options` outlives this object.
  GameTable(int size, const GameOptions& options);

  /// A game of `black` against `white`, which may be the same one. The opening is drawn from
  /// `opening`, all else from `stones`, which may be the same generator.
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
  std::optional<std::uint64_t> searched_;  // the position of which proof_ is known
  connect6::Proof proof_;                  // empty: no win was found
};

}  // namespace trivium::learning::btmm
