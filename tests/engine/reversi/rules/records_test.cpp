#include "engine/reversi/rules/records.h"

#include <doctest/doctest.h>

#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::reversi {
namespace {

Error transcript_error(std::string_view text, int size = 8) {
  const Result<GameRecord> record = parse_transcript(text, size);
  REQUIRE_FALSE(record.has_value());
  return record.error();
}

TEST_CASE("a transcript is read in either case and written in lower case") {
  const GameRecord record = game_of("F5 d6\nC3d3");
  CHECK(record.moves.size() == 4);
  CHECK(write_transcript(record) == "f5d6c3d3");
}

TEST_CASE("passes that a transcript leaves out are inserted") {
  // The shortest game: after 9 moves all discs are Black's; White passes nowhere.
  CHECK(game_of("e6f4e3f6g5d6e7f5c5").moves.size() == 9);
  // White has to pass after f1.
  const std::string_view text = "f5f6e6d6e7g5c5";
  const GameRecord record = game_of(text);
  CHECK(write_transcript(record) == text);
  const GameRecord solved = game_of(kSolvedGame);
  CHECK(solved.moves.size() >= 60);
  CHECK(parse_transcript(write_transcript(solved))->moves == solved.moves);
}

TEST_CASE("an error names the place, the cause and the legal moves") {
  const Error illegal = transcript_error("f5a1");
  CHECK(illegal.code == "transcript.illegal");
  CHECK(illegal.message ==
        "transcript: line 1, column 3: a1 flips no disc; White can play f4, d6, f6");
  const Error occupied = transcript_error("f5d6d5");
  CHECK(occupied.code == "transcript.illegal");
  CHECK(occupied.message.find("column 5: d5 is occupied; Black can play") != std::string::npos);
  CHECK(transcript_error("f5--").code == "transcript.illegal");
  CHECK(transcript_error("f5i6").code == "transcript.square");
  CHECK(transcript_error("f5d").code == "transcript.square");
  CHECK(transcript_error("f5", 4).code == "transcript.square");
  CHECK(transcript_error("e6f4e3f6g5d6e7f5c5a1").message.find("nothing may follow") !=
        std::string::npos);
}

TEST_CASE("replay rejects moves that are illegal or outside the board") {
  GameRecord record;
  record.moves = {square_of("f5"), square_of("a1")};
  CHECK(replay(record).error().code == "record.illegal");
  record.moves = {65};
  CHECK(replay(record).error().code == "record.square");
  record.start = Position::start(4);
  record.moves = {square_of("h8")};
  CHECK(replay(record).error().code == "record.square");
}

TEST_CASE("a builder inserts passes for records with colors and ignores passes after the end") {
  // Black, who moves first, has no move; White can play c1.
  RecordBuilder builder(position_of_rows("OX-----X-----------------------------------------X"),
                        Color::kBlack);
  CHECK(builder.play(Color::kBlack, square_of("c1")));
  CHECK_FALSE(builder.play(Color::kWhite, square_of("c1")));
  CHECK(builder.game().moves() == std::vector<Move>{kPass, square_of("c1")});

  RecordBuilder finished(position_of_rows("OOOO"), Color::kBlack);
  CHECK_FALSE(finished.play(kPass));
  CHECK(finished.game().moves().empty());
  CHECK(finished.play(square_of("h8")));
}

}  // namespace
}  // namespace trivium::reversi
