// The session's own part, independent of the game.
#include <condition_variable>
#include <doctest/doctest.h>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "protocols/uci/session.h"
#include "tests/protocols/line/conversation.h"
#include "tests/protocols/uci/heap_seat.h"
#include "tests/protocols/uci/other_dialect.h"

namespace trivium::uci {
namespace {

line::SessionFactory heap_sessions(SessionConfig config = {}) {
  config.seat = [](Host& host) { return std::make_unique<HeapSeat>(host); };
  return [config](std::shared_ptr<line::Channel> channel) {
    return std::make_shared<Session>(std::move(channel), config);
  };
}

using Lines = std::vector<std::string>;

/// Returns a session's complete output for `commands`.
Lines answers(const std::string& commands, SessionConfig config = {}) {
  line::Conversation talk(heap_sessions(std::move(config)));
  talk.client().write(commands);
  talk.client().end_input();
  Lines lines;
  while (const auto line = talk.client().read_line()) lines.push_back(*line);
  return lines;
}

TEST_CASE("the options of a seat have their fixed places among the general ones") {
  Lines names;
  for (const std::string& line : answers("uci\n")) {
    if (line.starts_with("option name "))
      names.push_back(line.substr(12, line.find(" type ") - 12));
  }
  CHECK(names == Lines{"Hash", "Threads", "Ponder", "MultiPV", "Own Strength", "Move Overhead",
                       "Clear Hash", "Own Rules", "UCI_ShowWDL", "WeightsFile", "Own Files"});
}

/// Frees a slot when a game begins, and reports the settings of its player.
class SlotSeat final : public HeapSeat {
 public:
  using Claim = std::shared_ptr<std::optional<line::SearchSlots::Claim>>;

  SlotSeat(Host& host, Claim claim) : HeapSeat(host), claim_(std::move(claim)) {}

  void begin_game() override { claim_->reset(); }
  void think(const Request& request, const SearchControl& control,
             const ReportSink<std::string>& report, Answer& answer) override {
    HeapSeat::think(request, control, report, answer);
    answer.note = "hash " + std::to_string(settings_->hash_megabytes) + ", threads " +
                  std::to_string(settings_->threads);
  }

 private:
  Claim claim_;
};

/// Sessions on a server whose only slot is taken until a game begins.
line::SessionFactory sessions_without_slot() {
  SessionConfig config;
  config.search_slots = std::make_shared<line::SearchSlots>(1);
  const SlotSeat::Claim other = std::make_shared<std::optional<line::SearchSlots::Claim>>();
  other->emplace(config.search_slots, [] {});
  config.seat = [other](Host& host) { return std::make_unique<SlotSeat>(host, other); };
  return [config](std::shared_ptr<line::Channel> channel) {
    return std::make_shared<Session>(std::move(channel), config);
  };
}

TEST_CASE(
    "a search has the client's memory and threads, also after one that was stopped while it waited "
    "for a slot") {
  line::Conversation talk(sessions_without_slot());
  talk.client().write(
      "setoption name Hash value 8\nsetoption name Threads value 2\nposition "
      "startpos\ngo\nstop\nucinewgame\ngo\n");
  Lines notes;
  for (int answers = 0; answers < 2;) {
    const auto line = talk.client().read_line();
    REQUIRE(line);
    if (line->starts_with("info string hash")) notes.push_back(line->substr(12));
    if (line->starts_with("bestmove")) ++answers;
  }
  CHECK(notes.back() == "hash 8, threads 2");
}

TEST_CASE("stopping a search that waits for a slot loses no command before it") {
  line::Conversation talk(sessions_without_slot());
  talk.client().write("go\nstop\n");  // makes a player
  REQUIRE(talk.client().read_until("bestmove"));
  std::string position = "position fen 2000 moves";
  for (int i = 0; i < 1001; ++i) position += " 1";
  talk.client().write(position + "\nsetoption name Hash value 8\neval\ngo\nstop\n");
  CHECK(talk.client().read_line() ==
        "info string all search slots of this server are in use; the search waits for its turn");
  CHECK(talk.client().read_line() == "sticks 999");
  REQUIRE(talk.client().read_until("bestmove"));
  talk.client().write("ucinewgame\ngo\n");
  CHECK(talk.client().read_until("info string hash") == "info string hash 8, threads 1");
}

/// Warms up its table until it is stopped.
class ColdSeat final : public HeapSeat {
 public:
  using HeapSeat::HeapSeat;

  void warm_up(const std::stop_token& stop) override {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, stop, [] { return false; });
  }
};

TEST_CASE("a quit, and a stop of a search that waits for its table, end the warm-up of the table") {
  for (const char* commands : {"isready\ngo\nstop\n", "isready\nquit\n", "isready\neval\nquit\n"}) {
    CAPTURE(commands);
    SessionConfig config;
    config.seat = [](Host& host) { return std::make_unique<ColdSeat>(host); };
    line::Conversation talk([config](std::shared_ptr<line::Channel> channel) {
      return std::make_shared<Session>(std::move(channel), config);
    });
    talk.client().write(commands);
    REQUIRE(talk.client().read_until("readyok"));
    if (std::string(commands).ends_with("stop\n")) {
      CHECK(talk.client().read_until("bestmove"));
    } else {
      CHECK(talk.over());
    }
  }
}

TEST_CASE("a client that may name no files gets no file options of a seat") {
  SessionConfig config;
  config.files = false;
  for (const std::string& line : answers("uci\n", config)) {
    CHECK(line.find("Own Files") == std::string::npos);
    CHECK(line.find("WeightsFile") == std::string::npos);
  }
}

TEST_CASE("a search reports its lines and its note and ends with a bestmove") {
  CHECK(
      answers("position startpos moves 1 1\ngo depth 5 searchmoves 3 4\n") ==
      Lines{"info string error: go: searchmoves: '4' is illegal",
            "info depth 1 seldepth 0 multipv 1 score mate -2 nodes 0 nps 0 hashfull 0 time 0 pv 3",
            "bestmove 3"});
  CHECK(answers("position fen 7 moves 1\ngo wtime 1000 btime 2000\nquit\n").at(1) ==
        "info string clock 2000");
}

TEST_CASE("an answer without a search is sent at once, but not in analysis") {
  CHECK(answers("position fen 3\ngo depth 1\n") ==
        Lines{"info depth 0 pv 3", "info string takes all", "bestmove 3"});
  CHECK(answers("position fen 3\ngo depth 1 searchmoves 1\n").back() == "bestmove 1");
}

TEST_CASE("without a legal move the score is that of the result, and the bestmove is none") {
  CHECK(answers("position fen 1 moves 1\ngo depth 1\n") ==
        Lines{"info string the heap is empty", "info depth 0 score mate 0", "bestmove (none)"});
}

TEST_CASE("a position that the seat rejects is not searched") {
  CHECK(answers("position startpos moves 4\nd\ngo depth 1\n") ==
        Lines{"info string error: position: '4' is illegal; the position stays as it was",
              "info string the last position was refused: position: '4' is illegal; this is the "
              "one before it",
              "||||||||||",
              "info string error: go: the last position was refused: position: '4' is illegal; the "
              "one before it, 10, is not searched",
              "bestmove (none)"});
}

TEST_CASE("tools and weights are those of the seat") {
  CHECK(answers("position fen 2\nd\neval\ngo perft 1\ngo perft 2\nquit\n") ==
        Lines{"||", "sticks 2", "1: 1", "2: 1", "", "Nodes searched: 2", "",
              "info string perft stopped"});
  CHECK(answers("setoption name WeightsFile value x\n") ==
        Lines{"info string error: WeightsFile: this game needs none"});
  CHECK(answers("setoption name Own Rules value true\nucinewgame\n") ==
        Lines{"info string rules", "info string a new game"});
}

TEST_CASE("a session uses the words and units of its dialect") {
  SessionConfig config;
  config.dialect = kOther;
  const Lines greeting = answers("usi\n", config);
  CHECK(greeting.back() == "usiok");
  CHECK(greeting.at(3) == "option name USI_Hash type spin default 16 min 1 max 4096");
  CHECK(greeting.at(5) == "option name USI_Ponder type check default false");
  CHECK(answers("uci\nucinewgame\nusinewgame\n", config) ==
        Lines{"info string unknown command: uci", "info string unknown command: ucinewgame",
              "info string a new game"});
  CHECK(answers("position sfen 9\ngo btime 0 wtime 70 byoyomi 5\nquit\n", config) ==
        Lines{"info depth 1 seldepth 0 multipv 1 score mate 5 nodes 0 nps 0 hashfull 0 time 0 pv 1",
              "info string clock 5", "bestmove 1"});
  CHECK(answers("position sfen 0\ngo depth 1\n", config).back() == "bestmove resign");
}

}  // namespace
}  // namespace trivium::uci
