// Games of records that the engine continues.
#include "learning/outcome/playouts.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "tests/engine/connect6/sample.h"
#include "tests/learning/outcome/support.h"

using namespace trivium::learning;
using namespace trivium::learning::outcome;
using namespace trivium;

TEST_CASE(
    "a game is cut at the beginning of a turn and played to its end, equally for equal numbers") {
  const connect6::Knowledge knowledge{connect6::round_weights(), nullptr};
  PlayoutOptions options;
  options.nodes = 30;
  options.min_stones = 2;
  options.max_stones = 9;
  for (std::uint64_t number = 0; number < 4; ++number) {
    const records::Connect6Game source = random_game(20 + number, 12, 15);
    const records::Connect6Game played = play_on(source, number, knowledge, options);
    CHECK(played.opening % 2 == 1);
    CHECK(played.opening >= 3);
    CHECK(played.opening <= 9);
    CHECK(std::equal(played.moves.begin(), played.moves.begin() + played.opening,
                     source.moves.begin()));
    CHECK_NOTHROW(records::require_playable(played));
    CHECK(played.result != connect6::GameResult::kUnknown);
    CHECK(play_on(source, number, knowledge, options) == played);
  }
}

TEST_CASE("a game with too few stones is not continued, and one that becomes too long is drawn") {
  const connect6::Knowledge knowledge{connect6::round_weights(), nullptr};
  PlayoutOptions options;
  options.nodes = 10;
  options.min_stones = options.max_stones = 7;
  CHECK(play_on(random_game(1, 12, 5), 0, knowledge, options).moves.empty());
  options.max_length = 8;
  const records::Connect6Game drawn = play_on(random_game(1, 12, 9), 0, knowledge, options);
  CHECK(drawn.result == connect6::GameResult::kDraw);
  CHECK(drawn.moves.size() == 9);  // a turn is played to its end
}
