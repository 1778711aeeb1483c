// A search's report as UCI's `info` line.
#pragma once

#include <string>

#include "engine/chess/rules/position.h"
#include "engine/core/report.h"

namespace trivium::uci {

/// "cp 13", "mate -2 lowerbound", ...
std::string to_text(const Score& score);

/// The whole line, its end included. `root` is the position searched; `with_expectation` adds "wdl" where the report has one.
std::string info_line(const Report<chess::Move>& report, const chess::Position& root, bool with_expectation);

/// Returns the complete line for a move without a search: "info depth 0 pv e2e4" and its line end.
std::string unsearched_line(const chess::Position& position, chess::Move move);

/// A move in UCI form on `position`, "(none)" for no move.
std::string move_text(const chess::Position& position, chess::Move move);

}  // namespace trivium::uci
