// `trivium-learn cfr sample`: Monte Carlo CFR of any heads-up game, to measure samplers by their speed and by how near they come.
#pragma once

namespace trivium::tools {

class Command;

void add_cfr_sample(Command& cfr, int& status);

}  // namespace trivium::tools
