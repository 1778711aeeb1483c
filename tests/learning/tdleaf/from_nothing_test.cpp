#include <doctest/doctest.h>

#include "learning/tdleaf/piece_worth.h"
#include "learning/tdleaf/tdleaf.h"
#include "tests/learning/tdleaf/support.h"

using namespace trivium::learning::tdleaf;

// Paper 003's claim in small: the order of the pieces emerges from games alone.
TEST_CASE("from nothing the order of the pieces emerges: queen, rook, minor pieces, pawn") {
  SelfPlayOptions play;
  play.search.nodes = 0;
  play.search.depth = 1;
  play.most_plies = 120;
  NewGames source(self_play_maker(Openings(), play, 60, 2), std::nullopt);
  TdLeafOptions options;
  options.generations = 6;
  options.threads = 2;
  options.learner.alpha = 8.0;
  options.learner.batch = 4;
  options.passes = 2;
  const TdLeafResult result = learn_tdleaf({weights_of_nothing(), weights_of_nothing(), &source, "{}"}, options);
  const CurveRow& last = result.curve.back();
  const auto worth = [&](std::size_t piece) { return last[piece_column(Column::kPawnWorth, piece)]; };
  const double minor = 0.5 * (worth(1) + worth(2));
  CHECK(worth(4) > worth(3));
  CHECK(worth(3) > minor);
  CHECK(minor > worth(0));
  CHECK(worth(0) > 0.0);
}
