// Logs of hands as the commands read them.
#pragma once

#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/records.h"

namespace trivium::learning::poker_measure {

/// The STATE lines of a file; all other lines are left out. The error names file and line.
Result<std::vector<poker::StateRecord>> read_hand_log(const std::string& path,
                                                      const poker::GameDefinition& game);

}  // namespace trivium::learning::poker_measure
