// `trivium-learn cfr`: strategies by counterfactual regret minimisation. Its subcommands lie in files of their own, cfr_NAME_command.*, and
// are put together by the table in cfr_command.cpp.
#pragma once

namespace CLI {
class App;
}

namespace trivium::tools {

void add_cfr(CLI::App& app, int& status);

}  // namespace trivium::tools
