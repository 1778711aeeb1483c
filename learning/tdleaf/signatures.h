// Hashes of the engine's and the learner's behavior, for the identity of a run.
//
// Both hash results on the same few games, so a later build may resume a run only if it behaves the
// same.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/chess/search/search_parameters.h"
#include "learning/records/searched_game.h"

namespace trivium::learning::tdleaf {

/// Returns 64 hexadecimal digits over a few games with fixed weights, all of which are used. They
/// change with rules, search, evaluation or self-play, and are equal on every machine. The first
/// call takes a fraction of a second.
const std::string& engine_signature();

/// Returns 64 hexadecimal digits over the weights that each step rule learns from those games. They
/// change with gradient, step rules, pull or sharding, and depend on the last bit of the C
/// library's exponential.
const std::string& learner_signature();

/// The games of the signatures, and those that a search by other parameters would have in their
/// place.
const std::vector<records::SearchedGame>& signature_games();
std::vector<records::SearchedGame> play_signature_games(const chess::SearchParameters& parameters);
/// 64 hexadecimal digits over all that the searches of the games found.
std::string digest_of(std::span<const records::SearchedGame> games);

}  // namespace trivium::learning::tdleaf
