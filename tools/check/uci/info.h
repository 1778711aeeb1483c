// Strict parser of UCI info lines, for the protocol test. (client::parse_uci_info() is tolerant.)
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/rules/position.h"

namespace trivium::check {

/// Returns the faults of the line, field by field: "depth: 'x' is not a whole number".
std::vector<std::string> info_faults(std::string_view line);
/// Returns the words that are not fields of UCI. The words after them, up to the next known field,
/// are taken for their values and skipped.
std::vector<std::string> unknown_info_fields(std::string_view line);
/// Returns the first illegal move of `line`, which has moves separated by blanks: "move 3: UCI move
/// 'e2e5': not legal here". Empty if all are legal.
std::optional<std::string> illegal_move_in(const chess::Position& from, std::string_view line);

}  // namespace trivium::check
