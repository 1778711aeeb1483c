// `trivium-learn cfr train GAME`: a strategy for hold'em, from nothing to a weight file that plays.
#pragma once

namespace trivium::tools {

class Command;

void add_cfr_train(Command& cfr, int& status);

}  // namespace trivium::tools
