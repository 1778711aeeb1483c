// Names of squares: a column letter and a row number. Row 1 is the top row of the usual diagram,
// so a1 is the top left corner.
//
// Records use lower case ("f5"), GTP upper case ("F5"). The parsers accept either case.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

/// Returns "f5", or "pass".
std::string move_name(Move move);
/// Returns "F5", or "pass".
std::string gtp_vertex(Move move);

/// Parses the name of a square on a board of `size`.
Result<Square> parse_square(std::string_view text, int size);
/// As parse_square(); also accepts a pass as "pass", "pa", "ps" or "--".
Result<Move> parse_move(std::string_view text, int size);

}  // namespace trivium::reversi
