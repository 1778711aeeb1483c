#include "engine/connect6/bench.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/connect6/player.h"
#include "engine/connect6/rules/records.h"
#include "engine/connect6/threats/solve.h"
#include "engine/core/search_control.h"

namespace trivium::connect6 {

namespace {

struct BenchPosition {
  int size;
  int depth;
  int lines;  // number of lines to report; with one, the search uses aspiration windows
  std::string_view record;
};

/// Own games and paper 000's sample: empty board, openings, quiet and sharp middle games, a turn
/// half played, small and large boards.
constexpr std::array kPositions = std::to_array<BenchPosition>({
    {19, 1, 1, ""},
    {19, 5, 1, "1. B[j10]"},
    {19, 5, 1, "1. B[j11] 2. W[i11h11] 3. B[i7j13]"},
    {19, 4, 3, "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8] 5. B[h10i7] 6. W[m11l10]"},
    {19, 5, 1,
     "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8] 5. B[h10i7] 6. W[m11l10] 7. B[m12n12] 8. "
     "W[l11k12] 9. B[k11j13] 10. W[n10o9] "
     "11. B[o10p8] 12. W[l12m7] 13. B[n8j14] 14. W[k7m5] 15. B[m6l6] 16. W[l8n6] 17. B[o11o5] 18. "
     "W[j6i5] 19. B[m9h4] 20. W[j5k5] "
     "21. B[j9l5]"},
    {19, 4, 1,
     "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7] 8. "
     "W[m10]"},
    {19, 4, 1,
     "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7] 8. "
     "W[m10n10]"},
    {6, 5, 1, "1. B[c3] 2. W[d4c4] 3. B[d3b2]"},
    {9, 4, 3, "1. B[e5] 2. W[d5f5] 3. B[e4e6] 4. W[e3e7] 5. B[d4f6]"},
    {25, 4, 1, "1. B[m13] 2. W[l12n14] 3. B[m12m14] 4. W[l13l14]"},
});

constexpr SolveLimits kSolveLimits{12, 3000, SolveLimits::kMaxSingles, std::nullopt};

std::uint64_t number_of(Turn turn) noexcept {
  return (std::uint64_t{turn.first} << 16) | turn.second;
}

Board bench_board(const BenchPosition& position) {
  Board board(position.size);
  if (const auto game = parse_paper_record(position.record, position.size)) {
    for (const Cell cell : game->moves) board.do_move(cell);
  }
  return board;
}

}  // namespace

BenchResult bench(const Knowledge& knowledge, const SearchParameters& search,
                  const StepProgress& progress) {
  Player player(knowledge, {.search = search});
  return bench_positions(
      kPositions, progress, [&](const BenchPosition& position, Signature& signature) {
        const Board board = bench_board(position);
        const SearchControl control;
        std::uint64_t nodes = 0;
        const ReportSink<Turn> sink = [&signature, &nodes](const Report<Turn>& report) {
          nodes = report.nodes;
          add_report(signature, report, number_of);
        };
        player.set_options({.lines = position.lines, .search = search});
        player.new_game();
        player.set_board(board);
        signature.add(number_of(player.think({.depth = position.depth}, control, sink)));
        signature.add(nodes);

        const SolveResult solved = solve(board, kSolveLimits);
        signature.add(solved.nodes);
        signature.add(static_cast<std::uint64_t>(solved.status));
        for (const Turn& turn : main_line(solved.proof)) signature.add(number_of(turn));
        return nodes + solved.nodes;
      });
}

}  // namespace trivium::connect6
