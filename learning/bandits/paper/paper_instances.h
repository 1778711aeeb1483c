// Our own instances in place of those of paper 001 whose numbers are lost: three models of five
// arms (its table 3) and four trees.
//
// They follow the description in the paper's text. Model 1 has large gaps, and the probability of a
// loss decides. Model 2 has smaller gaps. The arms of model 3 differ only slightly, and only in the
// probability of a draw. Trees have three actions with three replies. The upper layer is hard if
// the worst replies to different actions have similar values, else easy. The lower layer is hard if
// the replies to one action have similar values, else easy.
#pragma once

#include "learning/bandits/instance.h"

namespace trivium::learning::bandits {

/// Returns model 1, 2 or 3. Arm 1 is the best; the scores of arms 1 to 5 are 5, 4, 3, 2, 1.
Instance paper_model(int number);

/// Returns a tree: 'A' (upper layer hard, lower layer hard), 'B' (hard, easy), 'C' (easy, hard) or
/// 'D' (easy, easy). Action 1 is the best.
Instance paper_tree(char name);

}  // namespace trivium::learning::bandits
