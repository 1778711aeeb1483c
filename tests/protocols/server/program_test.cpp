#include <chrono>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/protocols/gtp/transcript.h"
#include "tests/protocols/line/script.h"
#include "tests/protocols/server/child.h"
#include "tests/temporary_folder.h"

namespace trivium::server {
namespace {

using namespace std::chrono_literals;

const std::string kProgram = std::string(TRIVIUM_BIN_DIR) + "/trivium";

TEST_CASE(
    "the program reproduces every golden UCI conversation, with detected and fixed protocol") {
  REQUIRE(std::filesystem::exists(kProgram));
  bool fixed = false;
  for (const auto& script : line::golden_scripts("uci_")) {
    CAPTURE(script.filename().string());
    Child child(fixed ? std::vector{kProgram, std::string("uci")} : std::vector{kProgram});
    CHECK(line::play_script(script, child.client()) == "");
    child.client().end_input();
    CHECK(child.wait() == 0);
    fixed = !fixed;
  }
}

TEST_CASE("the program reproduces every golden GTP transcript, with detected and fixed protocol") {
  bool fixed = false;
  for (const auto& transcript : gtp::golden_transcripts()) {
    CAPTURE(transcript.filename().string());
    Child child(fixed ? std::vector{kProgram, std::string("gtp")} : std::vector{kProgram});
    CHECK(gtp::play_transcript(transcript, child.client()) == "");
    child.client().end_input();
    CHECK(child.wait() == 0);
    fixed = !fixed;
  }
}

TEST_CASE(
    "the program ends if its client disconnects during a search, with the status of unread "
    "output") {
  Child child({kProgram});
  child.client().write("uci\nposition startpos\ngo infinite\n");
  REQUIRE(child.client().read_until("info depth 3"));
  child.client().hang_up();
  CHECK(child.wait(10s) == 1);
}

TEST_CASE("wrong usage has exit status 2, a log that cannot be opened 1") {
  CHECK(Child({kProgram, "uci", "--no-such-option"}).wait() == 2);
  CHECK(Child({kProgram, "uci", "--log", "/no/such/folder/log"}).wait() == 1);
}

TEST_CASE(
    "a byte order mark before the first command is skipped, with detected and fixed protocol") {
  for (const std::vector<std::string>& command :
       {std::vector{kProgram}, std::vector{kProgram, std::string("uci")}}) {
    Child child(command);
    child.client().write(
        "\xEF\xBB\xBF"
        "uci\nquit\n");
    CHECK(child.client().read_rest().find("\nuciok\n") != std::string::npos);
  }
  for (const std::vector<std::string>& command :
       {std::vector{kProgram}, std::vector{kProgram, std::string("gtp")}}) {
    Child child(command);
    child.client().write(
        "\xEF\xBB\xBF"
        "7 name\nquit\n");
    CHECK(child.client().read_rest().starts_with("=7 Trivium\n"));
  }
}

TEST_CASE("a standard descriptor that is closed at the start is never reused for another file") {
  const auto shell = [](const std::string& redirection) {
    return std::vector{std::string("/bin/sh"), std::string("-c"), "exec \"$0\" uci " + redirection,
                       kProgram};
  };
  SUBCASE("a closed input is an end of input") {
    Child child(shell("<&-"));
    CHECK(child.wait(10s) == 0);
    CHECK(child.client().read_rest() == "");
  }
  SUBCASE("a closed output is a failure") {
    Child child(shell(">&-"));
    child.client().write("uci\nisready\nquit\n");
    CHECK(child.wait(10s) == 1);
  }
  SUBCASE("messages for a closed stderr do not appear in the conversation") {
    Child child(shell("2>&-"));
    child.client().write("isready\nquit\n");
    CHECK(child.wait(10s) == 0);
    CHECK(child.client().read_rest() == "readyok\n");
  }
  SUBCASE("all three closed") {
    Child child(shell("<&- >&- 2>&- --log /dev/null"));
    CHECK(child.wait(10s) == 1);
  }
}

TEST_CASE(
    "an invalid weight file on the command line ends the program with status 1, before any "
    "output") {
  const TemporaryFolder folder;
  const std::string bad = folder.write("page.html", "<!DOCTYPE html>").string();
  const std::vector<std::vector<std::string>> options{{"uci", "--weights", bad},
                                                      {"uci", "--weights", "/no/such/file"},
                                                      {"uci", "--strength", bad},
                                                      {"gtp", "--weights", bad},
                                                      {"gtp", "--weights", "/no/such"},
                                                      {"gtp", "--patterns", bad},
                                                      {"--weights", bad},
                                                      {"--patterns", bad},
                                                      {"--strength", "/no/such"},
                                                      {"uci", "--weights", folder.path().string()}};
  for (const std::vector<std::string>& option : options) {
    CAPTURE(option.back());
    std::vector command{kProgram};
    command.insert(command.end(), option.begin(), option.end());
    Child child(command);
    child.client().write("uci\nquit\n");
    CHECK(child.wait(10s) == 1);
    CHECK(child.client().read_rest() == "");
  }
}

}  // namespace
}  // namespace trivium::server
