// `trivium-learn cfr buckets`: which holdings of hold'em strategies take for the same.
#pragma once

namespace trivium::tools {

class Command;

void add_cfr_buckets(Command& cfr, int& status);

}  // namespace trivium::tools
