// Results of games between strength levels, which are named by their Elo ("Trivium 1200"), and
// players of known strength (anchors), from which the levels are rated.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/rules/pgn.h"
#include "learning/statistics/bradley_terry.h"
#include "learning/statistics/pair_score.h"

namespace trivium::learning::strength {

/// Returns the name of a level in games: "Trivium 1200".
std::string level_name(int elo);

/// Adds the Elo values in the names of the players of a game to `levels`.
void add_levels(const chess::PgnGame& game, std::set<int>& levels);

/// Players and results of the games. Players have numbers from 0, in the order in which they are
/// added.
class LevelResults {
 public:
  /// Adds a player with its known strength, or a level (level_name()) without one. Returns false if
  /// a player has this name.
  bool add_player(std::string name, std::optional<double> elo);

  /// Adds the result of a game, except a game of other players, without a result, or decided by a
  /// fault.
  void add(const chess::PgnGame& game);

  /// Returns the rating of each player. Requires: there is a player of known strength.
  std::vector<statistics::Rating> ratings() const;

  /// By player: true if games link it to a player of known strength.
  std::vector<bool> connected() const;

  /// Number of games of a player: all, or those against players of known strength.
  statistics::GameCounts games_of(std::size_t player, bool with_known) const;

 private:
  std::map<std::string, std::size_t, std::less<>> numbers_;
  std::vector<std::optional<double>> known_;  // by player; nothing for a level
  std::map<std::pair<std::size_t, std::size_t>, statistics::GameCounts> counts_;  // White, Black
};

}  // namespace trivium::learning::strength
