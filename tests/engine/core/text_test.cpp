#include "engine/core/text.h"

#include <doctest/doctest.h>

using namespace trivium::text;

TEST_CASE("words are taken off the front, blanks of every kind between them") {
  std::string_view rest = " \tgo\r\n depth\v5 ";
  CHECK(take_word(rest) == "go");
  CHECK(take_word(rest) == "depth");
  CHECK(take_word(rest) == "5");
  CHECK(take_word(rest).empty());
  CHECK(rest.empty());
}

TEST_CASE("trimming leaves the blanks inside") {
  CHECK(trimmed(" \t a  b\r\n") == "a  b");
  CHECK(trimmed(" \n ").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("what is quoted back is short and printable") {
  CHECK(printable("a\x01\xC3z", 10) == "a??z");
  CHECK(printable("abcdef", 6) == "abcdef");
  CHECK(printable("abcdefg", 6) == "abcdef...");
  CHECK(quoted("abcdefg", 6) == "'abcdef...'");
}
