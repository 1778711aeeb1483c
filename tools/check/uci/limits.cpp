#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

#include "tools/check/uci/check_uci.h"

namespace trivium::check {

namespace {

using std::chrono::milliseconds;

/// Time limit for a move without time on the clock.
constexpr milliseconds kAtOnce{500};
/// Tolerance between the engine's clock and ours: pipes, scheduling.
constexpr milliseconds kGrain{15};

double in_milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

/// Minimum own time of a search by `go`.
Clock::duration min_search_time(CheckedUciEngine& engine, std::string_view go,
                                Clock::duration good_enough) {
  return min_time(good_enough, [&] {
    engine.position(kMiddleGame);
    engine.ready();
    return engine.search(go).own;
  });
}

void depth_kept(CheckedUciEngine& engine) {
  for (const int depth : {1, 5}) {
    const UciSearch search = engine.position(kMiddleGame).search(fmt::format("go depth {}", depth));
    std::int64_t deepest = 0;
    for (const client::UciInfo& info : search.parsed()) {
      if (info.score && info.depth) deepest = std::max(deepest, *info.depth);
    }
    if (deepest > depth) engine.found(kError, "go depth {} went to depth {}", depth, deepest);
    if (deepest < depth) engine.found(kWarning, "go depth {} ended at depth {}", depth, deepest);
  }
}

void nodes_kept(CheckedUciEngine& engine) {
  constexpr std::int64_t kNodes = 20'000;
  engine.position(kMiddleGame).begin(fmt::format("go nodes {}", kNodes));
  std::optional<UciSearch> search = engine.answer(kPrompt);
  if (!search) {
    engine.distrust_nodes();
    engine.found(kError, "no bestmove within {} ms of 'go nodes {}'", kPrompt.count(), kNodes);
    engine.finish("stop");
    return;
  }
  std::int64_t maximum = 0;
  for (const client::UciInfo& info : search->parsed())
    maximum = std::max(maximum, info.nodes.value_or(0));
  if (maximum > 2 * kNodes) engine.distrust_nodes();
  if (maximum > kNodes + kNodes / 4)
    engine.found(maximum > 2 * kNodes ? kError : kWarning, "go nodes {} searched {}", kNodes,
                 maximum);
}

void movetime_kept(CheckedUciEngine& engine) {
  constexpr milliseconds kTime{200};
  constexpr milliseconds kTolerated{50};
  const Clock::duration minimum =
      min_search_time(engine, fmt::format("go movetime {}", kTime.count()), kTime + kGrain);
  if (minimum > kTime + kGrain) {
    engine.found(minimum > kTime + kTolerated ? kError : kWarning,
                 "go movetime {} took at least {:.0f} ms", kTime.count(), in_milliseconds(minimum));
  }
}

/// Adds a finding if searches by `go` take longer than `allowed`.
void expect_within(CheckedUciEngine& engine, std::string_view go, milliseconds allowed,
                   Severity severity = kError, int decimals = 0) {
  const Clock::duration minimum = min_search_time(engine, go, allowed);
  if (minimum > allowed)
    engine.found(severity, "'{}' took at least {:.{}f} ms", go, in_milliseconds(minimum), decimals);
}

/// Checks searches with `left` on both clocks.
void judge_clock(CheckedUciEngine& engine, milliseconds left, std::string_view rest) {
  expect_within(engine, fmt::format("go wtime {0} btime {0}{1}", left.count(), rest), left);
}

void clock_kept(CheckedUciEngine& engine) {
  judge_clock(engine, milliseconds(1000), "");
  judge_clock(engine, milliseconds(200), "");
  judge_clock(engine, milliseconds(100), " winc 100 binc 100");
  judge_clock(engine, milliseconds(300), " movestogo 1");
  judge_clock(engine, milliseconds(200), " winc 5000 binc 5000 movestogo 40");
}

void clock_short(CheckedUciEngine& engine) {
  expect_within(engine, "go wtime 10 btime 10", milliseconds(10), kWarning, 1);
}

void clock_empty(CheckedUciEngine& engine) {
  for (const std::string_view go : {"go wtime 1 btime 1 winc 0 binc 0", "go movetime 1"})
    expect_within(engine, go, kAtOnce);
  // Some engines read this as no clock. A program that keeps the clocks can avoid sending it.
  for (const std::string_view go : {"go wtime 0 btime 0", "go wtime -50 btime -50"}) {
    engine.position(kMiddleGame).begin(go);
    if (engine.answer(2 * kAtOnce)) continue;
    engine.found(kWarning, "'{}' is searched as without a clock", go);
    engine.finish("stop");
  }
}

void one_clock(CheckedUciEngine& engine) {
  engine.position(kMiddleGame).search("go wtime 100");
  engine.position(kMiddleGame, "h2h3").search("go btime 100");
  engine.search("go btime 100 binc 100 wtime 100 winc 100");
}

void limits_together(CheckedUciEngine& engine) {
  constexpr milliseconds kTime{200};
  engine.position(kMiddleGame).search("go depth 3 movetime 60000 nodes 100000000");
  // A separate rule reports engines that ignore nodes.
  if (engine.keeps_nodes())
    engine.search("go nodes 3000 depth 60 wtime 600000 btime 600000", kPrompt);
  const Clock::duration minimum = min_search_time(
      engine, fmt::format("go depth 90 nodes 1000000000000 movetime {}", kTime.count()), 2 * kTime);
  if (minimum > 2 * kTime)
    engine.found(kError, "movetime beside depth and nodes: {:.0f} ms", in_milliseconds(minimum));
}

constexpr auto kUciLimitsChecks = std::to_array<UciCheck>({
    {{"depth-kept", "go depth N searches N plies and no more."}, depth_kept},
    {{"nodes-kept", "go nodes N ends after about N nodes."}, nodes_kept},
    {{"movetime-kept", "go movetime N takes N milliseconds."}, movetime_kept},
    {{"clock-kept", "A search with a clock ends before the clock does."}, clock_kept},
    {{"clock-short", "With 10 ms left a move is found in 10 ms."}, clock_short},
    {{"clock-empty", "With zero or negative time on the clock a move comes at once."}, clock_empty},
    {{"one-clock", "The mover's clock is enough, and the fields of go may come in any order."},
     one_clock},
    {{"limits-together", "With several limits the first one reached ends the search."},
     limits_together},
});

}  // namespace

std::span<const UciCheck> uci_limit_checks() { return kUciLimitsChecks; }

}  // namespace trivium::check
