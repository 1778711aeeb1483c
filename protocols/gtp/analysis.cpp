#include "protocols/gtp/analysis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <set>
#include <string_view>
#include <utility>

#include "fmt/format.h"

#include "engine/connect6/rules/vertex.h"
#include "protocols/gtp/arguments.h"

namespace trivium::gtp {

using connect6::Cell;
using connect6::kNoCell;
using connect6::Turn;

namespace {

constexpr int kMaxInterval = 1'000'000;  // hundredths of a second
constexpr int kMaxMoves = 1000;

bool is_ignored_switch(std::string_view key) {
  constexpr auto kSwitches = std::to_array<std::string_view>(
      {"ownership", "ownershipstdev", "movesownership", "movesownershipstdev", "pvvisits", "pvedgevisits", "rootinfo", "nomoretree"});
  return std::find(kSwitches.begin(), kSwitches.end(), key) != kSwitches.end();
}

Milliseconds hundredths(int count) { return Milliseconds(10 * std::max(1, count)); }

std::optional<int> in_range(const std::string& text, int low, int high) {
  const std::optional<int> value = parse_int(text);
  return value && *value >= low && *value <= high ? value : std::nullopt;
}

/// Sets what the pair `key` `value` says; false when it is not understood.
bool read_pair(const std::string& key, const std::string& value, AnalysisRequest& request) {
  if (is_ignored_switch(key)) return true;
  if (key == "minmoves") return in_range(value, 0, kMaxMoves).has_value();
  const std::optional<int> number = in_range(value, key == "interval" ? 0 : 1, key == "interval" ? kMaxInterval : kMaxMoves);
  if (!number) return false;
  if (key == "interval") {
    request.interval = hundredths(*number);
  } else if (key == "maxmoves") {
    request.max_moves = *number;
  } else {
    return false;
  }
  return true;
}

/// Chance to win of the side to move, in 0..1.
double win_rate(const TurnReport& report) {
  if (report.belief) return report.belief->mean.expected();
  if (report.expectation) return (report.expectation->win + 0.5 * report.expectation->draw) / 1000.0;
  if (report.score.kind == Score::Kind::kMate) return report.score.value > 0 ? 1.0 : 0.0;
  return 1.0 / (1.0 + std::exp(-report.score.value / 100.0));
}

std::string fraction(double value, AnalysisDialect dialect) {
  if (dialect == AnalysisDialect::kLeelaZero) return fmt::format("{}", std::lround(value * 10000));
  return fmt::format("{:.6f}", value);
}

/// The pairs that only a root policy that identifies knows, each with a blank before it.
std::string belief_pairs(const TurnReport& report, AnalysisDialect dialect) {
  if (!report.belief) return "";
  const MoveBelief& belief = *report.belief;
  std::string text =
      fmt::format(" lcb {} best {} pulls {}", fraction(belief.lowest(), dialect), fraction(belief.best, dialect), belief.pulls);
  const auto add = [&](std::string_view name, double EndChances::*end) {
    text += fmt::format(" {} {} {}low {} {}high {}", name, fraction(belief.mean.*end, dialect), name, fraction(belief.low.*end, dialect),
                        name, fraction(belief.high.*end, dialect));
  };
  add("loss", &EndChances::loss);
  add("draw", &EndChances::draw);
  add("win", &EndChances::win);
  return text;
}

std::string variation(const TurnReport& report, int size) {
  std::string text;
  for (const Turn& turn : report.principal_variation) {
    for (const Cell cell : {turn.first, turn.second}) {
      if (cell != kNoCell) text += ' ' + connect6::gtp_vertex(cell, size);
    }
  }
  return text;
}

}  // namespace

Result<AnalysisRequest> parse_analysis(const Arguments& arguments) {
  AnalysisRequest request;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (const auto color = parse_color(arguments[i])) {
      request.color = color;
    } else if (const auto interval = in_range(arguments[i], 0, kMaxInterval)) {
      request.interval = hundredths(*interval);
    } else {
      const std::string key = lower_case(arguments[i]);
      if (key == "avoid" || key == "allow") return Error{"gtp.analysis.key", "avoid and allow are not supported"};
      if (i + 1 == arguments.size() || !read_pair(key, arguments[i + 1], request)) return Error{kSyntaxError};
      ++i;
    }
  }
  return request;
}

std::string analysis_line(const std::vector<TurnReport>& candidates, const Priors& priors, int size, AnalysisDialect dialect) {
  std::string line;
  std::set<Cell> shown;
  for (const TurnReport& report : candidates) {
    if (report.principal_variation.empty()) continue;
    const Cell first = report.principal_variation.front().first;
    if (first == kNoCell || !shown.insert(first).second) continue;
    if (!line.empty()) line += ' ';
    line += fmt::format("info move {} visits {} winrate {} prior {} order {}{} pv{}", connect6::gtp_vertex(first, size),
                        report.belief ? report.belief->pulls : report.nodes, fraction(win_rate(report), dialect),
                        fraction(priors[first], dialect), shown.size() - 1, belief_pairs(report, dialect), variation(report, size));
  }
  return line;
}

std::string odds_table(const std::vector<TurnReport>& candidates, int size) {
  std::string text = "turn     best    loss (95%)          draw (95%)          win (95%)           pulls  value";
  const auto per_cent = [](double chance) { return 100 * chance; };
  for (const TurnReport& report : candidates) {
    if (report.principal_variation.empty()) continue;
    const Turn turn = report.principal_variation.front();
    std::string name = connect6::gtp_vertex(turn.first, size);
    if (turn.second != kNoCell) name += '-' + connect6::gtp_vertex(turn.second, size);
    const std::string value = report.score.kind == Score::Kind::kMate
                                  ? fmt::format("{} in {}", report.score.value > 0 ? "win" : "loss", std::abs(report.score.value))
                                  : fmt::format("{:+.2f}", report.score.value / 100.0);
    if (!report.belief) {
      text += fmt::format("\n{:<8} {}", name, value);
      continue;
    }
    const MoveBelief& belief = *report.belief;
    text += fmt::format("\n{:<8} {:5.1f}%", name, per_cent(belief.best));
    for (double EndChances::*const end : {&EndChances::loss, &EndChances::draw, &EndChances::win}) {
      text += fmt::format("  {:5.1f}% {:<11}", per_cent(belief.mean.*end),
                          fmt::format("({:.1f}-{:.1f})", per_cent(belief.low.*end), per_cent(belief.high.*end)));
    }
    text += fmt::format("  {:>5}  {}", belief.pulls, value);
  }
  return text;
}

AnalysisFeed::AnalysisFeed(std::shared_ptr<line::Channel> channel, int board_size, AnalysisDialect dialect)
    : channel_(std::move(channel)), board_size_(board_size), dialect_(dialect) {}

void AnalysisFeed::add(const TurnReport& report) {
  const std::lock_guard lock(mutex_);
  if (report.line <= 1 && !gathering_.empty()) {
    complete_ = std::move(gathering_);
    gathering_.clear();
  }
  gathering_.push_back(report);
}

void AnalysisFeed::send() const {
  std::string text;
  {
    const std::lock_guard lock(mutex_);
    text = analysis_line(gathering_.size() >= complete_.size() ? gathering_ : complete_, priors_, board_size_, dialect_);
  }
  if (!text.empty()) channel_->send(text + '\n');
}

void AnalysisFeed::run(Milliseconds interval, const std::stop_token& stop) const try {
  std::mutex waiting;
  std::condition_variable_any never;
  std::unique_lock lock(waiting);
  while (!never.wait_for(lock, stop, interval, [&stop] { return stop.stop_requested(); })) {
    try {
      send();
    } catch (const std::bad_alloc&) {
      // This report is left out. The next one may find memory.
    }
  }
} catch (const std::bad_alloc&) {
  // No memory even to wait: the search goes on without reports.
}

}  // namespace trivium::gtp
