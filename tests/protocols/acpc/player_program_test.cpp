#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/protocols/acpc/test_dealer.h"
#include "tests/protocols/line/script.h"
#include "tests/protocols/server/child.h"

namespace trivium::acpc {
namespace {

using server::Child;

const std::string kProgram = std::string(TRIVIUM_BIN_DIR) + "/trivium";

std::vector<std::string> command(const TestDealer& dealer, std::vector<std::string> options = {}) {
  std::vector<std::string> words{kProgram, "acpc", "127.0.0.1", std::to_string(dealer.port()),
                                 "--game", "limit"};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

TEST_CASE("the program plays every golden conversation") {
  const auto scripts = line::golden_scripts("acpc_player");
  REQUIRE(!scripts.empty());
  for (const auto& script : scripts) {
    CAPTURE(script.filename().string());
    TestDealer dealer;
    Child child(command(dealer, {"--policy", "call"}));
    line::Client seat = dealer.accept();
    CHECK(line::play_script(script, seat) == "");
    seat.hang_up();
    // Both end within a hand.
    CHECK(child.wait() == 1);
  }
}

TEST_CASE(
    "a match that ends between hands is a success, and the rule policy answers within a second") {
  TestDealer dealer;
  Child child(command(dealer, {"--policy", "rule", "--seed", "3"}));
  line::Client seat = dealer.accept();
  REQUIRE(seat.read_line() == kVersionLine);
  seat.write("MATCHSTATE:1:0:crrc/r:|AsAd/2c7dAh\r\n");
  const auto answer = seat.read_line();
  REQUIRE(answer.has_value());
  CHECK(answer->starts_with("MATCHSTATE:1:0:crrc/r:|AsAd/2c7dAh:"));
  seat.write("MATCHSTATE:0:1:f:7h7s|\r\n");
  seat.hang_up();
  CHECK(child.wait() == 0);
}

TEST_CASE("wrong usage has exit status 2; a log that cannot be opened, or no dealer, 1") {
  TestDealer dealer;
  CHECK(Child({kProgram, "acpc"}).wait() == 2);
  CHECK(Child({kProgram, "acpc", "127.0.0.1", "70000", "--game", "limit"}).wait() == 2);
  CHECK(Child({kProgram, "acpc", "127.0.0.1", "7000", "--game", "/no/such/file"}).wait() == 2);
  CHECK(Child(command(dealer, {"--policy", "wild"})).wait() == 2);
  CHECK(Child(command(dealer, {"--log", "/no/such/folder/log"})).wait() == 1);
  dealer.close();
  CHECK(Child(command(dealer)).wait() == 1);
}

}  // namespace
}  // namespace trivium::acpc
