#include "engine/core/text.h"

#include <array>
#include <doctest/doctest.h>
#include <string>

using namespace trivium::text;

TEST_CASE("words are taken off the front, separated by blanks of any kind") {
  std::string_view rest = " \tgo\r\n depth\v5 ";
  CHECK(take_word(rest) == "go");
  CHECK(take_word(rest) == "depth");
  CHECK(take_word(rest) == "5");
  CHECK(take_word(rest).empty());
  CHECK(rest.empty());
}

TEST_CASE("trimming keeps inner blanks") {
  CHECK(trimmed(" \t a  b\r\n") == "a  b");
  CHECK(trimmed(" \n ").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("texts are joined with a separator between them") {
  const std::array<std::string, 3> words{"a", "", "c"};
  CHECK(joined(words, ", ") == "a, , c");
  CHECK(joined(std::array{1, 2}, " ", [](int n) { return std::to_string(n); }) == "1 2");
  CHECK(joined(std::array<std::string, 0>(), ", ").empty());
}

TEST_CASE("lower case changes the letters A to Z only") {
  CHECK(lower_case("Ab[Z]@9") == "ab[z]@9");
  CHECK(lower_case("\xC4") == "\xC4");
}

TEST_CASE("a number is parsed from the whole text or not at all") {
  CHECK(parse_number<int>("-12") == -12);
  CHECK(parse_number<double>("0.5") == 0.5);
  for (const char* text : {"", "+1", " 1", "1 ", "1x", "99999999999"})
    CHECK_FALSE(parse_number<int>(text));
  CHECK_FALSE(parse_number<unsigned>("-1"));
}

TEST_CASE("quoted user text is short and printable") {
  CHECK(printable("a\x01\xC3z", 10) == "a??z");
  CHECK(printable("abcdef", 6) == "abcdef");
  CHECK(printable("abcdefg", 6) == "abcdef...");
  CHECK(quoted("abcdefg", 6) == "'abcdef...'");
  CHECK(quoted("a\x7F", 6, '"') == "\"a?\"");
}

TEST_CASE("a name gives its enumerator, an unknown one none") {
  enum class Color { kWhite, kBlack };
  constexpr std::array<std::string_view, 2> kNames{"white", "black"};
  CHECK(named<Color>(kNames, "black") == Color::kBlack);
  CHECK_FALSE(named<Color>(kNames, "Black").has_value());
}
