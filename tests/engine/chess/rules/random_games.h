// Positions from random legal games, equal for equal seeds on every machine, for property tests of
// chess text.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/position.h"
#include "engine/core/rng.h"

namespace trivium::chess::testing {

/// Plays up to `plies` random legal moves from `position`, which becomes the last position.
inline std::vector<Move> random_moves(Position& position, Rng& rng, int plies) {
  std::vector<Move> moves;
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList legal = legal_moves(position);
    if (legal.empty()) break;
    const Move move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
    Undo undo;
    position.do_move(move, undo);
    moves.push_back(move);
  }
  return moves;
}

/// Calls `check(position)` for every position of `games` random games from `start`.
template <class Check>
void for_random_positions(const Position& start, int games, std::uint64_t seed, Check check) {
  for (int game = 0; game < games; ++game) {
    Rng rng(seed + static_cast<std::uint64_t>(game));
    Position position = start;
    check(position);
    for (int ply = 0; ply < 120; ++ply) {
      if (random_moves(position, rng, 1).empty()) break;
      check(position);
    }
  }
}

/// Returns start positions with many castlings: orthodox, Kiwipete, and Chess960 ones with kings on
/// b, f and g next to rooks.
inline std::vector<Position> varied_starts() {
  std::vector<Position> starts;
  for (const char* fen :
       {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rkr5/pppppppp/8/8/8/8/PPPPPPPP/RKR5 w KQkq - 0 1",
        "1r3kr1/pppp1ppp/8/8/8/8/PPPP1PPP/1R3KR1 w KQkq - 0 1",
        "r4rkr/p6p/8/8/8/8/P6P/R4RKR w HFhf - 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"}) {
    starts.push_back(*parse_fen(fen));
  }
  return starts;
}

}  // namespace trivium::chess::testing
