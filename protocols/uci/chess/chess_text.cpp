#include "protocols/uci/chess/chess_text.h"

#include <utility>
#include <vector>

#include "engine/chess/rules/notation.h"

namespace trivium::uci {

Report<std::string> to_uci_report(const Report<chess::Move>& report, const chess::Position& root) {
  std::vector<std::string> moves;
  moves.reserve(report.principal_variation.size());
  chess::Position position = root;
  for (const chess::Move move : report.principal_variation) {
    moves.push_back(chess::to_uci(position, move));
    position.do_move(move);
  }
  return with_variation(report, std::move(moves));
}

}  // namespace trivium::uci
