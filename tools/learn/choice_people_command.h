// `trivium-learn choice-people`: how people of different strength choose, and whether a player can be told by how he does.
#pragma once

namespace trivium::tools {

class Command;

void add_choice_people(Command& app, int& status);

}  // namespace trivium::tools
