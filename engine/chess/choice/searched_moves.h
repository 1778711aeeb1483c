// What a search says of each legal move, for choosers who search: every move by itself with the same number of nodes, so that a bad move is
// valued as well as the best one, and a chooser may be as wrong about either. Moves with hardly a chance are dropped on the way, as in
// successive rejects (Audibert, Bubeck and Munos 2010).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/chess/player.h"
#include "engine/chess/rules/movegen.h"
#include "engine/core/limits.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"

namespace trivium::chess {

/// More nodes for a move than a file may ask for.
inline constexpr double kMaxSearchNodes = 1e12;

/// How much a chooser searches and what he gives for it: a move's value has weight * search_worth() in it, in log-odds.
struct SearchPart {
  std::uint64_t nodes = 0;  ///< for each legal move; 0: he does not search
  double weight = 0;
  double standard_error = 0;  ///< of the weight; 0 where it was not learned from choices

  friend bool operator==(const SearchPart&, const SearchPart&) = default;
};

/// What a score counts for at a weight of 1: pawns near zero, less and less far from it, for who is a rook up does not care for a pawn
/// more; a mate counts more than all that is none, and sooner mates more than later ones.
double search_worth(const Score& score) noexcept;

/// Hears what is known of the moves, in their order, after each round of searching. Called from the searching thread.
using MovesListener = std::function<void(std::span<const Report<Move>> reports)>;

/// How a search of each move goes about it.
struct MoveSearch {
  SearchPart part{};
  std::span<const double> values{};  ///< what else there is to the moves, in log-odds; empty: nothing
  Limits limits{};                   ///< nodes (of all moves together), depth, move_time and clock count
  Milliseconds move_overhead{0};
  /// Moves that a chooser of this weight would hardly ever play are searched no further. Otherwise all are searched alike, in one round
  /// in which each has an equal share of the time that is left: so for learning, where the weight is not known, and for styles, whose
  /// weight was learned from that.
  bool drops = true;
};

/// Searches these legal moves of the player's game, each with `part.nodes`, in rounds of a 64th, a 16th, a quarter, and all of them.
/// Returns the last report of each, the score being the mover's. It blocks until a stop or the end of the time for the move at the latest;
/// a round begins with the best moves of the one before, so that what it had no time for matters least.
std::vector<Report<Move>> search_each_move(Player& player, const MoveList& moves, const MoveSearch& how, const SearchControl& control,
                                           const MovesListener& on_round = {});

/// What the moves are worth: `values` with what the search adds.
std::vector<double> with_search(std::span<const double> values, const SearchPart& part, std::span<const Report<Move>> reports);

}  // namespace trivium::chess
