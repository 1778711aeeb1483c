// Random positions for property tests: from random games of openings, Chess960 and endgames; and
// symmetries of the board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "engine/chess/rules/game.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "engine/core/rng.h"

namespace trivium::chess {

inline constexpr std::string_view kVariedStarts[] = {
    kStartFen,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",  // Chess960
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",     // Chess960
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/1P6/8 w - - 0 1",
    "8/1P4k1/8/8/2q5/8/6PP/1R4K1 b - - 0 1",
    "4k3/8/8/8/3n4/2B5/P5PP/4K3 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
};

/// Calls `visit(position)` for `count` positions of random games. Equal seeds give equal positions.
template <class Visit>
void visit_random_positions(std::uint64_t seed, int count, const Visit& visit) {
  Rng rng(seed);
  for (std::size_t start = 0; count > 0; ++start) {
    Game game(*parse_fen(kVariedStarts[start % std::size(kVariedStarts)]));
    for (int ply = 0; ply < 200 && count > 0 && !game.end(); ++ply, --count) {
      visit(game.position());
      const MoveList moves = legal_moves(game.position());
      game.do_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

/// Returns the position with the colors exchanged, castling rights and counters included.
/// Equivalent for the side to move.
inline Position turned_round(const Position& position) {
  PositionBuilder builder;
  for (int square = 0; square < 64; ++square) {
    const Piece piece = position.piece_on(static_cast<Square>(square));
    if (piece == Piece::kNone) continue;
    builder.put(flip_rank(static_cast<Square>(square)),
                make_piece(~color_of(piece), type_of(piece)));
  }
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    for (const bool king_side : {true, false}) {
      const Square rook = position.castling_rook(color, king_side);
      if (rook != Square::kNone) builder.allow_castling(~color, flip_rank(rook));
    }
  }
  if (position.en_passant() != Square::kNone)
    builder.set_en_passant(flip_rank(position.en_passant()));
  builder.set_side_to_move(~position.side_to_move());
  builder.set_halfmove_clock(position.halfmove_clock());
  builder.set_fullmove_number(position.fullmove_number());
  return *builder.build();
}

/// Returns the position mirrored left to right, without castling rights.
inline Position mirrored(const Position& position) {
  const auto mirror = [](Square square) { return static_cast<Square>(index(square) ^ 7); };
  PositionBuilder builder;
  for (int square = 0; square < 64; ++square) {
    const Piece piece = position.piece_on(static_cast<Square>(square));
    if (piece != Piece::kNone) builder.put(mirror(static_cast<Square>(square)), piece);
  }
  if (position.en_passant() != Square::kNone) builder.set_en_passant(mirror(position.en_passant()));
  builder.set_side_to_move(position.side_to_move());
  builder.set_halfmove_clock(position.halfmove_clock());
  builder.set_fullmove_number(position.fullmove_number());
  return *builder.build();
}

}  // namespace trivium::chess
