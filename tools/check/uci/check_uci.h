// Protocol test of a UCI engine, without playing games: commands of graphical interfaces and
// tournaments, and misuse.
//
// Source of the rules: Meyer-Kahlen and Huber, "Description of the universal chess interface"
// (2004), with later conventions (UCI_Chess960, `bestmove (none)`, wdl). Where the text is silent
// the rule states what other programs need, and a violation is a warning.
#pragma once

#include <vector>

#include "tools/check/report.h"

namespace trivium::check {

/// Returns all rules in the order of checking.
std::vector<CheckRule> uci_rules();

/// Checks all selected rules; blocks: about 20 s for a quick test, at most 40 s; minutes with the
/// slow checks. Started programs end with the calling thread at the latest.
CheckReport check_uci(const CheckOptions& options);

}  // namespace trivium::check
