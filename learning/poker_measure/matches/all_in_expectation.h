// All-in expectation: the payoffs of a finished hand, averaged over the board cards after its last
// decision.
//
// After the last decision the rest of the board is chance, so the mean over all boards is an
// unbiased estimate with less variance than the payoffs. The mean is exact: each completion of the
// board from the undealt cards has equal weight.
#pragma once

#include "engine/poker/rules/hand.h"

namespace trivium::learning::poker_measure {

/// True if `hand` went to a showdown, and board cards were dealt after its last decision.
bool ran_out(const poker::Hand& hand) noexcept;

/// Returns the payoffs in chips, averaged over all boards that could follow the last decision. If
/// ran_out() is false, they are hand.payoffs(). They sum to 0 up to rounding. In heads-up hold'em
/// it ranks 1.7 million boards if the last decision was before the flop, and at most 990 later.
/// Requires: `hand` is finished and all cards are known, including those of folded players.
poker::Payoffs expected_payoffs(const poker::Hand& hand);

}  // namespace trivium::learning::poker_measure
