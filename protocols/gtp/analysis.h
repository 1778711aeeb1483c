// Streaming analysis as Leela Zero (lz-analyze) and KataGo (kata-analyze) defined it and GUIs read it.
//
// While a search runs, every so many hundredths of a second one line goes out:
//   info move K10 visits 812 winrate 5312 prior 1200 order 0 pv K10 L11 J9 info move ...
// Win rates and priors are 0..10000 in Leela Zero's dialect and 0..1 in KataGo's. A variation lists single stones, because a GTP move
// is one stone; of candidate turns that begin with the same stone only the best is shown. The prior of a stone is how likely it is to be
// the next one before any search (likely_turns.h); those of all empty cells add up to 1. "visits" is how many positions the whole search
// has looked at, the same for every move: what it spends on each is not counted.
//
// Under a root policy that identifies the best turn (connect6/root_policy.h) a move has more pairs, before "pv". KataGo's `lcb` is the
// lower end of the win rate. Ours are `best`, the probability that no other candidate is better, `pulls`, the playouts that began with the
// move, and the chances `loss`, `draw` and `win`, each with the ends of its interval of 95%: `losslow`, `losshigh` and so on. All are in
// the dialect's form, and `visits` are the pulls then, one number for each move as elsewhere.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/connect6/player.h"
#include "engine/core/result.h"
#include "protocols/gtp/arguments.h"
#include "protocols/line/channel.h"

namespace trivium::gtp {

enum class AnalysisDialect : std::uint8_t { kLeelaZero, kKataGo };

struct AnalysisRequest {
  std::optional<Color> color;
  Milliseconds interval{1000};
  int max_moves = 10;
};

/// Reads the arguments after the command name: a colour, a bare interval in hundredths of a second and key-value pairs (interval,
/// minmoves, maxmoves; KataGo's switches for things this game lacks are read and ignored), in any order.
Result<AnalysisRequest> parse_analysis(const Arguments& arguments);

using TurnReport = Report<connect6::Turn>;

/// By cell (connect6::stone_probabilities()).
using Priors = std::vector<double>;

/// One line (no line end) about the candidates of a search on a board of `size`, best first. `priors` are of all its cells.
std::string analysis_line(const std::vector<TurnReport>& candidates, const Priors& priors, int size, AnalysisDialect dialect);

/// What a root policy that identifies believes of its candidates, as a table for people: a line for each turn, the likeliest to be the best
/// first. A turn that was found without it, since it wins or nothing else is left, has a line without intervals.
std::string odds_table(const std::vector<TurnReport>& candidates, int size);

/// Gathers reports on the searching thread and sends lines at a steady pace from a thread of its own.
class AnalysisFeed {
 public:
  AnalysisFeed(std::shared_ptr<line::Channel> channel, int board_size, AnalysisDialect dialect);

  /// Before any report.
  void set_priors(Priors priors) { priors_ = std::move(priors); }

  /// The searching thread.
  void add(const TurnReport& report);

  /// Sends what is known now, if anything. Any thread.
  void send() const;

  /// Sends every `interval` until `stop`.
  void run(Milliseconds interval, const std::stop_token& stop) const;

 private:
  std::shared_ptr<line::Channel> channel_;
  int board_size_;
  AnalysisDialect dialect_;
  Priors priors_;
  mutable std::mutex mutex_;
  std::vector<TurnReport> complete_;   ///< the last whole round of candidates
  std::vector<TurnReport> gathering_;  ///< the round that is coming in
};

}  // namespace trivium::gtp
