#include "protocols/gtp/analysis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <new>
#include <set>
#include <string_view>

#include "fmt/format.h"

#include "engine/core/logistic.h"
#include "engine/core/stop_wait.h"
#include "engine/core/text.h"

namespace trivium::gtp {

namespace {

constexpr int kMaxInterval = 1'000'000;  // hundredths of a second
constexpr int kMaxMoves = 1000;

bool is_ignored_switch(std::string_view key) {
  constexpr auto kSwitches = std::to_array<std::string_view>(
      {"ownership", "ownershipstdev", "movesownership", "movesownershipstdev", "pvvisits",
       "pvedgevisits", "rootinfo", "nomoretree"});
  return std::ranges::find(kSwitches, key) != kSwitches.end();
}

Milliseconds hundredths(int count) { return Milliseconds(10 * std::max(1, count)); }

std::optional<int> in_range(const std::string& text, int low, int high) {
  const std::optional<int> value = parse_int(text);
  return value && *value >= low && *value <= high ? value : std::nullopt;
}

/// Applies the pair `key` `value`. Returns false if it is not understood.
bool read_pair(const std::string& key, const std::string& value, AnalysisRequest& request) {
  if (is_ignored_switch(key)) return true;
  if (key == "minmoves") return in_range(value, 0, kMaxMoves).has_value();
  const std::optional<int> number =
      in_range(value, key == "interval" ? 0 : 1, key == "interval" ? kMaxInterval : kMaxMoves);
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

/// Returns the win probability of the side to move, in [0, 1].
double win_rate(const MoveReport& report) {
  if (report.expectation)
    return (report.expectation->win + 0.5 * report.expectation->draw) / 1000.0;
  if (report.score.kind == Score::Kind::kMate) return report.score.value > 0 ? 1.0 : 0.0;
  return plain_logistic(report.score.value / 100.0);
}

std::string fraction(double value, AnalysisDialect dialect) {
  if (dialect == AnalysisDialect::kLeelaZero) return fmt::format("{}", std::lround(value * 10000));
  return fmt::format("{:.6f}", value);
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
      const std::string key = text::lower_case(arguments[i]);
      if (key == "avoid" || key == "allow")
        return Error{"gtp.analysis.key", "avoid and allow are not supported"};
      if (i + 1 == arguments.size() || !read_pair(key, arguments[i + 1], request))
        return Error{kSyntaxError};
      ++i;
    }
  }
  return request;
}

std::string analysis_line(const std::vector<MoveReport>& candidates, const Priors& priors,
                          AnalysisDialect dialect, bool in_points) {
  std::string line;
  std::set<std::string_view> shown;
  for (const MoveReport& report : candidates) {
    if (report.principal_variation.empty()) continue;
    const std::string& move = report.principal_variation.front();
    if (!shown.insert(move).second) continue;
    const auto prior = priors.find(move);
    if (!line.empty()) line += ' ';
    const bool shows_lead = in_points && dialect == AnalysisDialect::kKataGo;
    line +=
        fmt::format("info move {} visits {} winrate {} {}prior {} order {} pv {}", move,
                    report.nodes, fraction(win_rate(report), dialect),
                    shows_lead ? fmt::format("scoreLead {:.2f} ", report.score.value / 100.0) : "",
                    fraction(prior == priors.end() ? 0.0 : prior->second, dialect),
                    shown.size() - 1, fmt::join(report.principal_variation, " "));
  }
  return line;
}

AnalysisFeed::AnalysisFeed(std::shared_ptr<line::Channel> channel, AnalysisDialect dialect)
    : channel_(std::move(channel)), dialect_(dialect) {}

void AnalysisFeed::add(const MoveReport& report) {
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
    text = analysis_line(gathering_.size() >= complete_.size() ? gathering_ : complete_, priors_,
                         dialect_, in_points_);
  }
  if (!text.empty()) channel_->send(text + '\n');
}

void AnalysisFeed::run(Milliseconds interval, const std::stop_token& stop) const try {
  while (wait_unless_stopped(stop, interval)) {
    try {
      send();
    } catch (const std::bad_alloc&) {
      // This report is dropped. The next one may find memory.
    }
  }
} catch (const std::bad_alloc&) {
  // No memory even to wait: the search continues without reports.
}

}  // namespace trivium::gtp
