// `trivium-learn cfr exact GAME`: small games without sampling, with their exact exploitability.
#pragma once

namespace trivium::tools {

class Command;

void add_cfr_exact(Command& cfr, int& status);

}  // namespace trivium::tools
