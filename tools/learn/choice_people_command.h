// `trivium-learn choice-people`: how people of different strength choose, and whether a player can be told by how he does.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_choice_people(CLI::App& app, int& status);

}  // namespace trivium::tools
