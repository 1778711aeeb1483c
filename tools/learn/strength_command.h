// `trivium-learn strength`: how strong choosers are who search so much and care so much, from matches (kind chess.strength).
#pragma once

namespace trivium::tools {

class Command;

void add_strength(Command& app, int& status);

}  // namespace trivium::tools
