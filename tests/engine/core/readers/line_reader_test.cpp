#include "engine/core/readers/line_reader.h"

#include <doctest/doctest.h>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace trivium {
namespace {

/// A line, and whether it was too long.
using Line = std::pair<std::string, bool>;

std::vector<Line> lines_of(const std::string& text, std::size_t max_length) {
  std::istringstream in(text);
  LineReader reader(in, max_length);
  std::vector<Line> lines;
  while (reader.next()) {
    lines.emplace_back(reader.text(), reader.is_too_long());
    CHECK(reader.number() == static_cast<long>(lines.size()));
  }
  CHECK_FALSE(reader.next());
  return lines;
}

TEST_CASE("lines end with LF or CR LF, the last one also with the text") {
  CHECK(lines_of("ab\n\r\ncd\r\nef", 4) ==
        std::vector<Line>{{"ab", false}, {"", false}, {"cd", false}, {"ef", false}});
  CHECK(lines_of("", 4).empty());
  CHECK(lines_of("\n", 4) == std::vector<Line>{{"", false}});
  CHECK(lines_of(std::string("a\0b\n", 4), 4) ==
        std::vector<Line>{{std::string("a\0b", 3), false}});
}

TEST_CASE("a line of the maximum length is whole with each line end") {
  for (const char* end : {"", "\n", "\r\n"}) {
    CHECK(lines_of(std::string("abcd") + end, 4) == std::vector<Line>{{"abcd", false}});
  }
}

TEST_CASE("a longer line is cut and reported, wherever it has carriage returns") {
  for (const char* line : {"abcde", "abcdefgh", "abcd\re", "abcd\r\r", "abcde\r", "abcd\refgh"}) {
    CHECK(lines_of(line + std::string("\nnext"), 4) ==
          std::vector<Line>{{"abcd", true}, {"next", false}});
    CHECK(lines_of(line, 4) == std::vector<Line>{{"abcd", true}});
  }
}

TEST_CASE("a byte order mark is not part of the first line, also if that is too long") {
  CHECK(lines_of("\xEF\xBB\xBF"
                 "a\nb",
                 8) == std::vector<Line>{{"a", false}, {"b", false}});
  CHECK(lines_of("\xEF\xBB\xBF"
                 "abcde\nb",
                 7) == std::vector<Line>{{"abcd", true}, {"b", false}});
  CHECK(lines_of("a\n\xEF\xBB\xBF"
                 "b",
                 8) == std::vector<Line>{{"a", false},
                                         {"\xEF\xBB\xBF"
                                          "b",
                                          false}});
}

}  // namespace
}  // namespace trivium
