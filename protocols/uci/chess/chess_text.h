// Converts chess moves in reports to UCI text.
#pragma once

#include <string>

#include "engine/chess/rules/position.h"
#include "engine/core/report.h"

namespace trivium::uci {

/// Returns `report` with its moves in UCI form. `root` is the position that was searched.
Report<std::string> to_uci_report(const Report<chess::Move>& report, const chess::Position& root);

}  // namespace trivium::uci
