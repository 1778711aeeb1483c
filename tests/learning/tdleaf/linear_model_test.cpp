// The evaluation as learners use it, compared with the paper's numbers, with the engine's own
// evaluation, and with numerical derivatives.
#include "learning/tdleaf/linear_model.h"

#include <cmath>
#include <doctest/doctest.h>

#include "engine/chess/evaluation/evaluation.h"
#include "tests/learning/tdleaf/support.h"

using namespace trivium::learning::tdleaf;
using namespace trivium;

namespace {

const char* const kFens[] = {
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/5pk1/4p1p1/3pP2p/1r1P1P1P/2R3P1/6K1/8 w - - 5 40",
    "2r3k1/5p1p/6p1/1p1bB3/1P6/P5P1/5P1P/3R2K1 b - - 0 30",
    "4k3/1p2p3/2b5/8/8/4B3/PP2P3/4K3 w - - 0 1",
};

chess::Extraction extraction_of(const chess::Position& position) {
  chess::Extraction extraction;
  chess::extract(position, extraction);
  return extraction;
}

/// Returns the maximum difference, over all parameters, between dP/dtheta and the numerical
/// derivative (P(theta + h) - P(theta - h)) / 2h, with theta in centipawns.
double gradient_error(const chess::Position& position, double scale) {
  const chess::Extraction extraction = extraction_of(position);
  std::vector<double> weights = test::some_weights();
  const double value = evaluation(extraction, weights);
  const double probability = win_probability(value, scale);
  std::vector<double> gradient(weights.size());
  add_gradient(extraction, value, probability * (1.0 - probability) / scale, gradient);
  constexpr double kStep = 1e-4;  // centipawns
  double largest = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double kept = weights[i];
    weights[i] = kept + kStep / kCentipawnsPerPawn;
    const double above = win_probability(evaluation(extraction, weights), scale);
    weights[i] = kept - kStep / kCentipawnsPerPawn;
    const double below = win_probability(evaluation(extraction, weights), scale);
    weights[i] = kept;
    largest = std::max(largest, std::abs(gradient[i] - (above - below) / (2.0 * kStep)));
  }
  return largest;
}

}  // namespace

// Paper 003, formulas 9 to 12: a gold worth 660 in hand captured for 600 on the board.
TEST_CASE(
    "the paper's example: E = 1260 gives a probability of 0.779, and a derivative of P (1 - P) / "
    "1000") {
  const double probability = win_probability(1260, 1000);
  CHECK(probability == doctest::Approx(0.779).epsilon(0.0005));
  const double small = 1e-3;
  const double slope =
      (win_probability(1260 + small, 1000) - win_probability(1260 - small, 1000)) / (2 * small);
  CHECK(slope == doctest::Approx(probability * (1 - probability) / 1000));
  CHECK(slope == doctest::Approx(1.7214e-4).epsilon(1e-3));
}

TEST_CASE("probabilities are symmetric, one half at 0, and valid for all values") {
  CHECK(win_probability(0, 100) == 0.5);
  CHECK(win_probability(250, 174) + win_probability(-250, 174) == doctest::Approx(1.0));
  CHECK(win_probability(1e6, 100) == 1.0);
  CHECK(win_probability(-1e6, 100) == 0.0);
  CHECK(win_probability(kEloScale * std::log(10.0), kEloScale) == doctest::Approx(10.0 / 11.0));
}

TEST_CASE("the learner's value equals the engine's up to rounding") {
  const std::vector<double> pawns = test::some_weights();
  const auto weights = chess::Weights::from_pawns(pawns, "test");
  for (const char* fen : kFens) {
    CAPTURE(fen);
    const chess::Position position = test::position_of(fen);
    const chess::Extraction extraction = extraction_of(position);
    REQUIRE_FALSE(extraction.known());
    const int value = chess::evaluate(position, *weights);
    const int for_white = position.side_to_move() == chess::Color::kWhite ? value : -value;
    // Each of the weights is rounded to a hundredth of a centipawn, the sum to a centipawn.
    CHECK(std::abs(evaluation(extraction, pawns) - for_white) < 2.0);
  }
}

TEST_CASE("the gradient of the probability agrees with numerical derivatives by each weight") {
  for (const char* fen : kFens) {
    CAPTURE(fen);
    const double error = gradient_error(test::position_of(fen), kEloScale);
    CHECK(error < 1e-9);  // derivatives are up to 1e-3
  }
}

TEST_CASE("a drawish endgame counts less, for the gradient too") {
  const chess::Extraction extraction =
      extraction_of(test::position_of(kFens[4]));  // opposite bishops
  const std::vector<double> weights = test::some_weights();
  const double value = evaluation(extraction, weights);
  REQUIRE(value > 0);
  CHECK(extraction.scale(chess::Color::kWhite) < 100);
  std::vector<double> gradient(weights.size());
  add_gradient(extraction, value, 1.0, gradient);
  double linear = 0.0;  // a linear function is its gradient times its parameters
  for (std::size_t i = 0; i < weights.size(); ++i)
    linear += gradient[i] * kCentipawnsPerPawn * weights[i];
  CHECK(linear == doctest::Approx(value));
}
