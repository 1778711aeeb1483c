#include "protocols/gtp/connect6/odds_table.h"

#include <cstdlib>

#include "fmt/format.h"

#include "engine/connect6/rules/vertex.h"

namespace trivium::gtp {

std::string turn_text(connect6::Turn turn, int size) {
  const std::string first = connect6::gtp_vertex(turn.first, size);
  return turn.second == connect6::kNoCell ? first
                                          : first + '-' + connect6::gtp_vertex(turn.second, size);
}

std::string odds_table(const std::vector<connect6::TurnOdds>& candidates, int size) {
  std::string text =
      "turn     best    loss (95%)          draw (95%)          win (95%)           pulls  value";
  const auto percent = [](double chance) { return 100 * chance; };
  for (const connect6::TurnOdds& report : candidates) {
    if (report.principal_variation.empty()) continue;
    const std::string name = turn_text(report.principal_variation.front(), size);
    const std::string value = report.score.kind == Score::Kind::kMate
                                  ? fmt::format("{} in {}", report.score.value > 0 ? "win" : "loss",
                                                std::abs(report.score.value))
                                  : fmt::format("{:+.2f}", report.score.value / 100.0);
    if (!report.belief) {
      text += fmt::format("\n{:<8} {}", name, value);
      continue;
    }
    const connect6::MoveBelief& belief = *report.belief;
    text += fmt::format("\n{:<8} {:5.1f}%", name, percent(belief.best));
    for (double EndChances::*const end : {&EndChances::loss, &EndChances::draw, &EndChances::win}) {
      text += fmt::format(
          "  {:5.1f}% {:<11}", percent(belief.mean.*end),
          fmt::format("({:.1f}-{:.1f})", percent(belief.low.*end), percent(belief.high.*end)));
    }
    text += fmt::format("  {:>5}  {}", belief.pulls, value);
  }
  return text;
}

}  // namespace trivium::gtp
