// `trivium-learn cfr sample`: Monte Carlo CFR of any heads-up game, to measure samplers by their speed and by how near they come.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_cfr_sample(CLI::App& cfr, int& status);

}  // namespace trivium::tools
