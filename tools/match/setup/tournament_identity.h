// Identity of a tournament, by which a repeated command finds it: name, rules that decide games,
// engines.
//
// The number of games is not included: a tournament can be extended.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace trivium::match {

struct TournamentIdentity {
  std::string name;
  /// JSON: game, format, openings (with hash), time controls, adjudication, seed.
  std::string rules;
  std::vector<std::string> engines;     ///< names in order
  std::vector<std::string> identities;  ///< engine_identity() of each engine

  friend bool operator==(const TournamentIdentity&, const TournamentIdentity&) = default;
};

/// Describes how `now` differs from the started tournament of the same name: "engine 'A' has
/// changed (its program, options or weights)", "openings were null, are {...}". Empty if they are
/// equal.
std::optional<std::string> difference(const TournamentIdentity& begun,
                                      const TournamentIdentity& now);

}  // namespace trivium::match
