#include "protocols/uci/info_line.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace trivium::uci {

namespace {

/// The plies to a mate in `moves` of the side to move: the last one is its own if it mates, and the
/// other side's if it is mated.
constexpr int plies_to_mate(int moves) noexcept { return moves > 0 ? 2 * moves - 1 : 2 * moves; }

}  // namespace

std::string to_text(const Score& score, const Dialect& dialect) {
  const bool mate = score.kind == Score::Kind::kMate;
  const int value = mate && dialect.mates_in_plies ? plies_to_mate(score.value) : score.value;
  std::string text = fmt::format("{} {}", mate ? "mate" : "cp", value);
  if (score.bound == Score::Bound::kLower) text += " lowerbound";
  if (score.bound == Score::Bound::kUpper) text += " upperbound";
  return text;
}

std::string info_line(const Report<std::string>& report, bool with_expectation,
                      const Dialect& dialect) {
  std::string line =
      fmt::format("info depth {} seldepth {} multipv {} score {}", report.depth,
                  report.selective_depth, report.line, to_text(report.score, dialect));
  const auto out = std::back_inserter(line);
  if (with_expectation && report.expectation) {
    fmt::format_to(out, " wdl {} {} {}", report.expectation->win, report.expectation->draw,
                   report.expectation->loss);
  }
  const auto microseconds = static_cast<double>(std::max<std::int64_t>(report.time.count(), 1));
  fmt::format_to(out, " nodes {} nps {} hashfull {} time {}", report.nodes,
                 static_cast<std::uint64_t>(static_cast<double>(report.nodes) * 1e6 / microseconds),
                 report.hash_per_mille, report.time.count() / 1000);
  if (!report.principal_variation.empty()) line += " pv";
  for (const std::string& move : report.principal_variation) line += ' ' + move;
  return line + '\n';
}

std::string unsearched_line(std::string_view move) {
  return fmt::format("info depth 0 pv {}\n", move);
}

}  // namespace trivium::uci
