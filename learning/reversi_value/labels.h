// Games of Reversi with a label for each position: the final score that the learner fits.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "learning/harness/shards.h"
#include "learning/harness/work_items.h"
#include "learning/records/reversi_games.h"

namespace trivium::learning::reversi_value {

/// A game, with a label for each position before a move.
struct LabeledGame {
  std::vector<reversi::Move> moves;  ///< with all passes
  /// Score in discs for the side that moves first, in [-64, 64].
  std::vector<std::int8_t> labels;

  auto fields() noexcept { return std::tie(moves, labels); }  ///< for learning::Transfer
  friend bool operator==(const LabeledGame&, const LabeledGame&) = default;
};

/// Returns the games with their labels:
/// - positions with at most `solve` empty squares: the score with best play, found by the solver;
/// - others with at least ReversiGame::best_empty empty squares: the score with best play that the
///   record states, if it states one;
/// - all others: the score of the game.
///
/// Adds the games of a shard to `done`, if it is not null, when the shard is done. The result does
/// not depend on the number of threads.
std::vector<LabeledGame> labeled(std::span<const records::ReversiGame> games, int solve,
                                 const Shards& shards, DoneCount* done = nullptr);

/// Calls `visit(position, move, flipped, label)` for each position of `game` before a move; the
/// label is for the side to move. `flipped` is 0 for a pass.
template <class Visit>
void visit_positions(const LabeledGame& game, const Visit& visit) {
  reversi::Position position = reversi::Position::start();
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const reversi::Move move = game.moves[i];
    const reversi::Bitboard flipped = move == reversi::kPass ? 0 : position.flips(move);
    visit(position, move, flipped, i % 2 == 0 ? int{game.labels[i]} : -int{game.labels[i]});
    position.do_move(move);
  }
}

}  // namespace trivium::learning::reversi_value
