#include "protocols/client/gtp_response.h"

#include <doctest/doctest.h>

namespace trivium::client {
namespace {

GtpResponse response(std::string_view lines) {
  const Result<GtpResponse> read = parse_gtp_response(lines);
  REQUIRE_MESSAGE(read, read.error().message);
  return *read;
}

TEST_CASE("a response has a success flag and a text without outer blanks") {
  CHECK(response("= K10\n").accepted);
  CHECK(response("= K10\n").text == "K10");
  CHECK(response("=K10\r\n").text == "K10");
  CHECK(response("=\n").text.empty());
  CHECK(response("=").accepted);
  CHECK_FALSE(response("? unknown command\n").accepted);
  CHECK(response("? unknown command\n").text == "unknown command");
}

TEST_CASE("the lines of a response are joined, also those that begin with '=' or '?'") {
  CHECK(response("= name\r\n= 2\r\nquit\n").text == "name\n= 2\nquit");
}

TEST_CASE("lines before a response are ignored, and without a response there is an error") {
  CHECK(response("thinking\n\n 5 = 5\n= A1\n").text == "A1");
  for (const char* noise : {"", "\n", "hello\n", " = A1\n", "hello =\n"}) {
    CAPTURE(noise);
    const Result<GtpResponse> read = parse_gtp_response(noise);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == "client.gtp.response");
  }
}

TEST_CASE("a tab becomes a blank, and other control characters of a response are dropped") {
  CHECK(response("= a\tb\x1b[1m\x7f c\n").text == "a b[1m c");
}

}  // namespace
}  // namespace trivium::client
