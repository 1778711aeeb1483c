// Reads a Connect-6 record named on the command line.
#pragma once

#include <string>

#include "engine/connect6/rules/board.h"
#include "engine/core/result.h"

namespace trivium::tools {

/// Returns the board after the record in `path` (SGF, the notation of paper 000, or CSV; "-" is
/// standard input). If `stones` is not negative, returns the board after that many stones, and
/// fails if the record has fewer. The error names the file and the place in it. Throws
/// format::LoadError if the file cannot be read.
Result<connect6::Board> board_from_file(const std::string& path, int stones = -1);

}  // namespace trivium::tools
