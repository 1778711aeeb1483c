#include "engine/chess/search/upcoming_repetition.h"

#include "doctest/doctest.h"

#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

/// True if a legal piece move leads to the key: the slow reference.
bool some_move_leads_to(const Position& position, std::uint64_t key) {
  for (const Move move : legal_moves(position)) {
    Position after = position;
    Undo undo;
    after.do_move(move, undo);
    if (after.key() == key && type_of(position.piece_on(move.from())) != PieceType::kPawn)
      return true;
  }
  return false;
}

TEST_CASE("a move back to an earlier position is detected without making it, and nothing else is") {
  Rng rng(61);
  int met = 0, not_met = 0, only_pseudo_legal = 0;
  for (int i = 0; i < 400; ++i) {
    // With few pieces many positions occur again.
    Game game(position_of(i % 2 == 0 ? "8/2k1n3/8/3b4/8/4R3/1Q2K3/8 w - - 0 1"
                                     : "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    for (int ply = 0; ply < 30 && !game.end(); ++ply) {
      const MoveList moves = legal_moves(game.position());
      game.do_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      const Position& position = game.position();
      for (std::size_t back = 3; back < game.keys().size(); back += 2) {
        const std::uint64_t earlier = game.keys()[game.keys().size() - 1 - back];
        const bool leads = some_move_leads_to(position, earlier),
                   seen = one_move_apart(position, position.key() ^ earlier);
        if (leads) REQUIRE(seen);
        ++(leads ? met : not_met);
        only_pseudo_legal += seen && !leads;
      }
    }
  }
  CHECK(met > 100);
  CHECK(not_met > 1000);
  CHECK(only_pseudo_legal * 5 < met);  // a pinned piece, or a king that would move into check
}

TEST_CASE("a blocked path and an enemy piece do not count as a move back") {
  const Position start = position_of("4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
  const Position moved = position_of("4k3/8/8/8/R7/8/8/4K3 w - - 0 1");
  const std::uint64_t difference = start.key() ^ moved.key();
  CHECK(one_move_apart(moved, difference));
  CHECK_FALSE(one_move_apart(position_of("4k3/8/8/8/R7/N7/8/4K3 w - - 0 1"), difference));
  CHECK_FALSE(one_move_apart(position_of("4k3/8/8/8/R7/8/8/4K3 b - - 0 1"), difference));
  CHECK_FALSE(one_move_apart(moved, 0));
}

}  // namespace
}  // namespace trivium::chess
