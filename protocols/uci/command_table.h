// Table of all commands, those of UCI and additional ones, for dispatch and `help`.
#pragma once

#include <span>
#include <string_view>

#include "protocols/uci/dialect.h"
#include "protocols/uci/session.h"

namespace trivium::uci {

struct Session::Command {
  std::string_view name;  ///< its word in UCI
  void (Session::*run)(const Call& call);
  std::string_view help;
  bool in_uci = true;                         ///< a UCI command: also found after unknown words
  bool waits = false;                         ///< until the work in progress has ended
  bool starts_search = false;                 ///< `go`: also stops a running search without limit
  std::string_view Dialect::*word = nullptr;  ///< the dialect's word for it; null: `name` in all
};

struct CommandTable {
  static std::span<const Session::Command> all() noexcept;
  /// Returns the command for `word` in `dialect`, or null.
  static const Session::Command* find(std::string_view word, const Dialect& dialect) noexcept;
};

}  // namespace trivium::uci
