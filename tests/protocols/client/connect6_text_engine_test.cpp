#include "protocols/client/connect6_text_engine.h"

#include <doctest/doctest.h>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/vertex.h"
#include "tests/protocols/client/engine_test.h"

namespace trivium::client {

namespace {

using Lines = std::vector<std::string>;

struct DrivenText {
  explicit DrivenText(std::vector<std::string> habits) {
    habits.insert(habits.begin(), "text");
    program = odd_program(std::move(habits));
    program.log = [this](char direction, std::string_view line) {
      if (direction == '>') sent.emplace_back(line);
    };
  }

  Connect6TextEngine& engine() {
    if (!driver) driver = std::make_unique<Connect6TextEngine>(program, switchboard);
    return *driver;
  }
  Connect6TextEngine& ready() {
    require(engine().start());
    require(engine().new_game(setup));
    return engine();
  }
  MoveAnswer move(const MoveBudget& budget = with_patience(kPatience)) {
    const std::vector<std::uint8_t> sides = connect6_sides(moves.size() + 1);
    return engine().move({setup, moves, std::span(sides).first(moves.size()), sides.back()},
                         budget);
  }
  void play() { moves.push_back(reply_of(move()).move); }
  Lines news() {
    Lines lines(sent.begin() + static_cast<std::ptrdiff_t>(reported), sent.end());
    reported = sent.size();
    return lines;
  }

  Switchboard switchboard;
  EngineProgram program;
  Lines sent;
  std::size_t reported = 0;
  GameSetup setup;
  Lines moves;
  std::unique_ptr<Connect6TextEngine> driver;
};

std::string letters(const std::string& vertex) {
  const Result<std::string> made = stone_letters(vertex);
  REQUIRE(made);
  return *made;
}

}  // namespace

TEST_CASE("stones are a column from the left and a row from the bottom, A to S") {
  CHECK(letters("A1") == "AA");
  CHECK(letters("K10") == "JJ");
  CHECK(letters("T1") == "SA");
  CHECK(letters("A19") == "AS");
  CHECK(!stone_letters("U1"));
  CHECK(*parse_stone_letters("JJ") == Lines{"K10"});
  CHECK(*parse_stone_letters("asSA") == Lines{"A19", "T1"});
  CHECK(*parse_stone_letters("JJJJ") == Lines{"K10", "K10"});
  CHECK(parse_stone_letters("JJK").error().message == "'JJK': stones are two or four letters");
  CHECK(parse_stone_letters("XXXX").error().message == "'XXXX': letters of stones go from A to S");
  CHECK(!parse_stone_letters("J@"));
}

TEST_CASE("two engines play a whole game; each turn is one answer, returned as two moves") {
  DrivenText black({"help-text"});
  DrivenText white({"help-text", "garbage", "seed=2"});
  CHECK(black.ready().name() == "Odd engine");
  white.ready();
  connect6::Board board;
  Lines moves;
  while (!board.over()) {
    DrivenText& mover = board.to_move() == connect6::Stone::kBlack ? black : white;
    mover.moves = moves;
    const MoveReply reply = reply_of(mover.move());
    const auto cell = connect6::parse_gtp_vertex(reply.move, 19);
    REQUIRE(cell);
    REQUIRE(board.is_legal(*cell));
    CHECK((reply.elapsed.count() == 0) == (board.stones_left_in_turn() == 1 && board.stones() > 0));
    board.do_move(*cell);
    moves.push_back(reply.move);
  }
  CHECK(black.sent[1] == "new black");
  CHECK(black.sent[2] == "move " + letters(moves[1]) + letters(moves[2]));
  CHECK(white.sent[1] == "new white");
  CHECK(white.sent[2] == "move " + letters(moves[0]));
  CHECK(white.sent[3] == "move " + letters(moves[3]) + letters(moves[4]));
}

TEST_CASE("an opening is placed turn by turn, then the engine is asked") {
  DrivenText odd({});
  odd.program.options = {{"depth", "3"}};
  odd.program.init_commands = {"vcf"};
  odd.ready();
  CHECK(odd.news() == Lines{"depth 3", "vcf", "name"});
  odd.moves = {"K10", "A1", "B2"};
  odd.play();
  CHECK(odd.news() == Lines{"new white", "black JJ", "white AABB", "next"});
  odd.play();
  CHECK(odd.news().empty());
  odd.moves.insert(odd.moves.end(), {"S1", "T1"});
  odd.play();
  CHECK(odd.news() == Lines{"move RASA"});
}

TEST_CASE("a game that differs from the engine's board is set up again") {
  DrivenText odd({});
  odd.ready();
  odd.play();
  odd.news();
  odd.moves = {"A1", "B1", "C1"};
  odd.play();
  CHECK(odd.news() == Lines{"new white", "black AA", "white BACA", "next"});
}

TEST_CASE("a request that the text protocol cannot express is rejected with the reason") {
  DrivenText odd({});
  odd.setup.board_size = 15;
  require(odd.engine().start());
  CHECK(odd.engine().new_game(odd.setup)->text == "its protocol has no board of 15 x 15");
  odd.setup.board_size = 19;
  odd.ready();
  odd.moves = {"K10", "A1"};
  const Fault fault = fault_of(odd.move());
  CHECK(fault.kind == FaultKind::kRefusal);
  CHECK(fault.text == "its protocol cannot ask for a turn's second stone alone");
}

TEST_CASE("each failure of the text protocol has its own fault kind") {
  struct Case {
    std::string habit;
    FaultKind kind;
    std::string text;
  };
  const std::vector<Case> cases{
      {"crash@1", FaultKind::kCrash, "ended by signal 11 (Segmentation fault) after 'new black'"},
      {"leave@1", FaultKind::kDisconnect, "ended with status 0 after 'new black'"},
      {"stall@1", FaultKind::kStall, "no answer to 'new black' within 0.1 s"},
      {"empty@1", FaultKind::kStall, "no answer to 'new black' within 0.1 s"},
      {"error@1", FaultKind::kRefusal, "answered 'new black' with 'move ZZZZ'"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.habit);
    DrivenText odd({one.habit});
    odd.ready();
    const Fault fault = fault_of(
        odd.move(with_patience(one.kind == FaultKind::kStall ? kLittlePatience : kPatience)));
    CHECK(fault.kind == one.kind);
    CHECK(fault.text == one.text);
    CHECK(!odd.engine().running());
  }
  DrivenText silent({"silent-start", "help-text"});
  silent.program.start_patience = kLittlePatience;
  CHECK(silent.engine().start()->text == "did not get ready: no answer to 'name' within 0.1 s");
}

TEST_CASE("the opening stone may be written twice") {
  DrivenText odd({"double@1"});
  odd.ready();
  odd.play();
  odd.moves.insert(odd.moves.end(), {"A1", "B1"});
  odd.news();
  odd.play();
  CHECK(odd.news() == Lines{"move " + letters(odd.moves[1]) + letters(odd.moves[2])});
}

TEST_CASE(
    "a stone written twice instead of two is returned as two moves; the referee rejects the "
    "second") {
  DrivenText odd({"double@2"});
  odd.ready();
  odd.play();
  odd.moves.insert(odd.moves.end(), {"A1", "B1"});
  odd.play();
  odd.play();
  CHECK(odd.moves[4] == odd.moves[3]);
}

TEST_CASE("one stone instead of two is a refusal with this reason") {
  DrivenText odd({"alone@2"});
  odd.ready();
  odd.play();
  odd.moves.insert(odd.moves.end(), {"A1", "B1"});
  odd.play();
  const Fault fault = fault_of(odd.move());
  CHECK(fault.kind == FaultKind::kRefusal);
  CHECK(fault.text == "answered with the stone " + odd.moves[3] + " alone where two are due");
}

TEST_CASE("an occupied cell is returned as a move; the referee rejects it") {
  DrivenText odd({"illegal@2"});
  odd.ready();
  odd.play();
  odd.moves.insert(odd.moves.end(), {"A1", "B1"});
  CHECK(reply_of(odd.move()).move == odd.moves[0]);
}

}  // namespace trivium::client
