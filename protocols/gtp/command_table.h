// Every GTP command that all games have: its name, who handles it, and what a user is told about it.
//
// list_commands, known_command and help come from this one table, followed by Seat::commands().
#pragma once

#include <span>
#include <string_view>

#include "protocols/gtp/session.h"

namespace trivium::gtp {

struct CommandEntry {
  std::string_view name;
  Reply (Session::*handler)(const Arguments&);
  std::string_view usage;  ///< the arguments; empty when there are none
  std::string_view help;   ///< one sentence without a full stop
};

struct CommandTable {
  /// All of them, in the order in which they are listed.
  static std::span<const CommandEntry> all();
  /// Null when there is no such command; names are case-sensitive.
  static const CommandEntry* find(std::string_view name);
};

}  // namespace trivium::gtp
