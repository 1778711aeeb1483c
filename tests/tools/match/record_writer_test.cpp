#include "tools/match/record/record_writer.h"

#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <optional>
#include <sstream>
#include <string>

#include "engine/chess/rules/pgn.h"
#include "engine/connect6/rules/sgf.h"
#include "engine/reversi/rules/record_reader.h"
#include "tests/engine/connect6/record_text.h"
#include "tests/tools/match/sample_games.h"
#include "tools/match/record/played_game.h"

namespace trivium::match {
namespace {

using std::chrono::microseconds;

PlayedGame fools_mate() {
  PlayedGame game;
  game.engines = {"A", "B"};
  game.opening = "Barnes";
  game.moves = {
      {"f2f3", true, {}, {}},
      {"e7e5", true, {}, {}},
      {"g2g4", false, {Score{.value = -1234}, 12, 18, 4711, "g2g4"}, microseconds(523'400)},
      {"d8h4",
       false,
       {Score{Score::Kind::kMate, Score::Bound::kExact, 1}, 1, 1, 30, "d8h4"},
       microseconds(100)}};
  game.for_first = Outcome::kLoss;
  game.reason = "Black mates";
  game.started = 1'700'000'000;
  game.duration = microseconds(61'900'000);
  return game;
}

PlayedGame six_in_a_row() {
  PlayedGame game;
  game.engines = {"B", "A"};
  game.setup.board_size = 7;
  for (const char* vertex :
       {"D4", "A1", "B1", "D5", "D6", "A2", "B2", "D7", "D3", "A3", "B3", "D2"}) {
    game.moves.push_back({vertex, false, {}, microseconds(0)});
  }
  game.moves[3] = {"D5", false, {Score{.value = 0}, 3, 0, 0, ""}, microseconds(2'000)};
  game.for_first = Outcome::kWin;
  game.reason = "six in a row";
  return game;
}

/// White must pass once, and the board is not full at the end.
PlayedGame short_reversi() {
  PlayedGame game;
  game.engines = {"B", "A"};
  game.setup.board_size = 4;
  for (const char* vertex : {"C4", "B4", "A4", "D4", "D2", "pass", "A1"})
    game.moves.push_back({vertex, false, {}, microseconds(0)});
  game.moves[0].book = true;
  game.moves[1] = {"B4", false, {Score{.value = -250}, 5, 0, 30, ""}, microseconds(520'000)};
  game.for_first = Outcome::kWin;
  game.reason = "Black wins by 14 discs";
  return game;
}

std::string text_of(const TournamentIdentity& tournament, const RecordOptions& options,
                    const JournalEntry& entry) {
  const Result<RecordWriter> writer = RecordWriter::make(tournament, options);
  if (!writer) FAIL(writer.error().message);
  const Result<std::string> text = writer->text(entry);
  if (!text) FAIL(text.error().message);
  return *text;
}

TEST_CASE("a chess game in PGN, with the engines' reports on each move") {
  const JournalEntry entry = sample_entry(3, to_json(fools_mate()));
  CHECK(text_of(tournament_of("chess"), {RecordFormat::kPgn, "", "Delft"}, entry) ==
        R"([Event "sample"]
[Site "Delft"]
[Date "2023.11.14"]
[Round "2.2.2"]
[White "A"]
[Black "B"]
[Result "0-1"]
[GameDuration "00:01:01"]
[GameEndTime "2023-11-14T22:14:21Z"]
[GameStartTime "2023-11-14T22:13:20Z"]
[Opening "Barnes"]
[PlyCount "4"]
[Termination "normal"]
[TimeControl "10+0.1"]

1. f3 {book} 1... e5 {book} 2. g4 {-12.34/12 0.523s, n=4711} 2... Qh4# {+M1/1
0.000s, n=30, Black mates} 0-1

)");
}

TEST_CASE("two time controls give two tags, and another start position gives a FEN tag") {
  PlayedGame game = fools_mate();
  game.setup.fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  game.setup.chess960 = true;
  game.moves = {{"e1h1", false, {}, microseconds(1'000)}};
  game.ending = Ending::kTimeLoss;
  game.reason = "Black loses on time";
  const std::string text = text_of(tournament_of("chess", R"({"A":{"control":"depth=3"}})"),
                                   {RecordFormat::kPgn, "Cup", ""}, sample_entry(0, to_json(game)));
  for (const char* part :
       {"[Event \"Cup\"]", "[Site \"?\"]", "[WhiteTimeControl \"depth=3\"]",
        "[BlackTimeControl \"?\"]", "[Variant \"Chess960\"]",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]", "[Termination \"time forfeit\"]",
        "1. O-O {0.001s, Black loses on time} 0-1"}) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("every ending has its word in PGN, and a fault has an extra tag") {
  const auto read_back = [](Ending ending) {
    PlayedGame game = fools_mate();
    game.ending = ending;
    std::istringstream in(text_of(tournament_of("chess"), {}, sample_entry(0, to_json(game))));
    const auto read = chess::PgnReader(in).next();
    REQUIRE(read);
    REQUIRE(*read);
    return **read;
  };
  const auto tag_of = [&read_back](Ending ending, const char* tag) {
    return std::string(read_back(ending).tag(tag).value_or(""));
  };
  const auto termination = [&tag_of](Ending ending) { return tag_of(ending, "Termination"); };
  CHECK(termination(Ending::kResignation) == "normal");
  CHECK(termination(Ending::kAdjudicated) == "adjudication");
  CHECK(termination(Ending::kIllegalMove) == "rules infraction");
  CHECK(termination(Ending::kStall) == "stalled connection");
  for (const Ending ending : {Ending::kCrash, Ending::kDisconnect, Ending::kCannotStart}) {
    CHECK(termination(ending) == "abandoned");
    CHECK(tag_of(ending, "Fault") == to_string(ending));
  }
  CHECK(tag_of(Ending::kResignation, "Fault").empty());
  for (const Ending ending : {Ending::kRules, Ending::kResignation, Ending::kAdjudicated,
                              Ending::kTimeLoss, Ending::kStall, Ending::kCrash,
                              Ending::kDisconnect, Ending::kIllegalMove, Ending::kCannotStart}) {
    CAPTURE(to_string(ending));
    CHECK(read_back(ending).ended_by_fault() ==
          is_fault(ending));  // games that learners and book makers skip
  }
}

TEST_CASE("a Connect-6 game in SGF, which its own reader reads") {
  const std::string text = text_of(tournament_of("connect6"), {RecordFormat::kSgf, "", ""},
                                   sample_entry(1, to_json(six_in_a_row())));
  CHECK(text ==
        "(;FF[4]GM[511]SZ[7]GN[1.1.2]EV[sample]DT[1970-01-01]PB[B]PW[A]RE[B+];B[DD];W[AG];W[BG];B["
        "DC]C[0.00/3 0.002s];B[DB];W[AF];W[BF];B[DA]"
        ";B[DE];W[AE];W[BE];B[DF]C[six in a row])\n");
  const auto game = connect6::parse_sgf(text);
  REQUIRE(game);
  CHECK(connect6::board_result(*connect6::replay(*game)) == connect6::GameResult::kBlackWins);
}

TEST_CASE("a game of Reversi in SGF, in GGF and as a transcript, with its pass") {
  const auto text = [](RecordFormat format) {
    return text_of(tournament_of("reversi"), {format, "", ""},
                   sample_entry(1, to_json(short_reversi())));
  };
  CHECK(text(RecordFormat::kSgf) ==
        "(;FF[4]GM[2]SZ[4]GN[1.1.2]EV[sample]DT[1970-01-01]PB[B]PW[A]RE[B+14];B[c4]C[book];W[b4]"
        "C[-2.50/5 0.520s, n=30];B[a4];W[d4];B[d2];W[];B[a1]C[Black wins by 14 discs])\n");
  CHECK(text(RecordFormat::kGgf) ==
        "(;GM[Othello]PC[sample]DT[1970-01-01]PB[B]PW[A]RE[+14.000]TY[4]BO[4 ---- -O*- -*O- ---- "
        "*]B[C4]W[B4/-2.50/0.52]B[A4]W[D4]B[D2]W[PA]B[A1];)\n");
  CHECK(text(RecordFormat::kTranscript) == "c4b4a4d4d2a1\n");
  const Result<reversi::GameRecord> read = reversi::read_record(text(RecordFormat::kGgf));
  REQUIRE(read);
  CHECK(read->moves.size() == 7);
}

TEST_CASE("a game of Reversi that ended early has its reason in SGF, and no result in GGF") {
  const auto text = [](Ending ending, RecordFormat format) {
    PlayedGame game = short_reversi();
    game.moves.resize(3);
    game.for_first = Outcome::kLoss;
    game.ending = ending;
    return text_of(tournament_of("reversi"), {format, "", ""}, sample_entry(1, to_json(game)));
  };
  const auto states = [&text](Ending ending, const std::string& result) {
    return text(ending, RecordFormat::kSgf).find("RE[" + result + "]") != std::string::npos;
  };
  CHECK(states(Ending::kResignation, "W+Resign"));
  CHECK(states(Ending::kTimeLoss, "W+Time"));
  CHECK(states(Ending::kIllegalMove, "W+Forfeit"));
  CHECK(states(Ending::kAdjudicated, "W+"));
  CHECK(text(Ending::kTimeLoss, RecordFormat::kGgf).find("RE[?]") != std::string::npos);
}

TEST_CASE("JSON lines hold the game and its place in the tournament") {
  const JournalEntry entry = sample_entry(1, R"({"moves":[]})");
  CHECK(
      text_of(tournament_of("chess"), {RecordFormat::kJson, "", ""}, entry) ==
      R"({"number":2,"round":1,"encounter":1,"rotation":2,"opening":1,"seed":18364758544493064720,"engines":["B","A"],"points":[0.5,0.5],)"
      R"("ending":"rules","game":{"moves":[]}})"
      "\n");
  CHECK(text_of(tournament_of("poker"), {RecordFormat::kJson, "", ""}, sample_entry(0, "STATE:0\n"))
            .ends_with("\"log\":\"STATE:0\\n\"}\n"));
}

TEST_CASE("poker logs are written unchanged") {
  CHECK(text_of(tournament_of("poker"), {RecordFormat::kState, "", ""},
                sample_entry(0, "# a\nSTATE:0\n")) == "# a\nSTATE:0\n");
}

TEST_CASE("a format for another game is rejected") {
  const auto message = [](const std::string& game, RecordFormat format) {
    const auto writer = RecordWriter::make(tournament_of(game), {format, "", ""});
    REQUIRE_FALSE(writer);
    return writer.error().message;
  };
  CHECK(message("connect6", RecordFormat::kPgn) == "pgn cannot hold games of connect6; sgf can");
  CHECK(message("chess", RecordFormat::kSgf) == "sgf cannot hold games of chess; pgn can");
  CHECK(message("chess", RecordFormat::kState) == "state cannot hold games of chess; pgn can");
  CHECK(message("connect6", RecordFormat::kGgf) == "ggf cannot hold games of connect6; sgf can");
  CHECK(message("checkers", RecordFormat::kJson) == "tournament 'sample' does not name its game");
  for (const Game game : {Game::kChess, Game::kConnect6, Game::kReversi, Game::kPoker}) {
    CHECK(RecordWriter::make(tournament_of(std::string(to_string(game))),
                             {usual_format(game), "", ""}));
  }
}

TEST_CASE("an invalid body of a chess game gives an error that names the game") {
  const RecordWriter writer = *RecordWriter::make(tournament_of("chess"), {});
  CHECK(writer.text(sample_entry(4, "x")).error().message ==
        "game 5: played game: this is no JSON: 'x'");
  PlayedGame game = fools_mate();
  game.moves[1].text = "e7e4";
  CHECK(writer.text(sample_entry(4, to_json(game))).error().message ==
        "game 5: UCI move 'e7e4': not legal here");
  PlayedGame moved = short_reversi();
  moved.moves[6].text = "D1";
  CHECK(RecordWriter::make(tournament_of("reversi"), {RecordFormat::kSgf, "", ""})
            ->text(sample_entry(4, to_json(moved)))
            .error()
            .message == "game 5: d1 flips no disc; Black can play a1, b1, a2");
}

}  // namespace
}  // namespace trivium::match
