// `trivium-learn choice-tables`: the experiment of paper 002, ours beside theirs.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_choice_tables(CLI::App& app, int& status);

}  // namespace trivium::tools
