// What a run cannot read off its options: the engine that searches and evaluates for it.
#pragma once

#include <string>

namespace trivium::learning::tdleaf {

/// 64 hexadecimal digits over a few quick games by fixed weights, each of which counts: they change when rules, search, evaluation or
/// self-play do, and only then, so that a run may be resumed by a later build that plays the same. Equal on every machine. The first call
/// takes a fraction of a second.
const std::string& engine_signature();

}  // namespace trivium::learning::tdleaf
