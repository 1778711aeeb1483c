// Reader of hand logs: the STATE lines that a dealer or a tournament writes.
#pragma once

#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/records.h"

namespace trivium::learning::poker_measure {

/// Returns the hands of the STATE lines in a file; ignores all other lines. Fails if the file
/// cannot be read, or if a STATE line is no legal hand of `game`. The error names file and line.
Result<std::vector<poker::StateRecord>> read_hand_log(const std::string& path,
                                                      const poker::GameDefinition& game);

}  // namespace trivium::learning::poker_measure
