// A search's report as an `info` line. Moves come as text, so that it serves every game.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/report.h"
#include "protocols/uci/dialect.h"

namespace trivium::uci {

/// "cp 13", "mate -2 lowerbound", ...
std::string to_text(const Score& score, const Dialect& dialect = kUci);

/// The whole line, its end included; `with_expectation` adds "wdl" where the report has one.
std::string info_line(const Report<std::string>& report, bool with_expectation, const Dialect& dialect = kUci);

/// Returns the complete line for a move without a search: "info depth 0 pv e2e4" and its line end.
std::string unsearched_line(std::string_view move);

}  // namespace trivium::uci
