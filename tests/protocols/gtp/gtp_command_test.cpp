#include "protocols/gtp/gtp_command.h"

#include "doctest/doctest.h"

namespace trivium::gtp {

TEST_CASE("a command line is an optional id, a name and arguments between spaces") {
  const auto command = parse_command("  12  play   b  K10 ");
  REQUIRE(command);
  CHECK(command->id == "12");
  CHECK(command->name == "play");
  CHECK(command->arguments == std::vector<std::string>{"b", "K10"});

  const auto bare = parse_command("name");
  REQUIRE(bare);
  CHECK(bare->id.empty());
  CHECK(bare->name == "name");
  CHECK(bare->arguments.empty());
}

TEST_CASE("a tab counts as a space, other control characters as nothing") {
  const std::string line{'p', 'l', 7, 'a', 'y', '\t', 'w', '\t', 'A', 1, '1', 127, '\r', '\0'};
  const auto command = parse_command(line);
  REQUIRE(command);
  CHECK(command->name == "play");
  CHECK(command->arguments == std::vector<std::string>{"w", "A1"});
}

TEST_CASE("a comment ends at the line end, and a line without a command gets no answer") {
  CHECK(parse_command("name # who are you")->arguments.empty());
  CHECK_FALSE(parse_command(""));
  CHECK_FALSE(parse_command(" \t\r"));
  CHECK_FALSE(parse_command("# 12 name"));
  CHECK_FALSE(parse_command("\x01\x02"));
}

TEST_CASE("only a limited number of decimal digits is an id") {
  CHECK(parse_command("-3 name")->name == "-3");
  CHECK(parse_command("12a name")->name == "12a");
  CHECK(parse_command("12345678901 name")->name == "12345678901");
  CHECK(parse_command("007 name")->id == "007");
  CHECK(parse_command("7")->id == "7");
  CHECK(parse_command("7")->name.empty());
}

TEST_CASE("a response carries the id, the text and an empty line") {
  CHECK(response("", std::string("2")) == "= 2\n\n");
  CHECK(response("12", std::string("2")) == "=12 2\n\n");
  CHECK(response("12", std::string()) == "=12\n\n");
  CHECK(response("", Error{"gtp.command.unknown", "unknown command"}) == "? unknown command\n\n");
  CHECK(response("3", Error{"gtp.command.unknown", "unknown command"}) == "?3 unknown command\n\n");
}

TEST_CASE("no text can end its own response early") {
  CHECK(response("", std::string("a\n\nb\n\n\nc\n")) == "= a\n \nb\n \n \nc\n\n");
  CHECK(response("", std::string("\n\n")) == "=\n\n");
}

TEST_CASE("GoGui's interrupt is a comment of one word") {
  CHECK(is_interrupt("# interrupt"));
  CHECK(is_interrupt("  #interrupt \r"));
  CHECK_FALSE(is_interrupt("interrupt"));
  CHECK_FALSE(is_interrupt("# interrupt please"));
  CHECK_FALSE(is_interrupt("name # interrupt"));
  CHECK_FALSE(is_interrupt(""));
}

}  // namespace trivium::gtp
