#include "engine/reversi/bench.h"

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/core/search_control.h"
#include "engine/reversi/player.h"
#include "engine/reversi/rules/records.h"

namespace trivium::reversi {
namespace {

struct BenchPosition {
  int size;
  int depth;
  int lines;  // number of lines to report; with one, the search uses aspiration windows
  int plies;  // moves of the transcript to play
  std::string_view transcript;
};

/// A depth to the end of the game.
constexpr int kToEnd = kMaxScore;

/// Optimal game from the proof that Reversi is a draw (Takizawa 2023, arXiv 2310.19387).
constexpr std::string_view kDrawnGame =
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7"
    "a3a4a1a2c1h2h1g2b8a8g7h8h7h6";
/// Beginning of an optimal game on a board of 6 (Feinstein 1993).
constexpr std::string_view kSmallGame = "c2b4c5d2e4e3d1c1b1d5d6f4";

constexpr std::array kPositions = std::to_array<BenchPosition>({
    {8, 6, 1, 0, kDrawnGame},
    {8, 8, 1, 10, kDrawnGame},
    {8, 8, 1, 20, kDrawnGame},
    {8, 6, 3, 27, kDrawnGame},
    {8, 8, 1, 34, kDrawnGame},
    {8, kToEnd, 1, 44, kDrawnGame},
    {8, kToEnd, 2, 48, kDrawnGame},
    {6, 8, 1, 0, kSmallGame},
    {6, kToEnd, 1, 12, kSmallGame},
    {4, kToEnd, 1, 0, ""},
});

/// Returns the position after the first moves of the transcript, passes included.
Position bench_position(const BenchPosition& entry) {
  Position position = Position::start(entry.size);
  if (const auto record = parse_transcript(entry.transcript, entry.size)) {
    for (int i = 0; i < entry.plies; ++i)
      position.do_move(record->moves[static_cast<std::size_t>(i)]);
  }
  return position;
}

}  // namespace

BenchResult bench(const Knowledge& knowledge, const SearchParameters& search,
                  const StepProgress& progress) {
  Player player(knowledge, {.search = search});
  return bench_positions(
      kPositions, progress, [&](const BenchPosition& entry, Signature& signature) {
        const SearchControl control;
        std::uint64_t nodes = 0;
        const ReportSink<Move> sink = [&](const Report<Move>& report) {
          nodes = report.nodes;
          add_report(signature, report, [](Move move) { return std::uint64_t{move}; });
        };
        player.set_options({.lines = entry.lines, .search = search});
        player.new_game();
        player.set_position(bench_position(entry));
        signature.add(player.think({.depth = entry.depth}, control, sink));
        signature.add(nodes);
        return nodes;
      });
}

}  // namespace trivium::reversi
