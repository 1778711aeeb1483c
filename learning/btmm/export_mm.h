// Writes the training games as input of Coulom's program `mm` (2007), with every team of every
// state. Used to check the learner on small sets against an independent implementation.
#pragma once

#include <filesystem>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/records/game_set.h"

namespace trivium::learning::btmm {

/// Writes the file. `mm` numbers its gammas as `layout` numbers features. Throws format::LoadError
/// if groups share a table (`mm` allows one feature per group in a team), if no stone of the
/// training games was chosen, or if writing fails.
void export_mm(const records::GameSet& games, const connect6::PatternLayout& layout,
               const std::filesystem::path& path);

}  // namespace trivium::learning::btmm
