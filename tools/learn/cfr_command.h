// `trivium-learn cfr`: strategies by counterfactual regret minimisation. Its subcommands lie in files of their own, cfr_NAME_command.*, and
// are put together by the table in cfr_command.cpp.
#pragma once

namespace trivium::tools {

class Command;

void add_cfr(Command& app, int& status);

}  // namespace trivium::tools
