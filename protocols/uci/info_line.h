// Formats a search report as an `info` line. Moves are text, so it works for every game.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/report.h"
#include "protocols/uci/dialect.h"

namespace trivium::uci {

/// Returns "cp 13", "mate -2 lowerbound", ...
std::string to_text(const Score& score, const Dialect& dialect = kUci);

/// Returns the complete line with its line end. `with_expectation` adds "wdl" if the report has it.
std::string info_line(const Report<std::string>& report, bool with_expectation,
                      const Dialect& dialect = kUci);

/// Returns the complete line for a move without a search: "info depth 0 pv e2e4" and its line end.
std::string unsearched_line(std::string_view move);

}  // namespace trivium::uci
