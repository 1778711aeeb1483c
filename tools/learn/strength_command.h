// `trivium-learn strength`: how strong choosers are who search so much and care so much, from matches (kind chess.strength).
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_strength(CLI::App& app, int& status);

}  // namespace trivium::tools
