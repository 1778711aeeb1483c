// All-in expectation: the value of a finished hand, averaged over the board cards after its last
// decision.
//
// When no player can bet, the rest of the board is chance, so the mean over all boards is an
// unbiased estimate with less variance than the payoffs. The mean is exact: all completions of the
// board from the undealt cards have equal weight.
#pragma once

#include "engine/poker/rules/hand.h"

namespace trivium::learning::poker_measure {

/// Returns whether board cards came after the last decision of the finished `hand`, and it went to
/// a showdown.
bool ran_out(const poker::Hand& hand) noexcept;

/// Returns the payoffs averaged over the boards that could follow the last decision, hand.payoffs()
/// if none could. They sum to 0 up to rounding. Requires: `hand` is finished and has all cards,
/// also folded ones. Takes 1.7 million boards before the flop of hold'em, at most a thousand later.
poker::Payoffs expected_payoffs(const poker::Hand& hand);

}  // namespace trivium::learning::poker_measure
