// Instances of our own in the place of those whose numbers are lost in paper 001: three models of
// five arms (its table 3) and four trees.
//
// Only what the text says of them survived. Model 1: large gaps, the loss alone decides. Model 2:
// smaller ones. Model 3: arms that differ in the chance of a draw only, and slightly. Trees of
// three actions with three replies: the worst replies to different actions are near to each other
// (hard upper layer) or far apart (easy), and so are the replies to one action (lower layer).
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "learning/bandits/instance.h"

namespace trivium::learning::bandits {

/// Model 1, 2 or 3. Arm 1 is best, and scores are 5, 4, 3, 2, 1 by number.
Instance paper_model(int number);

/// Tree 'A' (hard, hard), 'B' (hard, easy), 'C' (easy, hard) or 'D' (easy, easy): the upper layer,
/// the lower one. Action 1 is best.
Instance paper_tree(char name);

}  // namespace trivium::learning::bandits
