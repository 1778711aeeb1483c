// `trivium-learn choice`: what a player looks at when he chooses a move, from his games.
#pragma once

namespace trivium::tools {

class Command;

void add_choice(Command& app, int& status);

}  // namespace trivium::tools
