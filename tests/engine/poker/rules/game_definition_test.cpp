#include "engine/poker/rules/game_definition.h"

#include <doctest/doctest.h>
#include <fstream>

#include "tests/engine/poker/rules/play.h"

namespace trivium::poker {
namespace {

constexpr std::string_view kThreePlayers = R"(GAMEDEF
nolimit
numPlayers = 3
numRounds = 2
stack = 200 300 400
blind = 5 10 0
firstPlayer = 3 1
maxRaises = 4 5
numSuits = 2
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3
END GAMEDEF
)";

/// Returns kThreePlayers with `line` instead of the line that begins with `key`, or without it if
/// `line` is empty. Requires: there is such a line.
std::string with(std::string_view key, std::string_view line) {
  std::string text(kThreePlayers);
  const std::size_t begin = text.find(key);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = text.find('\n', begin) + (line.empty() ? 1 : 0);
  return text.replace(begin, end - begin, line);
}

std::string fault(std::string_view text) {
  const auto game = parse_game_definition(text);
  return game ? "" : game.error().message;
}

TEST_CASE("a GAMEDEF text is read with positions and rounds from 0, and written back") {
  const auto game = parse_game_definition(kThreePlayers);
  REQUIRE(game.has_value());
  CHECK(game->no_limit());
  CHECK(game->players == 3);
  CHECK(game->stack[2] == 400);
  CHECK(game->big_blind() == 10);
  CHECK(game->first_player[0] == 2);
  CHECK(game->max_raises[1] == 5);
  CHECK(game->board_cards_through(0) == 0);
  CHECK(game->board_cards_through(1) == 3);
  CHECK(game->deck().size() == 26);
  CHECK(write_game_definition(*game) == kThreePlayers);
}

TEST_CASE("keys may be in any case and order, with or without '=', with comments") {
  const auto game = parse_game_definition(
      "# three players\r\nGameDef\r\nNUMBOARDCARDS 0 3\r\n\r\nnumholecards=2\r\nnumRanks "
      "13\r\nnumSuits 2 # hearts and spades\r\n"
      "maxRaises 4 5\r\nfirstPlayer=3 1\r\nblind =5 10 0\r\nstack= 200 300 400\r\nnumRounds "
      "2\r\nnumPlayers 3\r\nNoLimit\r\n"
      "end gamedef\r\nnumPlayers = 9\r\n");
  REQUIRE_MESSAGE(game.has_value(), game.error().message);
  CHECK(write_game_definition(*game) == kThreePlayers);
}

TEST_CASE("extra values are ignored; stacks, first players and raises may be missing") {
  CHECK(parse_game_definition(with("blind", "blind = 5 10 0 0 0"))->blind[1] == 10);
  CHECK(*parse_game_definition(with("numBoardCards", "numBoardCards = 0 3 1 1")) ==
        *parse_game_definition(kThreePlayers));
  CHECK(parse_game_definition(with("stack", ""))->stack[2] == kUnlimitedStack);
  CHECK(parse_game_definition(with("firstPlayer", ""))->first_player[0] == 0);
  CHECK(parse_game_definition(with("maxRaises", "maxRaises = 2"))->max_raises[1] ==
        kUnlimitedRaises);
}

TEST_CASE("limit games need raise sizes, no-limit games have none") {
  CHECK(fault(with("nolimit", "limit")) == "GAMEDEF: raiseSize is missing");
  CHECK(parse_game_definition(with("nolimit", "limit\nraiseSize = 10 20"))->raise_size[1] == 20);
  CHECK(parse_game_definition(with("nolimit", "nolimit\nraiseSize = 10 20"))->raise_size[1] == 0);
}

TEST_CASE("the error of a GAMEDEF text names the line and the cause") {
  CHECK(fault("") == "GAMEDEF: numPlayers is missing");
  CHECK(fault(with("numPlayers", "numPlayers = 11")) ==
        "GAMEDEF, line 3: '11' of numPlayers is not a number from 2 to 10");
  CHECK(fault(with("numPlayers", "numPlayers = two")) ==
        "GAMEDEF, line 3: 'two' of numPlayers is not a number from 2 to 10");
  CHECK(fault(with("numPlayers", "numPlayers =")) ==
        "GAMEDEF, line 3: numPlayers has 0 of the 1 values needed");
  CHECK(fault(with("numPlayers", "numPlayers = 3 3")) ==
        "GAMEDEF, line 3: numPlayers has 2 values, at most 1");
  CHECK(fault(with("blind", "blind = 5 10")) ==
        "GAMEDEF, line 6: blind has 2 of the 3 values needed");
  CHECK(fault(with("blind", "blind = 5 301 0")) ==
        "GAMEDEF, line 6: blind of position 2 is larger than its stack of 300");
  CHECK(fault(with("blind", "blind = 5 -1 0")) ==
        "GAMEDEF, line 6: '-1' of blind is not a number from 0 to 2147483647");
  CHECK(fault(with("stack", "stack = 200 300")) ==
        "GAMEDEF, line 5: stack has 2 of the 3 values needed");
  CHECK(fault(with("stack", "stack = 200 300 99999999999")) ==
        "GAMEDEF, line 5: '99999999999' of stack is not a number from 1 to 2147483647");
  CHECK(fault(with("firstPlayer", "firstPlayer = 3 4")) ==
        "GAMEDEF, line 7: first player 4 of round 2 in a game of 3");
  CHECK(fault(with("numSuits", "numSuits = 1\nnumRanks = 8")) ==
        "GAMEDEF, line 11: numRanks is in line 10 already");
  CHECK(fault(with("numRanks", "numRanks = 4")) ==
        "GAMEDEF, line 12: 9 cards are dealt from a deck of 8");
  CHECK(fault(with("numBoardCards", "numBoardCards = 3 3")) ==
        "GAMEDEF, line 12: 2 own and 6 board cards make more than the 7 of a hand");
  CHECK(fault(with("nolimit", "potlimit")) == "GAMEDEF, line 2: unknown line 'potlimit'");
  CHECK(fault(with("nolimit", "nolimit\nlimit")) ==
        "GAMEDEF, line 3: the kind of betting is in line 2 already");
}

TEST_CASE("the built-in games are those of the ACPC and the small ones of the literature") {
  CHECK(game("limit").blind[0] == 10);
  CHECK(game("limit").raise_size == std::array<Chips, kMaxRounds>{10, 10, 20, 20});
  CHECK(game("nolimit").stack[1] == 20000);
  CHECK(game("nolimit").first_player[0] == 1);
  CHECK(game("limit3").first_player[0] == 2);
  CHECK(game("nolimit3").big_blind() == 100);
  CHECK(game("kuhn").deck().size() == 3);
  CHECK(game("kuhn3").deck().size() == 4);
  CHECK(game("leduc").deck().size() == 6);
  for (const NamedGame& named : built_in_games()) {
    const auto read = parse_game_definition(write_game_definition(named.game));
    REQUIRE(read.has_value());
    CHECK(*read == named.game);
    CHECK(*game_named(std::string(named.name)) == named.game);
  }
}

TEST_CASE("a game is named by its name or its file, and the error lists the names") {
  CHECK(game_named("no/such/file").error().message ==
        "'no/such/file' is neither a game (limit, nolimit, limit3, nolimit3, kuhn, kuhn3, leduc) "
        "nor a GAMEDEF file that can be read");
  CHECK_FALSE(game_named("/").has_value());
  const std::string path = std::string(TRIVIUM_SOURCE_DIR) + "/tests/data/poker/short_stacks.game";
  const auto from_file = game_named(path);
  REQUIRE_MESSAGE(from_file.has_value(), from_file.error().message);
  CHECK(from_file->players == 4);
  CHECK(game_named(std::string(TRIVIUM_SOURCE_DIR) + "/tests/test_main.cpp")
            .error()
            .message.find("GAMEDEF, line 1") != std::string::npos);
}

}  // namespace
}  // namespace trivium::poker
