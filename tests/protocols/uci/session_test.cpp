#include <array>
#include <chrono>
#include <doctest/doctest.h>
#include <fstream>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "engine/chess/rules/game.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "engine/core/rng.h"
#include "tests/protocols/uci/support.h"

namespace trivium::uci {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

using line::count_lines;

// `tools/bench stop` measures the milliseconds; this detects a search that does not end.
TEST_CASE("stop is answered within seconds, even on a loaded machine") {
  line::Conversation talk(session_factory());
  for (int round = 0; round < 20; ++round) {
    talk.client().write("position startpos\ngo infinite\n");
    REQUIRE(talk.client().read_until("info depth 5"));
    talk.client().write("stop\n");
    REQUIRE(talk.client().read_until("bestmove", 5s));
  }
}

TEST_CASE("isready is answered during a search, within seconds") {
  line::Conversation talk(session_factory());
  talk.client().write("go infinite\n");
  REQUIRE(talk.client().read_until("info"));
  for (int round = 0; round < 20; ++round) {
    talk.client().write("isready\n");
    REQUIRE(talk.client().read_until("readyok", 5s));
  }
}

/// Returns one random command, in any order and with any arguments.
std::string random_command(Rng& rng, int& searches) {
  static constexpr std::array kSearches{
      "go depth 3", "go infinite",  "go ponder wtime 50 btime 50", "go movetime 5",
      "go",         "go nodes 500", "go wtime 5 btime 5",          "go mate 2",
      "go depth x", "go ponder"};
  static constexpr std::array kOthers{"stop",
                                      "ponderhit",
                                      "isready",
                                      "position startpos moves e2e4",
                                      "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
                                      "position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
                                      "position nonsense",
                                      "setoption name Hash value 2",
                                      "setoption name Threads value 2",
                                      "setoption name MultiPV value 2",
                                      "ucinewgame",
                                      "d",
                                      "eval",
                                      "nonsense",
                                      "go perft 2",
                                      "stop"};
  if (rng.below(3) == 0) {
    ++searches;
    return std::string(kSearches[rng.below(kSearches.size())]) + "\n";
  }
  return std::string(kOthers[rng.below(kOthers.size())]) + "\n";
}

void check_random_commands(int conversations) {
  Rng rng(7);
  for (int round = 0; round < conversations; ++round) {
    line::Conversation talk(session_factory());
    int searches = 0;
    std::string said;
    for (int i = 0; i < 30; ++i) {
      const std::string command = random_command(rng, searches);
      said += command;
      talk.client().write(command);
      if (rng.below(8) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(rng.below(5)));
    }
    CAPTURE(said);
    talk.client().end_input();
    CHECK(count_lines(talk.client().read_rest(), "bestmove ") == searches);
    CHECK(talk.over());
  }
}

TEST_CASE("in any order of commands, every go gets exactly one bestmove") {
  check_random_commands(10);
}

TEST_CASE("in many conversations every go gets exactly one bestmove" *
          doctest::test_suite("long")) {
  check_random_commands(40);
}

TEST_CASE("no bestmove comes before stop or ponderhit, even if the search has finished early") {
  for (const char* go : {"go infinite depth 1", "go ponder depth 1", "go ponder movetime 1",
                         "go infinite nodes 1", "go ponder wtime 1 btime 1"}) {
    CAPTURE(go);
    line::Conversation talk(session_factory());
    talk.client().write(std::string(go) + "\nisready\n");
    while (const auto line = talk.client().read_line(100ms)) CHECK(!line->starts_with("bestmove"));
    talk.client().write("stop\n");
    CHECK(talk.client().read_until("bestmove"));
  }
}

TEST_CASE("dead castling rights are dropped with an info string, and the position is set") {
  for (const auto& [fen, rights] :
       {std::pair("2r5/5p1k/p4b2/2Rp1pr1/1Pn1q3/2P3PP/P4P2/2RQ2K1 b KQkq - 0 1", " b - - 0 1"),
        std::pair("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", " w K - 0 1"),
        std::pair("rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1", " b kq - 0 1")}) {
    CAPTURE(fen);
    line::Conversation talk(session_factory());
    talk.client().write(std::string("position fen ") + fen + "\nd\n");
    const auto reported = talk.client().read_line();
    REQUIRE(reported);
    CHECK(reported->starts_with("info string FEN: castling: "));
    const auto shown = talk.client().read_until("Fen: ");
    REQUIRE(shown);
    CHECK(shown->ends_with(rights));
  }
}

TEST_CASE("pondering without a limit continues after ponderhit, and stop gets its bestmove") {
  for (const char* position :
       {"startpos",
        "fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"}) {  // in the second one nothing is left to find
    CAPTURE(position);
    line::Conversation talk(session_factory());
    talk.client().write(std::string("position ") + position + "\ngo ponder\nponderhit\nisready\n");
    CHECK(talk.client().read_until("readyok"));
    while (const auto line = talk.client().read_line(100ms)) {
      CHECK(!line->starts_with("bestmove"));
      if (line->starts_with("info depth 6 ")) break;
    }
    talk.client().write("stop\n");
    CHECK(talk.client().read_until("bestmove"));
    talk.client().write("stop\nisready\n");
    CHECK(talk.client().read_line() == "readyok");
  }
}

TEST_CASE("bestmove and principal variations are legal and do not run past the end of the game") {
  Rng rng(11);
  line::Conversation talk(session_factory());
  for (int round = 0; round < 30; ++round) {
    chess::Game game;
    std::string moves;
    for (std::uint32_t plies = rng.below(80); plies > 0 && !game.end(); --plies) {
      const chess::MoveList legal = chess::legal_moves(game.position());
      const chess::Move move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      moves += ' ' + chess::to_uci(game.position(), move);
      game.do_move(move);
    }
    if (game.end()) continue;
    talk.client().write("position startpos moves" + moves + "\ngo depth 4\n");
    while (const auto line = talk.client().read_line()) {
      const std::size_t pv = line->find(" pv ");
      const bool best = line->starts_with("bestmove ");
      if (best || pv != std::string::npos) {
        chess::Game after = game;
        std::string_view rest = std::string_view(*line).substr(best ? 9 : pv + 4);
        for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
          if (word == "ponder") continue;
          CAPTURE(*line);
          CHECK(!after.end());
          const auto move = chess::parse_uci_move(after.position(), word);
          REQUIRE(move.has_value());
          after.do_move(*move);
        }
      }
      if (best) break;
    }
  }
}

void check_vanishing(int count) {
  boost::asio::io_context io;
  std::vector<std::weak_ptr<line::Session>> sessions;
  const auto factory = [&](std::shared_ptr<line::Channel> channel) {
    SessionConfig config = test_config();
    config.hash_megabytes = 1;
    auto session = std::make_shared<Session>(std::move(channel), config);
    sessions.push_back(session);
    return session;
  };
  std::vector<line::Client> clients;
  for (int i = 0; i < count; ++i) clients.push_back(line::connect(io, factory));
  std::jthread thread([&io] { io.run(); });
  for (line::Client& client : clients) client.write("uci\nposition startpos\ngo infinite\n");
  for (line::Client& client : clients) REQUIRE(client.read_until("info depth 2"));
  for (int i = 0; i < count; i += 2) clients[static_cast<std::size_t>(i)].hang_up();
  for (int i = 1; i < count; i += 2) {
    line::Client& client = clients[static_cast<std::size_t>(i)];
    client.write("stop\ngo depth 2\n");
    CHECK(client.read_until("bestmove"));
    CHECK(client.read_until("bestmove"));
    client.write("go infinite\nquit\n");
  }
  thread.join();
  for (const auto& session : sessions) CHECK(session.expired());
}

TEST_CASE(
    "clients that disconnect during a search leave nothing behind and do not disturb others") {
  check_vanishing(6);
}

TEST_CASE("24 clients, half of which disconnect during a search, leave nothing behind" *
          doctest::test_suite("long")) {
  check_vanishing(24);
}

TEST_CASE("the end of input during a search stops it, and its answer is still sent") {
  line::Conversation talk(session_factory());
  talk.client().write("go depth 100");
  talk.client().end_input();
  CHECK(count_lines(talk.client().read_rest(), "bestmove ") == 1);
  CHECK(talk.over());
}

TEST_CASE("quit during a search ends with its bestmove") {
  line::Conversation talk(session_factory());
  talk.client().write("go infinite\n");
  REQUIRE(talk.client().read_until("info depth 2"));
  talk.client().write("go depth 3\nquit\nisready\n");
  const std::string rest = talk.client().read_rest();
  CHECK(count_lines(rest, "bestmove ") == 1);
  CHECK(count_lines(rest, "readyok") == 0);
  CHECK(talk.over());
}

TEST_CASE("commands after a search with a limit wait for it, also another go") {
  line::Conversation talk(session_factory());
  line::Client& client = talk.client();
  for (const char* first : {"go depth 5", "go nodes 20000", "go mate 1 depth 5",
                            "go movetime 200 depth 5", "go ponder depth 5\nponderhit"}) {
    CAPTURE(first);
    client.write(std::string("ucinewgame\nposition startpos\n") + first +
                 "\nposition startpos moves e2e4\ngo depth 1\n");
    CHECK(client.read_until("info depth 5 "));
    CHECK(client.read_until("bestmove"));
    CHECK(client.read_until("bestmove"));
  }
  client.write("go perft 3\ngo depth 1\n");
  CHECK(client.read_until("Nodes searched: ") == "Nodes searched: 13160");
  CHECK(client.read_until("bestmove"));
}

TEST_CASE("a go ends an unlimited search before it, and stop ends all searches") {
  line::Conversation talk(session_factory());
  line::Client& client = talk.client();
  for (const char* first : {"go infinite", "go ponder depth 1", "go ponder",
                            "go wtime 100000000 btime 100000000", "go"}) {
    CAPTURE(first);
    client.write(std::string(first) + "\ngo depth 1\nisready\n");
    CHECK(client.read_until("bestmove"));
    CHECK(client.read_until("bestmove"));
  }
  client.write("go depth 60\ngo depth 60\nbench\ngo perft 12\ngo infinite\nstop\nisready\n");
  for (int i = 0; i < 3; ++i) CHECK(client.read_until("bestmove"));
}

/// Returns the output for a script whose whole text and end are available before the session
/// begins.
std::string answers_to(const std::string& script,
                       std::chrono::milliseconds patience = line::kAnswerPatience) {
  boost::asio::io_context io;
  line::Client client = line::connect(io, session_factory());
  client.write(script);
  client.end_input();
  const std::jthread thread([&io] { io.run(); });
  return client.read_rest(patience);
}

TEST_CASE("commands before quit and the end of the input are executed completely") {
  const std::string said = answers_to(
      "uci\nposition startpos\ngo depth 6\nposition startpos moves e2e4\nsetoption name MultiPV "
      "value 2\ngo nodes 3000\nucinewgame\n"
      "go infinite\ngo movetime 30\ngo ponder depth 3\ngo wtime 100000000 btime 100000000\ngo mate "
      "1\ngo perft 3\nd\ngo depth 5\nquit\n"
      "go depth 1\n");
  CHECK(count_lines(said, "bestmove ") == 8);
  CHECK(said.find("info depth 6 ") < said.find("bestmove "));
  CHECK(count_lines(said, "Nodes searched: 13160") == 1);
  CHECK(count_lines(said, "Fen: ") == 1);
  CHECK(said.find("info depth 5 ", said.find("Fen: ")) != std::string::npos);
  CHECK(said.find("stopped") == std::string::npos);
}

TEST_CASE("a bench before quit is executed completely" * doctest::test_suite("long")) {
  // It prints nothing while it searches: 8 s alone under a sanitizer, more beside other tests.
  constexpr std::chrono::minutes kSearch{3};
  CHECK(count_lines(answers_to("bench\nquit\n", kSearch), "signature: ") == 1);
}

TEST_CASE("a large hash table is allocated before the search of a script that quits") {
  const std::string said =
      answers_to("setoption name Hash value 96\nposition startpos\ngo depth 5\nquit\n");
  CHECK(count_lines(said, "info depth 5 ") == 1);
}

TEST_CASE("a quit without the end of the input ends everything at once") {
  for (const char* work : {"go depth 60\n", "bench\n", "go perft 15\n", "go nodes 1000000000000\n",
                           "go movetime 100000000\n", "go mate 60\n"}) {
    CAPTURE(work);
    line::Conversation talk(session_factory());
    talk.client().write("position startpos\n");
    for (int i = 0; i < 50; ++i) talk.client().write(work);
    talk.client().write("isready\n");
    REQUIRE(talk.client().read_until("readyok"));
    const auto begun = Clock::now();
    talk.client().write("quit\n");
    CHECK(count_lines(talk.client().read_rest(), "bestmove ") <= 1);
    CHECK(talk.over());
    CHECK(Clock::now() - begun < 5s);  // milliseconds on an idle machine
  }
}

TEST_CASE(
    "if a hash table is larger than the machine's memory, the former one stays, also at the start, "
    "and its size is reported") {
  SessionConfig config = test_config();
  config.hash_megabytes = config.max_hash_megabytes = 1 << 30;
  line::Conversation talk(session_factory(config));
  line::Client& client = talk.client();
  client.write("uci\n");
  const auto first = client.read_line();
  REQUIRE(first);
  CHECK(first->starts_with(
      "info string error: not enough memory for a hash table of 1073741824 MB: this machine has "));
  CHECK(first->ends_with("; it stays at 16 MB"));
  CHECK(client.read_until("option name Hash ") ==
        "option name Hash type spin default 16 min 1 max 1073741824");
  client.write("setoption name Hash value 1073741824\n");
  CHECK(client.read_until("info string error") == first);
  client.write("setoption name Hash value 8\nsetoption name Hash value 1073741824\n");
  const auto later = client.read_until("info string error");
  REQUIRE(later);
  CHECK(later->ends_with("; it stays at 8 MB"));
  client.write("go depth 1\n");
  CHECK(client.read_until("bestmove"));
}

TEST_CASE("a position command of thousands of moves is read") {
  line::Conversation talk(session_factory());
  std::string command = "position startpos moves";
  for (int i = 0; i < 5000; ++i) command += " g1f3 g8f6 f3g1 f6g8";
  talk.client().write(command + "\nd\ngo depth 2\n");
  CHECK(talk.client().read_until("Repetitions: ") == "Repetitions: 5000");
  CHECK(talk.client().read_until("bestmove"));
}

TEST_CASE("an illegal move after thousands of moves is rejected like any other") {
  line::Conversation talk(session_factory());
  std::string command = "position startpos moves";
  for (int i = 0; i < 5000; ++i) command += " g1f3 g8f6 f3g1 f6g8";
  talk.client().write(command + " e2e5\ngo depth 1\nposition startpos\ngo depth 1\n");
  CHECK(talk.client().read_until("info string error: position: move 20001: "));
  CHECK(talk.client().read_until("bestmove") == "bestmove (none)");
  CHECK(talk.client().read_until("bestmove") != "bestmove (none)");
}

TEST_CASE("a line over the limit is reported and the session continues") {
  line::Conversation talk(session_factory(), {.line_bytes = 10000});
  talk.client().write("position startpos moves" + std::string(20000, ' ') + "\nisready\n");
  CHECK(talk.client().read_line() == "info string error: a line was too long and was dropped");
  CHECK(talk.client().read_line() == "readyok");
  // The lost line must have been a `position`.
  talk.client().write("go depth 1\n");
  CHECK(talk.client().read_until("bestmove") == "bestmove (none)");
  talk.client().write("position startpos\ngo depth 1\n");
  CHECK(talk.client().read_until("bestmove") != "bestmove (none)");
}

TEST_CASE("a session without weights reports why it cannot search and answers every go") {
  const ChessConfig chess{.weights = nullptr,
                          .weights_fault = "models/chess/default.json: no such file"};
  line::Conversation talk(session_factory(test_config(chess)));
  talk.client().write(
      "uci\nisready\ngo depth 1\neval\nsetoption name Hash value 4\nucinewgame\nsetoption name "
      "WeightsFile value\nquit\n");
  const std::string rest = talk.client().read_rest();
  CHECK(count_lines(rest, "uciok") == 1);
  CHECK(count_lines(rest, "readyok") == 1);
  CHECK(count_lines(rest,
                    "info string error: no weights: models/chess/default.json: no such file") == 3);
  CHECK(count_lines(rest, "bestmove (none)") == 1);
  CHECK(count_lines(
            rest, "info string error: WeightsFile: models/chess/default.json: no such file") == 1);
}

TEST_CASE("also without weights, the bestmove of an infinite search waits for stop") {
  const ChessConfig chess{.weights = nullptr, .weights_fault = "none"};
  line::Conversation talk(session_factory(test_config(chess)));
  talk.client().write("go infinite\nisready\n");
  CHECK(talk.client().read_line() == "info string error: no weights: none");
  CHECK(talk.client().read_line() == "readyok");
  talk.client().write("stop\n");
  CHECK(talk.client().read_line() == "bestmove (none)");
}

TEST_CASE(
    "a large hash table is allocated and cleared on the worker; later commands wait for it, also "
    "quit") {
  SessionConfig config = test_config();
  config.hash_megabytes = 64;
  line::Conversation talk(session_factory(config));
  talk.client().write("uci\nisready\n");
  CHECK(talk.client().read_until("uciok"));
  CHECK(talk.client().read_line() == "readyok");
  talk.client().write(
      "setoption name Hash value 96\nucinewgame\nsetoption name Clear Hash\nposition startpos "
      "moves e2e4\nisready\n"
      "setoption name Hash value 64\nd\ngo infinite\nquit\n");
  const std::string rest = talk.client().read_rest();
  CHECK(rest.find("4P3") != std::string::npos);
  CHECK(count_lines(rest, "readyok") == 1);
  CHECK(count_lines(rest, "bestmove ") == 1);
  CHECK(talk.over());
}

TEST_CASE("d says why a game is over") {
  line::Conversation talk(session_factory());
  talk.client().write("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8\nd\n");
  CHECK(talk.client().read_until("Game over: ") == "Game over: draw by repetition");
}

TEST_CASE("readyok comes after all preparations that wait in the queue") {
  line::Conversation talk(session_factory());
  talk.client().write("isready\n");
  REQUIRE(talk.client().read_until("readyok"));
  talk.client().write("setoption name Hash value 32\neval\nucinewgame\neval\nisready\n");
  REQUIRE(talk.client().read_until("readyok"));
  talk.client().write("isready\n");
  CHECK(talk.client().read_line() == "readyok");
}

TEST_CASE("many threads are started on the worker, too; later commands wait for them") {
  line::Conversation talk(session_factory());
  talk.client().write("isready\n");
  REQUIRE(talk.client().read_until("readyok"));
  talk.client().write("setoption name Threads value 24\nd\nuci\ngo depth 3\nquit\n");
  const std::string rest = talk.client().read_rest();
  REQUIRE(rest.find("uciok") != std::string::npos);
  CHECK(rest.find("uciok") < rest.find("Fen: "));  // `d` came first, and waits
  CHECK(count_lines(rest, "bestmove ") == 1);
  CHECK(talk.over());
}

TEST_CASE("the move overhead is subtracted from the time of a search") {
  line::Conversation talk(session_factory());
  talk.client().write("setoption name Move Overhead value 4900\nisready\n");
  REQUIRE(talk.client().read_until("readyok"));
  const auto begin = Clock::now();
  talk.client().write("go movetime 5000\n");
  REQUIRE(talk.client().read_until("bestmove"));
  CHECK(Clock::now() - begin < 3s);
}

/// Returns the resident memory of the process in megabytes.
std::size_t resident_megabytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  file >> size >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) >> 20;
}

TEST_CASE(
    "readyok means that the hash table's memory is allocated, so that no search spends time on "
    "it") {
  line::Conversation talk(session_factory());
  // A small table first: it is freed when the large one is allocated.
  talk.client().write("setoption name Hash value 1\nisready\n");
  CHECK(talk.client().read_line() == "readyok");
  const std::size_t before = resident_megabytes();
  talk.client().write("setoption name Hash value 256\nisready\n");
  CHECK(talk.client().read_line() == "readyok");
  CHECK(resident_megabytes() >= before + 230);
  talk.client().write("ucinewgame\nisready\n");
  CHECK(talk.client().read_line() == "readyok");
  CHECK(resident_megabytes() >= before + 230);
}

TEST_CASE("a client that disconnects while its table is allocated leaves nothing behind") {
  SessionConfig config = test_config();
  config.hash_megabytes = 128;
  std::weak_ptr<line::Session> session;
  line::Conversation talk([&](std::shared_ptr<line::Channel> channel) {
    auto made = std::make_shared<Session>(std::move(channel), config);
    session = made;
    return made;
  });
  talk.client().write("isready\ngo infinite\n");
  talk.client().hang_up();
  CHECK(talk.over());
  CHECK(session.expired());
}

TEST_CASE("quit ends a bench") {
  line::Conversation talk(session_factory());
  talk.client().write("bench\nstop\nquit\n");
  CHECK(count_lines(talk.client().read_rest(), "info string bench stopped") == 1);
}

TEST_CASE("a session can be denied access to files") {
  SessionConfig config = test_config();
  config.files = false;
  line::Conversation talk(session_factory(config));
  talk.client().write("uci\nsetoption name WeightsFile value /etc/passwd\nquit\n");
  const std::string rest = talk.client().read_rest();
  CHECK(count_lines(rest, "option name WeightsFile") == 0);
  CHECK(count_lines(rest, "info string error: no such option: 'WeightsFile'") == 1);
}

}  // namespace
}  // namespace trivium::uci
