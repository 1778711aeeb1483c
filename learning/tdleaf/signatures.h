// Hashes of the behavior of engine and learner, for the identity of a run.
//
// Both are hashes of results on the same few games. A later build can resume a run only if its
// hashes are equal, that is, if it plays and learns in the same way.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/chess/search/search_parameters.h"
#include "learning/records/searched_game.h"

namespace trivium::learning::tdleaf {

/// Returns the SHA-256 of signature_games() as 64 hexadecimal digits. It changes with rules,
/// search, evaluation or self-play, and is equal on every machine. The first call takes a fraction
/// of a second.
const std::string& engine_signature();

/// Returns the SHA-256 of the weights that each step rule learns from signature_games(), as 64
/// hexadecimal digits. It changes with the gradient, the step rules, the pull toward the prior or
/// the sharding, and depends on the last bit of the C library's exponential function.
const std::string& learner_signature();

/// Returns the games of the signatures: a few games of self-play with fixed weights for all
/// features. They are played in the first call.
const std::vector<records::SearchedGame>& signature_games();
/// Plays and returns the games of the signatures with other search parameters.
std::vector<records::SearchedGame> play_signature_games(const chess::SearchParameters& parameters);
/// Returns the SHA-256 of the records of the games, as 64 hexadecimal digits.
std::string digest_of(std::span<const records::SearchedGame> games);

}  // namespace trivium::learning::tdleaf
