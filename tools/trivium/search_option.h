// The option --search, by which `trivium` changes the numbers of a game's search (engine/core/parameters.h).
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/result.h"

namespace trivium::tools {

/// Adds the option to `command`; `parse` reads its text on top of `numbers`, and a text that it refuses is bad usage.
template <class Numbers>
void add_search_option(CLI::App& command, std::shared_ptr<Numbers> numbers, Result<Numbers> (*parse)(std::string_view, const Numbers&),
                       const std::string& help) {
  const auto set = [numbers = std::move(numbers), parse](const std::string& text) {
    const Result<Numbers> parsed = parse(text, *numbers);
    if (!parsed) throw CLI::ValidationError("--search", parsed.error().message);
    *numbers = *parsed;
  };
  command.add_option_function<std::string>("--search", set, help)->type_name("NAME=VALUE,...");
}

}  // namespace trivium::tools
