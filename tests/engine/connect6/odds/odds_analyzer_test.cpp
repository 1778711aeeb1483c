#include "engine/connect6/odds/odds_analyzer.h"

#include <doctest/doctest.h>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/connect6/player.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

constexpr std::string_view kForcedWin =
    "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7]";
constexpr std::string_view kQuiet = "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8]";

Limits nodes(std::uint64_t count) {
  Limits limits;
  limits.nodes = count;
  return limits;
}

std::vector<TurnOdds> odds_of(const Board& board, const Limits& limits,
                              Knowledge knowledge = sample_knowledge(), int threads = 1) {
  Player player(std::move(knowledge), {.threads = threads, .hash_megabytes = 1});
  player.set_board(board);
  return player.odds(limits, SearchControl());
}

/// Creates a report of a search.
Report<Turn> found(Turn turn, int value, WinDrawLoss expectation) {
  Report<Turn> report;
  report.score.value = value;
  report.expectation = expectation;
  report.principal_variation = {turn};
  return report;
}

TEST_CASE("odds have ordered intervals, and the probabilities of the best fall and sum to 1") {
  const std::vector<TurnOdds> odds = odds_of(board_after(kQuiet), nodes(12'000));
  REQUIRE(odds.size() > 1);
  double best = 0;
  std::uint64_t pulls = 0;
  for (std::size_t rank = 0; rank < odds.size(); ++rank) {
    REQUIRE(odds[rank].belief);
    const MoveBelief& belief = *odds[rank].belief;
    CHECK(odds[rank].line == static_cast<int>(rank) + 1);
    if (rank > 0) CHECK(belief.best <= odds[rank - 1].belief->best);
    CHECK(belief.mean.loss + belief.mean.draw + belief.mean.win == doctest::Approx(1));
    for (double EndChances::*const end : {&EndChances::loss, &EndChances::draw, &EndChances::win}) {
      CHECK(0 <= belief.low.*end);
      CHECK(belief.low.*end <= belief.mean.*end);
      CHECK(belief.mean.*end <= belief.high.*end);
      CHECK(belief.high.*end <= 1);
    }
    best += belief.best;
    pulls += belief.pulls;
  }
  CHECK(best == doctest::Approx(1));
  CHECK(pulls > 50);
}

TEST_CASE("the same position and nodes give the same odds") {
  for (const std::uint64_t limit : {300, 3000}) {
    const auto once = odds_of(board_after(kQuiet), nodes(limit)),
               again = odds_of(board_after(kQuiet), nodes(limit));
    REQUIRE(once.size() == again.size());
    for (std::size_t i = 0; i < once.size(); ++i) {
      CHECK(once[i].principal_variation == again[i].principal_variation);
      CHECK(once[i].belief.has_value() == again[i].belief.has_value());
      if (once[i].belief && again[i].belief) CHECK(once[i].belief->best == again[i].belief->best);
    }
  }
}

TEST_CASE("a first stone, a win and a forced win have no odds, and a finished game has no turns") {
  for (const std::string_view record :
       {std::string_view(),
        std::string_view("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10a19] 6. W[c19e19]"),
        kForcedWin}) {
    CAPTURE(record);
    const auto odds = odds_of(record.empty() ? Board(19) : board_after(record), nodes(20'000));
    REQUIRE_FALSE(odds.empty());
    CHECK_FALSE(odds.front().belief);
  }
  CHECK(
      odds_of(board_after(
                  "1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10n10] 6. W[a3c3] 7. B[o10]"),
              nodes(1000))
          .empty());
}

TEST_CASE("with a depth limit, playouts get a share of the search's nodes") {
  Limits limits;
  limits.depth = 3;
  const auto odds = odds_of(board_after(kQuiet), limits);
  REQUIRE(odds.size() > 1);
  CHECK(odds.front().belief);
}

TEST_CASE("odds also work on small boards, without patterns and with two threads") {
  for (const int size : {6, 9, 19}) {
    const Board board = board_after("1. B[d4] 2. W[c3d3] 3. B[e5e4]", size);
    for (const bool patterns : {true, false}) {
      const auto odds =
          odds_of(board, nodes(3000), {round_weights(), patterns ? sample_patterns() : nullptr}, 2);
      REQUIRE_FALSE(odds.empty());
      CHECK(board.is_legal(odds.front().principal_variation.front().first));
    }
  }
}

TEST_CASE("without a limit playouts run until a stop request, and none begins after it") {
  Player player(sample_knowledge(), {.hash_megabytes = 1});
  player.set_board(board_after(kQuiet));
  Limits limits;
  limits.infinite = true;
  SearchControl control;
  const std::jthread stopper([&control] { control.stop(); });
  (void)player.odds(limits, control);
  CHECK(control.stop_requested());
  for (const TurnOdds& turn : player.odds(limits, control)) CHECK_FALSE(turn.belief);
}

TEST_CASE("a few playouts do not overrule a far better value, and odds() changes no playout") {
  Playouts playouts(sample_knowledge(), 19, {2});
  const Board board = board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1]");
  const Turn fours{board.cell(12, 9), board.cell(13, 9)}, far{board.cell(0, 9), board.cell(18, 9)};
  const std::vector<Report<Turn>> turns{found(fours, 20, {950, 0, 50}),
                                        found(far, 0, {50, 0, 950})};
  OddsAnalyzer analyzer(board, turns, playouts);
  REQUIRE(analyzer.is_open());
  for (int i = 0; i < 50; ++i) analyzer.run_playout();
  const auto odds = analyzer.odds();
  CHECK(odds[0].principal_variation.front() == fours);
  CHECK(odds[0].belief->best > 0.99);
  CHECK(odds[0].belief->pulls + odds[1].belief->pulls == 50);
  CHECK(analyzer.odds()[0].belief->pulls == odds[0].belief->pulls);
}

TEST_CASE("turns that are proved or clearly worse than the best are not candidates") {
  Playouts playouts(sample_knowledge(), 19, {2});
  const Board board = board_after(kQuiet);
  const Turn a{board.cell(0, 0), board.cell(1, 0)}, b{board.cell(2, 0), board.cell(3, 0)};
  Report<Turn> lost = found(b, -3, {0, 0, 1000});
  lost.score.kind = Score::Kind::kMate;
  CHECK_FALSE(
      OddsAnalyzer(board, std::vector{found(a, 50, {600, 0, 400}), lost}, playouts).is_open());
  CHECK_FALSE(OddsAnalyzer(board,
                           std::vector{found(a, 50, {600, 0, 400}), found(b, 9, {500, 0, 500})},
                           playouts)
                  .is_open());
  CHECK(OddsAnalyzer(board, std::vector{found(a, 50, {600, 0, 400}), found(b, 10, {500, 0, 500})},
                     playouts)
            .is_open());
}

}  // namespace
}  // namespace trivium::connect6
