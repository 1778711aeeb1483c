#include "protocols/gtp/command_table.h"

#include <set>
#include <sstream>
#include <string>

#include "doctest/doctest.h"

#include "tests/protocols/gtp/gtp_client.h"

namespace trivium::gtp {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("each command is in the table once and has a help text") {
  std::set<std::string_view> names;
  const auto check_words = [&names](std::string_view name, std::string_view help) {
    CAPTURE(std::string(name));
    CHECK(names.insert(name).second);
    CHECK_FALSE(help.empty());
    CHECK_FALSE(help.ends_with('.'));
  };
  for (const CommandEntry& entry : CommandTable::all()) {
    check_words(entry.name, entry.help);
    CHECK(entry.handler != nullptr);
    CHECK(CommandTable::find(entry.name) == &entry);
  }
  CHECK(CommandTable::find("no-such-command") == nullptr);
  const auto seat = test_config().games.front().make(true);
  for (const GameCommand& command : seat->commands()) {
    check_words(command.name, command.help);
    CHECK(command.handler != nullptr);
  }
  for (const auto& [name, help] : seat->texts().help) CHECK(CommandTable::find(name) != nullptr);
}

TEST_CASE("every listed command is known and has help") {
  GtpClient client;
  const std::vector<std::string> names = lines_of(client.text("list_commands"));
  CHECK(names.size() ==
        CommandTable::all().size() + test_config().games.front().make(true)->commands().size());
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(client.text("known_command " + name) == "true");
    CHECK(client.text("help " + name).starts_with(name));
  }
  CHECK(client.text("known_command foo") == "false");
  CHECK(client.ask("help foo") == "? unknown command");
  CHECK(lines_of(client.text("help")).size() == names.size());
}

TEST_CASE("the commands that GTP 2 requires and those for other games in GoGui exist") {
  for (const char* name : {"protocol_version",
                           "name",
                           "version",
                           "known_command",
                           "list_commands",
                           "quit",
                           "boardsize",
                           "clear_board",
                           "komi",
                           "play",
                           "genmove",
                           "undo",
                           "time_settings",
                           "time_left",
                           "final_score",
                           "loadsgf",
                           "reg_genmove",
                           "showboard",
                           "kgs-time_settings",
                           "printsgf",
                           "gogui-analyze_commands",
                           "gogui-interrupt",
                           "gogui-rules_game_id",
                           "gogui-rules_board",
                           "gogui-rules_board_size",
                           "gogui-rules_legal_moves",
                           "gogui-rules_side_to_move",
                           "gogui-rules_final_result",
                           "lz-analyze",
                           "lz-genmove_analyze",
                           "kata-analyze",
                           "kata-genmove_analyze"}) {
    CAPTURE(name);
    CHECK(CommandTable::find(name) != nullptr);
  }
}

TEST_CASE("the help of the game replaces the general help") {
  GtpClient client;
  CHECK(client.text("help boardsize") == "boardsize N: an empty board of N x N, N from 6 to 25");
  CHECK(client.text("help undo") == "undo: take back one stone");
  CHECK(client.text("help trivium-odds").starts_with("trivium-odds: search as for a move"));
}

TEST_CASE("every command that is offered to GoGui exists") {
  GtpClient client;
  for (const std::string& line : lines_of(client.text("gogui-analyze_commands"))) {
    CAPTURE(line);
    const std::size_t label = line.find('/');
    const std::size_t command = line.find('/', label + 1);
    REQUIRE(command != std::string::npos);
    const std::string name = line.substr(command + 1, line.find(' ', command) - command - 1);
    CHECK(client.text("known_command " + name) == "true");
  }
}

}  // namespace trivium::gtp
