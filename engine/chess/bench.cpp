#include "engine/chess/bench.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "engine/chess/player.h"
#include "engine/chess/rules/notation.h"

namespace trivium::chess {

namespace {

// Well-known test positions: openings, Kiwipete and its perft companions, tactics as in
// Bratko-Kopec and Win at Chess, endgames, a mate, a stalemate trap and a Chess960 start.
constexpr auto kPositions = std::to_array<std::string_view>({
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "rnbqkb1r/p3pppp/1p6/2ppP3/3N4/2P5/PPP1QPPP/R1B1KB1R w KQkq - 0 1",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "r2q1rk1/1b2bppp/p1n1pn2/1p1p4/3P4/1PN1PN2/PB2BPPP/R2Q1RK1 b - - 2 12",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
});

}  // namespace

BenchResult run_bench(std::shared_ptr<const Weights> weights, const SearchControl& control,
                      const SearchParameters& search, int depth, const StepProgress& progress) {
  Player player(std::move(weights), {.search = search});
  const auto measure = [&](std::string_view fen, Signature& signature) -> std::uint64_t {
    if (control.stop_requested()) return 0;
    player.new_game();
    player.set_game(Game(*parse_fen(fen)));
    Report<Move> last;
    const Answer answer =
        player.think({.depth = depth}, control, [&](const Report<Move>& report) { last = report; });
    signature.add_bytes(last.nodes);
    signature.add_bytes(answer.best.bits());
    signature.add_bytes(static_cast<std::uint64_t>(last.score.kind == Score::Kind::kMate));
    signature.add_bytes(static_cast<std::uint64_t>(static_cast<std::int64_t>(last.score.value)));
    return last.nodes;
  };
  return bench_positions(kPositions, progress, measure);
}

}  // namespace trivium::chess
