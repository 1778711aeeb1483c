#include "models/format/strict_json.h"

#include <doctest/doctest.h>
#include <string>

namespace trivium::format {
namespace {

TEST_CASE("valid text gives the same value as a lenient parser") {
  for (const char* text :
       {"{}", "[]", "null", "-3", "18446744073709551615", "0.25", "\"a\\u0041\"", "true",
        R"({"a":[1,{"b":[[],{}]},"x"],"c":{"a":null,"d":[false]},"":2})", " [ 1 , 2 ] "}) {
    CAPTURE(text);
    const StrictJson strict = parse_strictly(text);
    CHECK(strict.error.empty());
    CHECK(strict.value == nlohmann::json::parse(text));
  }
}

TEST_CASE("a key may appear in two objects, but not twice in one") {
  CHECK(parse_strictly(R"([{"a":1},{"a":{"a":2}}])").error.empty());
  CHECK(parse_strictly(R"({"a":{"b":1},"c":2,"a":3})").error == "the key \"a\" appears twice");
  CHECK(parse_strictly(R"([{"x":[{"k":1,"k":1}]}])").error == "the key \"k\" appears twice");
}

TEST_CASE("nesting is allowed up to the limit") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK(parse_strictly(nested(kMaxJsonDepth)).error.empty());
  CHECK(parse_strictly(nested(kMaxJsonDepth + 1)).error == "it is nested deeper than 16");
}

TEST_CASE("text that is not JSON is an error with its position") {
  CHECK(parse_strictly("").error == "it is not JSON at byte 1");
  CHECK(parse_strictly("{} {}").error == "it is not JSON at byte 4");
  CHECK(parse_strictly("[1,]").error == "it is not JSON at byte 4");
  CHECK_FALSE(parse_strictly("[1e999]").error.empty());
  CHECK_FALSE(parse_strictly("\"\xff\"").error.empty());
}

TEST_CASE("JSON is written as one line, with a replacement for invalid UTF-8") {
  CHECK(json_line(nlohmann::ordered_json{{"b", "x\n\xFF"}, {"a", {1, 2}}}) ==
        "{\"b\":\"x\\n\xEF\xBF\xBD\",\"a\":[1,2]}");
  CHECK(json_text(nlohmann::ordered_json{{"b", "\xFF"}}) == "{\n  \"b\": \"\xEF\xBF\xBD\"\n}");
}

}  // namespace
}  // namespace trivium::format
