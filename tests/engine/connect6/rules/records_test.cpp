#include "engine/connect6/rules/records.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <sstream>
#include <string>

#include "engine/connect6/rules/vertex.h"
#include "engine/core/rng.h"
#include "tests/engine/connect6/record_text.h"
#include "tests/engine/connect6/reference.h"

namespace trivium::connect6 {
namespace {

/// The sample record of paper 000, table 1.
constexpr std::string_view kSample =
    "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8] 5. B[h10i7] 6. W[m11l10] 7. B[m12n12] 8. "
    "W[l11k12] 9. B[k11j13] 10. W[n10o9] "
    "11. B[o10p8] 12. W[l12m7] 13. B[n8j14] 14. W[k7m5] 15. B[m6l6] 16. W[l8n6] 17. B[o11o5] 18. "
    "W[j6i5] 19. B[m9h4] 20. W[j5k5] "
    "21. B[j9l5]";

int longest_line(const Board& board, Stone stone) {
  int longest = 0;
  for (int cell = 0; cell < board.cells(); ++cell) {
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
      int x = board.column(static_cast<Cell>(cell));
      int y = board.row(static_cast<Cell>(cell));
      int run = 0;
      for (; board.contains(x, y) && board.at(board.cell(x, y)) == stone; x += dx, y += dy) ++run;
      longest = std::max(longest, run);
    }
  }
  return longest;
}

std::string paper_error(std::string_view text) {
  const auto game = parse_paper_record(text);
  return game ? "" : game.error().message;
}

std::string csv_error(const std::string& line) {
  std::istringstream in(line);
  GameRecord game;
  const auto read = CsvReader(in).next(game);
  return read ? "" : read.error().message;
}

GameRecord random_game(Rng& rng, int size) {
  const Board board = reference::random_board(rng, size, 1 + static_cast<int>(rng.below(60)), size);
  GameRecord game;
  game.size = size;
  game.moves = board.history();
  return game;
}

TEST_CASE("the sample of paper 000 has 41 stones and no winner") {
  const auto game = parse_paper_record(kSample);
  REQUIRE(game);
  const auto board = replay(*game);
  REQUIRE(board);
  CHECK(board->stones() == 41);
  CHECK(longest_line(*board, Stone::kBlack) == 2);
  CHECK(longest_line(*board, Stone::kWhite) == 4);
  CHECK(board->winner() == Stone::kEmpty);
  CHECK(write_paper_record(*game) == kSample);
}

TEST_CASE("a paper record may have line breaks and lack its last stone") {
  const auto game = parse_paper_record("1. B[j10]\r\n2.W[i9k9]\n 3. B[l9]\n");
  REQUIRE(game);
  CHECK(game->moves.size() == 4);
  CHECK(write_paper_record(*game) == "1. B[j10] 2. W[i9k9] 3. B[l9]");
}

TEST_CASE("a paper record's error names the line, the column and the cause") {
  CHECK(paper_error("") == "record: line 1, column 1: no turn found; '1. B[j10]' would be one");
  CHECK(paper_error("1. W[j10]") == "record: line 1, column 4: turn 1 is Black's");
  CHECK(paper_error("1. B[j10i9]") == "record: line 1, column 9: this turn places 1 stone");
  CHECK(paper_error("1. B[j10]\n2. W[i9k9l9]") ==
        "record: line 2, column 10: this turn places 2 stones");
  CHECK(paper_error("1. B[j10] 2. W[i9j10]") == "record: line 1, column 18: j10 is occupied");
  CHECK(paper_error("1. B[j10] 2. W[i9] 3. B[a1a2]") ==
        "record: line 1, column 20: turn 2 has one stone; only the last turn may");
  CHECK(paper_error("1. B[j10] 3. W[i9k9]") == "record: line 1, column 11: turn number 2 expected");
  CHECK(paper_error("1. B[j10] 20. W[i9k9]") ==
        "record: line 1, column 11: turn number 2 expected");
  CHECK(paper_error("1. B[]") == "record: line 1, column 6: a turn places at least one stone");
  CHECK(paper_error("1. B[j10") == "record: line 1, column 9: the turn is not closed with ']'");
  CHECK(paper_error("1. B[t1]") ==
        "record: line 1, column 6: vertex 't1': not a column a to s followed by a row 1 to 19");
}

TEST_CASE("no stone may follow a win, and the winning turn may have one stone") {
  const std::string won =
      "1. B[a1] 2. W[a19b19] 3. B[b1c1] 4. W[c19d19] 5. B[d1e1] 6. W[h19i19] 7. B[f1";
  CHECK(parse_paper_record(won + "]"));
  CHECK(paper_error(won + "g1]") ==
        "record: line 1, column 78: Black has won with stone 12; nothing may follow");
  CHECK(paper_error(won + "] 8. W[k1]") ==
        "record: line 1, column 80: Black has won with stone 12; nothing may follow");
}

TEST_CASE("a full board ends the record") {
  GameRecord game;
  game.size = 6;
  for (Cell cell = 0; cell < 36; ++cell) game.moves.push_back(cell);
  const std::string text = write_paper_record(game);
  CHECK(parse_paper_record(text, 6)->moves == game.moves);
  CHECK(board_result(*replay(game)) == GameResult::kDraw);
  CHECK_FALSE(parse_paper_record(text + " 20. B[a1]", 6));
}

TEST_CASE("replay rejects illegal stones and names them") {
  GameRecord game;
  game.moves = {0, 1, 1};
  CHECK(replay(game).error().message == "stone 3, b1: b1 is occupied");
  game.moves = {0, 400};
  CHECK(replay(game).error().message == "stone 2: outside the board");
  game.size = 5;
  CHECK_FALSE(replay(game));
}

TEST_CASE("a CSV collection is read game by game, without its header") {
  std::istringstream in(
      "game_id,moves,winner\n7,\"j10,k11,i11\",white\r\n\n\"a,\"\"b\",\"j10\",\nx,,draw\n");
  CsvReader reader(in);
  GameRecord game;
  REQUIRE(*reader.next(game));
  CHECK(game.id == "7");
  CHECK(game.result == GameResult::kWhiteWins);
  CHECK(write_paper_record(game) == "1. B[j10] 2. W[k11i11]");
  REQUIRE(*reader.next(game));
  CHECK(game.id == "a,\"b");
  CHECK(game.result == GameResult::kUnknown);
  REQUIRE(*reader.next(game));
  CHECK(game.moves.empty());
  CHECK(game.result == GameResult::kDraw);
  CHECK_FALSE(*reader.next(game));
}

TEST_CASE("a CSV error names line and column, and the reader continues after it") {
  CHECK(csv_error("1,\"j10,j10\",black") == "CSV: line 1, column 8: j10 is occupied");
  CHECK(csv_error("1,\"j10,z1\",black") ==
        "CSV: line 1, column 8: vertex 'z1': not a column a to s followed by a row 1 to 19");
  CHECK(csv_error("1,\"j10,\",black") == "CSV: line 1, column 8: a move must follow the comma");
  CHECK(csv_error("1,\"j10\"") ==
        "CSV: line 1, column 1: 3 fields expected (game_id, moves, winner), 2 found");
  CHECK(csv_error("1,\"j10,black") == "CSV: line 1, column 3: the quote is not closed");
  CHECK(csv_error("1,\"j10\"x,black") ==
        "CSV: line 1, column 8: a comma must follow the closing quote");
  CHECK(csv_error("1,\"j10\",green") ==
        "CSV: line 1, column 9: winner black, white, draw or nothing expected");

  std::istringstream in("1,\"j10,j10\",black\n2,\"j10\",\n" + std::string(70000, 'a') +
                        "\n3,\"j10\",\n");
  CsvReader reader(in);
  GameRecord game;
  CHECK_FALSE(reader.next(game));
  CHECK(*reader.next(game));
  CHECK(game.id == "2");
  CHECK(reader.next(game).error().message ==
        "CSV: line 3, column 1: the line is longer than any game");
  CHECK(*reader.next(game));
  CHECK(game.id == "3");
}

TEST_CASE("games are unchanged after writing and reading in paper and CSV format") {
  Rng rng(21);
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    GameRecord game = random_game(rng, size);
    REQUIRE(*parse_paper_record(write_paper_record(game), size) == game);
    if (size != kDefaultSize) continue;
    game.id = "g,\"" + std::to_string(size);
    game.result = static_cast<GameResult>(rng.below(4));
    std::istringstream in(write_csv(game));
    GameRecord read;
    REQUIRE(*CsvReader(in).next(read));
    REQUIRE(read == game);
  }
}

}  // namespace
}  // namespace trivium::connect6
