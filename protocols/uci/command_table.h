// The commands of UCI and our few more: one table from which dispatch and `help` come.
#pragma once

#include <span>
#include <string_view>

#include "protocols/uci/session.h"

namespace trivium::uci {

struct Session::Command {
  std::string_view name;
  void (Session::*run)(std::string_view arguments);
  std::string_view help;
  bool in_uci = true;          ///< counts after unknown words too
  bool waits = false;          ///< for the search under way
  bool starts_search = false;  ///< and stops the one under way
};

struct CommandTable {
  /// Pseudo-command for a dropped line. Clients cannot send it.
  static const Session::Command kLostLine;
  static std::span<const Session::Command> all() noexcept;
  /// The command called `name`, or null.
  static const Session::Command* find(std::string_view name) noexcept;
};

}  // namespace trivium::uci
