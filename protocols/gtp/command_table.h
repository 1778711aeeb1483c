// Table of the GTP commands that all games have: name, handler, usage and help text.
//
// The answers to list_commands, known_command and help come from this table and from that of the
// game (Seat::commands()).
#pragma once

#include <span>
#include <string_view>

#include "protocols/gtp/session.h"

namespace trivium::gtp {

struct CommandEntry {
  std::string_view name;
  Reply (Session::*handler)(const Arguments&);
  std::string_view usage;  ///< the arguments; empty when there are none
  std::string_view help;   ///< short description without a full stop
};

struct CommandTable {
  /// Returns the commands of this table, in the order in which list_commands lists them.
  static std::span<const CommandEntry> all();
  /// Returns null if the command does not exist; names are case-sensitive.
  static const CommandEntry* find(std::string_view name);
};

}  // namespace trivium::gtp
