#include "protocols/line/channels/line_splitter.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/core/rng.h"

namespace trivium::line {
namespace {

using Event = LineSplitter::Event;

/// Splits `chunks`. Returns the lines, with "<too long>" for each line that was too long.
std::vector<std::string> split(const std::vector<std::string>& chunks, std::size_t limit = 100) {
  LineSplitter splitter(limit);
  std::vector<std::string> lines;
  const auto take = [&](Event event, std::string_view line) {
    if (event == Event::kNone) return false;
    lines.push_back(event == Event::kLine ? std::string(line) : "<too long>");
    return true;
  };
  std::string_view line;
  for (const std::string& chunk : chunks) {
    splitter.append(chunk);
    while (take(splitter.next(line), line)) {
    }
  }
  while (take(splitter.finish(line), line)) {
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST_CASE("lines end with line feed, with or without a carriage return before it") {
  CHECK(split({"a\nb\r\n\nc\n"}) == Lines{"a", "b", "", "c"});
  CHECK(split({"a\rb\n\r\r\n"}) == Lines{"a\rb", "\r"});
}

TEST_CASE("the last line may lack its end") {
  CHECK(split({"quit"}) == Lines{"quit"});
  CHECK(split({"uci\nquit\r"}) == Lines{"uci", "quit"});
  CHECK(split({"uci\n"}) == Lines{"uci"});
  CHECK(split({}).empty());
}

TEST_CASE("NUL and control bytes are part of a line") {
  CHECK(split({std::string("a\0b\t\x01\n", 6)}) == Lines{std::string("a\0b\t\x01", 5)});
}

TEST_CASE("a line may be as long as the limit, and one byte more is too long, once") {
  const std::string maximum(8, 'x');
  CHECK(split({maximum + "\n" + maximum + "\r\n" + maximum}, 8) ==
        Lines{maximum, maximum, maximum});
  CHECK(split({maximum + "y\nnext\n"}, 8) == Lines{"<too long>", "next"});
  CHECK(split({maximum + "y", maximum, maximum + "\n", "next\n"}, 8) ==
        Lines{"<too long>", "next"});
  CHECK(split({maximum + "y"}, 8) == Lines{"<too long>"});
  CHECK(split({maximum, "\r", "z\nnext\n"}, 8) == Lines{"<too long>", "next"});
}

TEST_CASE("lines do not depend on how the bytes are split") {
  Rng rng(1);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (std::uint32_t i = rng.below(200); i > 0; --i) text += "ab\r\n\n"[rng.below(5)];
    Lines pieces;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = rng.below(9);
      pieces.push_back(text.substr(at, size));
      at += size;
    }
    CHECK(split(pieces, 6) == split({text}, 6));
  }
}

}  // namespace
}  // namespace trivium::line
