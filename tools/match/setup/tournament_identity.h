// What makes a tournament the same one when its command is given again: its name, the rules that decide games, and who plays.
//
// How many games there are is no part of it: a tournament may be made longer.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace trivium::match {

struct TournamentIdentity {
  std::string name;
  std::string
      rules;  ///< JSON: game, format, openings (with hash), time controls, adjudication, seed: all that decides games but not how many
  std::vector<std::string> engines;     ///< names in order
  std::vector<std::string> identities;  ///< engine_identity() of each

  friend bool operator==(const TournamentIdentity&, const TournamentIdentity&) = default;
};

/// How `now` differs from the tournament of the same name that was begun, in words: "engine 'A' has changed (its program, options or
/// weights)", "openings were null, are {...}". Nothing where they are the same.
std::optional<std::string> difference(const TournamentIdentity& begun, const TournamentIdentity& now);

}  // namespace trivium::match
