// Streaming analysis in the formats of Leela Zero (lz-analyze) and KataGo (kata-analyze), which
// GUIs read.
//
// While a search runs, one line is sent in each interval (in hundredths of a second):
//   info move K10 visits 812 winrate 5312 prior 1200 order 0 pv K10 L11 J9 info move ...
// A win rate is the probability that the side to move wins; a draw counts half. Win rates and
// priors are 0..10000 for Leela Zero and 0..1 for KataGo. A variation lists single GTP moves
// (stones in Connect-6); of candidates that begin with the same move only the best is shown. The
// prior of a move is its probability of being played next, before any search; the priors of all
// legal moves sum to 1. "visits" is the number of positions of the whole search, the same for every
// move, because the search does not count them by move. In games that count points, KataGo's form
// also has scoreLead, the expected final score of the side to move in points.
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
#include "protocols/line/channels/channel.h"

namespace trivium::gtp {

enum class AnalysisDialect : std::uint8_t { kLeelaZero, kKataGo };

struct AnalysisRequest {
  std::optional<Color> color;
  Milliseconds interval{1000};
  int max_moves = 10;
};

/// Parses the arguments after the command name, in any order: a color, an interval in hundredths of
/// a second, and key-value pairs (interval, minmoves, maxmoves; KataGo's keys for things this game
/// lacks are ignored).
Result<AnalysisRequest> parse_analysis(const Arguments& arguments);

/// Returns one line (no line end) about the candidates of a search, best first. The prior of a move
/// that is not in `priors` is 0. `in_points`: scores are hundredths of a point (Seat).
std::string analysis_line(const std::vector<MoveReport>& candidates, const Priors& priors,
                          AnalysisDialect dialect, bool in_points = false);

/// Collects reports from the searching thread and sends lines at fixed intervals from another
/// thread.
class AnalysisFeed {
 public:
  AnalysisFeed(std::shared_ptr<line::Channel> channel, AnalysisDialect dialect);

  /// Requires: no report was added yet.
  void set_priors(Priors priors) { priors_ = std::move(priors); }
  /// Requires: no report was added yet.
  void set_in_points(bool in_points) noexcept { in_points_ = in_points; }

  /// Called on the searching thread.
  void add(const MoveReport& report);

  /// Sends the present candidates, if any. Thread-safe.
  void send() const;

  /// Sends every `interval`. Blocks until `stop` is requested.
  void run(Milliseconds interval, const std::stop_token& stop) const;

 private:
  std::shared_ptr<line::Channel> channel_;
  AnalysisDialect dialect_;
  Priors priors_;
  bool in_points_ = false;
  mutable std::mutex mutex_;
  std::vector<MoveReport> complete_;   ///< the last complete set of candidates
  std::vector<MoveReport> gathering_;  ///< the set that is being received
};

}  // namespace trivium::gtp
