// Protocol test of a Connect-6 program over GTP, one stone per move, without playing matches.
//
// Source of the rules: Farneback, "GTP - Go Text Protocol, version 2, draft 2" (2002). What it
// leaves open for Connect-6 follows most programs (docs/using/gui.md): there is no pass, and six in
// a row end the game.
#pragma once

#include <vector>

#include "tools/check/report.h"

namespace trivium::check {

/// Returns all rules in the order of checking.
std::vector<CheckRule> gtp_rules();

/// Checks all selected rules; blocks: at most 40 s for a quick test, minutes with the slow checks.
/// `options.options` are commands with their arguments. Started programs end with the calling
/// thread at the latest.
CheckReport check_gtp(const CheckOptions& options);

}  // namespace trivium::check
