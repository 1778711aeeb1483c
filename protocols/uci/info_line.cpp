#include "protocols/uci/info_line.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "engine/chess/rules/notation.h"

namespace trivium::uci {

std::string to_text(const Score& score) {
  std::string text = fmt::format("{} {}", score.kind == Score::Kind::kMate ? "mate" : "cp", score.value);
  if (score.bound == Score::Bound::kLower) text += " lowerbound";
  if (score.bound == Score::Bound::kUpper) text += " upperbound";
  return text;
}

std::string info_line(const Report<chess::Move>& report, const chess::Position& root, bool with_expectation) {
  std::string line = fmt::format("info depth {} seldepth {} multipv {} score {}", report.depth, report.selective_depth, report.line,
                                 to_text(report.score));
  const auto out = std::back_inserter(line);
  if (with_expectation && report.expectation) {
    fmt::format_to(out, " wdl {} {} {}", report.expectation->win, report.expectation->draw, report.expectation->loss);
  }
  const auto microseconds = static_cast<double>(std::max<std::int64_t>(report.time.count(), 1));
  fmt::format_to(out, " nodes {} nps {} hashfull {} time {}", report.nodes,
                 static_cast<std::uint64_t>(static_cast<double>(report.nodes) * 1e6 / microseconds), report.hash_per_mille,
                 report.time.count() / 1000);
  if (!report.principal_variation.empty()) line += " pv";
  chess::Position position = root;
  for (const chess::Move move : report.principal_variation) {
    line += ' ' + chess::to_uci(position, move);
    chess::Undo undo;
    position.do_move(move, undo);
  }
  return line + '\n';
}

std::string unsearched_line(const chess::Position& position, chess::Move move) {
  return fmt::format("info depth 0 pv {}\n", move_text(position, move));
}

std::string move_text(const chess::Position& position, chess::Move move) { return move ? chess::to_uci(position, move) : "(none)"; }

}  // namespace trivium::uci
