#include "protocols/acpc/version.h"

#include <doctest/doctest.h>

namespace trivium::acpc {
namespace {

TEST_CASE("the version line survives writing and reading") {
  CHECK(version_line() == "VERSION:2.0.0");
  const Result<Version> read = parse_version(version_line());
  REQUIRE(read.has_value());
  CHECK(*read == kVersion);
}

TEST_CASE("blanks and later revisions are accepted; other major and later minor versions are not") {
  CHECK(parse_version("VERSION:2.0.0\r").has_value());
  CHECK(parse_version(" VERSION:2.0.7 ").has_value());
  for (const char* line : {"VERSION:1.0.0", "VERSION:3.0.0", "VERSION:2.1.0"}) {
    const Result<Version> read = parse_version(line);
    REQUIRE(!read.has_value());
    CHECK(read.error().message ==
          "version " + std::string(line).substr(8) + " is not supported, only 2.0.0");
  }
}

TEST_CASE("other text is rejected, and the error shows it") {
  for (const char* line : {"", "VERSION", "VERSION:", "VERSION:2", "VERSION:2.0", "VERSION:2.0.",
                           "VERSION:2.0.0.0", "VERSION:-2.0.0", "VERSION:2.0.x", "version:2.0.0",
                           "VERSION:99999999999.0.0", "MATCHSTATE:0:0::AsKs|"}) {
    CAPTURE(line);
    CHECK(!parse_version(line).has_value());
  }
  CHECK(parse_version("hello\x01").error().message == "expected 'VERSION:2.0.0', not 'hello?'");
}

}  // namespace
}  // namespace trivium::acpc
