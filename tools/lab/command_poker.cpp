// `trivium-lab poker`: winnings and exploitability of poker policies.

#include "tools/command.h"
#include "tools/lab/commands.h"

namespace trivium::tools {

void add_poker(Command& app, int& status) {
  Command* poker = app.add_subcommand("poker", "Policies of poker games for two");
  poker->require_subcommand(1);
  add_poker_lbr(*poker, status);
  add_poker_match(*poker, status);
  add_poker_aivat(*poker, status);
  add_poker_curve(*poker, status);
  add_poker_exploitability(*poker, status);
}

}  // namespace trivium::tools
