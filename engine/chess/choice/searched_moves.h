// Searches every legal move separately with the same number of nodes, for player models that
// search. So a bad move is evaluated as precisely as the best one, and the model can misjudge both.
// Moves with a very small probability are dropped during the search, as in successive rejects
// (Audibert, Bubeck and Munos 2010).
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

/// Maximum number of nodes per move that a file may contain.
inline constexpr double kMaxSearchNodes = 1e12;

/// Search of a player model: the value of a move, in log-odds, includes weight * search_term().
struct SearchPart {
  std::uint64_t nodes = 0;  ///< for each legal move; 0: the model does not search
  double weight = 0;
  double standard_error = 0;  ///< of the weight; 0 if the weight was not learned from choices

  friend bool operator==(const SearchPart&, const SearchPart&) = default;
};

/// Returns the contribution of a score at weight 1. Near zero it is the score in pawns; it
/// saturates, because an extra pawn matters little when a rook up. A mate counts more than every
/// other score, and a faster mate counts more than a slower one.
double search_term(const Score& score) noexcept;

/// Receives the reports of the moves, in their order, after each round. Called from the search
/// thread.
using MovesListener = std::function<void(std::span<const Report<Move>> reports)>;

/// Options of search_each_move().
struct MoveSearch {
  SearchPart part{};
  std::span<const double> values{};  ///< linear values of the moves, in log-odds; empty: all 0
  Limits limits{};  ///< uses nodes (of all moves together), depth, move_time and clock
  Milliseconds move_overhead{0};
  /// If true, later rounds omit moves that the model would almost never play. If false, all moves
  /// are searched in one round, each with an equal share of the remaining time. Use false for
  /// learning, when the weight is not known, and for styles, whose weight was learned from such
  /// searches.
  bool drops = true;
};

/// Searches these legal moves of the player's game, in four rounds: each move gets 1/64, 1/16, 1/4
/// and all of `part.nodes` nodes. Returns the last report of each move, with the score from the
/// mover's view. Blocks until the end, a stop or the end of the time for the move. A round begins
/// with the best moves of the previous one, so that an interrupted round omits the least important
/// moves.
std::vector<Report<Move>> search_each_move(Player& player, const MoveList& moves,
                                           const MoveSearch& how, const SearchControl& control,
                                           const MovesListener& on_round = {});

/// Returns `values` plus the contributions of the search, for each report. Empty `values` are all
/// 0.
std::vector<double> with_search(std::span<const double> values, const SearchPart& part,
                                std::span<const Report<Move>> reports);

}  // namespace trivium::chess
