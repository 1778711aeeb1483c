// Strict parser of UCI info lines, for the protocol test. (client::parse_uci_info() is tolerant.)
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/rules/position.h"

namespace trivium::check {

/// Faults of the line, field by field: "depth: 'x' is no whole number". Empty if there are none.
std::vector<std::string> info_faults(std::string_view line);
/// Fields unknown to UCI; a reader skips them together with their presumed values.
std::vector<std::string> unknown_info_fields(std::string_view line);
/// First illegal move of `line` (moves separated by blanks), as "move 3: UCI move 'e2e5': not legal
/// here".
std::optional<std::string> line_fault(const chess::Position& from, std::string_view line);

}  // namespace trivium::check
