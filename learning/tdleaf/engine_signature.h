// What a run cannot read off its options: the engine that searches and evaluates for it.
#pragma once

#include <string>

namespace trivium::learning::tdleaf {

/// 64 hexadecimal digits over a few games by fixed weights, every one of which has a say: they change when rules, search, evaluation or
/// self-play do, so that a later build may resume a run if it plays the same. Equal on every machine. The first call takes a fraction of a
/// second.
const std::string& engine_signature();

}  // namespace trivium::learning::tdleaf
