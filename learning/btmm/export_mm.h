// Writes the training games as input of Coulom's `mm` (2007), with every team of every state, for
// checks on small sets.
#pragma once

#include <filesystem>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/records/game_set.h"

namespace trivium::learning::btmm {

/// Writes the file; gammas are numbered as features. Throws format::LoadError if lines share a
/// table (`mm` allows one feature per group in a team), if there are no choices, or if writing
/// fails.
void export_mm(const records::GameSet& games, const connect6::PatternLayout& layout,
               const std::filesystem::path& path);

}  // namespace trivium::learning::btmm
