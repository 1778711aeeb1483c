// Reads a Connect-6 record named on the command line.
#pragma once

#include <string>

#include "engine/connect6/rules/board.h"
#include "engine/core/result.h"

namespace trivium::tools {

/// Returns the board after the record in `path` (SGF, paper form or CSV; "-" is standard input), or
/// after its first `stones` stones if not negative. The error names the file and the place in it.
/// Throws format::LoadError if the file cannot be read.
Result<connect6::Board> board_from_file(const std::string& path, int stones = -1);

}  // namespace trivium::tools
