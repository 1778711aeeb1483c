#include "tools/match/record/export.h"

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

#include "engine/core/rng.h"
#include "tests/temporary_folder.h"
#include "tests/tools/match/sample_games.h"

namespace trivium::match {
namespace {

namespace fs = std::filesystem;

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
  const Status status = export_games(run.journal, kLogs, [&](std::string_view) {
    return ++pieces < 2 ? Status() : Status(Error{"file.write", "full"});
  });
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

/// A killed run leaves the record at every `stride`-th byte.
void check_left_records(std::size_t stride) {
  const std::string whole = logs({0, 1, 2});
  for (std::size_t length = 0; length <= whole.size(); length += stride) {
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

TEST_CASE("a record that a killed run left is completed, without anything twice") { check_left_records(5); }

TEST_CASE("a record that a killed run left at any byte is completed, without anything twice" * doctest::test_suite("long")) {
  check_left_records(1);
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
  const Descriptor reader(open(folder.file("a.log").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
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

/// The record is cut short at every `stride`-th byte.
void check_cut_records(std::size_t stride) {
  const std::string before = "# of somebody else\n";
  const std::string whole = before + logs({0, 1, 2});
  for (std::size_t length = before.size(); length <= whole.size(); length += stride) {
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

TEST_CASE("a record that somebody has cut short is completed, without a torn game and without anything twice") { check_cut_records(5); }

TEST_CASE("a record that somebody has cut short at any byte is completed, without a torn game and without anything twice" *
          doctest::test_suite("long")) {
  check_cut_records(1);
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

/// Plays from the first missing game on, some of them late, with a record, until it is killed or
/// all `games` are there.
int play_for_ever(const TemporaryFolder& folder, std::uint64_t games) {
  Result<Journal> journal = Journal::open(folder.file("a.db"), tournament_of("poker"));
  if (!journal) return 1;
  Result<RecordFile> record = RecordFile::open(folder.file("a.log"), *journal, kLogs);
  if (!record) return 2;
  for (std::uint64_t block = 0; block < games; block += 2) {
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

/// Kills runs of a tournament of `games` games until one ends first, which takes more than `least`
/// runs. The time until a kill is in proportion to the games, and
/// doubles after every 30 kills, since the machine may be slow.
void check_killed_record(std::uint64_t games, int least) {
  const TemporaryFolder folder;
  std::vector<std::uint64_t> all(games);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const std::string whole = logs(all);
  Rng rng(4);
  int status = -1;
  int kills = 0;
  while (!WIFEXITED(status)) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) _exit(play_for_ever(folder, games));
    usleep(static_cast<useconds_t>(rng.below(static_cast<std::uint32_t>(75 * games))) * static_cast<useconds_t>(1 << kills / 30));
    kill(child, SIGKILL);
    REQUIRE(waitpid(child, &status, 0) == child);
    ++kills;
    REQUIRE(kills < 300);
  }
  CHECK(kills > least);
  REQUIRE(WEXITSTATUS(status) == 0);
  CHECK(folder.read("a.log") == whole);
}

TEST_CASE("kill -9 at random moments: the record of a short run holds the first games in order, and in the end each exactly once") {
  check_killed_record(60, 0);
}

TEST_CASE("kill -9 at random moments: the record holds the first games in order, and in the end each exactly once" *
          doctest::test_suite("long")) {
  check_killed_record(400, 5);
}

}  // namespace
}  // namespace trivium::match
