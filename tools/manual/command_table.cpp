#include "tools/manual/command_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "engine/core/text.h"

namespace trivium::tools {

namespace {

/// Returns the words in backquotes, with commas between them.
std::string marked(const std::vector<std::string>& words) {
  return text::joined(words, ", ",
                      [](const std::string& word) { return fmt::format("`{}`", word); });
}

bool is_printable(std::string_view text) {
  return std::ranges::none_of(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
}

}  // namespace

std::string CommandEntry::word() const { return name.substr(name.rfind(' ') + 1); }

std::vector<OptionGroup> option_groups(const CommandEntry& command) {
  std::vector<OptionGroup> groups;
  OptionGroup general{"Options", {}};
  for (const OptionEntry& option : command.options) {
    const auto found = std::ranges::find(groups, option.group, &OptionGroup::heading);
    if (option.group.empty()) {
      general.options.push_back(&option);
    } else if (found != groups.end()) {
      found->options.push_back(&option);
    } else {
      groups.push_back({option.group, {&option}});
    }
  }
  // A command may add options of "Output" before others; the help lists them after these.
  std::ranges::stable_partition(groups,
                                [](const OptionGroup& group) { return group.heading != "Output"; });
  groups.push_back(std::move(general));
  return groups;
}

ValueEntry described_value(const std::string& name) {
  ValueEntry value;
  value.name = name;
  const std::vector<std::string_view> parts = text::split(name, '|');
  for (const std::string_view part : parts) {
    if (part == "FILE" || part == "PROGRAM") {
      value.files = true;
    } else if (part == "DIR" || part == "FOLDER") {
      value.folders = true;
    } else if (parts.size() > 1) {
      value.choices.emplace_back(part);
    }
  }
  return value;
}

std::string described(const OptionEntry& option) {
  const ValueEntry& value = option.value;
  std::vector<std::string> facts;
  if (option.required && !option.names.empty()) facts.emplace_back("required");
  const bool are_explained = std::ranges::all_of(value.choices, [&](const std::string& choice) {
    return option.description.find(choice + " (") != std::string::npos;
  });
  if (!are_explained && value.name.find('|') == std::string::npos) {
    facts.push_back(fmt::format("{}{}", value.files || value.folders ? "or one of " : "",
                                marked(value.choices)));
  }
  if (!value.bounds.empty()) facts.push_back(value.bounds);
  if (!option.default_text.empty() && is_printable(option.default_text))
    facts.push_back(fmt::format("default `{}`", option.default_text));
  if (!option.needs.empty()) facts.push_back(fmt::format("only with {}", marked(option.needs)));
  if (!option.excludes.empty())
    facts.push_back(fmt::format("not with {}", marked(option.excludes)));
  if (facts.empty()) return option.description;
  return fmt::format("{}{}({})", option.description, option.description.empty() ? "" : " ",
                     fmt::join(facts, "; "));
}

}  // namespace trivium::tools
