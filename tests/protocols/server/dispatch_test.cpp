#include "protocols/server/dispatch.h"

#include <doctest/doctest.h>
#include <string>

#include "tests/protocols/gtp/gtp_client.h"
#include "tests/protocols/uci/support.h"

namespace trivium::server {
namespace {

std::shared_ptr<const SessionConfigs> test_configs() {
  return std::make_shared<const SessionConfigs>(
      SessionConfigs{uci::test_config(), gtp::test_config()});
}

/// Returns a session's answer to `text`.
std::string answer(Protocol protocol, const std::string& text, line::StreamLimits limits = {}) {
  line::Conversation talk(
      [&](auto channel) { return make_session(protocol, test_configs(), std::move(channel)); },
      limits);
  talk.client().write(text);
  talk.client().end_input();
  std::string said = talk.client().read_rest();
  CHECK(talk.over());
  return said;
}

TEST_CASE("a first line 'uci' opens a UCI conversation") {
  CHECK(answer(Protocol::kDetect, "uci\n").ends_with("uciok\n"));
  CHECK(answer(Protocol::kDetect, " uci \r\nisready\n").ends_with("uciok\nreadyok\n"));
}

TEST_CASE("empty lines and comments do not select the protocol") {
  CHECK(answer(Protocol::kDetect, "\n  \t\r\n# uci\n  # name\nuci\n").ends_with("uciok\n"));
  CHECK(answer(Protocol::kDetect, "\n# uci\n1 protocol_version\n") == "=1 2\n\n");
}

TEST_CASE("any other first line opens a GTP conversation and is answered there") {
  CHECK(
      answer(Protocol::kDetect, "protocol_version\nuci\n").starts_with("= 2\n\n? unknown command"));
  CHECK(answer(Protocol::kDetect, "isready\n").starts_with("? unknown command"));
  CHECK(answer(Protocol::kDetect, "ucinewgame\n").starts_with("? unknown command"));
}

TEST_CASE("a fixed protocol ignores the first line") {
  CHECK(answer(Protocol::kUci, "isready\n") == "readyok\n");
  CHECK(answer(Protocol::kGtp, "uci\n").starts_with("? unknown command"));
}

TEST_CASE("a conversation may end, or overflow, before its protocol is known") {
  CHECK(answer(Protocol::kDetect, "").empty());
  CHECK(answer(Protocol::kDetect, "\n# only a comment").empty());
  CHECK(answer(Protocol::kDetect, std::string(5000, 'x') + "\n", {.line_bytes = 1000})
            .starts_with("? "));
}

}  // namespace
}  // namespace trivium::server
