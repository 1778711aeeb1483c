#include "protocols/client/uci_engine.h"

#include <doctest/doctest.h>
#include <thread>

#include "engine/chess/rules/game.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "tests/protocols/client/engine_test.h"

namespace trivium::client {

namespace {

/// A driver of the odd engine that records all lines and warnings.
struct DrivenUci {
  explicit DrivenUci(const std::vector<std::string>& habits, const Interrupt* interrupt = nullptr)
      : switchboard(interrupt) {
    std::vector<std::string> words = habits;
    words.insert(words.begin(), "uci");
    program = odd_program(words);
    program.log = [this](char direction, std::string_view line) {
      (direction == '>' ? sent : received).emplace_back(line);
    };
    program.warn = [this](const std::string& text) { warnings.push_back(text); };
  }

  UciEngine& engine() {
    if (!driver) driver = std::make_unique<UciEngine>(program, switchboard);
    return *driver;
  }
  /// Starts a game; the engine is ready for the first move.
  UciEngine& ready(const GameSetup& start = {}) {
    setup = start;
    require(engine().start());
    require(engine().new_game(setup));
    return engine();
  }
  MoveAnswer move(const MoveBudget& budget) {
    const std::vector<std::uint8_t> sides = alternating_sides(moves.size());
    return engine().move({setup, moves, sides, static_cast<int>(moves.size() % 2)}, budget);
  }
  void ponder(const MoveBudget& budget) {
    const std::vector<std::uint8_t> sides = alternating_sides(moves.size());
    engine().ponder({setup, moves, sides, static_cast<int>(moves.size() % 2)}, budget);
  }

  /// Reads the program's output, as if waiting for its opponent, until it has sent `count`
  /// bestmoves since its start.
  void wait_for_bestmoves(int count) {
    const auto silent = Conversation::start({{"sleep", "600"}, {}, {}}, switchboard);
    REQUIRE(silent);
    const auto bestmoves = [&] {
      return std::count_if(received.begin(), received.end(),
                           [](const std::string& line) { return line.starts_with("bestmove "); });
    };
    std::string_view line;
    for (const auto deadline = Clock::now() + kPatience;
         bestmoves() < count && Clock::now() < deadline;)
      (*silent)->receive(line, Clock::now() + Milliseconds(5));
    CHECK(bestmoves() == count);
  }

  Switchboard switchboard;
  EngineProgram program;
  std::vector<std::string> sent;
  std::vector<std::string> received;
  std::vector<std::string> warnings;
  GameSetup setup;
  std::vector<std::string> moves;
  std::unique_ptr<UciEngine> driver;
};

}  // namespace

TEST_CASE("an engine introduces itself, gets its options and plays a game of legal moves") {
  DrivenUci odd({"garbage"});
  odd.program.options = {
      {"Book", "some file"}, {"hash", "32"}, {"Clear Hash", ""}, {"Threads", "2"}};
  odd.program.init_commands = {"debug off"};
  UciEngine& engine = odd.ready();
  CHECK(engine.running());
  CHECK(engine.name() == "Odd engine");
  CHECK(engine.options().size() == 7);
  CHECK(odd.sent == std::vector<std::string>{
                        "uci", "setoption name hash value 32", "setoption name Threads value 2",
                        "setoption name Book value some file", "setoption name Clear Hash",
                        "debug off", "isready", "ucinewgame", "isready"});
  CHECK(odd.warnings.empty());

  chess::Game game;
  while (!game.end() && odd.moves.size() < 200) {
    const MoveReply reply = reply_of(odd.move(with_patience(kPatience)));
    const auto move = chess::parse_uci_move(game.position(), reply.move);
    REQUIRE_MESSAGE(move, move.error().message);
    game.do_move(*move);
    odd.moves.push_back(reply.move);
    CHECK(reply.search.depth == 1);
    CHECK(reply.search.principal_variation.starts_with(reply.move));
    CHECK(reply.elapsed.count() > 0);
    CHECK(reply.elapsed < kPatience);
  }
  CHECK(odd.moves.size() > 10);
  engine.quit();
  CHECK(!engine.running());
  CHECK(odd.sent.back() == "quit");
  CHECK(fault_of(odd.move({})).text == "was not started");
  require(engine.start());
  CHECK(engine.running());
}

TEST_CASE("an invalid option value is a warning and is still sent") {
  DrivenUci odd({});
  odd.program.options = {{"Hash", "0"},
                         {"Threads", "many"},
                         {"Style", "very solid"},
                         {"Ponder", "maybe"},
                         {"Contempt", "3"}};
  odd.ready();
  CHECK(odd.warnings ==
        std::vector<std::string>{"Odd engine: option Hash: 0 is below its minimum 1",
                                 "Odd engine: option Threads: 'many' is not a whole number",
                                 "Odd engine: option Ponder: 'maybe' is neither true nor false",
                                 "Odd engine has no option Contempt"});
  CHECK(mentions(odd.sent, "setoption name Contempt value 3"));
}

TEST_CASE("position and limits of a move are sent in one write, in UCI form") {
  DrivenUci odd({"plain"});
  GameSetup setup;
  setup.fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  setup.chess960 = true;
  odd.ready(setup);
  CHECK(odd.warnings == std::vector<std::string>{"Odd engine has no option UCI_Chess960"});
  odd.moves = {"e2e4", "e8e7"};
  MoveBudget budget = with_patience(kPatience);
  budget.clocks = {ClockState{Milliseconds(1500), Milliseconds(10), 40},
                   ClockState{Milliseconds(-5), Milliseconds(0), 39}};
  budget.depth = 7;
  reply_of(odd.move(budget));
  const std::size_t first = odd.sent.size();
  CHECK(odd.sent[first - 2] == "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7");
  CHECK(odd.sent[first - 1] == "go wtime 1500 btime 1 winc 10 binc 0 movestogo 40 depth 7");
  MoveBudget other = with_patience(kPatience);
  other.move_time = Milliseconds(250);
  other.nodes = 1000;
  reply_of(odd.move(other));
  CHECK(odd.sent.back() == "go movetime 250 nodes 1000");
  require(odd.engine().new_game({}));
  CHECK(odd.sent[odd.sent.size() - 3] == "setoption name UCI_Chess960 value false");
}

TEST_CASE("each failure has its own fault kind and evidence") {
  struct Case {
    std::string habit;
    FaultKind kind;
    std::string text;
  };
  const std::vector<Case> cases{
      {"crash@2", FaultKind::kCrash, "ended by signal 11 (Segmentation fault) after 'go'"},
      {"exit@2:3", FaultKind::kCrash, "ended with status 3 after 'go'"},
      {"leave@2", FaultKind::kDisconnect, "ended with status 0 after 'go'"},
      {"close@2", FaultKind::kDisconnect, "closed the connection but still runs after 'go'"},
      {"stall@2", FaultKind::kStall, "no answer to 'go' within 0.1 s"},
      {"empty@2", FaultKind::kRefusal, "answered 'go' with 'bestmove'"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.habit);
    DrivenUci odd({one.habit});
    odd.ready();
    odd.moves.push_back(reply_of(odd.move(with_patience(kPatience))).move);
    const Fault fault = fault_of(
        odd.move(with_patience(one.kind == FaultKind::kStall ? kLittlePatience : kPatience)));
    CHECK(fault.kind == one.kind);
    CHECK(fault.text == one.text);
    CHECK(mentions(fault.evidence, "< bestmove " + odd.moves[0]));
    CHECK(mentions(fault.evidence, "> go"));
    CHECK(!odd.engine().running());
    CHECK(odd.engine().evidence() == fault.evidence);
    // And it can be started again.
    require(odd.engine().start());
    require(odd.engine().new_game({}));
    reply_of(odd.move(with_patience(kPatience)));
  }
}

TEST_CASE("the driver does not check moves; the referee does") {
  DrivenUci odd({"illegal@1", "error@2"});
  odd.ready();
  CHECK(reply_of(odd.move(with_patience(kPatience))).move == "a1a1");
  CHECK(reply_of(odd.move(with_patience(kPatience))).move == "(none)");
  CHECK(odd.engine().running());
}

TEST_CASE("an engine that fails its handshake cannot start") {
  const auto start = [](const std::string& habit) {
    DrivenUci odd({habit});
    odd.program.start_patience = habit == "silent-start" ? kLittlePatience : kPatience;
    const Fallible failed = odd.engine().start();
    REQUIRE(failed);
    CHECK(failed->kind == FaultKind::kCannotStart);
    CHECK(!odd.engine().running());
    return failed->text;
  };
  CHECK(start("silent-start") == "did not get ready: no answer to 'uci' within 0.1 s");
  CHECK(start("crash-start") ==
        "did not get ready: ended by signal 11 (Segmentation fault) after 'uci'");

  Switchboard switchboard;
  EngineProgram missing;
  missing.program.command = {"/no/such/engine"};
  UciEngine engine(missing, switchboard);
  const Fallible failed = engine.start();
  REQUIRE(failed);
  CHECK(failed->text == "'/no/such/engine': no such program");
}

TEST_CASE("the time of a move is the time from go to bestmove") {
  DrivenUci odd({"late@1:60"});
  odd.ready();
  const auto before = Clock::now();
  const MoveReply reply = reply_of(odd.move(with_patience(kPatience)));
  CHECK(reply.elapsed >= Milliseconds(60));
  CHECK(reply.elapsed <= Clock::now() - before);
}

TEST_CASE("a bestmove that comes late is not taken for the next one") {
  DrivenUci odd({"twice@1"});
  odd.ready();
  const MoveReply first = reply_of(odd.move(with_patience(kPatience)));
  odd.moves.push_back(first.move);
  odd.wait_for_bestmoves(2);
  CHECK(reply_of(odd.move(with_patience(kPatience))).move != first.move);
}

TEST_CASE("pondering: the expected move is a hit, any other one ends the search completely") {
  DrivenUci odd({});
  odd.program.ponder = true;
  odd.ready();
  CHECK(mentions(odd.sent, "setoption name Ponder value true"));
  MoveBudget budget = with_patience(kPatience);
  budget.nodes = 100;
  const MoveReply first = reply_of(odd.move(budget));
  REQUIRE(!first.expected.empty());
  odd.moves = {first.move, first.expected};
  odd.ponder(budget);
  CHECK(odd.sent.back() == "go ponder nodes 100");

  const MoveReply second = reply_of(odd.move(budget));
  CHECK(odd.sent.back() == "ponderhit");
  CHECK(second.elapsed.count() > 0);

  odd.moves.insert(odd.moves.end(), {second.move, second.expected});
  odd.ponder(budget);
  chess::Game game;
  for (const std::string& move : odd.moves) {
    if (&move != &odd.moves.back()) game.do_move(*chess::parse_uci_move(game.position(), move));
  }
  for (const chess::Move move : chess::legal_moves(game.position())) {
    const std::string text = chess::to_uci(game.position(), move);
    if (text != odd.moves.back()) {
      odd.moves.back() = text;
      game.do_move(move);
      break;
    }
  }
  const MoveReply third = reply_of(odd.move(budget));
  const std::size_t last = odd.sent.size();
  CHECK(odd.sent[last - 4] == "stop");
  CHECK(odd.sent[last - 3] == "isready");
  CHECK(odd.sent.back() == "go nodes 100");
  CHECK(chess::parse_uci_move(game.position(), third.move));

  odd.moves.insert(odd.moves.end(), {third.move, third.expected});
  odd.ponder(budget);
  require(odd.engine().new_game({}));
  odd.moves.clear();
  reply_of(odd.move(budget));
  CHECK(odd.sent.back() == "go nodes 100");
}

TEST_CASE("an engine that ponders stops when its game is over, and plays the next one") {
  DrivenUci odd({"flood-ponder"});
  odd.ready();
  const MoveBudget budget = with_patience(kPatience);
  const MoveReply first = reply_of(odd.move(budget));
  odd.engine().idle();
  CHECK(odd.sent.back() == "go");  // nothing to stop
  odd.moves = {first.move, first.expected};
  odd.ponder(budget);
  odd.engine().idle();
  CHECK(odd.sent[odd.sent.size() - 2] == "stop");
  CHECK(odd.sent.back() == "isready");
  odd.engine().idle();
  require(odd.engine().new_game({}));
  odd.moves.clear();
  reply_of(odd.move(budget));
  CHECK(std::count(odd.sent.begin(), odd.sent.end(), "stop") == 1);
}

TEST_CASE("an engine that is lost at the end of pondering is reported by the next new game") {
  DrivenUci odd({"crash@2"});
  odd.ready();
  const MoveReply first = reply_of(odd.move(with_patience(kPatience)));
  odd.moves = {first.move, first.expected};
  odd.ponder({});
  odd.engine().idle();
  CHECK(!odd.engine().running());
  const Fallible fault = odd.engine().new_game({});
  REQUIRE(fault);
  CHECK(fault->kind == FaultKind::kCrash);
}

TEST_CASE("a bestmove that comes early, while pondering, is never the answer") {
  DrivenUci odd({"early-ponder"});
  odd.ready();
  MoveBudget budget = with_patience(kPatience);
  const MoveReply first = reply_of(odd.move(budget));
  odd.moves = {first.move, first.expected};
  odd.ponder(budget);
  odd.wait_for_bestmoves(2);
  reply_of(odd.move(budget));
  CHECK(odd.sent.back() == "go");
}

TEST_CASE("the output of a pondering engine is read while its opponent thinks") {
  DrivenUci odd({"flood-ponder"});
  odd.ready();
  EngineProgram slow = odd_program({"uci", "late:300"});
  UciEngine opponent(slow, odd.switchboard);
  require(opponent.start());
  require(opponent.new_game({}));
  const MoveBudget budget = with_patience(kPatience);
  const MoveReply first = reply_of(odd.move(budget));
  odd.moves = {first.move, first.expected};
  odd.ponder(budget);
  const std::vector<std::string> moves{first.move};
  CHECK(!reply_of(opponent.move({odd.setup, moves, alternating_sides(1), 1}, budget)).move.empty());
  const MoveReply second = reply_of(odd.move(budget));
  CHECK(odd.sent.back() == "ponderhit");
  CHECK(!second.move.empty());
}

TEST_CASE("an engine that is lost while it ponders is reported at its next move") {
  DrivenUci odd({"early-ponder", "crash@2"});
  odd.ready();
  const MoveReply first = reply_of(odd.move(with_patience(kPatience)));
  odd.moves = {first.move, first.expected};
  odd.ponder({});
  const Fault fault = fault_of(odd.move(with_patience(kPatience)));
  CHECK(fault.kind == FaultKind::kCrash);
  odd.ponder({});
  CHECK(fault_of(odd.move({})).text == fault.text);
}

TEST_CASE("a flood on stderr, an endless line and noise do not block a move") {
  DrivenUci odd({"flood-stderr", "long-line", "garbage", "help-text"});
  odd.ready();
  for (int i = 0; i < 3; ++i)
    odd.moves.push_back(reply_of(odd.move(with_patience(kPatience))).move);
  CHECK(mentions(odd.engine().evidence(), "a line of more than"));
  odd.engine().quit();
  CHECK(mentions(odd.engine().evidence(), "stderr: end of stderr"));
}

TEST_CASE("an interrupt ends the wait for a move and is not the engine's fault") {
  Interrupt interrupt;
  DrivenUci odd({"stall@1"}, &interrupt);
  odd.ready();
  std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    interrupt.raise();
  });
  const Fault fault = fault_of(odd.move(with_patience(kPatience)));
  CHECK(fault.kind == FaultKind::kInterrupted);
  CHECK(fault.text == "interrupted after 'go'");
  CHECK(odd.engine().start()->kind == FaultKind::kInterrupted);
}

TEST_CASE("an engine that ignores quit is killed") {
  DrivenUci odd({"ignores-quit"});
  odd.ready();
  odd.engine().quit();
  CHECK(!odd.engine().running());
}

TEST_CASE("the summary has the scores of the engine unchanged") {
  DrivenUci odd({"score=-250"});
  odd.ready();
  const MoveReply reply = reply_of(odd.move(with_patience(kPatience)));
  CHECK(reply.search.score == Score{Score::Kind::kValue, Score::Bound::kExact, -250});
  CHECK(reply.search.nodes == 20);
  CHECK(reply.search.selective_depth == 2);
}

}  // namespace trivium::client
