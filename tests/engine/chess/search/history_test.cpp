#include "engine/chess/search/history.h"

#include <memory>

#include "doctest/doctest.h"

#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

TEST_CASE("a tally stays within its limit; the nearer it is, the less a bonus adds") {
  MoveTally tally;
  CHECK(tally == 0);
  int last_step = kMoveTally;
  for (int i = 0; i < 200; ++i) {
    const int before = tally;
    tally.add(1500);
    CHECK(tally <= kMoveTally);
    CHECK(tally - before <= last_step);
    last_step = tally - before;
  }
  CHECK(tally > kMoveTally * 9 / 10);
  for (int i = 0; i < 1000; ++i) tally.add(-1000000);
  CHECK(tally == -kMoveTally);
  tally.add(kMoveTally);
  CHECK(tally == kMoveTally);
}

TEST_CASE("a bonus and an equal malus do not cancel: the newer one counts more") {
  MoveTally tally;
  tally.add(4000);
  tally.add(-4000);
  CHECK(tally < 0);
}

TEST_CASE("histories distinguish their keys, and clear resets all of them") {
  const auto histories = std::make_unique<Histories>();
  const Move move(make_square(4, 1), make_square(4, 3));
  histories->quiet(Color::kWhite, move).add(100);
  CHECK(histories->quiet(Color::kBlack, move) == 0);
  histories->capture(Piece::kWhitePawn, move.to(), PieceType::kKnight).add(100);
  CHECK(histories->capture(Piece::kWhitePawn, move.to(), PieceType::kBishop) == 0);
  CHECK(histories->capture(Piece::kWhitePawn, move.to(), PieceType::kNone) == 0);
  const unsigned code = move_code(Piece::kBlackKing, Square::kH8);
  CHECK(code < kMoveCodes);
  histories->after(code).at(Piece::kWhitePawn, move.to()).add(100);
  histories->counter(code) = move;
  const Corrections::Slots slots = histories->corrections().slots(start_position(), 3);
  slots.pawns->add(100);
  slots.moves->add(100);

  histories->clear();
  CHECK(histories->quiet(Color::kWhite, move) == 0);
  CHECK(histories->capture(Piece::kWhitePawn, move.to(), PieceType::kKnight) == 0);
  CHECK(histories->after(code).at(Piece::kWhitePawn, move.to()) == 0);
  CHECK_FALSE(histories->counter(code));
  CHECK(*slots.pawns == 0);
  CHECK(*slots.moves == 0);
}

TEST_CASE("corrections depend on the pawns, each side's pieces and the last moves independently") {
  const auto histories = std::make_unique<Histories>();
  Corrections& corrections = histories->corrections();
  const Position position = position_of("4k3/pp6/8/8/8/8/1P6/R3K3 w - - 0 1");
  const Position other_rook = position_of("4k3/pp6/8/8/8/8/1P6/1R2K3 w - - 0 1");
  const Position other_pawn = position_of("4k3/pp6/8/8/8/1P6/8/R3K3 w - - 0 1");
  const Position black_to_move = position_of("4k3/pp6/8/8/8/8/1P6/R3K3 b - - 0 1");
  const Corrections::Slots here = corrections.slots(position, 7);
  CHECK(corrections.slots(position, 7).pawns == here.pawns);
  CHECK(corrections.slots(other_rook, 7).pawns == here.pawns);
  CHECK(corrections.slots(other_rook, 7).pieces[0] != here.pieces[0]);
  CHECK(corrections.slots(other_rook, 7).pieces[1] == here.pieces[1]);
  CHECK(corrections.slots(other_pawn, 7).pawns != here.pawns);
  CHECK(corrections.slots(other_pawn, 7).pieces == here.pieces);
  CHECK(corrections.slots(position, 8).moves != here.moves);
  CHECK(corrections.slots(black_to_move, 7).pawns != here.pawns);
}

}  // namespace
}  // namespace trivium::chess
