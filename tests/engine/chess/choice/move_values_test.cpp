#include "engine/chess/choice/move_values.h"

#include <cmath>
#include <numeric>

#include "tests/engine/chess/choice/support.h"

namespace trivium::chess {
namespace {

using doctest::Approx;

const std::vector<std::string> kFour{"material", "mobility", "centre", "attack"};
const std::vector<double> kWeights{1.5, 0.1, 0.2, -0.15};

MoveValues valued(const Attributes& attributes, Lookahead lookahead,
                  std::span<const double> weights, std::string_view fen) {
  MoveValuer valuer(attributes, lookahead);
  MoveValues out;
  Position position = position_of(fen);
  const Position before = position;
  valuer.value(position, legal_moves(position), weights, out);
  CHECK(position == before);
  return out;
}

// A middlegame, an endgame, a check, a position with mates and stalemates nearby.
const std::vector<const char*> kPositions{
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4",
    "8/2p2k2/1p1r1p2/p4P2/P1P2K2/1P2R3/8/8 w - - 0 40",
    "rnbqk1nr/pppp1ppp/8/4p3/1b1P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3",
    "7k/5Q2/5K2/8/8/8/8/8 w - - 0 1"};

}  // namespace

TEST_CASE("slopes are the derivatives of the values, for every lookahead") {
  const Attributes attributes = attributes_of(kFour);
  for (const Lookahead lookahead : kLookaheads) {
    for (const char* const fen : kPositions) {
      CAPTURE(lookahead_name(lookahead));
      CAPTURE(fen);
      const MoveValues here = valued(attributes, lookahead, kWeights, fen);
      for (std::size_t k = 0; k < kWeights.size(); ++k) {
        constexpr double kStep = 1e-5;
        std::vector<double> more = kWeights, less = kWeights;
        more[k] += kStep;
        less[k] -= kStep;
        const MoveValues above = valued(attributes, lookahead, more, fen),
                         below = valued(attributes, lookahead, less, fen);
        for (std::size_t i = 0; i < here.values.size(); ++i) {
          const double slope = (above.values[i] - below.values[i]) / (2 * kStep);
          CHECK(here.slope(i)[k] == Approx(slope).epsilon(1e-4).scale(1));
        }
      }
    }
  }
}

TEST_CASE("one ply evaluates the position after the move, from the mover's view") {
  const Attributes attributes = attributes_of({"material"});
  const std::vector<double> one{1.0};
  // Black can capture a knight, a pawn or nothing.
  const char* const fen = "4k3/8/8/3q4/8/1P3N2/8/4K3 b - - 0 1";
  const MoveValues values = valued(attributes, Lookahead::kOnePly, one, fen);
  const MoveList moves = legal_moves(position_of(fen));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string move = to_uci(position_of(fen), moves[i]);
    CHECK(values.values[i] == (move == "d5f3" ? 8 : move == "d5b3" ? 6 : 5));
  }
}

TEST_CASE("two plies see a recapture, and quiet positions are not searched further") {
  const Attributes attributes = attributes_of({"material"});
  const std::vector<double> sharp{20.0};
  // The queen can capture a pawn defended by a pawn.
  const char* const fen = "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1";
  const Position position = position_of(fen);
  const MoveList moves = legal_moves(position);
  const auto value_of = [&](Lookahead lookahead, std::string_view wanted) {
    const MoveValues values = valued(attributes, lookahead, sharp, fen);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (to_uci(position, moves[i]) == wanted) return values.values[i] / sharp[0];
    }
    FAIL("no such move");
    return 0.0;
  };
  CHECK(value_of(Lookahead::kOnePly, "d1d5") == 8);
  CHECK(value_of(Lookahead::kTwoPly, "d1d5") == Approx(-1));
  for (const Lookahead lookahead : {Lookahead::kQuiet2, Lookahead::kQuiet3, Lookahead::kQuiet4}) {
    CHECK(value_of(lookahead, "d1d5") == Approx(-1));
    CHECK(value_of(lookahead, "d1d2") == 7);
  }
}

TEST_CASE("mates have higher values than all else, faster ones more, and a draw has 0") {
  const Attributes attributes = attributes_of({"material"});
  const std::vector<double> one{1.0};
  const char* const fen = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1";
  const Position position = position_of(fen);
  const MoveList moves = legal_moves(position);
  const MoveValues values = valued(attributes, Lookahead::kOnePly, one, fen);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string move = to_san(position, moves[i]);
    if (move.ends_with('#')) CHECK(values.values[i] == kWinValue - 1);
    if (move == "Qg6") CHECK(values.values[i] == 0);
  }
  std::vector<double> chances;
  softmax(values.values, chances);
  CHECK(std::accumulate(chances.begin(), chances.end(), 0.0) == Approx(1));
}

TEST_CASE("lookaheads have names") {
  for (const Lookahead lookahead : kLookaheads)
    CHECK(lookahead_named(lookahead_name(lookahead)) == lookahead);
  CHECK_FALSE(lookahead_named("3-ply"));
}

}  // namespace trivium::chess
