// `trivium-learn choice-tables`: the experiment of paper 002, ours beside theirs.
#pragma once

namespace trivium::tools {

class Command;

void add_choice_tables(Command& app, int& status);

}  // namespace trivium::tools
