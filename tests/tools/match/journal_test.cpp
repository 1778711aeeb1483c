#include "tools/match/record/journal.h"

#include <algorithm>
#include <csignal>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "engine/core/rng.h"
#include "models/format/load_error.h"
#include "tests/temporary_folder.h"
#include "tests/tools/match/sample_games.h"
#include "tools/match/record/sqlite.h"

namespace trivium::match {
namespace {

namespace fs = std::filesystem;

std::string refusal(const fs::path& file,
                    const TournamentIdentity& tournament = sample_tournament()) {
  const Result<Journal> journal = Journal::open(file, tournament);
  REQUIRE_FALSE(journal);
  return journal.error().message;
}

std::vector<std::uint64_t> numbers_of(const Journal& journal, std::uint64_t from = 0) {
  std::vector<std::uint64_t> numbers;
  for (const JournalEntry& entry : games_of(journal, from)) numbers.push_back(entry.number);
  return numbers;
}

bool says(const std::string& message, const std::string& part) {
  CAPTURE(message);
  CAPTURE(part);
  CHECK(message.find(part) != std::string::npos);
  return message.find(part) != std::string::npos;
}

/// Exit status of a child process that runs `work`, or 128 + the signal that ended it.
template <class Work>
int status_of_child(Work work) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(work());
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST_CASE("a game is read from the journal as it was stored") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  JournalEntry entry = sample_entry(7, "{\"text\":\"\u00e9\"}");
  entry.points = {-1234.567891, 1.0 / 3.0};
  entry.ending = "time loss";
  {
    Journal journal = opened(file);
    REQUIRE(journal.record(entry));
  }
  const std::vector<JournalEntry> games = games_of(opened(file));
  REQUIRE(games.size() == 1);
  CHECK(games[0] == entry);
}

TEST_CASE("games are read in order of their numbers, whatever the order of storing") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  Journal journal = opened(file);
  for (const std::uint64_t number : {4, 0, 1, 9, 3}) REQUIRE(journal.record(sample_entry(number)));
  CHECK(numbers_of(journal) == std::vector<std::uint64_t>{0, 1, 3, 4, 9});
  CHECK(numbers_of(journal, 3) == std::vector<std::uint64_t>{3, 4, 9});
  CHECK(journal.games() == 5);
  CHECK(journal.has(9));
  CHECK_FALSE(journal.has(2));
  CHECK(journal.first_missing() == 2);
  CHECK(journal.first_missing(3) == 5);
  CHECK(journal.first_missing(6) == 6);
}

TEST_CASE("a visitor can end the reading") {
  const TemporaryFolder folder;
  Journal journal = opened(folder.file("a.db"));
  for (std::uint64_t number = 0; number < 5; ++number)
    REQUIRE(journal.record(sample_entry(number)));
  std::uint64_t seen = 0;
  REQUIRE(journal.for_each([&](const JournalEntry& entry) { return ++seen, entry.number < 2; }));
  CHECK(seen == 3);
}

TEST_CASE("a game is stored once: neither its number nor its key can repeat") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  Journal journal = opened(file);
  REQUIRE(journal.record(sample_entry(0)));
  const Status same_number = journal.record(sample_entry(0, "{\"other\":1}"));
  REQUIRE_FALSE(same_number);
  says(same_number.error().message, "game 1: it is already in the journal");
  JournalEntry same_game = sample_entry(0);
  same_game.number = 17;
  const Status same_key = journal.record(same_game);
  REQUIRE_FALSE(same_key);
  says(same_key.error().message, "the game is there already");
  CHECK(numbers_of(journal) == std::vector<std::uint64_t>{0});
  CHECK_FALSE(journal.has(17));

  JournalEntry other_seats = sample_entry(0);
  other_seats.number = 18;
  std::ranges::reverse(other_seats.seats);
  CHECK(journal.record(other_seats));
}

TEST_CASE("equal programs under two names play two games with one opening") {
  const TemporaryFolder folder;
  TournamentIdentity tournament = sample_tournament();
  tournament.engines = {"A", "B", "C"};
  tournament.identities.assign(3, std::string(64, 'a'));
  Journal journal = opened(folder.file("a.db"), tournament);
  JournalEntry entry = sample_entry(0);
  REQUIRE(journal.record(entry));
  entry.number = 1;
  entry.seats = {0, 2};
  CHECK(journal.record(entry));
}

TEST_CASE("an invalid seat is rejected") {
  const TemporaryFolder folder;
  Journal journal = opened(folder.file("a.db"));
  JournalEntry entry = sample_entry(0);
  entry.seats = {0, 2};
  CHECK_FALSE(journal.record(entry));
  CHECK(journal.games() == 0);
}

TEST_CASE("games, engines and tournaments can neither be changed nor deleted, by any statement") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  {
    Journal journal = opened(file);
    REQUIRE(journal.record(sample_entry(0)));
  }
  Database shell = Database::open(file, Database::Mode::kReadWrite);
  for (const char* const statement :
       {"UPDATE games SET body = 'x'", "DELETE FROM games", "UPDATE engines SET identity = 'x'",
        "DELETE FROM engines", "UPDATE tournaments SET name = 'x'", "DELETE FROM tournaments",
        "INSERT OR REPLACE INTO games SELECT tournament, number, key, encounter, round, rotation, "
        "opening, seed, seats, points, ending, "
        "'x', checksum FROM games"}) {
    CAPTURE(statement);
    CHECK_THROWS_AS(shell.execute(statement), format::LoadError);
  }
  CHECK(games_of(opened(file)) == std::vector{sample_entry(0)});
}

TEST_CASE("one file holds several tournaments, each with its own games") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  {
    Journal first = opened(file, sample_tournament("first"));
    REQUIRE(first.record(sample_entry(0)));
  }
  {
    Journal second = opened(file, sample_tournament("second"));
    CHECK(second.games() == 0);
    REQUIRE(second.record(sample_entry(0)));
    REQUIRE(second.record(sample_entry(1)));
  }
  CHECK(opened(file, sample_tournament("first")).games() == 1);
  const Error unclear = Journal::open_for_reading(file, "").error();
  CHECK(unclear.code == "match.journal.which_tournament");
  CHECK(unclear.message.find("first, second") != std::string::npos);
}

TEST_CASE("facts survive, and a new value replaces the old one") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  {
    Journal journal = opened(file);
    CHECK_FALSE(*journal.fact("swiss.round.1"));
    REQUIRE(journal.set_fact("swiss.round.1", "0-1"));
    REQUIRE(journal.set_fact("swiss.round.1", "1-0"));
  }
  CHECK(*opened(file).fact("swiss.round.1") == "1-0");
  CHECK_FALSE(*opened(file, sample_tournament("other")).fact("swiss.round.1"));
}

TEST_CASE("a fact is changed from its old value, which is missing at first") {
  const TemporaryFolder folder;
  Journal journal = opened(folder.file("a.db"));
  const auto longer = [](const std::optional<std::string>& old) { return old.value_or("") + "x"; };
  CHECK(*journal.change_fact("count", longer) == "x");
  CHECK(*journal.change_fact("count", longer) == "xx");
  CHECK(*journal.fact("count") == "xx");
}

TEST_CASE("a fact that cannot be read is an error, not a fact that is missing") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  const Journal journal = opened(file);
  Database::open(file, Database::Mode::kReadWrite).execute("DROP TABLE facts");
  const auto fact = journal.fact("swiss.round.1");
  REQUIRE_FALSE(fact);
  CHECK(says(fact.error().message, "facts"));
}

TEST_CASE(
    "a tournament whose engines have changed is rejected; the message names the engine and the "
    "remedy") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  { CHECK(opened(file).record(sample_entry(0))); }
  TournamentIdentity changed = sample_tournament();
  changed.identities[1] = std::string(64, 'c');
  const std::string message = refusal(file, changed);
  says(message, "tournament 'sample'");
  says(message, "engine 'B' has changed");
  says(message, "another name (-name) or another journal (-journal)");

  TournamentIdentity more = sample_tournament();
  more.engines.emplace_back("C");
  more.identities.emplace_back("c");
  says(refusal(file, more), "started with 'A', 'B', not 'A', 'B', 'C'");

  changed.name = "second try";
  CHECK(Journal::open(file, changed));
}

TEST_CASE("a tournament whose rules have changed is rejected; the message names the rule") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  { CHECK(opened(file).record(sample_entry(0))); }
  TournamentIdentity changed = sample_tournament();
  changed.rules = R"({"game":"chess","openings":{"file":"book.epd"},"seed":1})";
  says(refusal(file, changed), R"(rule 'openings': was null, is {"file":"book.epd"})");
  changed.rules = R"({"game":"chess","openings":null})";
  says(refusal(file, changed), "rule 'seed': was 1, is not there");
  changed.rules = "damaged";
  says(refusal(file, changed), "its rules have changed");
}

TEST_CASE(
    "a tournament without games takes a new description: its first engine may not have started") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  TournamentIdentity mended = sample_tournament();
  mended.identities[1] = std::string(64, 'c');
  {
    Journal journal = opened(file);
    CHECK(journal.set_fact("engines.lost", "1"));
  }
  {
    Result<Journal> journal = Journal::open(file, mended);
    REQUIRE(journal);
    CHECK(journal->tournament() == mended);
    CHECK_FALSE(*journal->fact("engines.lost"));
    CHECK(journal->record(sample_entry(0)));
  }
  says(refusal(file), "engine 'B' has changed");
}

TEST_CASE("rules that differ are named down to single values") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  TournamentIdentity begun = sample_tournament();
  begun.rules = R"({"time":{"A":{"control":"10+0.1","margin_ms":0},"B":{"control":"1+0"}}})";
  {
    Result<Journal> journal = Journal::open(file, begun);
    REQUIRE(journal);
    CHECK(journal->record(sample_entry(0)));
  }
  begun.rules = R"({"time":{"A":{"control":"5+0.1","margin_ms":0},"B":{"control":"1+0"}}})";
  says(refusal(file, begun), R"(rule 'time.A.control': was "10+0.1", is "5+0.1")");
}

TEST_CASE(
    "two writers of one journal: the error for the second names the first; it can write after the "
    "first ends") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  fs::create_symlink(file, folder.file("link.db"));
  {
    const Journal first = opened(file);
    const std::string holder = fmt::format("process {} is writing it", getpid());
    says(refusal(file), holder);
    says(refusal(folder.file("link.db")), holder);
    CHECK(status_of_child([&] { return Journal::open(file, sample_tournament()) ? 0 : 3; }) == 3);
  }
  CHECK(status_of_child([&] { return Journal::open(file, sample_tournament()) ? 0 : 3; }) == 0);
  CHECK_FALSE(fs::exists(folder.file("a.db.lock")));
}

TEST_CASE("a journal can be read during writing and in a read-only folder") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  {
    Journal writer = opened(file);
    REQUIRE(writer.record(sample_entry(0)));
    Result<Journal> reader = Journal::open_for_reading(file, "sample");
    REQUIRE(reader);
    CHECK(reader->tournament() == sample_tournament());
    CHECK(numbers_of(*reader) == std::vector<std::uint64_t>{0});
    CHECK_FALSE(reader->record(sample_entry(1)));
    CHECK_FALSE(reader->set_fact("a", "b"));
    REQUIRE(writer.record(sample_entry(1)));
  }
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  const Result<Journal> reader = Journal::open_for_reading(file, "");
  fs::permissions(folder.path(), fs::perms::owner_all);
  REQUIRE(reader);
  CHECK(numbers_of(*reader) == std::vector<std::uint64_t>{0, 1});
}

TEST_CASE("reading a journal leaves no files and does not disturb a writer that starts meanwhile") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  const auto files = [&] {
    return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
  };
  { REQUIRE(opened(file).record(sample_entry(0))); }
  const std::string before = folder.read("a.db");
  CHECK(numbers_of(*Journal::open_for_reading(file, "")) == std::vector<std::uint64_t>{0});
  CHECK(files() == 1);
  CHECK(folder.read("a.db") == before);

  std::optional<Journal> reader = *Journal::open_for_reading(file, "");
  CHECK(games_of(*reader).size() == 1);
  {
    Journal writer = opened(file);
    REQUIRE(writer.record(sample_entry(1)));
    CHECK(games_of(*reader).size() == 2);
    reader.reset();
    REQUIRE(writer.record(sample_entry(2)));
    CHECK(fs::exists(folder.file("a.db-wal")));
    CHECK(numbers_of(*Journal::open_for_reading(file, "")) == std::vector<std::uint64_t>{0, 1, 2});
    REQUIRE(writer.record(sample_entry(3)));
  }
  CHECK(files() == 1);
  CHECK(numbers_of(*Journal::open_for_reading(file, "")) == std::vector<std::uint64_t>{0, 1, 2, 3});
}

TEST_CASE("the error for an unknown tournament lists the tournaments") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  { const Journal journal = opened(file, sample_tournament("one")); }
  { const Journal journal = opened(file, sample_tournament("two")); }
  const auto message = [&](const std::string& name) {
    const auto journal = Journal::open_for_reading(file, name);
    REQUIRE_FALSE(journal);
    return journal.error().message;
  };
  says(message("three"), "no tournament 'three'; there are: one, two");
  says(message(""), "name one tournament; there are: one, two");
  says(Journal::open_for_reading(folder.file("none.db"), "one").error().message,
       "none.db: cannot be opened: No such file or directory");
  CHECK_FALSE(fs::exists(folder.file("none.db")));
}

TEST_CASE("files of other programs are rejected and stay unchanged") {
  const TemporaryFolder folder;
  for (const std::string& text :
       {std::string("x"), std::string("[Event \"a\"]\n"), std::string(10'000, 'x')}) {
    const fs::path file = folder.write("text.pgn", text);
    says(refusal(file), "text.pgn: is no SQLite database");
    CHECK(folder.read("text.pgn") == text);
  }
  const fs::path other = folder.file("other.db");
  Database::open(other, Database::Mode::kReadWrite).execute("CREATE TABLE games(a)");
  const std::string before = folder.read("other.db");
  says(refusal(other), "is a database, but not the journal of a tournament");
  CHECK(folder.read("other.db") == before);
  says(refusal(folder.path()), folder.path().string());
  says(refusal(folder.file("no/such/folder.db")), "No such file or directory");
}

TEST_CASE("a journal of a later schema is rejected") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  { const Journal journal = opened(file); }
  Database::open(file, Database::Mode::kReadWrite).execute("PRAGMA user_version = 3");
  says(refusal(file), "is a journal of schema 3; this program knows 1 to 2");
}

TEST_CASE("a journal of an earlier schema can be read but not resumed") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  {
    Journal journal = opened(file);
    REQUIRE(journal.record(sample_entry(0)));
  }
  Database::open(file, Database::Mode::kReadWrite).execute("PRAGMA user_version = 1");
  says(refusal(file),
       "is a journal of schema 1, which can be read (status, export) but not resumed");
  const Result<Journal> read = Journal::open_for_reading(file, "");
  REQUIRE(read);
  CHECK(games_of(*read).size() == 1);
}

TEST_CASE("an empty file becomes a journal") {
  const TemporaryFolder folder;
  CHECK(opened(folder.write("a.db", "")).games() == 0);
}

/// A journal of 200 games with a recognizable text in each, as the bytes of its file.
std::string journal_bytes(const TemporaryFolder& folder) {
  {
    Journal journal = opened(folder.file("a.db"));
    for (std::uint64_t number = 0; number < 200; ++number) {
      REQUIRE(journal.record(
          sample_entry(number, fmt::format("marked-{:04}-{}", number, std::string(500, 'x')))));
    }
  }
  return folder.read("a.db");
}

TEST_CASE("a truncated journal or one with a lost page is rejected") {
  const TemporaryFolder folder;
  const std::string whole = journal_bytes(folder);
  constexpr std::size_t kPage = 4096;
  REQUIRE(whole.size() > 20 * kPage);
  says(refusal(folder.write("cut.db", whole.substr(0, whole.size() / 2))), "is damaged");
  std::string holed = whole;
  holed.replace(whole.size() / 2 / kPage * kPage, kPage, std::string(kPage, '\xA5'));
  says(refusal(folder.write("holed.db", holed)), "is damaged");
}

TEST_CASE("a single changed letter of a game is detected when the game is read") {
  const TemporaryFolder folder;
  std::string bytes = journal_bytes(folder);
  bytes[bytes.find("marked-0123-") + 3] ^= 1;
  const Journal journal = opened(folder.write("bent.db", bytes));
  std::uint64_t last = 0;
  const Status read =
      journal.for_each([&](const JournalEntry& entry) { return last = entry.number, true; });
  REQUIRE_FALSE(read);
  says(read.error().message, "bent.db: game 124 is damaged");
  CHECK(last == 122);
}

TEST_CASE(
    "a full disk is an error that loses nothing: the same game can be stored when there is space") {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  const std::string body(30'000, 'x');
  const int filled = status_of_child([&]() -> int {
    std::signal(SIGXFSZ, SIG_IGN);
    Result<Journal> journal = Journal::open(file, sample_tournament());
    if (!journal) return 1;
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlim_t all = limit.rlim_cur;
    limit.rlim_cur = 300'000;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
    std::uint64_t number = 0;
    while (number < 100 && journal->record(sample_entry(number, body))) ++number;
    if (number == 0 || number == 100) return 3;
    if (journal->has(number) || journal->games() != number) return 4;
    limit.rlim_cur = all;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 5;
    return journal->record(sample_entry(number, body)) ? 100 + static_cast<int>(number) : 6;
  });
  REQUIRE(filled > 100);
  const Journal journal = opened(file);
  const auto expected = static_cast<std::uint64_t>(filled - 100 + 1);
  CHECK(journal.games() == expected);
  CHECK(games_of(journal).size() == expected);
}

/// Stores games from the first missing one on, and writes each acknowledged number to `pipe`, until
/// it is killed.
int record_for_ever(const fs::path& file, int pipe) {
  Result<Journal> journal = Journal::open(file, sample_tournament());
  if (!journal) return 1;
  for (std::uint64_t number = journal->first_missing();; ++number) {
    // Large enough that SQLite sometimes moves its WAL into the database.
    if (!journal->record(sample_entry(number, std::string(20'000 + number % 50'000, 'x'))))
      return 2;
    if (write(pipe, &number, sizeof number) != sizeof number) return 3;
  }
}

/// Highest number that was acknowledged before the writer was killed. The kill comes at a random
/// moment after the given number of acknowledgments.
std::optional<std::uint64_t> kill_a_writer(const fs::path& file, int after, Rng& rng) {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(record_for_ever(file, ends[1]));
  close(ends[1]);
  std::optional<std::uint64_t> last;
  const auto hear = [&] {
    std::uint64_t number = 0;
    if (read(ends[0], &number, sizeof number) != sizeof number) return false;
    last = number;
    return true;
  };
  for (int heard = 0; heard < after; ++heard) REQUIRE(hear());
  usleep(static_cast<useconds_t>(rng.below(60'000)));
  REQUIRE(kill(child, SIGKILL) == 0);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  while (hear()) continue;
  close(ends[0]);
  return last;
}

void check_killed_writers(int writers) {
  const TemporaryFolder folder;
  const fs::path file = folder.file("a.db");
  Rng rng(20261122);
  std::uint64_t acknowledged = 0;
  for (int kills = 0; kills < writers; ++kills) {
    CAPTURE(kills);
    // Every other writer is killed while it opens the journal, if the machine is slow.
    if (const auto last = kill_a_writer(file, kills % 2 * 3, rng)) acknowledged = *last + 1;
    const Journal journal = opened(file);
    const std::vector<std::uint64_t> numbers = numbers_of(journal);
    // At most one game was stored and not yet acknowledged.
    REQUIRE(numbers.size() >= acknowledged);
    REQUIRE(numbers.size() <= acknowledged + 1);
    for (std::uint64_t number = 0; number < numbers.size(); ++number)
      REQUIRE(numbers[number] == number);
    REQUIRE(journal.first_missing() == numbers.size());
    acknowledged = numbers.size();
  }
  CHECK(acknowledged > static_cast<std::uint64_t>(writers));
}

TEST_CASE("after kill -9 every acknowledged game is stored once, and no game partly") {
  check_killed_writers(4);
}

TEST_CASE("kill -9 at random moments: every acknowledged game is stored once, and no game partly" *
          doctest::test_suite("long")) {
  check_killed_writers(25);
}

}  // namespace
}  // namespace trivium::match
