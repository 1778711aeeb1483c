#include <doctest/doctest.h>

#include "tests/protocols/line/script.h"
#include "tests/protocols/uci/support.h"

namespace trivium::uci {
namespace {

TEST_CASE("every golden UCI conversation is reproduced over a real socket pair") {
  const auto scripts = line::golden_scripts("uci_");
  REQUIRE(scripts.size() >= 7);
  for (const auto& script : scripts) {
    CAPTURE(script.filename().string());
    line::Conversation talk(session_factory(with_strength()));
    CHECK(line::play_script(script, talk.client()) == "");
    talk.client().hang_up();
    CHECK(talk.over());
  }
}

}  // namespace
}  // namespace trivium::uci
