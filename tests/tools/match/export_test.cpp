#include "tools/match/journal/export.h"

#include <algorithm>
#include <csignal>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "engine/chess/rules/pgn.h"
#include "engine/connect6/rules/sgf.h"
#include "engine/core/rng.h"
#include "tests/tools/match/sample_games.h"
#include "tests/tools/match/temporary_folder.h"
#include "tools/match/journal/played_game.h"

namespace trivium::match {
namespace {

namespace fs = std::filesystem;
using std::chrono::microseconds;

Journal opened(const fs::path& file, const TournamentIdentity& tournament = sample_tournament()) {
  Result<Journal> journal = Journal::open(file, tournament);
  if (!journal) FAIL(journal.error().message);
  return *std::move(journal);
}

TournamentIdentity tournament_of(const std::string& game,
                                 const std::string& times = R"({"A":{"control":"10+0.1"},"B":{"control":"10+0.1"}})") {
  TournamentIdentity tournament = sample_tournament();
  tournament.rules = fmt::format(R"({{"game":"{}","time":{}}})", game, times);
  return tournament;
}

PlayedGame fools_mate() {
  PlayedGame game;
  game.engines = {"A", "B"};
  game.opening = "Barnes";
  game.moves = {{"f2f3", true, {}, {}},
                {"e7e5", true, {}, {}},
                {"g2g4", false, {Score{.value = -1234}, 12, 18, 4711, "g2g4"}, microseconds(523'400)},
                {"d8h4", false, {Score{Score::Kind::kMate, Score::Bound::kExact, 1}, 1, 1, 30, "d8h4"}, microseconds(100)}};
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
  for (const char* vertex : {"D4", "A1", "B1", "D5", "D6", "A2", "B2", "D7", "D3", "A3", "B3", "D2"}) {
    game.moves.push_back({vertex, false, {}, microseconds(0)});
  }
  game.moves[3] = {"D5", false, {Score{.value = 0}, 3, 0, 0, ""}, microseconds(2'000)};
  game.for_first = Outcome::kWin;
  game.reason = "six in a row";
  return game;
}

std::string text_of(const TournamentIdentity& tournament, const RecordOptions& options, const JournalEntry& entry) {
  const Result<RecordWriter> writer = RecordWriter::make(tournament, options);
  if (!writer) FAIL(writer.error().message);
  const Result<std::string> text = writer->text(entry);
  if (!text) FAIL(text.error().message);
  return *text;
}

TEST_CASE("a chess game in PGN, with what its engines said of each move") {
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

TEST_CASE("two time controls are two tags, and a game from elsewhere has its position") {
  PlayedGame game = fools_mate();
  game.setup.fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  game.setup.chess960 = true;
  game.moves = {{"e1h1", false, {}, microseconds(1'000)}};
  game.ending = Ending::kTimeLoss;
  game.reason = "Black loses on time";
  const std::string text =
      text_of(tournament_of("chess", R"({"A":{"control":"depth=3"}})"), {RecordFormat::kPgn, "Cup", ""}, sample_entry(0, to_json(game)));
  for (const char* part :
       {"[Event \"Cup\"]", "[Site \"?\"]", "[WhiteTimeControl \"depth=3\"]", "[BlackTimeControl \"?\"]", "[Variant \"Chess960\"]",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]", "[Termination \"time forfeit\"]", "1. O-O {0.001s, Black loses on time} 0-1"}) {
    CAPTURE(part);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("every ending has its word in PGN, and a fault a tag of its own") {
  const auto tag_of = [](Ending ending, const char* tag) {
    PlayedGame game = fools_mate();
    game.ending = ending;
    std::istringstream in(text_of(tournament_of("chess"), {}, sample_entry(0, to_json(game))));
    const auto read = chess::PgnReader(in).next();
    REQUIRE(read);
    REQUIRE(*read);
    return std::string((*read)->tag(tag).value_or(""));
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
}

TEST_CASE("a Connect-6 game in SGF, which its own reader reads") {
  const std::string text = text_of(tournament_of("connect6"), {RecordFormat::kSgf, "", ""}, sample_entry(1, to_json(six_in_a_row())));
  CHECK(
      text ==
      "(;FF[4]GM[511]SZ[7]GN[1.1.2]EV[sample]DT[1970-01-01]PB[B]PW[A]RE[B+];B[DD];W[AG];W[BG];B[DC]C[0.00/3 0.002s];B[DB];W[AF];W[BF];B[DA]"
      ";B[DE];W[AE];W[BE];B[DF]C[six in a row])\n");
  const auto game = connect6::parse_sgf(text);
  REQUIRE(game);
  CHECK(connect6::board_result(*connect6::replay(*game)) == connect6::GameResult::kBlackWins);
}

TEST_CASE("JSON lines hold the game beside its place in the tournament") {
  const JournalEntry entry = sample_entry(1, R"({"moves":[]})");
  CHECK(
      text_of(tournament_of("chess"), {RecordFormat::kJson, "", ""}, entry) ==
      R"({"number":2,"round":1,"encounter":1,"rotation":2,"opening":1,"seed":18364758544493064720,"engines":["B","A"],"points":[0.5,0.5],)"
      R"("ending":"rules","game":{"moves":[]}})"
      "\n");
  CHECK(
      text_of(tournament_of("poker"), {RecordFormat::kJson, "", ""}, sample_entry(0, "STATE:0\n")).ends_with("\"log\":\"STATE:0\\n\"}\n"));
}

TEST_CASE("poker logs are written as they are") {
  CHECK(text_of(tournament_of("poker"), {RecordFormat::kState, "", ""}, sample_entry(0, "# a\nSTATE:0\n")) == "# a\nSTATE:0\n");
}

TEST_CASE("a format for another game is refused") {
  const auto message = [](const std::string& game, RecordFormat format) {
    const auto writer = RecordWriter::make(tournament_of(game), {format, "", ""});
    REQUIRE_FALSE(writer);
    return writer.error().message;
  };
  CHECK(message("connect6", RecordFormat::kPgn) == "PGN cannot hold games of connect6; SGF can");
  CHECK(message("chess", RecordFormat::kSgf) == "SGF cannot hold games of chess; PGN can");
  CHECK(message("chess", RecordFormat::kState) == "STATE lines cannot hold games of chess; PGN can");
  CHECK(message("checkers", RecordFormat::kJson) == "tournament 'sample' does not say what is played");
  for (const Game game : {Game::kChess, Game::kConnect6, Game::kPoker}) {
    CHECK(RecordWriter::make(tournament_of(game == Game::kChess      ? "chess"
                                           : game == Game::kConnect6 ? "connect6"
                                                                     : "poker"),
                             {usual_format(game), "", ""}));
  }
}

TEST_CASE("a body that is no game of chess is an error that names the game") {
  const RecordWriter writer = *RecordWriter::make(tournament_of("chess"), {});
  CHECK(writer.text(sample_entry(4, "x")).error().message == "game 5: played game: this is no JSON: 'x'");
  PlayedGame game = fools_mate();
  game.moves[1].text = "e7e4";
  CHECK(writer.text(sample_entry(4, to_json(game))).error().message == "game 5: UCI move 'e7e4': not legal here");
}

/// Poker, as its bodies are the shortest.
const RecordOptions kLogs{RecordFormat::kState, "", ""};

std::string log_of(std::uint64_t number) { return fmt::format("STATE:{}\n", number); }
std::string logs(const std::vector<std::uint64_t>& numbers) {
  std::string text;
  for (const std::uint64_t number : numbers) text += log_of(number);
  return text;
}

/// A journal and a record in one folder.
struct Run {
  const TemporaryFolder& folder;
  Journal journal = opened(folder.file("a.db"), tournament_of("poker"));

  void play(std::uint64_t number) { REQUIRE(journal.record(sample_entry(number, log_of(number)))); }
  RecordFile record() {
    Result<RecordFile> record = RecordFile::open(folder.file("a.log"), journal, kLogs);
    if (!record) FAIL(record.error().message);
    return *std::move(record);
  }
  std::string refusal() {
    const Result<RecordFile> record = RecordFile::open(folder.file("a.log"), journal, kLogs);
    REQUIRE_FALSE(record);
    return record.error().message;
  }
  std::string text() const { return folder.read("a.log"); }
};

TEST_CASE("a whole export holds the games in order, and replaces the file only when it is complete") {
  const TemporaryFolder folder;
  Run run{folder};
  for (const std::uint64_t number : {2, 0, 5}) run.play(number);
  folder.write("out.log", "old");
  REQUIRE(export_games(run.journal, kLogs, folder.file("out.log")));
  CHECK(folder.read("out.log") == logs({0, 2, 5}));

  CHECK_FALSE(export_games(run.journal, {RecordFormat::kPgn, "", ""}, folder.file("out.log")));
  CHECK(folder.read("out.log") == logs({0, 2, 5}));
  CHECK_FALSE(export_games(run.journal, kLogs, folder.file("no/such/out.log")));
  const auto files = std::distance(fs::directory_iterator(folder.path()), {});
  CHECK(files == 5);  // journal, its WAL and index, lock, out.log: nothing temporary is left
}

TEST_CASE("an export ends with the first piece that is not taken") {
  const TemporaryFolder folder;
  Run run{folder};
  for (std::uint64_t number = 0; number < 3; ++number) run.play(number);
  int pieces = 0;
  const Status status = export_games(run.journal, kLogs, [&](std::string_view) { return ++pieces < 2 ? Status() : Status(Error{"full"}); });
  REQUIRE_FALSE(status);
  CHECK(status.error().message == "full");
  CHECK(pieces == 2);
}

TEST_CASE("a record waits for the games before, so that it is always in order") {
  const TemporaryFolder folder;
  Run run{folder};
  RecordFile record = run.record();
  run.play(1);
  REQUIRE(record.update());
  CHECK(run.text().empty());
  run.play(0);
  REQUIRE(record.update());
  CHECK(run.text() == logs({0, 1}));
  run.play(3);
  REQUIRE(record.update());
  CHECK(run.text() == logs({0, 1}));
  REQUIRE(record.finish());
  CHECK(run.text() == logs({0, 1, 3}));
}

TEST_CASE("a later run puts the games behind a gap in their place") {
  const TemporaryFolder folder;
  {
    Run run{folder};
    RecordFile record = run.record();
    for (const std::uint64_t number : {0, 2, 3}) run.play(number);
    REQUIRE(record.finish());
  }
  Run run{folder};
  RecordFile record = run.record();
  CHECK(run.text() == logs({0}));
  run.play(1);
  REQUIRE(record.update());
  CHECK(run.text() == logs({0, 1, 2, 3}));
}

TEST_CASE("a record that a killed run left at any byte is completed, without anything twice") {
  const std::string whole = logs({0, 1, 2});
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    CAPTURE(length);
    const TemporaryFolder folder;
    {
      Run run{folder};
      const RecordFile record = run.record();
      for (std::uint64_t number = 0; number < 3; ++number) run.play(number);
      folder.write("a.log", whole.substr(0, length));
    }
    Run run{folder};
    RecordFile record = run.record();
    REQUIRE(run.text() == whole);
    run.play(3);
    REQUIRE(record.update());
    REQUIRE(run.text() == logs({0, 1, 2, 3}));
  }
}

TEST_CASE("what a file held before the tournament stays in front of its games") {
  const TemporaryFolder folder;
  folder.write("a.log", "# of somebody else\n");
  {
    Run run{folder};
    RecordFile record = run.record();
    run.play(0);
    REQUIRE(record.update());
  }
  Run run{folder};
  RecordFile record = run.record();
  run.play(1);
  REQUIRE(record.finish());
  CHECK(run.text() == "# of somebody else\n" + logs({0, 1}));
}

TEST_CASE("a file in which others have written behind the games takes no more of them and stays as it is") {
  const TemporaryFolder folder;
  const std::string refused = "a.log: from byte 8 on it holds something else";
  {
    Run run{folder};
    RecordFile record = run.record();
    for (const std::uint64_t number : {0, 2}) run.play(number);
    REQUIRE(record.finish());
  }
  folder.write("a.log", log_of(0) + "# other\n");
  CHECK(Run{folder}.refusal().find(refused) != std::string::npos);
  CHECK(folder.read("a.log") == log_of(0) + "# other\n");

  const std::string followed = logs({0, 2}) + "# more\n";
  folder.write("a.log", followed);
  Run run{folder};
  {
    RecordFile record = run.record();
    CHECK(record.takes_games().error().message.find(refused) != std::string::npos);
    CHECK(record.finish());
  }
  {
    RecordFile record = run.record();
    run.play(1);
    CHECK(record.update().error().message.find(refused) != std::string::npos);
    CHECK_FALSE(record.finish());
  }
  CHECK(run.refusal().find(refused) != std::string::npos);
  CHECK(run.text() == followed);
}

TEST_CASE("two finished tournaments stand in one file, and each is content with it when it is asked again") {
  const TemporaryFolder folder;
  const auto play = [&folder](const std::string& journal_name) {
    Journal journal = opened(folder.file(journal_name), tournament_of("poker"));
    Result<RecordFile> record = RecordFile::open(folder.file("both.log"), journal, kLogs);
    if (!record) FAIL(record.error().message);
    for (std::uint64_t number = 0; number < 2; ++number) {
      if (journal.has(number)) continue;
      CHECK(record->takes_games());
      REQUIRE(journal.record(sample_entry(number, log_of(number))));
      REQUIRE(record->update());
    }
    CHECK(record->finish());
  };
  for (const char* journal : {"a.db", "b.db", "a.db", "b.db"}) play(journal);
  CHECK(folder.read("both.log") == logs({0, 1, 0, 1}));
}

TEST_CASE("a record belongs to one run at a time") {
  const TemporaryFolder folder;
  Run run{folder};
  RecordFile record = run.record();
  Journal other = opened(folder.file("b.db"), tournament_of("poker"));
  const auto second = RecordFile::open(folder.file("a.log"), other, kLogs);
  REQUIRE_FALSE(second);
  CHECK(second.error().message.ends_with("a.log: another run is writing it"));
  run.play(0);
  REQUIRE(record.finish());
  CHECK(RecordFile::open(folder.file("a.log"), other, kLogs));
  CHECK(run.text() == log_of(0));
}

TEST_CASE("what others write into the file during the run is not written over") {
  const TemporaryFolder folder;
  Run run{folder};
  RecordFile record = run.record();
  run.play(0);
  REQUIRE(record.update());
  std::ofstream(folder.file("a.log"), std::ios::app) << "# of somebody else\n";
  run.play(1);
  CHECK(record.update().error().message.find("from byte 8 on it holds something else") != std::string::npos);
  CHECK(run.text() == log_of(0) + "# of somebody else\n");
}

TEST_CASE("text of others behind the games of a killed run is not cut off with them") {
  const TemporaryFolder folder;
  {
    Run run{folder};
    const RecordFile record = run.record();
    for (const std::uint64_t number : {0, 2}) run.play(number);
  }
  // Killed by a finish() that had written the game behind the gap; another run came before ours was given again.
  folder.write("a.log", logs({0, 2, 7}));
  Run run{folder};
  CHECK_FALSE(run.record().takes_games());
  CHECK(run.text() == logs({0, 2, 7}));
}

TEST_CASE("a pipe takes all games in order, in every run anew, and /dev/null as well") {
  const TemporaryFolder folder;
  REQUIRE(mkfifo(folder.file("a.log").c_str(), 0600) == 0);
  const line::Descriptor reader(open(folder.file("a.log").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  REQUIRE(reader.get() >= 0);
  const auto taken = [&reader] {
    std::string text(100, '\0');
    const ssize_t count = read(reader.get(), text.data(), text.size());
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
  };
  Run run{folder};
  RecordFile record = run.record();
  for (const std::uint64_t number : {1, 0, 3}) {
    run.play(number);
    REQUIRE(record.update());
  }
  CHECK(taken() == logs({0, 1}));
  REQUIRE(record.finish());
  CHECK(taken() == log_of(3));
  const RecordFile again = run.record();
  CHECK(taken() == logs({0, 1}));
  Result<RecordFile> nowhere = RecordFile::open("/dev/null", run.journal, kLogs);
  REQUIRE(nowhere);
  CHECK(nowhere->finish());
}

TEST_CASE("a record that was taken away, or moved with its journal, is made again and gone on with") {
  const TemporaryFolder folder;
  const TemporaryFolder elsewhere;
  {
    Run run{folder};
    RecordFile record = run.record();
    run.play(0);
    REQUIRE(record.finish());
  }
  fs::remove(folder.file("a.log"));
  {
    Run run{folder};
    RecordFile record = run.record();
    CHECK(run.text() == log_of(0));
    run.play(1);
    REQUIRE(record.finish());
  }
  for (const char* name : {"a.db", "a.log"}) fs::rename(folder.file(name), elsewhere.file(name));
  Run run{elsewhere};
  const RecordFile record = run.record();
  CHECK(run.text() == logs({0, 1}));
}

TEST_CASE("a record that somebody has cut short at any byte is completed, without a torn game and without anything twice") {
  const std::string before = "# of somebody else\n";
  const std::string whole = before + logs({0, 1, 2});
  for (std::size_t length = before.size(); length <= whole.size(); ++length) {
    CAPTURE(length);
    const TemporaryFolder folder;
    folder.write("a.log", before);
    {
      Run run{folder};
      RecordFile record = run.record();
      for (std::uint64_t number = 0; number < 3; ++number) run.play(number);
      REQUIRE(record.finish());
    }
    folder.write("a.log", whole.substr(0, length));
    Run run{folder};
    RecordFile record = run.record();
    REQUIRE(run.text() == whole);
    run.play(3);
    REQUIRE(record.finish());
    REQUIRE(run.text() == before + logs({0, 1, 2, 3}));
  }
}

TEST_CASE("a file that was replaced by another has all games behind what it holds, and that is told once") {
  const std::string shorter = "# other\n";
  const std::string of_another_tournament = "STATE:7\nSTATE:8\nSTATE:9\nSTATE:10\n";
  for (const std::string& before : {std::string(), std::string("# of somebody else\n")}) {
    for (const std::string& other : {shorter, logs({7, 8, 9}), of_another_tournament, before + shorter}) {
      CAPTURE(before);
      CAPTURE(other);
      const TemporaryFolder folder;
      folder.write("a.log", before);
      {
        Run run{folder};
        RecordFile record = run.record();
        CHECK(record.note().empty());
        for (std::uint64_t number = 0; number < 3; ++number) run.play(number);
        REQUIRE(record.finish());
      }
      folder.write("a.log", other);
      for (const bool first : {true, false}) {
        Run run{folder};
        RecordFile record = run.record();
        CHECK(record.note().empty() != first);
        REQUIRE(record.takes_games());
        if (!first) run.play(3);
        REQUIRE(record.finish());
        REQUIRE(run.text() == other + logs(first ? std::vector<std::uint64_t>{0, 1, 2} : std::vector<std::uint64_t>{0, 1, 2, 3}));
      }
    }
  }
}

TEST_CASE("a record that begins with games and goes on with something else is not cut and takes no games") {
  const TemporaryFolder folder;
  {
    Run run{folder};
    RecordFile record = run.record();
    for (std::uint64_t number = 0; number < 3; ++number) run.play(number);
    REQUIRE(record.finish());
  }
  for (const std::string& other : {log_of(0) + "# other\n", log_of(0) + log_of(1).substr(0, 3) + "\n"}) {
    CAPTURE(other);
    folder.write("a.log", other);
    CHECK(Run{folder}.refusal().find("it holds something else than the games of this tournament") != std::string::npos);
    CHECK(folder.read("a.log") == other);
  }
}

TEST_CASE("games do not begin within a line that others have left unfinished") {
  const TemporaryFolder folder;
  folder.write("a.log", "# of somebo");
  Run run{folder};
  RecordFile record = run.record();
  run.play(0);
  REQUIRE(record.finish());
  CHECK(run.text() == "# of somebo\n\n" + log_of(0));
}

TEST_CASE("a record on a full disk ends with a whole game, and goes on when there is room") {
  const TemporaryFolder folder;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    Run run{folder};
    for (std::uint64_t number = 0; number < 2; ++number) run.play(number);
    RecordFile record = run.record();
    run.play(2);
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlim_t all = limit.rlim_cur;
    limit.rlim_cur = logs({0, 1}).size() + 3;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(2);
    if (record.update() || run.text() != logs({0, 1})) _exit(3);
    limit.rlim_cur = all;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(4);
    _exit(record.update() && run.text() == logs({0, 1, 2}) ? 0 : 5);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

/// Plays from the first missing game on, some of them late, with a record, until it is killed or all 400 are there.
int play_for_ever(const TemporaryFolder& folder) {
  Result<Journal> journal = Journal::open(folder.file("a.db"), tournament_of("poker"));
  if (!journal) return 1;
  Result<RecordFile> record = RecordFile::open(folder.file("a.log"), *journal, kLogs);
  if (!record) return 2;
  for (std::uint64_t block = 0; block < 400; block += 2) {
    for (const std::uint64_t number : {block + 1, block}) {
      if (journal->has(number)) continue;
      if (!journal->record(sample_entry(number, log_of(number))) || !record->update()) return 3;
      if (number % 7 == 0) {
        if (!record->finish()) return 4;
        record = RecordFile::open(folder.file("a.log"), *journal, kLogs);
        if (!record) return 5;
      }
    }
  }
  return 0;
}

TEST_CASE("kill -9 at random moments: the record holds the first games in order, and in the end each exactly once") {
  const TemporaryFolder folder;
  std::vector<std::uint64_t> all(400);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const std::string whole = logs(all);
  Rng rng(4);
  int status = -1;
  int kills = 0;
  while (!WIFEXITED(status)) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) _exit(play_for_ever(folder));
    usleep(static_cast<useconds_t>(rng.below(30'000)) * static_cast<useconds_t>(1 + kills / 20));
    kill(child, SIGKILL);
    REQUIRE(waitpid(child, &status, 0) == child);
    ++kills;
    REQUIRE(kills < 300);
  }
  CHECK(kills > 5);
  REQUIRE(WEXITSTATUS(status) == 0);
  CHECK(folder.read("a.log") == whole);
}

}  // namespace
}  // namespace trivium::match
