// The checks of UCI, one file and one table for each theme.
#pragma once

#include <span>

#include "tools/check/uci/engine.h"

namespace trivium::check {

using UciCheck = Check<CheckedUciEngine>;

std::span<const UciCheck> uci_handshake_checks();
std::span<const UciCheck> uci_option_checks();
std::span<const UciCheck> uci_limit_checks();     ///< depth, nodes, time
std::span<const UciCheck> uci_search_checks();    ///< stop, infinite, ponder, lines
std::span<const UciCheck> uci_move_checks();      ///< what is played
std::span<const UciCheck> uci_info_checks();      ///< what is said on the way
std::span<const UciCheck> uci_robust_checks();    ///< what nobody should send
std::span<const UciCheck> uci_lifetime_checks();  ///< a game's and the process's end, memory

}  // namespace trivium::check
