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

/// Poker games, since their bodies are the shortest.
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

TEST_CASE("a complete export has the games in order and replaces the file only at the end") {
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
  CHECK(files == 5);  // journal, its WAL and index, lock, out.log; no temporary files
}

TEST_CASE("an export ends with the first write error") {
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

TEST_CASE("a record waits for earlier games, so that it is always in order") {
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

TEST_CASE("a later run moves the games after a gap to their place") {
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

/// Truncates the record of a killed run at every `stride`-th byte.
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

TEST_CASE("the record of a killed run is completed without repetitions") { check_left_records(5); }

TEST_CASE("the record of a run killed at any byte is completed without repetitions" *
          doctest::test_suite("long")) {
  check_left_records(1);
}

TEST_CASE("earlier content of a file stays in front of the games") {
  const TemporaryFolder folder;
  folder.write("a.log", "# of another program\n");
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
  CHECK(run.text() == "# of another program\n" + logs({0, 1}));
}

TEST_CASE("a file with data of others after the games takes no more games and stays unchanged") {
  const TemporaryFolder folder;
  const std::string refused = "a.log: its data from byte 8 on are not games";
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

TEST_CASE("two finished tournaments share a file, and a repeated run of either changes nothing") {
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

TEST_CASE("only one run at a time writes a record") {
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

TEST_CASE("data written by others during the run are not overwritten") {
  const TemporaryFolder folder;
  Run run{folder};
  RecordFile record = run.record();
  run.play(0);
  REQUIRE(record.update());
  std::ofstream(folder.file("a.log"), std::ios::app) << "# of another program\n";
  run.play(1);
  CHECK(record.update().error().message.find("its data from byte 8 on are not games") !=
        std::string::npos);
  CHECK(run.text() == log_of(0) + "# of another program\n");
}

TEST_CASE("data of others after the games of a killed run are not cut off") {
  const TemporaryFolder folder;
  {
    Run run{folder};
    const RecordFile record = run.record();
    for (const std::uint64_t number : {0, 2}) run.play(number);
  }
  // Killed in a finish() that had written the game after the gap; another run came before ours.
  folder.write("a.log", logs({0, 2, 7}));
  Run run{folder};
  CHECK_FALSE(run.record().takes_games());
  CHECK(run.text() == logs({0, 2, 7}));
}

TEST_CASE("a pipe receives all games in order in every run, and so does /dev/null") {
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

TEST_CASE("a record that was removed, or moved with its journal, is written again and continued") {
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

/// Truncates the record at every `stride`-th byte.
void check_cut_records(std::size_t stride) {
  const std::string before = "# of another program\n";
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

TEST_CASE("a truncated record is completed, without partial or repeated games") {
  check_cut_records(5);
}

TEST_CASE("a record truncated at any byte is completed, without partial or repeated games" *
          doctest::test_suite("long")) {
  check_cut_records(1);
}

TEST_CASE("a replaced file gets all games after its content, with one message") {
  const std::string shorter = "# other\n";
  const std::string of_another_tournament = "STATE:7\nSTATE:8\nSTATE:9\nSTATE:10\n";
  for (const std::string& before : {std::string(), std::string("# of another program\n")}) {
    for (const std::string& other :
         {shorter, logs({7, 8, 9}), of_another_tournament, before + shorter}) {
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
        REQUIRE(run.text() == other + logs(first ? std::vector<std::uint64_t>{0, 1, 2}
                                                 : std::vector<std::uint64_t>{0, 1, 2, 3}));
      }
    }
  }
}

TEST_CASE("a record with other data after its first games is not cut and takes no games") {
  const TemporaryFolder folder;
  {
    Run run{folder};
    RecordFile record = run.record();
    for (std::uint64_t number = 0; number < 3; ++number) run.play(number);
    REQUIRE(record.finish());
  }
  for (const std::string& other :
       {log_of(0) + "# other\n", log_of(0) + log_of(1).substr(0, 3) + "\n"}) {
    CAPTURE(other);
    folder.write("a.log", other);
    CHECK(Run{folder}.refusal().find("are not games of this tournament") != std::string::npos);
    CHECK(folder.read("a.log") == other);
  }
}

TEST_CASE("games do not start within an unfinished line of others") {
  const TemporaryFolder folder;
  folder.write("a.log", "# of anothe");
  Run run{folder};
  RecordFile record = run.record();
  run.play(0);
  REQUIRE(record.finish());
  CHECK(run.text() == "# of anothe\n\n" + log_of(0));
}

TEST_CASE("a record on a full disk ends with a whole game and continues when there is space") {
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

/// Plays from the first missing game on (some games late) with a record until all `games` exist or
/// it is killed.
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

/// Kills runs of a tournament of `games` games until one ends first. Requires more than `minimum`
/// runs. The time until a kill is proportional to `games` and doubles after every 30 kills, in case
/// of a slow machine.
void check_killed_record(std::uint64_t games, int minimum) {
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
    usleep(static_cast<useconds_t>(rng.below(static_cast<std::uint32_t>(75 * games))) *
           static_cast<useconds_t>(1 << kills / 30));
    kill(child, SIGKILL);
    REQUIRE(waitpid(child, &status, 0) == child);
    ++kills;
    REQUIRE(kills < 300);
  }
  CHECK(kills > minimum);
  REQUIRE(WEXITSTATUS(status) == 0);
  CHECK(folder.read("a.log") == whole);
}

TEST_CASE(
    "kill -9 at random moments: the record of a short run holds the first games in order, and in "
    "the end each exactly once") {
  check_killed_record(60, 0);
}

TEST_CASE(
    "kill -9 at random moments: the record holds the first games in order, and in the end each "
    "exactly once" *
    doctest::test_suite("long")) {
  check_killed_record(400, 5);
}

}  // namespace
}  // namespace trivium::match
