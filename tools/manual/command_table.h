// A program's command line as plain data: its subcommands and options. The functions of
// tools/command.h create this data from the commands that also parse the line. A subcommand whose
// line CLI11 cannot parse has its own CommandEntry (OwnCommand in tools/command_line.h).
//
// The manual page and the shell completion are generated from this data, so they always agree with
// --help.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace trivium::tools {

/// Maximum length of a value's name that the help shows in full.
inline constexpr std::size_t kMaxValueName = 40;

/// The value of an option, or a positional argument.
struct ValueEntry {
  std::string name{};  ///< "N", "FILE", or the name of the positional argument
  /// Allowed words; with `files` or `folders` a path is allowed, too. Empty: any word is allowed.
  std::vector<std::string> choices{};
  std::string bounds{};  ///< in words: "1 to 256"; empty if there are none
  bool files = false;    ///< it may name a file
  bool folders = false;  ///< it may name a folder
  /// Words that the completion offers but the help does not list.
  std::vector<std::string> suggestions{};
};

/// A KEY=VALUE word after an option.
struct KeyEntry {
  std::string typed;  ///< "cmd=PROGRAM"; "KEY" alone if the key has no value
  std::string description;
};

/// An option, or a positional argument.
struct OptionEntry {
  /// Names as a user types them: "-t", "--threads"; empty for a positional argument.
  std::vector<std::string> names{};
  bool takes_value = true;  ///< false for a flag
  ValueEntry value{};
  std::string description{};
  std::string group{};                  ///< heading in the help; empty: the general options
  std::string default_text{};           ///< empty if there is no default to show
  std::vector<std::string> needs{};     ///< names of options that it requires, in ascending order
  std::vector<std::string> excludes{};  ///< names of options that it excludes, in ascending order
  bool required = false;
  bool repeated = false;  ///< takes any number of values
  /// KEY=VALUE words. Any number of them may follow the option, up to the next option.
  std::vector<KeyEntry> keys{};
};

/// A program, or one of its subcommands.
struct CommandEntry {
  std::string name;  ///< all words: "trivium explain chess"
  std::string description;
  std::string footer;  ///< text at the end of the help
  std::vector<OptionEntry> options;
  std::vector<OptionEntry> positionals;  ///< in the order of the command line
  std::vector<CommandEntry> subcommands;
  bool needs_subcommand = false;  ///< does nothing without one

  /// Returns the last word of the name: "chess" in "trivium explain chess".
  std::string word() const;
};

/// Options under one heading.
struct OptionGroup {
  std::string heading;
  std::vector<const OptionEntry*> options;
};

/// Returns the options of a command by group: first the groups in the order in which they begin,
/// with "Output" last, then the general options as "Options". The pointers are valid as long as
/// `command`.
std::vector<OptionGroup> option_groups(const CommandEntry& command);

/// Parses the name of a value in the help. Its parts are separated by '|': FILE and PROGRAM allow a
/// file, DIR and FOLDER a folder, and other parts are allowed words. So "FILE|limit|nolimit" allows
/// a file or one of two words. A name of one other part, "N", allows any value.
ValueEntry described_value(const std::string& name);

/// Returns the description followed by other facts about the option, in parentheses: "Number of
/// threads (1 to 256; default `1`)".
std::string described(const OptionEntry& option);

}  // namespace trivium::tools
