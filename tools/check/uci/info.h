// An info line of UCI, read as strictly as the text of the protocol has it. (client::parse_uci_info() reads it as generously as one can.)
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/rules/position.h"

namespace trivium::check {

/// What is wrong with the form of the line, field by field: "depth: 'x' is no whole number". Empty: nothing.
std::vector<std::string> info_faults(std::string_view line);
/// Fields that UCI does not know, which a reader passes over together with what it takes for their values.
std::vector<std::string> unknown_info_fields(std::string_view line);
/// The first move of `line` (moves with blanks between them) that cannot be played, as "move 3: UCI move 'e2e5': not legal here".
std::optional<std::string> line_fault(const chess::Position& from, std::string_view line);

}  // namespace trivium::check
