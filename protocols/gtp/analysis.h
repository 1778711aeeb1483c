// Streaming analysis as Leela Zero (lz-analyze) and KataGo (kata-analyze) defined it and GUIs read it.
//
// While a search runs, every so many hundredths of a second one line goes out:
//   info move K10 visits 812 winrate 5312 prior 1200 order 0 pv K10 L11 J9 info move ...
// Win rates and priors are 0..10000 in Leela Zero's dialect and 0..1 in KataGo's. A variation lists single moves of GTP, in Connect-6
// stones; of candidates that begin with the same move only the best is shown. The prior of a move is how likely it is to be the next one
// before any search; those of all legal moves add up to 1. "visits" is how many positions the whole search has looked at, the same for
// every move: what it spends on each is not counted.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/limits.h"
#include "engine/core/result.h"
#include "protocols/gtp/arguments.h"
#include "protocols/gtp/seat.h"
#include "protocols/line/channel.h"

namespace trivium::gtp {

enum class AnalysisDialect : std::uint8_t { kLeelaZero, kKataGo };

struct AnalysisRequest {
  std::optional<Color> color;
  Milliseconds interval{1000};
  int max_moves = 10;
};

/// Reads the arguments after the command name: a color, a bare interval in hundredths of a second and key-value pairs (interval,
/// minmoves, maxmoves; KataGo's switches for things this game lacks are read and ignored), in any order.
Result<AnalysisRequest> parse_analysis(const Arguments& arguments);

/// One line (no line end) about the candidates of a search, best first. The prior of a move that `priors` lacks is 0.
std::string analysis_line(const std::vector<MoveReport>& candidates, const Priors& priors, AnalysisDialect dialect);

/// Gathers reports on the searching thread and sends lines at a steady pace from a thread of its own.
class AnalysisFeed {
 public:
  AnalysisFeed(std::shared_ptr<line::Channel> channel, AnalysisDialect dialect);

  /// Before any report.
  void set_priors(Priors priors) { priors_ = std::move(priors); }

  /// The searching thread.
  void add(const MoveReport& report);

  /// Sends what is known now, if anything. Any thread.
  void send() const;

  /// Sends every `interval` until `stop`.
  void run(Milliseconds interval, const std::stop_token& stop) const;

 private:
  std::shared_ptr<line::Channel> channel_;
  AnalysisDialect dialect_;
  Priors priors_;
  mutable std::mutex mutex_;
  std::vector<MoveReport> complete_;   ///< the last whole round of candidates
  std::vector<MoveReport> gathering_;  ///< the round that is coming in
};

}  // namespace trivium::gtp
