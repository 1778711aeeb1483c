// The commands of UCI and our few more: one table from which dispatch and `help` come.
#pragma once

#include <span>
#include <string_view>

#include "protocols/uci/dialect.h"
#include "protocols/uci/session.h"

namespace trivium::uci {

struct Session::Command {
  std::string_view name;  ///< the word of UCI
  void (Session::*run)(const Call& call);
  std::string_view help;
  bool in_uci = true;                         ///< counts after unknown words too
  bool waits = false;                         ///< for the search under way
  bool starts_search = false;                 ///< and stops the one under way
  std::string_view Dialect::*word = nullptr;  ///< the dialect's word for it; null: `name` in all
};

struct CommandTable {
  static std::span<const Session::Command> all() noexcept;
  /// The command that `word` means in `dialect`, or null.
  static const Session::Command* find(std::string_view word, const Dialect& dialect) noexcept;
};

}  // namespace trivium::uci
