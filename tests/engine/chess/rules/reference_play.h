// Random games played by the engine and by the slow reference in parallel, for property tests of
// the rules.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/position.h"
#include "engine/core/rng.h"
#include "tests/contract/chess_reference.h"

namespace trivium::chess::testing {

inline constexpr std::array kPlayStarts{
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1rkr3b/pppppppp/8/8/8/8/PPPPPPPP/1RKR3B w DBdb - 0 1",
    "qrkr4/8/8/8/8/8/8/QRKR4 w DBdb - 0 1",
    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "q2qk3/8/8/8/8/8/8/Q2QK3 w - - 0 1",
};

/// Returns the move in the reference's notation.
inline std::string reference_text(Move move) {
  std::string text = to_string(move.from()) + to_string(move.to());
  if (move.kind() == Move::Kind::kPromotion) text += "nbrq"[index(move.promotion()) - 1];
  return text;
}

/// Calls `visit(position, reference)` at every position of `games` random games from each start.
template <class Visit>
void play_beside_reference(int games, int plies, std::uint64_t seed, Visit visit) {
  for (const char* start : kPlayStarts) {
    for (int game = 0; game < games; ++game) {
      Rng rng(seed + static_cast<std::uint64_t>(game));
      Position position = *parse_fen(start);
      reference::Chess reference(start);
      for (int ply = 0; ply < plies; ++ply) {
        visit(position, reference);
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        reference.play(reference_text(move));
        Undo undo;
        position.do_move(move, undo);
      }
    }
  }
}

}  // namespace trivium::chess::testing
