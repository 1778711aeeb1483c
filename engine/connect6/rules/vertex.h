// Names of cells in both common notations, and a combined form for readers.
//
// GTP form: columns A..H, J..Z (no I), rows from 1 at the bottom: the centre of a 19x19 board is K10.
// Record form: columns a, b, c, ... with i in use, rows from 1: the centre is j10 (paper 000, Little Golem, the game collections).
// Both readers take either case; the writers write as shown.
#pragma once

#include <string>
#include <string_view>

#include "engine/connect6/rules/board.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

/// `cell` of a board of `size` in GTP form, e.g. "K10".
std::string gtp_vertex(Cell cell, int size);
/// Reads a GTP vertex; it must name a cell of a board of `size`. "pass" and "resign" are not vertices.
Result<Cell> parse_gtp_vertex(std::string_view text, int size);

/// `cell` of a board of `size` in record form, e.g. "j10".
std::string record_vertex(Cell cell, int size);
/// Reads a vertex in record form; it must name a cell of a board of `size`.
Result<Cell> parse_record_vertex(std::string_view text, int size);

/// Returns a readable name: GTP form, and the record form in parentheses if its letter differs:
/// "C10", "K10 (j10)".
std::string reader_vertex(Cell cell, int size);

}  // namespace trivium::connect6
