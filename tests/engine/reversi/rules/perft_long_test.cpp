// A leaf count of Aart Bik (2009) that takes seconds.
#include <doctest/doctest.h>

#include "engine/reversi/rules/position.h"

namespace trivium::reversi {
namespace {

TEST_CASE("the start position of Reversi has its published leaf count at depth 12") {
  CHECK(perft(Position::start(), 12) == 1939886636);
}

}  // namespace
}  // namespace trivium::reversi
