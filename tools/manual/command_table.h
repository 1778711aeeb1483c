// A program's command line as plain data: its subcommands and options. tools/command.h reads it off
// the commands that also parse the line; where CLI11 cannot parse it, it is a table of the
// program's own (tools/command_line.h).
//
// The manual page and the shell completion are written from this table, so neither can say anything
// else than --help does.
#pragma once

#include <string>
#include <vector>

namespace trivium::tools {

/// The value of an option, or a positional argument.
struct ValueEntry {
  std::string name;                  ///< "N", "FILE", or the name of the positional argument
  std::vector<std::string> choices;  ///< the words allowed, or some of them where files are allowed
                                     ///< too; empty: no such list
  std::string bounds;                ///< in words: "1 to 256"; empty if there are none
  bool files = false;                ///< it may name a file
  bool folders = false;              ///< it may name a folder
  std::vector<std::string>
      suggestions{};  ///< words that the completion offers but the help does not list
};

/// A KEY=VALUE word.
struct KeyEntry {
  std::string typed;  ///< "cmd=PROGRAM"; without '=' where the key stands alone
  std::string description;
};

struct OptionEntry {
  std::vector<std::string>
      names;  ///< as they are typed, "-t", "--threads"; empty for a positional argument
  bool takes_value = true;  ///< false for a flag
  ValueEntry value;
  std::string description;
  std::string group;                  ///< heading in the help; empty: the general options
  std::string default_text;           ///< empty if there is no default to show
  std::string environment;            ///< the variable that sets it; usually empty
  std::vector<std::string> needs;     ///< options that it requires, in order of name
  std::vector<std::string> excludes;  ///< options that it excludes, in order of name
  bool required = false;
  bool repeated = false;       ///< may be given more than once
  std::vector<KeyEntry> keys;  ///< the words that may follow it, as many as wanted, up to the next
                               ///< option; usually none
};

struct CommandEntry {
  std::string name;  ///< all words: "trivium explain chess"
  std::string description;
  std::string footer;
  std::vector<OptionEntry> options;
  std::vector<OptionEntry> positionals;  ///< in order
  std::vector<CommandEntry> subcommands;
  bool needs_subcommand = false;  ///< does nothing without one

  /// The last word of the name: what is typed to reach it.
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

/// Parses the name of a value: "FILE|limit|nolimit" allows a file or one of the words. PROGRAM is a
/// file too; DIR and FOLDER are folders.
ValueEntry described_value(const std::string& name);

/// Returns the description followed by facts of the table in parentheses: "How many (1 to 256;
/// default `1`)".
std::string described(const OptionEntry& option);

}  // namespace trivium::tools
