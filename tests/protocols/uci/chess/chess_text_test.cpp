#include "protocols/uci/chess/chess_text.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/chess/rules/notation.h"

namespace trivium::uci {
namespace {

using Words = std::vector<std::string>;

/// Parses the variation `line` of `root` and writes it again.
Words rewritten(const chess::Position& root, const Words& line) {
  Report<chess::Move> report;
  chess::Position position = root;
  for (const std::string& text : line) {
    const chess::Move move = *chess::parse_uci_move(position, text);
    chess::Undo undo;
    position.do_move(move, undo);
    report.principal_variation.push_back(move);
  }
  return to_uci_report(report, root).principal_variation;
}

TEST_CASE("castling inside a line is written in the notation of the position") {
  chess::Position position = *chess::parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  CHECK(rewritten(position, {"e1g1", "e8c8"}) == Words{"e1g1", "e8c8"});
  position.set_chess960(true);
  CHECK(rewritten(position, {"e1h1", "e8a8"}) == Words{"e1h1", "e8a8"});
}

TEST_CASE("a report with text moves keeps its numbers") {
  Report<chess::Move> report;
  report.depth = 7;
  report.selective_depth = 12;
  report.line = 2;
  report.score = {Score::Kind::kMate, Score::Bound::kLower, 3};
  report.expectation = WinDrawLoss{100, 700, 200};
  report.nodes = 30000;
  report.time = std::chrono::microseconds(15000);
  report.hash_per_mille = 4;
  const Report<std::string> text = to_uci_report(report, chess::start_position());
  CHECK(text.depth == 7);
  CHECK(text.selective_depth == 12);
  CHECK(text.line == 2);
  CHECK(text.score == report.score);
  CHECK(text.expectation->draw == 700);
  CHECK(text.nodes == 30000);
  CHECK(text.time == report.time);
  CHECK(text.hash_per_mille == 4);
  CHECK(text.principal_variation.empty());
}

}  // namespace
}  // namespace trivium::uci
