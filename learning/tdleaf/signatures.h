// What a run cannot read off its options: the engine that searches and evaluates for it, and the learner that makes steps for it.
//
// Both are hashes over what they make of the same few games. So a later build may resume a run if it does the same, and cannot if not.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/chess/search/search_parameters.h"
#include "learning/records/searched_game.h"

namespace trivium::learning::tdleaf {

/// 64 hexadecimal digits over a few games by fixed weights, every one of which has a say: they change when rules, search, evaluation or
/// self-play do. Equal on every machine. The first call takes a fraction of a second.
const std::string& engine_signature();

/// 64 hexadecimal digits over the weights that each step rule learns from those games: they change when gradient, step rules, pull or the
/// way sums are cut into shards do. They rest on the C library's exponential, the last bit of which may be another elsewhere.
const std::string& learner_signature();

/// The games of the signatures, and those that a search by other parameters would have in their place.
const std::vector<records::SearchedGame>& signature_games();
std::vector<records::SearchedGame> play_signature_games(const chess::SearchParameters& parameters);
/// 64 hexadecimal digits over all that the searches of the games found.
std::string digest_of(std::span<const records::SearchedGame> games);

}  // namespace trivium::learning::tdleaf
