// `trivium-learn cfr train GAME`: a strategy for hold'em, from nothing to a weight file that plays.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_cfr_train(CLI::App& cfr, int& status);

}  // namespace trivium::tools
