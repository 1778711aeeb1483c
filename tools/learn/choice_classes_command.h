// `trivium-learn choice-classes`: what a player looks at when he chooses a move, by the kind of position he is in.
#pragma once

namespace trivium::tools {

class Command;

void add_choice_classes(Command& app, int& status);

}  // namespace trivium::tools
