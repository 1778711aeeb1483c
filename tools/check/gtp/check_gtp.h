// Protocol test of a program over GTP, for Connect-6 (one stone per move) or Reversi, without
// playing matches.
//
// Source of the rules: Farneback, "GTP - Go Text Protocol, version 2, draft 2" (2002). What it
// leaves open for a game follows most programs (docs/using/gui.md): in Connect-6 there is no pass,
// and six in a row end the game; in Reversi a pass is legal where it is the only move.
#pragma once

#include <vector>

#include "tools/check/report.h"

namespace trivium::check {

/// Returns all rules for Connect-6 in the order of checking.
std::vector<CheckRule> gtp_rules();
/// Returns all rules for Reversi in the order of checking.
std::vector<CheckRule> reversi_gtp_rules();

/// Checks all selected rules on a program for Connect-6; blocks: at most 40 s for a quick test,
/// minutes with the slow checks. `options.options` are commands with their arguments. Started
/// programs end with the calling thread at the latest.
CheckReport check_gtp(const CheckOptions& options);
/// As check_gtp(), for a program for Reversi.
CheckReport check_reversi_gtp(const CheckOptions& options);

}  // namespace trivium::check
