// Identity of a tournament: name, engines, and rules that decide games. A command that is repeated
// finds its tournament in a journal by it.
//
// The number of games is not included, so that a tournament can be extended.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace trivium::match {

struct TournamentIdentity {
  std::string name;
  /// JSON object: game, schedule without the number of rounds, time controls, seed; openings with
  /// their hash and adjudication, or the poker table.
  std::string rules;
  std::vector<std::string> engines;     ///< names in order
  std::vector<std::string> identities;  ///< engine_identity() of each engine

  friend bool operator==(const TournamentIdentity&, const TournamentIdentity&) = default;
};

/// Describes how `now` differs from the started tournament of the same name: "engine 'A' has
/// changed (its program, options or weights)", "rule 'seed': was 1, is 2". Empty if they are equal.
std::optional<std::string> difference(const TournamentIdentity& begun,
                                      const TournamentIdentity& now);

}  // namespace trivium::match
