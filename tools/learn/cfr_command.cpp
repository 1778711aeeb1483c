#include "tools/learn/cfr_command.h"

#include <array>

#include "tools/command.h"
#include "tools/learn/cfr_buckets_command.h"
#include "tools/learn/cfr_exact_command.h"
#include "tools/learn/cfr_sample_command.h"
#include "tools/learn/cfr_train_command.h"

namespace trivium::tools {

namespace {

using AddCommand = void (*)(Command& cfr, int& status);

// In the order of the help text.
constexpr std::array kCfrCommands = std::to_array<AddCommand>({
    add_cfr_exact,
    add_cfr_buckets,
    add_cfr_sample,
    add_cfr_train,
});

}  // namespace

void add_cfr(Command& app, int& status) {
  Command* cfr = app.add_subcommand("cfr", "Learn strategies of poker by counterfactual regret minimisation");
  cfr->require_subcommand(1);
  for (const AddCommand add : kCfrCommands) add(*cfr, status);
}

}  // namespace trivium::tools
