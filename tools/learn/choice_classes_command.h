// `trivium-learn choice-classes`: what a player looks at when he chooses a move, by the kind of position he is in.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_choice_classes(CLI::App& app, int& status);

}  // namespace trivium::tools
