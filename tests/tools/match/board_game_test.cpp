#include "tools/match/play/board/board_game.h"

#include <deque>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "doctest/doctest.h"

namespace trivium::match {
namespace {

using client::Fault;
using client::FaultKind;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// An engine that gives prepared answers in order and records its requests.
class ScriptedEngine final : public client::Engine {
 public:
  struct Request {
    std::vector<std::string> moves;
    std::vector<std::uint8_t> sides;
    int side;
    client::MoveBudget budget;
  };

  client::Fallible start() override {
    ++starts;
    if (start_fault) return start_fault;
    up = true;
    return std::nullopt;
  }
  std::string name() const override { return "scripted"; }
  bool running() const override { return up; }
  client::Fallible new_game(const client::GameSetup& setup) override {
    setups.push_back(setup);
    return std::exchange(new_game_fault, std::nullopt);
  }
  client::MoveAnswer move(const client::Situation& situation,
                          const client::MoveBudget& budget) override {
    requests.push_back({{situation.moves.begin(), situation.moves.end()},
                        {situation.sides.begin(), situation.sides.end()},
                        situation.side,
                        budget});
    REQUIRE_FALSE(answers.empty());
    client::MoveAnswer answer = std::move(answers.front());
    answers.pop_front();
    return answer;
  }
  void ponder(const client::Situation& situation, const client::MoveBudget& budget) override {
    pondered.push_back({{situation.moves.begin(), situation.moves.end()},
                        {situation.sides.begin(), situation.sides.end()},
                        situation.side,
                        budget});
  }
  void idle() override { ++idles; }
  void quit() noexcept override { up = false; }
  std::vector<std::string> evidence() const override { return {"last words"}; }
  std::optional<std::chrono::nanoseconds> waiting_time() const override {
    waited += waits_a_move;
    return waited;
  }
  std::optional<std::chrono::nanoseconds> processor_time() const override {
    if (!works_a_move) return std::nullopt;
    worked += *works_a_move;
    return worked;
  }

  void says(std::string move, Microseconds elapsed = milliseconds(10),
            std::optional<Score> score = std::nullopt) {
    client::MoveReply reply;
    reply.move = std::move(move);
    reply.elapsed = elapsed;
    reply.search.score = score;
    answers.push_back(std::move(reply));
  }
  void fails(FaultKind kind, std::string text) {
    answers.push_back(Fault{kind, std::move(text), {"> go", "< nothing"}});
  }

  std::chrono::nanoseconds waits_a_move{0};
  mutable std::chrono::nanoseconds waited{0};
  std::optional<std::chrono::nanoseconds> works_a_move;
  mutable std::chrono::nanoseconds worked{0};
  int idles = 0;
  bool up = false;
  int starts = 0;
  std::optional<Fault> start_fault;
  std::optional<Fault> new_game_fault;
  std::deque<client::MoveAnswer> answers;
  std::vector<client::GameSetup> setups;
  std::vector<Request> requests;
  std::vector<Request> pondered;
};

/// Two scripted engines and the options of a game between them.
struct ScriptedTable {
  ScriptedTable() {
    specs[0].name = "first";
    specs[1].name = "second";
    for (EngineSpec& spec : specs) REQUIRE(parse_clock("1+0.1", spec.time));
  }

  Result<std::optional<PlayedGame>> result() {
    return play_board_game(options, {Contestant{engines[0], specs[0], may_start},
                                     Contestant{engines[1], specs[1], may_start}});
  }
  PlayedGame play() {
    Result<std::optional<PlayedGame>> game = result();
    REQUIRE_MESSAGE(game, game.error().message);
    REQUIRE(*game);
    return **std::move(game);
  }

  std::array<ScriptedEngine, 2> engines;
  std::array<EngineSpec, 2> specs;
  BoardGameOptions options;
  bool may_start = true;
};

client::GameSetup from(std::string fen) { return {std::move(fen), false, 19}; }

/// Black mates with the fourth half-move.
void script_a_mate(ScriptedTable& table) {
  table.engines[0].says("f2f3");
  table.engines[1].says("e7e5");
  table.engines[0].says("g2g4");
  table.engines[1].says("d8h4");
}

void check_loss(const PlayedGame& game, int loser, Ending ending, const std::string& reason) {
  CHECK(game.for_first == (loser == 0 ? Outcome::kLoss : Outcome::kWin));
  CHECK(game.ending == ending);
  CHECK(game.reason == reason);
  const bool by_play =
      ending == Ending::kRules || ending == Ending::kResignation || ending == Ending::kAdjudicated;
  CHECK(game.culprit == (by_play ? std::nullopt : std::optional(loser)));
}

}  // namespace

TEST_CASE("a game is played to its end by the rules, and engines receive every move") {
  ScriptedTable table;
  script_a_mate(table);
  const PlayedGame game = table.play();
  check_loss(game, 0, Ending::kRules, "checkmate");
  CHECK(game.engines == std::array<std::string, 2>{"first", "second"});
  REQUIRE(game.moves.size() == 4);
  CHECK(game.moves[3].text == "d8h4");
  CHECK(game.moves[3].time == milliseconds(10));
  CHECK_FALSE(game.moves[3].book);
  CHECK(game.evidence.empty());
  CHECK(game.started > 1'600'000'000);
  CHECK(table.engines[1].requests[1].moves == std::vector<std::string>{"f2f3", "e7e5", "g2g4"});
  CHECK(table.engines[1].requests[1].side == 1);
  CHECK(table.engines[0].starts == 1);
  CHECK(table.engines[0].running());
  CHECK(table.engines[0].idles == 1);
  CHECK(table.engines[1].idles == 1);
}

TEST_CASE("an engine that exceeds its node limit far causes a warning") {
  const auto warned_of = [](std::uint64_t limit, std::uint64_t searched) {
    ScriptedTable table;
    table.specs[0].time.nodes = limit;
    std::vector<std::string> warnings;
    table.options.warn_once = [&warnings](const std::string& text) { warnings.push_back(text); };
    script_a_mate(table);
    for (ScriptedEngine& engine : table.engines)
      std::get<client::MoveReply>(engine.answers[1]).search.nodes = searched;
    table.play();
    return warnings;
  };
  using Warnings = std::vector<std::string>;
  CHECK(warned_of(500, 3'900'000) ==
        Warnings{"first: ignores nodes=500: it reports more than 10 times as many"});
  CHECK(warned_of(2'000, 20'010) ==
        Warnings{"first: ignores nodes=2000: it reports more than 10 times as many"});
  CHECK(warned_of(2'000, 20'000).empty());
  CHECK(warned_of(1, 10'000).empty());
  CHECK(warned_of(1, 10'001).size() == 1);
}

TEST_CASE("both sides receive both current clocks and the time they have to answer") {
  ScriptedTable table;
  table.specs[0].time.nodes = 5000;
  table.specs[0].time.margin = milliseconds(30);
  table.options.stall_patience = seconds(5);
  script_a_mate(table);
  table.play();
  const client::MoveBudget& first = table.engines[0].requests[1].budget;
  REQUIRE(first.clocks);
  CHECK((*first.clocks)[0].remaining == milliseconds(1090));  // 1000 - 10 + 100
  CHECK((*first.clocks)[0].increment == milliseconds(100));
  CHECK((*first.clocks)[1].remaining == milliseconds(1090));
  CHECK(first.nodes == 5000);
  CHECK(first.patience == milliseconds(1090 + 30 + 5000));
  const client::MoveBudget& second = table.engines[1].requests[0].budget;
  CHECK((*second.clocks)[0].remaining == milliseconds(1090));
  CHECK((*second.clocks)[1].remaining == milliseconds(1000));
  CHECK_FALSE(second.nodes);
}

TEST_CASE("a side without a clock receives none, and its opponent receives its own clock twice") {
  ScriptedTable table;
  table.specs[1].time = TimeControl();
  table.specs[1].time.depth = 6;
  table.options.untimed_patience = seconds(60);
  script_a_mate(table);
  const PlayedGame game = table.play();
  const client::MoveBudget& timed = table.engines[0].requests[0].budget;
  CHECK((*timed.clocks)[1].remaining == seconds(1));
  const client::MoveBudget& untimed = table.engines[1].requests[0].budget;
  CHECK_FALSE(untimed.clocks);
  CHECK(untimed.depth == 6);
  CHECK(untimed.patience == seconds(60));
  CHECK(game.closest_call[0] == milliseconds(990));
  CHECK(game.closest_call[1] == Microseconds::max());
}

TEST_CASE("an opening is played for the engines, which continue from it") {
  ScriptedTable table;
  table.options.opening.name = "A00";
  table.options.opening.moves = {"f2f3", "e7e5", "g2g4"};
  table.engines[1].says("d8h4");
  const PlayedGame game = table.play();
  check_loss(game, 0, Ending::kRules, "checkmate");
  CHECK(game.opening == "A00");
  REQUIRE(game.moves.size() == 4);
  CHECK(game.moves[2].book);
  CHECK(table.engines[0].requests.empty());
}

TEST_CASE("an illegal or finished opening is an error") {
  ScriptedTable table;
  table.options.opening.moves = {"e2e4", "e2e4"};
  CHECK(table.result().error().message ==
        "the opening: move 1 of Black: UCI move 'e2e4': e2 is empty");
  table.options.opening.moves = {"f2f3", "e7e5", "g2g4", "d8h4"};
  CHECK(table.result().error().message == "the opening ends the game: checkmate");
  table.options.opening.moves.clear();
  table.options.opening.setup = from("nonsense");
  CHECK_FALSE(table.result());
}

TEST_CASE(
    "a move in the last moment counts, a later one loses, and the reason states the overrun") {
  ScriptedTable in_time;
  in_time.engines[0].says("e2e4", seconds(1));
  in_time.engines[1].fails(FaultKind::kCrash, "ended by signal 6 (Aborted)");
  const PlayedGame kept = in_time.play();
  check_loss(kept, 1, Ending::kCrash, "Black: ended by signal 6 (Aborted)");
  CHECK(kept.closest_call[0] == Microseconds(0));

  ScriptedTable late;
  late.engines[0].says("e2e4", Microseconds(1'012'300));
  const PlayedGame lost = late.play();
  check_loss(lost, 0, Ending::kTimeLoss,
             "White loses on time: 12.3 ms over (margin 0 ms, delay of the machine 0.0 ms)");
  CHECK(lost.closest_call[0] == Microseconds(-12'300));
  CHECK(lost.moves.empty());
  CHECK(lost.evidence.front() == "last words");
}

TEST_CASE("margin and machine delay together excuse a late move") {
  for (const auto& [elapsed, excused] :
       {std::pair(milliseconds(1050), true), std::pair(milliseconds(1051), false)}) {
    ScriptedTable table;
    table.specs[0].time.margin = milliseconds(20);
    table.options.machine_delay = [](auto from, auto to) {
      CHECK(from <= to);
      return milliseconds(30);
    };
    table.engines[0].says("e2e4", elapsed);
    table.engines[1].fails(FaultKind::kDisconnect, "closed its output");
    const PlayedGame game = table.play();
    CHECK(game.ending == (excused ? Ending::kDisconnect : Ending::kTimeLoss));
    CHECK(game.culprit == (excused ? 1 : 0));
    CHECK(game.excused == std::array{excused ? 1 : 0, 0});
    CHECK(game.closest_call[0] == milliseconds(1000) - elapsed);
  }
}

TEST_CASE("without grace machine delay does not excuse a late move, and the reason says so") {
  ScriptedTable table;
  table.options.grace = false;
  table.options.machine_delay = [](auto, auto) { return milliseconds(30); };
  table.engines[0].waits_a_move = seconds(1);
  table.engines[0].says("e2e4", milliseconds(1010));
  const PlayedGame game = table.play();
  check_loss(
      game, 0, Ending::kTimeLoss,
      "White loses on time: 10.0 ms over (margin 0 ms, delay of the machine 1000.0 ms, no grace)");
  CHECK(game.excused == std::array{0, 0});
}

TEST_CASE("waiting time for a processor reported by the kernel excuses a late move") {
  for (const auto& [elapsed, excused] :
       {std::pair(milliseconds(1040), true), std::pair(milliseconds(1041), false)}) {
    ScriptedTable table;
    table.specs[0].options = {{"threads", "3"}};
    table.engines[0].waits_a_move = milliseconds(120);  // sum over its threads
    table.engines[0].says("e2e4", elapsed);
    table.engines[1].fails(FaultKind::kDisconnect, "closed its output");
    CHECK(table.play().ending == (excused ? Ending::kDisconnect : Ending::kTimeLoss));
  }
}

TEST_CASE("a program that waits only for its own threads is not excused") {
  struct Case {
    int threads;          // configured search threads
    milliseconds worked;  // sum over its threads, in a move of 3 s; waiting time is unlimited
    bool excused;
  };
  for (const auto& [threads, worked, excused] :
       {Case{1, milliseconds(6000), false},  // used two processors
        Case{1, milliseconds(3000), false},  // had its processor all the time
        Case{1, milliseconds(1001), false},  // lacked 1.999 s, is 2 s late
        Case{1, milliseconds(1000), true},   // the machine gave it a third of its time
        Case{4, milliseconds(4000), true},   // got one of four processors
        Case{4, milliseconds(6000), false}}) {
    CAPTURE(worked);
    ScriptedTable table;
    table.specs[0].options = {{"Threads", std::to_string(threads)}};
    table.engines[0].waits_a_move = seconds(100);
    table.engines[0].works_a_move = worked;
    table.engines[0].says("e2e4", seconds(3));
    table.engines[1].fails(FaultKind::kDisconnect, "closed its output");
    CHECK(table.play().ending == (excused ? Ending::kDisconnect : Ending::kTimeLoss));
  }
}

TEST_CASE(
    "an engine that ended between two games is restarted with a warning, if that is allowed") {
  for (const FaultKind kind : {FaultKind::kCrash, FaultKind::kDisconnect}) {
    for (const bool may_start : {true, false}) {
      ScriptedTable table;
      table.engines[0].up = table.engines[1].up = true;
      table.engines[0].new_game_fault = Fault{kind, "ended with status 3 after 'isready'", {}};
      table.may_start = may_start;
      std::vector<std::string> warnings;
      table.options.warn = [&](const std::string& text) { warnings.push_back(text); };
      if (may_start) script_a_mate(table);
      const PlayedGame game = table.play();
      CHECK(game.ending == (may_start                   ? Ending::kRules
                            : kind == FaultKind::kCrash ? Ending::kCrash
                                                        : Ending::kDisconnect));
      CHECK(table.engines[0].starts == (may_start ? 1 : 0));
      if (may_start)
        CHECK(warnings == std::vector<std::string>{"first: before its first move: ended with "
                                                   "status 3 after 'isready'; it is restarted"});
    }
  }
}

TEST_CASE("an engine that does not answer before the first move loses") {
  ScriptedTable table;
  table.engines[0].up = table.engines[1].up = true;
  table.engines[1].new_game_fault = Fault{FaultKind::kStall, "no answer", {}};
  check_loss(table.play(), 1, Ending::kStall, "Black: no answer");
}

TEST_CASE("an excused overrun is not charged later: the clock continues with its increment") {
  ScriptedTable table;
  table.specs[0].time.margin = milliseconds(50);
  table.engines[0].says("f2f3", milliseconds(1040));
  table.engines[1].says("e7e5");
  table.engines[0].says("g2g4");
  table.engines[1].says("d8h4");
  table.play();
  CHECK((*table.engines[0].requests[1].budget.clocks)[0].remaining == milliseconds(100));
}

TEST_CASE("an illegal move loses with its number, its reason and the position") {
  ScriptedTable table;
  table.engines[0].says("e2e4");
  table.engines[1].says("e7e4");
  const PlayedGame game = table.play();
  check_loss(game, 1, Ending::kIllegalMove,
             "Black makes an illegal move: move 1 of Black: UCI move 'e7e4': not legal here");
  REQUIRE(game.evidence.size() == 2);
  CHECK(game.evidence[0] == "last words");
  CHECK(game.evidence[1] == "position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  CHECK(game.moves.size() == 1);
}

TEST_CASE("each fault of an engine is a different ending, with its evidence") {
  const std::vector<std::pair<FaultKind, Ending>> ends{
      {FaultKind::kCrash, Ending::kCrash},
      {FaultKind::kDisconnect, Ending::kDisconnect},
      {FaultKind::kStall, Ending::kStall},
      {FaultKind::kRefusal, Ending::kIllegalMove}};
  for (const auto& [kind, ending] : ends) {
    ScriptedTable table;
    table.engines[0].fails(kind, "what happened");
    const PlayedGame game = table.play();
    check_loss(game, 0, ending, "White: what happened");
    CHECK(std::vector<std::string>(game.evidence.begin(), game.evidence.begin() + 2) ==
          std::vector<std::string>{"> go", "< nothing"});
  }
}

TEST_CASE("an engine that does not start loses, whatever the reason") {
  ScriptedTable table;
  table.engines[1].start_fault = Fault{FaultKind::kStall, "no uciok within 20 s", {}};
  check_loss(table.play(), 1, Ending::kCannotStart, "Black: no uciok within 20 s");
  CHECK(table.engines[0].requests.empty());
}

TEST_CASE("an engine that may not be restarted loses") {
  ScriptedTable table;
  table.may_start = false;
  table.engines[0].up = true;
  const PlayedGame game = table.play();
  check_loss(game, 1, Ending::kCannotStart,
             "Black was lost in an earlier game and is not started again");
  CHECK(table.engines[0].starts + table.engines[1].starts == 0);
}

TEST_CASE("a fault before the first move counts too, by its kind") {
  ScriptedTable table;
  table.engines[0].new_game_fault = Fault{FaultKind::kCrash, "ended with status 1", {}};
  check_loss(table.play(), 0, Ending::kCrash, "White: ended with status 1");
}

TEST_CASE("a running engine is not restarted, and receives the setup of the game") {
  ScriptedTable table;
  table.engines[0].up = table.engines[1].up = true;
  table.options.opening.setup = from("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  table.engines[0].says("a1a8");
  check_loss(table.play(), 1, Ending::kRules, "checkmate");
  CHECK(table.engines[0].starts == 0);
  CHECK(table.engines[1].setups == std::vector{table.options.opening.setup});
}

TEST_CASE("a position can have the second side to move") {
  ScriptedTable table;
  table.options.opening.setup = from("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1");
  table.engines[1].says("a8a1");
  const PlayedGame game = table.play();
  check_loss(game, 0, Ending::kRules, "checkmate");
  CHECK(game.thinking == std::array{Thinking{}, Thinking{1, milliseconds(10)}});
}

TEST_CASE("an engine may resign") {
  ScriptedTable table;
  table.engines[0].says("e2e4");
  client::MoveReply resigns;
  resigns.resigns = true;
  table.engines[1].answers.push_back(resigns);
  check_loss(table.play(), 1, Ending::kResignation, "Black resigns");
}

TEST_CASE("scores end a game if the user asked for it") {
  ScriptedTable table;
  table.options.adjudication = {.resign_moves = 2, .resign_score = 500};
  table.engines[0].says("f2f3", milliseconds(10), Score{.value = -600});
  table.engines[1].says("e7e5");
  table.engines[0].says("b1c3", milliseconds(10), Score{.value = -600});
  const PlayedGame game = table.play();
  check_loss(game, 0, Ending::kAdjudicated, "White loses by adjudication");
  CHECK(game.moves.back().search.score == Score{.value = -600});
}

TEST_CASE("an interrupted game has no result") {
  for (const bool at_start : {false, true}) {
    ScriptedTable table;
    if (at_start) table.engines[1].start_fault = Fault{FaultKind::kInterrupted, "interrupted", {}};
    table.engines[0].fails(FaultKind::kInterrupted, "interrupted");
    const Result<std::optional<PlayedGame>> game = table.result();
    REQUIRE(game);
    CHECK_FALSE(*game);
  }
}

TEST_CASE("an engine ponders on its predicted reply if that is legal and does not end the game") {
  ScriptedTable table;
  table.specs[1].ponder = true;
  const auto answer = [](const char* move, const char* expected) {
    client::MoveReply reply;
    reply.move = move;
    reply.expected = expected;
    return reply;
  };
  table.engines[0].answers = {answer("f2f3", "e7e5"), answer("g2g3", ""), answer("g3g4", "")};
  table.engines[1].answers = {answer("e7e5", "g2g4"), answer("b8c6", "g3g5"),
                              answer("d8h4", "a2a3")};
  table.play();
  CHECK(table.engines[0].pondered.empty());        // pondering is off
  REQUIRE(table.engines[1].pondered.size() == 1);  // not for an illegal reply, nor after mate
  CHECK(table.engines[1].pondered[0].moves == std::vector<std::string>{"f2f3", "e7e5", "g2g4"});
  CHECK(table.engines[1].pondered[0].sides == std::vector<std::uint8_t>{0, 1, 0});
  CHECK(table.engines[1].pondered[0].side == 1);
  CHECK(table.engines[1].requests[1].moves == std::vector<std::string>{"f2f3", "e7e5", "g2g3"});
}

TEST_CASE("a game of Connect-6 is played stone by stone, two for each side") {
  ScriptedTable table;
  table.options.game = Game::kConnect6;
  for (const char* vertex : {"k10", "L10", "M10", "N10", "O10", "P10"})
    table.engines[0].says(vertex);
  for (const char* vertex : {"A1", "C1", "E1", "G1", "A3", "C3"}) table.engines[1].says(vertex);
  const PlayedGame game = table.play();
  check_loss(game, 1, Ending::kRules, "six in a row");
  CHECK(game.thinking == std::array{Thinking{6, milliseconds(60)}, Thinking{6, milliseconds(60)}});
  CHECK(game.moves.front().text == "K10");
  CHECK(table.engines[1].requests[1].moves == std::vector<std::string>{"K10", "A1"});
  CHECK(table.engines[1].requests[1].sides == std::vector<std::uint8_t>{0, 1});
  CHECK(table.engines[0].requests.back().sides.size() == 11);
  CHECK(table.engines[0].requests[1].sides == std::vector<std::uint8_t>{0, 1, 1});
}

TEST_CASE("a forced pass of Reversi is played without asking the engine") {
  ScriptedTable table;
  table.options.game = Game::kReversi;
  table.options.opening.setup.board_size = 4;
  for (const char* vertex : {"c4", "A4", "D2", "A1"}) table.engines[0].says(vertex);
  for (const char* vertex : {"B4", "D4"}) table.engines[1].says(vertex);
  const PlayedGame game = table.play();
  CHECK(game.for_first == Outcome::kWin);
  CHECK(game.reason == "Black wins by 14 discs");
  REQUIRE(game.moves.size() == 7);
  CHECK(game.moves[5] == PlayedMove{"pass", false, {}, {}});
  CHECK(game.thinking[1] == Thinking{2, milliseconds(20)});  // without the pass
  CHECK(table.engines[1].requests.size() == 2);
  const auto& last = table.engines[0].requests.back();
  CHECK(last.moves == std::vector<std::string>{"C4", "B4", "A4", "D4", "D2", "pass"});
  CHECK(last.sides == std::vector<std::uint8_t>{0, 1, 0, 1, 0, 1});
}

TEST_CASE("an opening of Reversi may end before a forced pass or after it") {
  for (const bool passed : {false, true}) {
    ScriptedTable table;
    table.options.game = Game::kReversi;
    table.options.opening.setup.board_size = 4;
    table.options.opening.moves = {"C4", "B4", "A4", "D4", "D2"};
    if (passed) table.options.opening.moves.emplace_back("pass");
    table.engines[0].says("A1");
    const PlayedGame game = table.play();
    CHECK(game.reason == "Black wins by 14 discs");
    CHECK(table.engines[0].requests[0].moves.size() == 6);
    CHECK(table.engines[1].requests.empty());
  }
}

TEST_CASE("a forced pass does not restart the counts of adjudication") {
  ScriptedTable table;
  table.options.game = Game::kReversi;
  table.options.opening.setup.board_size = 8;
  table.options.adjudication.resign_moves = 5;
  table.options.adjudication.resign_score = 1000;
  const Score lost{.value = -2000};
  for (const char* vertex : {"C4", "F5", "A4", "C2", "B2"})
    table.engines[0].says(vertex, milliseconds(10), lost);
  for (const char* vertex : {"C3", "B4", "A5", "A3", "D2"}) table.engines[1].says(vertex);
  const PlayedGame game = table.play();
  check_loss(game, 0, Ending::kAdjudicated, "Black loses by adjudication");
  REQUIRE(game.moves.size() == 11);
  CHECK(game.moves[8].text == "pass");
}

TEST_CASE("engines receive the side of each move of an opening") {
  ScriptedTable table;
  table.options.game = Game::kConnect6;
  table.options.opening.moves = {"K10", "A1", "C1", "L10"};
  table.engines[0].fails(FaultKind::kCrash, "gone");
  table.play();
  CHECK(table.engines[0].requests[0].sides == std::vector<std::uint8_t>{0, 1, 1, 0});
  CHECK(table.engines[0].requests[0].side == 0);
}

}  // namespace trivium::match
