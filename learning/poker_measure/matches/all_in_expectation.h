// What a finished hand was worth when its last decision had been made: the luck of the board cards that came after it taken out.
//
// Once nobody can bet any more the rest of the board is chance that no player can influence, so that the mean over all boards is an
// unbiased estimate of the same quantity as the payoffs, with less variance: what trackers call all-in expected value. The mean is exact:
// every completion of the board from the cards that are in nobody's hand counts once. No table, no sample, nothing kept between calls.
#pragma once

#include "engine/poker/rules/hand.h"

namespace trivium::learning::poker_measure {

/// Whether cards of the board came after the last decision of `hand`, which is finished, and were shown down for.
bool ran_out(const poker::Hand& hand) noexcept;

/// The payoffs of `hand`, which is finished and has all its cards, the folded ones too, averaged over the boards that could have followed
/// its last decision. Where nothing followed it (a fold, betting up to the last round) they are hand.payoffs(). Sums to 0 within rounding.
/// Before the flop of hold'em some 1.7 million boards are looked at, from the flop on a thousand or fewer.
poker::Payoffs expected_payoffs(const poker::Hand& hand);

}  // namespace trivium::learning::poker_measure
