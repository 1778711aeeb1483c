#include "protocols/client/gtp_engine.h"

#include <doctest/doctest.h>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/vertex.h"
#include "tests/protocols/client/engine_test.h"

namespace trivium::client {

namespace {

struct DrivenGtp {
  explicit DrivenGtp(std::vector<std::string> habits) {
    habits.insert(habits.begin(), "gtp");
    program = odd_program(std::move(habits));
    program.log = [this](char direction, std::string_view line) {
      if (direction == '>') sent.emplace_back(line);
    };
    program.warn = [this](const std::string& text) { warnings.push_back(text); };
  }

  GtpEngine& engine() {
    if (!driver) driver = std::make_unique<GtpEngine>(program, switchboard);
    return *driver;
  }
  GtpEngine& ready(int board_size = 19) {
    setup.board_size = board_size;
    require(engine().start());
    require(engine().new_game(setup));
    return engine();
  }
  MoveAnswer move(const MoveBudget& budget = with_patience(kPatience)) {
    const std::vector<std::uint8_t> sides = connect6_sides(moves.size() + 1);
    return engine().move({setup, moves, std::span(sides).first(moves.size()), sides.back()},
                         budget);
  }
  /// Returns the lines sent since the last call.
  std::vector<std::string> news() {
    std::vector<std::string> lines(sent.begin() + static_cast<std::ptrdiff_t>(reported),
                                   sent.end());
    reported = sent.size();
    return lines;
  }

  Switchboard switchboard;
  EngineProgram program;
  std::vector<std::string> sent;
  std::size_t reported = 0;
  std::vector<std::string> warnings;
  GameSetup setup;
  std::vector<std::string> moves;
  std::unique_ptr<GtpEngine> driver;
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a game of Connect-6 is played stone by stone: one, then two per turn") {
  DrivenGtp odd({"garbage"});
  odd.program.options = {{"no-such-command", "1"}};
  odd.program.init_commands = {"name"};
  GtpEngine& engine = odd.ready(9);
  CHECK(engine.name() == "Odd engine");
  CHECK(engine.commands().size() == 9);
  CHECK(odd.warnings == Lines{"Odd engine answered 'no-such-command 1' with '? unknown command'"});
  CHECK(odd.news() ==
        Lines{"list_commands", "name", "no-such-command 1", "name", "boardsize 9", "clear_board"});

  connect6::Board board(9);
  while (!board.over()) {
    const MoveReply reply = reply_of(odd.move());
    const auto cell = connect6::parse_gtp_vertex(reply.move, 9);
    REQUIRE(cell);
    REQUIRE(board.is_legal(*cell));
    board.do_move(*cell);
    odd.moves.push_back(reply.move);
  }
  CHECK(odd.news()[1] == "genmove w");
  engine.quit();
  CHECK(odd.sent.back() == "quit");
}

TEST_CASE(
    "an engine is sent the stones that it does not have, and a different game is set up again") {
  DrivenGtp odd({});
  odd.ready();
  odd.moves = {"K10"};
  odd.news();
  const std::string first = reply_of(odd.move()).move;
  CHECK(odd.news() == Lines{"play b K10", "genmove w"});
  odd.moves.push_back(first);
  const std::string second = reply_of(odd.move()).move;
  CHECK(odd.news() == Lines{"genmove w"});
  odd.moves.push_back(second);
  connect6::Board board;
  for (const std::string& vertex : odd.moves)
    board.do_move(*connect6::parse_gtp_vertex(vertex, 19));
  for (connect6::Cell cell = 0; odd.moves.size() < 5; ++cell) {
    if (board.is_legal(cell)) odd.moves.push_back(connect6::gtp_vertex(cell, 19));
  }
  reply_of(odd.move());
  CHECK(odd.news() == Lines{"play b " + odd.moves[3], "play b " + odd.moves[4], "genmove w"});
  odd.moves = {"A1", "B1", "C1"};
  reply_of(odd.move());
  CHECK(odd.news() == Lines{"clear_board", "play b A1", "play w B1", "play w C1", "genmove b"});
  require(odd.engine().new_game(odd.setup));
  odd.moves.clear();
  reply_of(odd.move());
  CHECK(odd.news() == Lines{"clear_board", "genmove b"});
}

TEST_CASE("the sides of moves are taken from the situation, not from the rules of the game") {
  DrivenGtp odd({});
  odd.ready();
  odd.news();
  const std::vector<std::string> moves{"K10", "L11", "J9"};
  const auto asked = [&](std::vector<std::uint8_t> sides, int side) {
    odd.engine().move({odd.setup, moves, sides, side}, with_patience(kPatience));
    return odd.news();
  };
  // The odd engine knows Connect-6: it plays this game.
  CHECK(asked({0, 1, 1}, 0) == Lines{"play b K10", "play w L11", "play w J9", "genmove b"});
  require(odd.engine().new_game(odd.setup));
  odd.news();
  // With one move per turn the third move would be Black's, which the engine rejects.
  CHECK(asked({0, 1, 0}, 1) == Lines{"play b K10", "play w L11", "play b J9"});
}

TEST_CASE("a program with several games receives the name of the game") {
  for (const bool several : {true, false}) {
    DrivenGtp odd(several ? std::vector<std::string>{"several-games"} : std::vector<std::string>{});
    odd.program.game = "Othello";
    odd.program.init_commands = {"name"};
    require(odd.engine().start());
    const Lines with{"list_commands", "name", "set_game Othello", "name"};
    CHECK(odd.news() == (several ? with : Lines{"list_commands", "name", "name"}));
  }
}

TEST_CASE("passes are sent until an engine rejects one, which is no fault") {
  for (const bool accepts : {true, false}) {
    DrivenGtp odd(accepts ? std::vector<std::string>{"several-games"} : std::vector<std::string>{});
    odd.ready();
    const auto asked = [&odd](const std::vector<std::string>& moves) {
      odd.news();
      const std::vector<std::uint8_t> sides = alternating_sides(moves.size());
      reply_of(odd.engine().move({odd.setup, moves, sides, 0}, with_patience(kPatience)));
      return odd.news();
    };
    CHECK(asked({"K10", "pass"}) == Lines{"play b K10", "play w pass", "genmove b"});
    require(odd.engine().new_game(odd.setup));
    const Lines all{"play b K10", "play w pass", "genmove b"};
    CHECK(asked({"K10", "pass"}) == (accepts ? all : Lines{"play b K10", "genmove b"}));
    const Lines warnings{
        "Odd engine answered 'play w pass' with '? illegal move': pass is not sent any more"};
    CHECK(odd.warnings == (accepts ? Lines{} : warnings));
  }
}

TEST_CASE("clocks are sent in the form of GTP") {
  const auto times = [](const MoveBudget& budget, const std::vector<std::string>& habits = {}) {
    DrivenGtp odd(habits);
    odd.ready();
    odd.news();
    reply_of(odd.move(budget));
    return odd.news();
  };
  MoveBudget budget = with_patience(kPatience);
  CHECK(times(budget) == Lines{"genmove b"});
  budget.move_time = Milliseconds(1500);
  CHECK(times(budget) == Lines{"time_settings 0 1.500 1", "genmove b"});
  CHECK(times(budget, {"whole-seconds"}) ==
        Lines{"time_settings 0 1.500 1", "time_settings 0 1 1", "genmove b"});
  CHECK(times(budget, {"plain"}) == Lines{"genmove b"});
  budget.move_time.reset();
  budget.clocks = {ClockState{Milliseconds(60'000), Milliseconds(0), 0},
                   ClockState{Milliseconds(9'000), Milliseconds(0), 0}};
  CHECK(times(budget) == Lines{"time_settings 60 0 0", "time_left b 60 0", "genmove b"});
  budget.clocks = {ClockState{Milliseconds(10'000), Milliseconds(500), 0}, {}};
  CHECK(times(budget) == Lines{"time_settings 9.500 0.500 1", "time_left b 9.500 0", "genmove b"});
  budget.clocks = {ClockState{Milliseconds(400), Milliseconds(500), 0}, {}};
  CHECK(times(budget)[1] == "time_left b 0.400 1");
  budget.clocks = {ClockState{Milliseconds(60'000), Milliseconds(0), 40}, {}};
  CHECK(times(budget) == Lines{"time_settings 0 60 40", "time_left b 60 40", "genmove b"});
}

TEST_CASE("time settings are sent once per game, the clock before every stone") {
  DrivenGtp odd({});
  odd.ready();
  odd.news();
  MoveBudget budget = with_patience(kPatience);
  budget.clocks = {ClockState{Milliseconds(5000), {}, 0}, ClockState{Milliseconds(4000), {}, 0}};
  odd.moves.push_back(reply_of(odd.move(budget)).move);
  odd.news();
  reply_of(odd.move(budget));
  CHECK(odd.news() == Lines{"time_left w 4 0", "genmove w"});
  require(odd.engine().new_game(odd.setup));
  odd.moves.clear();
  reply_of(odd.move(budget));
  CHECK(odd.news() == Lines{"clear_board", "time_settings 5 0 0", "time_left b 5 0", "genmove b"});
}

TEST_CASE(
    "if an engine rejects times in both forms, there is one warning and no further time command") {
  DrivenGtp odd({"deaf-to-time"});
  odd.ready();
  odd.news();
  MoveBudget budget = with_patience(kPatience);
  budget.clocks = {ClockState{Milliseconds(5500), {}, 0}, ClockState{Milliseconds(4000), {}, 0}};
  odd.moves.push_back(reply_of(odd.move(budget)).move);
  CHECK(odd.news() == Lines{"time_settings 5.500 0 0", "time_settings 5 0 0", "time_left b 5.500 0",
                            "time_left b 5 0", "genmove b"});
  const Lines warnings{
      "Odd engine answered 'time_settings 5 0 0' with '? not now': time_settings is not sent any "
      "more",
      "Odd engine answered 'time_left b 5 0' with '? not now': time_left is not sent any more"};
  CHECK(odd.warnings == warnings);
  reply_of(odd.move(budget));
  CHECK(odd.news() == Lines{"genmove w"});
  require(odd.engine().new_game(odd.setup));
  odd.moves.clear();
  reply_of(odd.move(budget));
  CHECK(odd.news() == Lines{"clear_board", "genmove b"});
  CHECK(odd.warnings == warnings);
}

TEST_CASE("a rejected time in whole seconds is not sent again unchanged") {
  DrivenGtp odd({"deaf-to-time"});
  odd.ready();
  odd.news();
  MoveBudget budget = with_patience(kPatience);
  budget.move_time = Milliseconds(2000);
  reply_of(odd.move(budget));
  CHECK(odd.news() == Lines{"time_settings 0 2 1", "genmove b"});
}

TEST_CASE("each failure of GTP has its own fault kind") {
  struct Case {
    std::string habit;
    FaultKind kind;
    std::string text;
  };
  const std::vector<Case> cases{
      {"crash@2", FaultKind::kCrash, "ended by signal 11 (Segmentation fault) after 'genmove w'"},
      {"leave@2", FaultKind::kDisconnect, "ended with status 0 after 'genmove w'"},
      {"close@2", FaultKind::kDisconnect, "closed the connection but still runs after 'genmove w'"},
      {"stall@2", FaultKind::kStall, "no answer to 'genmove w' within 0.1 s"},
      {"error@2", FaultKind::kRefusal, "answered 'genmove w' with '? cannot'"},
      {"empty@2", FaultKind::kRefusal, "answered 'genmove w' with '='"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.habit);
    DrivenGtp odd({one.habit});
    odd.ready();
    odd.moves.push_back(reply_of(odd.move()).move);
    const Fault fault = fault_of(
        odd.move(with_patience(one.kind == FaultKind::kStall ? kLittlePatience : kPatience)));
    CHECK(fault.kind == one.kind);
    CHECK(fault.text == one.text);
    CHECK(mentions(fault.evidence, "> genmove w"));
    CHECK(!odd.engine().running());
  }
}

TEST_CASE("a rejected board size and a rejected stone are refusals") {
  DrivenGtp odd({});
  require(odd.engine().start());
  GameSetup large;
  large.board_size = 25;
  const Fallible failed = odd.engine().new_game(large);
  REQUIRE(failed);
  CHECK(failed->kind == FaultKind::kRefusal);
  CHECK(failed->text == "answered 'boardsize 25' with '? unacceptable size'");
  odd.ready();
  odd.moves = {"K10", "K10"};
  CHECK(fault_of(odd.move()).text == "answered 'play w K10' with '? illegal move'");
}

TEST_CASE("a resignation is reported and is not a move") {
  DrivenGtp odd({"resign@1"});
  odd.ready();
  const MoveReply reply = reply_of(odd.move());
  CHECK(reply.resigns);
  CHECK(reply.move.empty());
}

TEST_CASE("a GTP engine that is silent at its start cannot start") {
  DrivenGtp odd({"silent-start"});
  odd.program.start_patience = kLittlePatience;
  const Fallible failed = odd.engine().start();
  REQUIRE(failed);
  CHECK(failed->kind == FaultKind::kCannotStart);
  CHECK(failed->text == "did not get ready: no answer to 'list_commands' within 0.1 s");
}

}  // namespace trivium::client
