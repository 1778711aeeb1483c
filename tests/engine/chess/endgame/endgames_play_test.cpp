// Won endgames without pawns, played by the player against itself: mating.h guides a search of few
// nodes to the mate.
#include <doctest/doctest.h>

#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

/// Plays with `nodes` nodes per move for both sides.
void check_white_mates(std::initializer_list<std::string_view> positions, std::uint64_t nodes) {
  for (const std::string_view fen : positions) {
    CAPTURE(fen);
    Player player(test_weights());
    Game game(position_of(fen));
    while (!game.end()) game.do_move(think(player, game, to_nodes(nodes)).answer.best);
    CHECK(game.end()->reason == Termination::kCheckmate);
    CHECK(game.end()->for_white == Outcome::kWin);
  }
}

TEST_CASE("queen and king mate within fifty moves") {
  check_white_mates({"8/8/8/4k3/8/8/8/3QK3 w - - 0 1", "8/8/2k5/8/8/5K2/8/7Q b - - 0 1",
                     "K7/1Q6/8/8/3k4/8/8/8 w - - 0 1"},
                    1'000);
}

TEST_CASE("rook and king mate within fifty moves") {
  check_white_mates({"8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "8/8/2k5/8/8/5K2/8/7R b - - 0 1",
                     "K7/1R6/8/8/4k3/8/8/8 w - - 0 1"},
                    1'000);
}

TEST_CASE("bishop, knight and king mate from the wrong corner within fifty moves") {
  check_white_mates({"7k/8/5K2/8/8/3B4/3N4/8 w - - 0 1"}, 30'000);
}

TEST_CASE("bishop, knight and king mate within fifty moves, in a corner of the bishop's color" *
          doctest::test_suite("long")) {
  check_white_mates({"8/8/8/4k3/8/8/8/2B1K1N1 w - - 0 1", "8/8/2k5/8/8/5K2/8/5BN1 b - - 0 1",
                     "8/8/8/8/8/k2N1K2/8/3B4 w - - 0 1", "8/8/8/1N6/4k3/8/B1K5/8 w - - 0 1",
                     "8/k7/8/4B3/7N/8/2K5/8 w - - 0 1"},
                    30'000);
}

}  // namespace
}  // namespace trivium::chess
