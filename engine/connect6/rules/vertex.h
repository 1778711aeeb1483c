// Names of cells in both common notations, and a combined form for readers.
//
// GTP form: columns A..H, J..Z (no I), rows from 1 at the bottom; the center of a 19x19 board is
// K10. Record form (paper 000, Little Golem, game collections): columns a, b, c, ... including i,
// rows from 1; the center is j10. Both parsers accept either case; the writers write as shown.
#pragma once

#include <string>
#include <string_view>

#include "engine/connect6/rules/board.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

/// Returns `cell` in GTP form, e.g. "K10".
std::string gtp_vertex(Cell cell, int size);
/// Parses a GTP vertex on a board of `size`. "pass" and "resign" are not vertices.
Result<Cell> parse_gtp_vertex(std::string_view text, int size);

/// Returns `cell` in record form, e.g. "j10".
std::string record_vertex(Cell cell, int size);
/// Parses a vertex in record form on a board of `size`.
Result<Cell> parse_record_vertex(std::string_view text, int size);

/// Returns a readable name: GTP form, and the record form in parentheses if its letter differs:
/// "C10", "K10 (j10)".
std::string reader_vertex(Cell cell, int size);

}  // namespace trivium::connect6
