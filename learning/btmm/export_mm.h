// Writes the training games as input of Coulom's program `mm` (2007), with every team of every
// state. Used to check the learner on small sets against an independent implementation.
#pragma once

#include <filesystem>

#include "learning/btmm/state_source.h"

namespace trivium::learning::btmm {

/// Writes the file. `mm` numbers its gammas as `source` numbers features. Throws format::LoadError
/// if a team can have several features of a table (`mm` allows one), if there is no training state,
/// or if writing fails.
void export_mm(const StateSource& source, const std::filesystem::path& path);

}  // namespace trivium::learning::btmm
