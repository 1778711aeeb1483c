// `trivium-learn cfr buckets`: which holdings of hold'em strategies take for the same.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_cfr_buckets(CLI::App& cfr, int& status);

}  // namespace trivium::tools
