// Scale factors of drawish endgames: an example of each rule, and of positions outside it.
#include <doctest/doctest.h>
#include <string_view>

#include "engine/chess/endgame/endgames.h"
#include "engine/chess/rules/notation.h"
#include "tests/engine/chess/exchanged.h"
#include "tests/engine/chess/rules/random_games.h"

namespace trivium::chess {
namespace {

/// Returns the scale for White; checks that it is the same for Black with colors exchanged.
int scale_of(std::string_view fen) {
  const Position position = *parse_fen(fen);
  const int scale = endgame_scale(position, Color::kWhite);
  CHECK(endgame_scale(testing::exchanged(position), Color::kBlack) == scale);
  return scale;
}

TEST_CASE("full boards and clear advantages are not scaled") {
  CHECK(scale_of(kStartFen) == 100);
  CHECK(scale_of("6k1/5ppp/8/8/8/8/4RPPP/4K3 w - - 0 1") == 100);
  CHECK(scale_of("4k3/pp3ppp/8/8/8/8/PP3PPP/2R1K3 w - - 0 1") == 100);
  CHECK(scale_of("8/8/4k3/3q4/8/8/8/K6Q w - - 0 1") < 100);
  CHECK(scale_of("8/8/4k3/3r4/8/8/8/K6Q w - - 0 1") == 100);  // queen against rook wins
}

TEST_CASE("without pawns an extra minor piece does not win, and a single one cannot mate") {
  CHECK(scale_of("4k3/p7/8/8/8/8/8/2B1K3 w - - 0 1") == 0);
  CHECK(scale_of("4k3/p7/8/8/8/8/8/4K3 w - - 0 1") == 0);
  CHECK(scale_of("4kn2/8/8/8/8/8/8/1NN1K3 w - - 0 1") == 0);
  CHECK(scale_of("3bk3/8/8/8/8/8/8/R3K3 w - - 0 1") < 30);
  CHECK(scale_of("3rk3/8/8/8/8/8/8/R1B1K3 w - - 0 1") < 30);
  CHECK(scale_of("3rk3/8/8/8/8/8/7P/R1B1K3 w - - 0 1") == 100);
  CHECK(scale_of("3nk3/8/8/8/8/8/8/1BB1K3 w - - 0 1") >
        scale_of("3bk3/8/8/8/8/8/8/1BB1K3 w - - 0 1"));
}

TEST_CASE("the last pawn can be lost for a minor piece") {
  CHECK(scale_of("3nk3/8/8/8/8/8/4P3/3NK3 w - - 0 1") < 100);
  CHECK(scale_of("3nk3/8/8/8/8/8/4PP2/3NK3 w - - 0 1") == 100);
}

TEST_CASE(
    "opposite-colored bishops alone are more drawish than with other pieces, and two extra pawns "
    "win more often than one") {
  const int one_up = scale_of("4k3/pp3pp1/3b4/8/8/3B4/PP3PPP/4K3 w - - 0 1");
  const int two_up = scale_of("4k3/p4pp1/3b4/8/8/3B4/PP3PPP/4K3 w - - 0 1");
  const int with_rooks = scale_of("r3k3/pp3pp1/3b4/8/8/3B4/PP3PPP/R3K3 w - - 0 1");
  CHECK(one_up < two_up);
  CHECK(one_up < with_rooks);
  CHECK(with_rooks < 100);
  CHECK(scale_of("4k3/pp3pp1/4b3/8/8/3B4/PP3PPP/4K3 w - - 0 1") == 100);  // both on light squares
}

TEST_CASE("rook endings with all pawns on one wing are drawish") {
  CHECK(scale_of("4k3/5ppp/8/8/8/4r3/4RPPP/6K1 w - - 0 1") == 50);
  CHECK(scale_of("4k3/p4ppp/8/8/8/4r3/P3RPPP/6K1 w - - 0 1") == 100);
  CHECK(scale_of("4k3/6pp/8/8/8/4r3/4RPPP/6K1 w - - 0 1") == 50);
  CHECK(scale_of("4k3/7p/8/8/8/4r3/4RPPP/6K1 w - - 0 1") == 100);
  CHECK(scale_of("4k3/8/8/4P3/8/r7/4R3/4K3 w - - 0 1") < 50);
  CHECK(scale_of("k7/8/8/4P3/8/r7/4R3/4K3 w - - 0 1") >
        scale_of("4k3/8/8/4P3/8/r7/4R3/4K3 w - - 0 1"));
}

TEST_CASE("wrong rook pawns do not win against a king in the corner, even with more material") {
  CHECK(scale_of("k7/4p3/8/P7/8/3K4/8/4B3 w - - 0 1") == 0);
  CHECK(scale_of("k7/4p3/8/P7/8/3K4/8/3B4 w - - 0 1") == 100);
  CHECK(scale_of("k7/4p3/8/P7/8/3K4/8/8 w - - 0 1") == 0);
  CHECK(scale_of("8/2k1p3/8/P7/8/3K4/8/4B3 w - - 0 1") == 25);
  CHECK(scale_of("8/4p1k1/8/P7/2K5/8/8/4B3 w - - 0 1") == 100);
}

TEST_CASE("a pawn on the seventh rank holds against a queen on the rook and bishop files") {
  CHECK(scale_of("8/8/8/8/8/7Q/p5K1/1k6 w - - 0 1") == 10);
  CHECK(scale_of("8/8/8/8/8/7Q/2p4K/1k6 w - - 0 1") == 10);
  CHECK(scale_of("8/8/8/8/8/7Q/1p4K1/k7 w - - 0 1") == 100);  // knight pawn
  CHECK(scale_of("8/8/8/8/2K5/7Q/p7/1k6 w - - 0 1") == 100);  // the king is near
  CHECK(scale_of("8/8/8/8/8/p6Q/6K1/1k6 w - - 0 1") == 100);  // not on the seventh rank yet
}

TEST_CASE("a rook against a pawn is a race") {
  CHECK(scale_of("8/8/8/8/8/1kp5/8/6KR w - - 0 1") < 30);
  CHECK(scale_of("8/8/8/8/8/1kp5/8/2K4R w - - 0 1") == 100);  // the king is in front of the pawn
  CHECK(scale_of("6k1/8/8/8/8/2p5/8/6KR w - - 0 1") == 100);  // the pawn is alone
}

TEST_CASE("no scale leaves its range") {
  for (const Position& start : testing::varied_starts()) {
    testing::for_random_positions(start, 5, 7, [](const Position& position) {
      for (const Color color : {Color::kWhite, Color::kBlack}) {
        const int scale = endgame_scale(position, color);
        CHECK(scale >= 0);
        CHECK(scale <= 100);
      }
    });
  }
}

}  // namespace
}  // namespace trivium::chess
