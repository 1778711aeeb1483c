#include "engine/chess/choice/attributes.h"

#include "engine/chess/evaluation/evaluation.h"
#include "tests/engine/chess/choice/support.h"

namespace trivium::chess {
namespace {

using doctest::Approx;

TEST_CASE("the attributes of paper 002 are balances, White's minus Black's") {
  const std::vector<std::string> four{"material", "mobility", "centre", "attack"};
  CHECK(measured(four, kStartFen) == std::vector<double>{0, 0, 0, 0});
  // A queen on d4 against a rook, no pawns. The queen has 14 + 13 - 1 moves without the king's
  // rank; rook and king have their own.
  CHECK(measured({"material"}, "4k2r/8/8/8/3Q4/8/8/4K3 w - - 0 1")[0] == 4);
  CHECK(measured({"material"}, "rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/1NB1K1NR b - - 0 1")[0] ==
        -1 - 5 - 9 - 3);
  // On d4, attacking d4's three neighbors in the center.
  CHECK(measured({"centre"}, "4k2r/8/8/8/3Q4/8/8/4K3 w - - 0 1")[0] == 1 + 3);
  // The queen attacks the rook on h8 along the diagonal, and nothing attacks the queen.
  CHECK(measured({"attack"}, "4k2r/8/8/8/3Q4/8/8/4K3 w - - 0 1")[0] == 1);
}

TEST_CASE("mobility is a balance of legal moves, whichever side is to move") {
  // After 1. e4: Black has 20 moves, White 30.
  CHECK(measured({"mobility"}, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")[0] ==
        30 - 20);
  CHECK(measured({"mobility"}, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1")[0] ==
        30 - 20);
}

TEST_CASE("exchanging the colors negates the attributes") {
  const std::vector<std::string> all{"material", "mobility", "centre", "attack", "engine"};
  const auto white =
      measured(all, "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 5 4");
  const auto black =
      measured(all, "rnbq1rk1/pppp1ppp/5n2/2b1p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R b KQ - 5 4");
  REQUIRE(white.size() == black.size());
  for (std::size_t k = 0; k < white.size(); ++k) CHECK(white[k] == Approx(-black[k]));
}

TEST_CASE("the engine's attributes times its weights give its evaluation") {
  const auto weights = Weights::load_default();
  for (const char* const fen :
       {"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
        "8/2p2k2/1p1r1p2/p4P2/P1P2K2/1P2R3/8/8 w - - 0 40",
        "2kr3r/ppp2ppp/8/8/1b2n3/2N5/PPPB1PPP/R3K2R w KQ - 0 12"}) {
    CAPTURE(fen);
    const std::vector<double> held = measured({"engine"}, fen);
    REQUIRE(held.size() == kParameterCount);
    double sum = 0;
    for (FeatureIndex feature = 0; feature < kFeatureCount; ++feature) {
      sum += held[feature] * (*weights)[feature].middlegame() +
             held[kFeatureCount + feature] * (*weights)[feature].endgame();
    }
    const Position position = position_of(fen);
    const double white = sum / Weights::kUnitsPerCentipawn;
    const int own = evaluate(position, *weights);
    CHECK(std::abs((position.side_to_move() == chess::Color::kWhite ? white : -white) - own) <= 1);
  }
}

TEST_CASE("attributes are selected by name, each once") {
  CHECK(attributes_of({"attack", "material"}).names() ==
        std::vector<std::string>{"attack", "material"});
  CHECK(attributes_of({"engine"}).names() == parameter_names());
  CHECK(Attributes::named(std::vector<std::string>{"beauty"}).error().message ==
        "unknown attribute beauty; accepted are material, mobility, centre, attack, engine");
  CHECK(Attributes::named(std::vector<std::string>{"attack", "attack"}).error().message ==
        "attack is repeated");
  CHECK_FALSE(Attributes::named(std::vector<std::string>{}));
}

}  // namespace
}  // namespace trivium::chess
