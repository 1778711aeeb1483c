#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "engine/core/text.h"
#include "tools/manual/writers.h"

namespace trivium::tools {

namespace {

constexpr std::size_t kColumns = 80;  // longer lines are wrapped
constexpr std::size_t kTextColumn = 30;
constexpr std::size_t kIndent = 2;
constexpr std::size_t kKeyIndent = 4;
constexpr std::size_t kKeyTextColumn = 34;

/// Wraps `text`, without backquotes, into lines that begin in column `indent`. The first line is
/// already indented.
std::string broken(std::string_view text, std::size_t indent) {
  std::string lines;
  std::size_t used = indent;
  bool new_line = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    std::string word(text.substr(0, end));
    const bool last_of_line = text.substr(end).starts_with('\n');
    text.remove_prefix(std::min(end + 1, text.size()));
    std::erase(word, '`');
    if (std::exchange(new_line, last_of_line) ||
        (used > indent && used + 1 + word.size() > kColumns)) {
      lines += fmt::format("\n{:{}}", "", indent);
      used = indent;
    }
    if (used > indent) lines += ' ';
    used += word.size() + (used > indent ? 1 : 0);
    lines += word;
  }
  return lines + "\n";
}

/// Returns an entry: what a user types, and its text in column `column`, on the next line if there
/// is no room.
std::string entry(std::string_view typed, std::string_view text, std::size_t indent,
                  std::size_t column) {
  std::string lines = fmt::format("{:{}}{}", "", indent, typed);
  if (text.empty()) return lines + "\n";
  if (lines.size() + 1 >= column) {
    lines += fmt::format("\n{:{}}", "", column);
  } else {
    lines.resize(column, ' ');
  }
  return lines + broken(text, column);
}

/// Returns the name of a value; of a long list of words only the first ones.
std::string shown_value(const std::string& name) {
  if (name.size() <= kMaxValueName || name.find('|') > kMaxValueName) return name;
  return name.substr(0, name.rfind('|', kMaxValueName) + 1) + "...";
}

std::string typed(const OptionEntry& option) {
  const std::string value = shown_value(option.value.name) +
                            (option.repeated && !option.value.name.ends_with("...") ? " ..." : "");
  if (option.names.empty()) return value;
  const std::string names = fmt::format("{}", fmt::join(option.names, ","));
  return option.takes_value ? fmt::format("{} {}", names, value) : names;
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

std::string usage(const CommandEntry& command) {
  constexpr std::string_view kUsage = "Usage: ";
  std::string line = command.name + " [OPTIONS]";
  for (const OptionEntry& argument : command.positionals)
    line += argument.required ? fmt::format(" {}", typed(argument))
                              : fmt::format(" [{}]", typed(argument));
  if (!command.subcommands.empty()) line += command.needs_subcommand ? " COMMAND" : " [COMMAND]";
  return fmt::format("{}{}", kUsage, broken(line, kUsage.size()));
}

/// Wraps the lines of a text. A line that begins with a space is an example and stays as it is.
std::string paragraphs(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text::take_line(text);
    lines += line.starts_with(' ') ? fmt::format("{}\n", line) : broken(line, 0);
  }
  return lines;
}

}  // namespace

std::string help_text(const CommandEntry& command) {
  std::string text = paragraphs(command.description);
  text += "\n" + usage(command);
  if (!command.positionals.empty()) text += "\nArguments:\n";
  for (const OptionEntry& argument : command.positionals)
    text += entry(typed(argument), described(argument), kIndent, kTextColumn);
  for (const OptionGroup& group : option_groups(command)) {
    text += fmt::format("\n{}:\n", group.heading);
    for (const OptionEntry* const option : group.options) {
      text += entry(typed(*option), described(*option), kIndent, kTextColumn);
      for (const KeyEntry& key : option->keys)
        text += entry(key.typed, key.description, kKeyIndent, kKeyTextColumn);
    }
  }
  if (!command.subcommands.empty()) text += "\nSubcommands:\n";
  for (const CommandEntry& one : command.subcommands)
    text += entry(one.word(), first_line(one.description), kIndent, kTextColumn);
  if (!command.footer.empty()) text.append(1, '\n').append(paragraphs(command.footer));
  return text;
}

}  // namespace trivium::tools
