#include "engine/core/spelling.h"

#include <array>
#include <doctest/doctest.h>
#include <string>
#include <utility>

using namespace trivium::text;

TEST_CASE("the edit distance counts insertions, deletions and replacements") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("rounds", "rounds") == 0);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
  CHECK(edit_distance("sitting", "kitten") == 3);
}

TEST_CASE("the nearest word is suggested, the first of equals, and none that is far away") {
  constexpr std::array kKnown{"rounds", "round", "games", "seeds"};
  CHECK(nearest_word("ronds", kKnown) == "rounds");
  CHECK(nearest_word("game", kKnown) == "games");
  CHECK(nearest_word("concurrency", kKnown).empty());
  CHECK(nearest_word("seedsXXXX", kKnown).empty());
  CHECK(nearest_word("foo", std::array{"bar"}).empty());
  CHECK(nearest_word("book", std::array{"log"}).empty());
  CHECK(nearest_word("help", std::array{"e"}).empty());
  CHECK(nearest_word("hsah", std::array{"hash"}) == "hash");
  CHECK(suggestion("ronds", kKnown) == "; did you mean 'rounds'?");
  CHECK(suggestion("foo", kKnown).empty());
  const std::array pairs{std::pair(1, "round"), std::pair(2, "game")};
  CHECK(nearest_word("ronds", pairs, &std::pair<int, const char*>::second) == "round");
  CHECK(nearest_word("", kKnown).empty());
  CHECK(nearest_word(std::string(100'000, 'r'), kKnown).empty());
}
