#include <chrono>
#include <doctest/doctest.h>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/protocols/client/odd_engine.h"
#include "tests/temporary_folder.h"
#include "tests/tools/match/sample_games.h"
#include "tools/match/play/finished_game.h"
#include "tools/match/play/runner.h"
#include "tools/match/record/standings/report.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {
namespace {

using namespace std::chrono_literals;

/// Much longer than any step that does not hang.
constexpr auto kPatience = 25s;

/// Records its calls, and runs hooks of the test at each game's start and end.
class Watcher final : public Observer {
 public:
  void tournament_started(const Tournament&, const RunProgress&) override {}
  void game_started(const ScheduledGame& game, const RunProgress&) override {
    started.push_back(game);
    if (at_start) at_start();
  }
  void hands_played(const ScheduledGame&, std::uint32_t, const RunProgress&) override {}
  void game_finished(const ScheduledGame& game, const GameResult& result, const Standings&,
                     const RunProgress&) override {
    finished.push_back(game);
    endings.push_back(result.board->ending);
    if (at_end) at_end();
  }
  void warning(const std::string&) override {}
  void tournament_ended(const Standings&, const RunProgress&, const std::string& why) override {
    end = why;
  }

  std::function<void()> at_start;
  std::function<void()> at_end;
  std::vector<ScheduledGame> started;
  std::vector<ScheduledGame> finished;
  std::vector<Ending> endings;
  std::string end;
};

/// Records the reported progress of poker blocks.
class HandCounter final : public Observer {
 public:
  explicit HandCounter(std::chrono::milliseconds interval) : interval_(interval) {}

  std::chrono::milliseconds hands_interval() const override { return interval_; }
  void tournament_started(const Tournament&, const RunProgress&) override {}
  void game_started(const ScheduledGame&, const RunProgress&) override {}
  void hands_played(const ScheduledGame& game, std::uint32_t hands,
                    const RunProgress& progress) override {
    CHECK(progress.running == 1);
    reported[game.number].push_back(hands);
  }
  void game_finished(const ScheduledGame& game, const GameResult&, const Standings&,
                     const RunProgress&) override {
    reported.try_emplace(game.number);
  }
  void warning(const std::string&) override {}
  void tournament_ended(const Standings&, const RunProgress&, const std::string&) override {}

  std::map<std::uint64_t, std::vector<std::uint32_t>> reported;  ///< hands by number of the game

 private:
  std::chrono::milliseconds interval_;
};

EngineSpec odd_engine_spec(const std::string& name, std::vector<std::string> habits,
                           Restart restart = Restart::kAuto) {
  EngineSpec spec;
  spec.name = name;
  habits.insert(habits.begin(), "uci");
  spec.command = client::odd_engine(std::move(habits));
  spec.time.nodes = 10;
  spec.restart = restart;
  return spec;
}

/// Games of three moves between engines with the habits given.
Tournament small_tournament(const TemporaryFolder& folder, std::vector<EngineSpec> engines,
                            std::uint32_t rounds) {
  Tournament tournament;
  tournament.name = "small";
  tournament.engines = std::move(engines);
  tournament.schedule.rounds = rounds;
  tournament.adjudication.max_moves = 3;
  tournament.journal = folder.file("small.db");
  return tournament;
}

RunOutcome played(const Tournament& tournament, Observer& observer, RunControl& control) {
  Result<RunOutcome> outcome = run(tournament, observer, control);
  if (!outcome) FAIL(outcome.error().message);
  return *std::move(outcome);
}

RunOutcome played(const Tournament& tournament, Observer& observer) {
  RunControl control;
  return played(tournament, observer, control);
}

Replay replayed(const Tournament& tournament) {
  const Result<Journal> journal = Journal::open_for_reading(tournament.journal, "");
  if (!journal) FAIL(journal.error().message);
  Result<Replay> replayed = replay(*journal);
  if (!replayed) FAIL(replayed.error().message);
  return *std::move(replayed);
}

TEST_CASE("byes of a Swiss round are shown, in the run and afterwards") {
  const TemporaryFolder folder;
  Tournament tournament =
      small_tournament(folder,
                       {odd_engine_spec("A", {"seed=1"}), odd_engine_spec("B", {"seed=2"}),
                        odd_engine_spec("C", {"seed=3"})},
                       2);
  tournament.schedule.format = Format::kSwiss;
  Watcher watcher;
  const RunOutcome outcome = played(tournament, watcher);
  CHECK(outcome.end == RunEnd::kAllPlayed);
  CHECK(watcher.finished.size() == 4);
  const Standings again = played(tournament, watcher).standings;
  const Replay replay = replayed(tournament);
  std::uint64_t byes = 0;
  double points = 0;
  for (int engine = 0; engine < 3; ++engine) {
    byes += outcome.standings.byes(engine);
    points += outcome.standings.points(engine);
    CHECK(outcome.standings.byes(engine) <= 1);
    CHECK(again.byes(engine) == outcome.standings.byes(engine));
    CHECK(replay.standings.byes(engine) == outcome.standings.byes(engine));
  }
  CHECK(byes == 2);
  CHECK(points == 8);  // four games, and two byes that count as two each
  CHECK(report(replay.standings, replay.tournament).find("Byes") != std::string::npos);
  CHECK(report_json(replay.standings, replay.tournament).find("\"byes\":1") != std::string::npos);
}

TEST_CASE("an interrupted Swiss tournament at two tables resumes with the missing games") {
  const TemporaryFolder folder;
  Tournament tournament =
      small_tournament(folder,
                       {odd_engine_spec("A", {"seed=1"}), odd_engine_spec("B", {"seed=2"}),
                        odd_engine_spec("C", {"seed=3"}), odd_engine_spec("D", {"seed=4"})},
                       3);
  tournament.schedule = sample_swiss(4);
  tournament.concurrency = 2;
  Watcher first;
  RunControl control;
  first.at_end = [&] {
    if (first.finished.size() == 5) control.finish();
  };
  CHECK(played(tournament, first, control).end == RunEnd::kInterrupted);
  CHECK(first.end == "interrupted");
  REQUIRE(first.finished.size() >= 5);
  REQUIRE(first.finished.size() <= 6);

  Watcher second;
  std::size_t early = 0;  // games that began before the previous round was over
  second.at_start = [&] {
    if (second.started.back().round * 4 > first.finished.size() + second.finished.size()) ++early;
  };
  const RunOutcome outcome = played(tournament, second);
  CHECK(outcome.end == RunEnd::kAllPlayed);
  CHECK(outcome.progress.resumed == first.finished.size());
  CHECK(early == 0);
  std::set<std::uint64_t> numbers;
  std::map<std::uint32_t, std::multiset<int>> seats;  // by round
  for (const Watcher* watcher : {&first, &second}) {
    for (const ScheduledGame& game : watcher->finished) {
      numbers.insert(game.number);
      seats[game.round].insert(game.seats.begin(), game.seats.end());
    }
  }
  CHECK(numbers.size() == 12);
  CHECK(first.finished.size() + second.finished.size() == 12);
  for (const auto& [round, engines] : seats)
    CHECK(engines == std::multiset{0, 0, 1, 1, 2, 2, 3, 3});
}

TEST_CASE("observers of poker receive the progress of a block, at most as often as requested") {
  const auto reported = [](std::chrono::milliseconds interval) {
    const TemporaryFolder folder;
    Tournament tournament;
    tournament.game = Game::kPoker;
    tournament.poker.hands = 3;
    tournament.journal = folder.file("poker.db");
    for (const char* const name : {"A", "B"}) {
      EngineSpec engine;
      engine.name = name;
      engine.protocol = Protocol::kInternal;
      engine.options = {{"policy", "call"}};
      tournament.engines.push_back(engine);
    }
    HandCounter counter(interval);
    played(tournament, counter);
    return counter.reported;
  };
  const std::vector<std::uint32_t> each{1, 2, 3};
  CHECK(reported(0ms) == std::map<std::uint64_t, std::vector<std::uint32_t>>{{0, each}, {1, each}});
  CHECK(reported(1h) == std::map<std::uint64_t, std::vector<std::uint32_t>>{{0, {}}, {1, {}}});
}

TEST_CASE("a sequential test ends the tournament and is stored in the journal") {
  const TemporaryFolder folder;
  Tournament tournament =
      small_tournament(folder, {odd_engine_spec("A", {}), odd_engine_spec("B", {"illegal"})}, 200);
  tournament.sprt =
      learning::statistics::SprtTest{.elo0 = 0.1,
                                     .elo1 = 400,
                                     .alpha = 0.05,
                                     .beta = 0.04,
                                     .model = learning::statistics::EloModel::kLogistic};
  Watcher first;
  CHECK(played(tournament, first).end == RunEnd::kSprtH1);
  CHECK(first.end == "SPRT: H1 accepted");
  CHECK(first.finished.size() < 100);

  const Replay replay = replayed(tournament);
  CHECK(replay.tournament.sprt == tournament.sprt);
  CHECK(report(replay.standings, replay.tournament).find("H1 accepted") != std::string::npos);
  CHECK(report_json(replay.standings, replay.tournament)
            .find("\"sprt\":{\"model\":\"logistic\",\"elo0\":0.1") != std::string::npos);

  Watcher again;
  CHECK(played(tournament, again).end == RunEnd::kSprtH1);
  CHECK(again.started.empty());
  tournament.sprt.reset();
  RunControl control;
  Watcher without;
  without.at_start = [&] { control.finish(); };
  played(tournament, without, control);
  CHECK_FALSE(replayed(tournament).tournament.sprt);
}

TEST_CASE("an engine that may not be restarted loses its remaining games, in later runs too") {
  const TemporaryFolder folder;
  const Tournament tournament = small_tournament(
      folder, {odd_engine_spec("A", {}), odd_engine_spec("B", {"crash@1"}, Restart::kNever)}, 2);
  Watcher first;
  RunControl control;
  first.at_end = [&] {
    if (first.finished.size() == 2) control.finish();
  };
  CHECK(played(tournament, first, control).end == RunEnd::kInterrupted);
  CHECK(first.endings == std::vector{Ending::kCrash, Ending::kCannotStart});
  Watcher second;
  CHECK(played(tournament, second).end == RunEnd::kAllPlayed);
  CHECK(second.endings == std::vector{Ending::kCannotStart, Ending::kCannotStart});
}

TEST_CASE("without recovery a crash ends the tournament, an illegal move does not") {
  const TemporaryFolder folder;
  Tournament tournament =
      small_tournament(folder, {odd_engine_spec("A", {}), odd_engine_spec("B", {"illegal"})}, 1);
  tournament.recover = false;
  Watcher bad_moves;
  CHECK(played(tournament, bad_moves).end == RunEnd::kAllPlayed);
  CHECK(bad_moves.endings == std::vector{Ending::kIllegalMove, Ending::kIllegalMove});

  const TemporaryFolder other;
  tournament =
      small_tournament(other, {odd_engine_spec("A", {}), odd_engine_spec("B", {"crash@1"})}, 1);
  tournament.recover = false;
  Watcher crashes;
  RunControl control;
  const auto outcome = run(tournament, crashes, control);
  REQUIRE_FALSE(outcome);
  CHECK(outcome.error().message == "an engine was lost in game 1 (crash), and recover is off");
  CHECK(crashes.finished.size() == 1);
  CHECK(replayed(tournament).standings.games() == 1);
}

TEST_CASE("the pause between two games ends with the run") {
  const TemporaryFolder folder;
  Tournament tournament =
      small_tournament(folder, {odd_engine_spec("A", {}), odd_engine_spec("B", {})}, 1);
  tournament.wait = 2 * kPatience;
  Watcher watcher;
  RunControl control;
  std::jthread user;
  watcher.at_end = [&] {
    user = std::jthread([&control] {
      std::this_thread::sleep_for(200ms);
      control.finish();
    });
  };
  const auto begun = std::chrono::steady_clock::now();
  CHECK(played(tournament, watcher, control).end == RunEnd::kInterrupted);
  CHECK(watcher.finished.size() == 1);
  CHECK(std::chrono::steady_clock::now() - begun < kPatience);

  // The table does not wait for the next game.
  Watcher rest;
  CHECK(played(tournament, rest).end == RunEnd::kAllPlayed);
  CHECK(std::chrono::steady_clock::now() - begun < kPatience);
}

TEST_CASE("finishing plays the running games to their end, stopping aborts them") {
  const TemporaryFolder folder;
  Tournament tournament = small_tournament(
      folder, {odd_engine_spec("A", {}), odd_engine_spec("B", {"stall@4"}, Restart::kAuto)}, 2);
  Watcher first;
  RunControl finishing;
  first.at_start = [&] { finishing.finish(); };
  CHECK(played(tournament, first, finishing).end == RunEnd::kInterrupted);
  CHECK(first.endings == std::vector{Ending::kAdjudicated});

  // In the second game of this run B no longer answers.
  Watcher second;
  RunControl stopping;
  std::jthread user;
  second.at_start = [&] {
    if (second.started.size() < 2) return;
    user = std::jthread([&stopping] {
      stopping.finish();
      std::this_thread::sleep_for(200ms);
      stopping.stop();
    });
  };
  const auto begun = std::chrono::steady_clock::now();
  CHECK(played(tournament, second, stopping).end == RunEnd::kInterrupted);
  CHECK(second.started.size() == 2);
  CHECK(second.finished.size() == 1);
  CHECK(std::chrono::steady_clock::now() - begun < kPatience);
  CHECK(replayed(tournament).standings.games() == 2);
}

TEST_CASE("a record with data of others is an error before play, but not if all games are played") {
  const TemporaryFolder folder;
  Tournament tournament =
      small_tournament(folder, {odd_engine_spec("A", {}), odd_engine_spec("B", {})}, 1);
  tournament.record = folder.file("games.pgn");
  Watcher first;
  RunControl control;
  first.at_end = [&] { control.finish(); };
  played(tournament, first, control);
  const std::string one_game = folder.read("games.pgn");
  folder.write("games.pgn", one_game + "; of another program\n");
  Watcher second;
  RunControl unused;
  const auto refused = run(tournament, second, unused);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("are not games of this tournament") != std::string::npos);
  CHECK(second.started.empty());

  folder.write("games.pgn", one_game);
  played(tournament, second);
  const std::string both = folder.read("games.pgn") + "; of another program\n";
  folder.write("games.pgn", both);
  Watcher third;
  CHECK(played(tournament, third).end == RunEnd::kAllPlayed);
  CHECK(folder.read("games.pgn") == both);
}

TEST_CASE("a finished game is restored from its journal entry") {
  const GameCodec codec(std::nullopt);
  ScheduledGame game{
      .number = 7, .encounter = 3, .round = 2, .rotation = 1, .opening = 5, .seats = {1, 0}};
  PlayedGame won;
  won.engines = {"B", "A"};
  won.moves = {{"e2e4", true, {}, {}}};
  won.for_first = Outcome::kLoss;
  won.ending = Ending::kTimeLoss;
  won.culprit = 0;
  const JournalEntry entry = codec.entry(game, won, 11);
  CHECK(entry.points == std::vector{0.0, 1.0});
  CHECK(entry.ending == "time loss");
  CHECK(entry.seed == 11);
  CHECK(static_cast<const ScheduledGame&>(entry) == game);
  const auto read = codec.read(entry);
  REQUIRE(read);
  CHECK(std::get<PlayedGame>(*read) == won);
  JournalEntry damaged = entry;
  damaged.body = "x";
  CHECK(codec.read(damaged).error().message.starts_with("game 8: "));
}

TEST_CASE("an engine is lost if it ends, not if it plays illegal moves") {
  PlayedGame game;
  std::set<Ending> lost;
  for (int number = 0; number <= static_cast<int>(Ending::kCannotStart); ++number) {
    game.ending = static_cast<Ending>(number);
    if (engine_failure(game)) lost.insert(game.ending);
  }
  CHECK(lost ==
        std::set{Ending::kStall, Ending::kCrash, Ending::kDisconnect, Ending::kCannotStart});
  PlayedBlock block;
  block.faults.resize(1);
  block.faults[0].kind = Ending::kIllegalMove;
  CHECK_FALSE(engine_failure(block));
  block.faults.emplace_back().kind = Ending::kDisconnect;
  CHECK(engine_failure(block) == Ending::kDisconnect);
}

TEST_CASE("a tournament goes on with identities of the version that it began with") {
  const TemporaryFolder folder;
  Tournament tournament =
      small_tournament(folder, {odd_engine_spec("A", {}), odd_engine_spec("B", {})}, 1);
  tournament.schedule.engines = tournament.schedule.seats = 2;
  tournament.openings.board_size = tournament.board_size;
  {
    Result<Journal> journal = Journal::open(tournament.journal, *identify(tournament, 1));
    REQUIRE(journal);
    ScheduledGame first;
    first.seats = {0, 1};
    PlayedGame drawn;
    drawn.engines = {"A", "B"};
    REQUIRE(journal->record(GameCodec(std::nullopt).entry(first, drawn, tournament.seed)));
  }
  Watcher watcher;
  CHECK(played(tournament, watcher).end == RunEnd::kAllPlayed);
  CHECK(watcher.started.size() == 1);
  CHECK(identity_version(Journal::open_for_reading(tournament.journal, "")->tournament()) == 1);
}

}  // namespace
}  // namespace trivium::match
