// Option --search, which sets search parameters (engine/core/parameters.h), and a check that
// rejects options before a subcommand that would ignore them.
#pragma once

#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "tools/command.h"

namespace trivium::tools {

/// Returns `numbers` with the changes that `parse` reads from `text`. Throws UsageError if the text
/// is invalid.
template <class Numbers>
Numbers with_changes(const std::string& text, const Numbers& numbers,
                     Result<Numbers> (*parse)(std::string_view, const Numbers&)) {
  return or_usage_error("--search", parse(text, numbers));
}

/// Adds --search to `command`. It changes `numbers` when the command line is parsed.
template <class Numbers>
void add_search_option(Command& command, std::shared_ptr<Numbers> numbers,
                       Result<Numbers> (*parse)(std::string_view, const Numbers&),
                       const std::string& help) {
  const auto set = [numbers = std::move(numbers), parse](const std::string& text) {
    *numbers = with_changes(text, *numbers, parse);
  };
  command.add_option_function("--search NAME=VALUE,...", set, help);
}

/// Makes it a usage error to combine options of `command` with a subcommand, which would ignore
/// them. Requires: the other options of `command` have been added.
inline void reject_options_before_subcommands(Command& command) {
  command.parse_complete_callback([&command] {
    const std::vector<const Command*> chosen = command.get_subcommands();
    if (chosen.empty()) return;
    for (const Option* option : command.get_options()) {
      if (option->count() == 0) continue;
      throw UsageError(option->get_name(),
                       fmt::format("has no effect before '{}'", chosen.front()->get_name()));
    }
  });
}

}  // namespace trivium::tools
