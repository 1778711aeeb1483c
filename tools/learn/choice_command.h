// `trivium-learn choice`: what a player looks at when he chooses a move, from his games.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_choice(CLI::App& app, int& status);

}  // namespace trivium::tools
