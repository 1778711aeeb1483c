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

struct GtpGame;
extern const GtpGame kConnect6Gtp;
extern const GtpGame kReversiGtp;

/// Returns all rules for a game in the order of checking.
std::vector<CheckRule> gtp_rules(const GtpGame& game);

/// Checks all selected rules on a program for the game; blocks: at most 40 s for a quick test,
/// minutes with the slow checks. `options.options` are commands with their arguments. Started
/// programs end with the calling thread at the latest.
CheckReport check_gtp(const CheckOptions& options, const GtpGame& game);

}  // namespace trivium::check
