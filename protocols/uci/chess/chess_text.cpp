#include "protocols/uci/chess/chess_text.h"

#include "engine/chess/rules/notation.h"

namespace trivium::uci {

Report<std::string> in_words(const Report<chess::Move>& report, const chess::Position& root) {
  Report<std::string> text{.depth = report.depth,
                           .selective_depth = report.selective_depth,
                           .line = report.line,
                           .score = report.score,
                           .expectation = report.expectation,
                           .belief = report.belief,
                           .nodes = report.nodes,
                           .time = report.time,
                           .hash_per_mille = report.hash_per_mille,
                           .principal_variation = {}};
  text.principal_variation.reserve(report.principal_variation.size());
  chess::Position position = root;
  for (const chess::Move move : report.principal_variation) {
    text.principal_variation.push_back(chess::to_uci(position, move));
    chess::Undo undo;
    position.do_move(move, undo);
  }
  return text;
}

}  // namespace trivium::uci
