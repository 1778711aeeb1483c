// Examines how a program speaks UCI, without playing games with it: all that a graphical interface or a tournament may say to it, and what
// users do to their engines besides.
//
// Source of the rules: Meyer-Kahlen and Huber, "Description of the universal chess interface" (2004), with what its common programs have
// settled since (UCI_Chess960, `bestmove (none)`, wdl). Where the text is silent the rule is what a partner needs, and a breach is a
// warning.
#pragma once

#include <vector>

#include "tools/check/report.h"

namespace trivium::check {

/// All rules, in the order in which they are looked at.
std::vector<CheckRule> uci_rules();

/// Blocks until all is looked at: some 20 s, a quick one no more than 40 s, with the long checks minutes. Programs end with the calling
/// thread at the latest.
CheckReport check_uci(const CheckOptions& options);

}  // namespace trivium::check
