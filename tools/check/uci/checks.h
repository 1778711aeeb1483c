// Checks of UCI, one file and one table for each theme.
#pragma once

#include <span>

#include "tools/check/uci/engine.h"

namespace trivium::check {

using UciCheck = Check<CheckedUciEngine>;

std::span<const UciCheck> uci_handshake_checks();
std::span<const UciCheck> uci_option_checks();
std::span<const UciCheck> uci_limit_checks();     ///< depth, nodes, time
std::span<const UciCheck> uci_search_checks();    ///< stop, infinite, ponder, MultiPV
std::span<const UciCheck> uci_move_checks();      ///< legality and form of moves
std::span<const UciCheck> uci_info_checks();      ///< info lines
std::span<const UciCheck> uci_robust_checks();    ///< invalid input
std::span<const UciCheck> uci_lifetime_checks();  ///< new games, end of the process, memory

}  // namespace trivium::check
