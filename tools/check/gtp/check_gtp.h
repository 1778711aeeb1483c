// Examines how a program speaks GTP about Connect-6, one stone a move, without playing matches with it.
//
// Source of the rules: Farnebäck, "GTP - Go Text Protocol, version 2, draft 2" (2002); what it leaves open for Connect-6 is as most
// programs of the game have it and docs/using/gui.md describes: no passing, six in a row end the game.
#pragma once

#include <vector>

#include "tools/check/report.h"

namespace trivium::check {

/// All rules, in the order in which they are looked at.
std::vector<CheckRule> gtp_rules();

/// Blocks until all is looked at: a quick one no more than 40 s, with the long checks minutes. `options.options` are commands and their
/// arguments. Programs end with the calling thread at the latest.
CheckReport check_gtp(const CheckOptions& options);

}  // namespace trivium::check
