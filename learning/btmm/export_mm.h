// The training games as input of Coulom's `mm` (2007), every team of every state written down: for checks on small sets.
#pragma once

#include <filesystem>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/records/game_set.h"

namespace trivium::learning::btmm {

/// Writes the file. A gamma's number is the feature's. Throws format::LoadError where lines share a table, since `mm` knows no team with
/// two features of one group; also when nobody chose a stone to learn from, or the disk refuses.
void export_mm(const records::GameSet& games, const connect6::PatternLayout& layout, const std::filesystem::path& path);

}  // namespace trivium::learning::btmm
