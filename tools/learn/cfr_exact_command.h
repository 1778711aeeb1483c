// `trivium-learn cfr exact GAME`: small games without sampling, with their exact exploitability.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_cfr_exact(CLI::App& cfr, int& status);

}  // namespace trivium::tools
