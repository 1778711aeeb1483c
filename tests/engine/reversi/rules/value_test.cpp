#include "engine/reversi/rules/value.h"

#include <doctest/doctest.h>

namespace trivium::reversi {
namespace {

TEST_CASE("a window of scores distinguishes the scores that the window of values does") {
  for (Value alpha = -kInfinity; alpha < kInfinity; alpha += 33) {
    for (const Value width : {1, 2, 99, 100, 101, 5000}) {
      const Window values{alpha, alpha + width};
      const Window scores = score_window(values);
      CHECK(scores.alpha < scores.beta);
      CHECK(scores.alpha >= -kMaxScore);
      CHECK(scores.beta <= kMaxScore);
      // The extreme scores may be at an end of the window, since no score is beyond them.
      for (int score = -kMaxScore + 1; score < kMaxScore; ++score) {
        CHECK((score > scores.alpha) == (kDisc * score > values.alpha));
        CHECK((score < scores.beta) == (kDisc * score < values.beta));
      }
    }
  }
}

TEST_CASE("a null window of values becomes a null window of scores") {
  for (Value alpha = -kMaxValue; alpha < kMaxValue; ++alpha)
    CHECK(score_window({alpha, alpha + 1}).is_null());
}

}  // namespace
}  // namespace trivium::reversi
