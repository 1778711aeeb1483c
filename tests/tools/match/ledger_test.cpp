#include "tools/match/record/ledger.h"

#include <chrono>
#include <cstdlib>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "tests/temporary_folder.h"
#include "tests/tools/match/sample_games.h"
#include "tools/match/record/shared/shared_ledger.h"
#include "tools/match/record/shared/sql.h"

namespace trivium::match {
namespace {

/// Much longer than any step that does not hang.
constexpr std::chrono::seconds kLedgerPatience{60};

/// Returns the URL of a database for tests, which postgres_test.py sets; empty without a server.
std::string test_database() {
  const char* const url = std::getenv("TRIVIUM_TEST_POSTGRES");
  return url == nullptr ? "" : url;
}

/// Returns the places in which every ledger is tested: a file, and the database if there is one.
std::vector<std::string> ledger_places(const TemporaryFolder& folder) {
  std::vector<std::string> places{folder.file("a.db").string()};
  if (!test_database().empty()) places.push_back(test_database());
  return places;
}

/// Returns a sample tournament whose name no other test has.
TournamentIdentity new_tournament() {
  static int count = 0;
  return sample_tournament(fmt::format("sample {} {}", getpid(), ++count));
}

std::unique_ptr<Ledger> ledger_at(const std::string& place, const TournamentIdentity& tournament,
                                  const RunnerOptions& runner = {}) {
  Result<std::unique_ptr<Ledger>> ledger = open_ledger(place, tournament, runner);
  if (!ledger) FAIL(ledger.error().message);
  return *std::move(ledger);
}

std::vector<std::uint64_t> claimed(Ledger& ledger, std::uint64_t end) {
  Result<std::vector<std::uint64_t>> numbers = ledger.sharing()->claim(end);
  if (!numbers) FAIL(numbers.error().message);
  return *std::move(numbers);
}

std::vector<JournalEntry> news_of(Ledger& ledger) {
  std::vector<JournalEntry> news;
  REQUIRE(ledger.sharing()->refresh([&](const JournalEntry& entry) { news.push_back(entry); }));
  return news;
}

using Numbers = std::vector<std::uint64_t>;

TEST_CASE("every ledger: a game is read as it was stored, also by a reader") {
  const TemporaryFolder folder;
  for (const std::string& place : ledger_places(folder)) {
    CAPTURE(place);
    const TournamentIdentity tournament = new_tournament();
    JournalEntry entry = sample_entry(7, "{\"text\":\"\u00e9 '\\\\\"}");
    entry.points = {-1234.567891, 1.0 / 3.0};
    entry.ending = "time loss";
    const std::unique_ptr<Ledger> ledger = ledger_at(place, tournament);
    REQUIRE(ledger->record(entry));
    CHECK(games_of(*ledger) == std::vector{entry});
    const auto reader = read_ledger(place, tournament.name);
    REQUIRE(reader);
    CHECK((*reader)->tournament() == tournament);
    CHECK(games_of(**reader) == std::vector{entry});
    CHECK((*reader)->sharing() == nullptr);
    CHECK_FALSE((*reader)->record(sample_entry(8)));
    CHECK_FALSE((*reader)->set_fact("a", "b"));
  }
}

TEST_CASE("every ledger: games are read in order of their numbers") {
  const TemporaryFolder folder;
  for (const std::string& place : ledger_places(folder)) {
    CAPTURE(place);
    const TournamentIdentity tournament = new_tournament();
    {
      const std::unique_ptr<Ledger> ledger = ledger_at(place, tournament);
      for (const std::uint64_t number : {4, 0, 1, 9, 3})
        REQUIRE(ledger->record(sample_entry(number)));
      CHECK(ledger->games() == 5);
    }
    const std::unique_ptr<Ledger> ledger = ledger_at(place, tournament);
    CHECK(ledger->games() == 5);
    CHECK(ledger->has(9));
    CHECK_FALSE(ledger->has(2));
    CHECK(ledger->first_missing() == 2);
    CHECK(ledger->first_missing(3) == 5);
    CHECK(games_of(*ledger, 3) == std::vector{sample_entry(3), sample_entry(4), sample_entry(9)});
    std::uint64_t seen = 0;
    REQUIRE(ledger->for_each([&](const JournalEntry&) { return ++seen < 2; }));
    CHECK(seen == 2);
  }
}

TEST_CASE("every ledger: a game is stored once: neither its number nor its key can repeat") {
  const TemporaryFolder folder;
  for (const std::string& place : ledger_places(folder)) {
    CAPTURE(place);
    const std::unique_ptr<Ledger> ledger = ledger_at(place, new_tournament());
    REQUIRE(ledger->record(sample_entry(0)));
    CHECK_FALSE(ledger->record(sample_entry(0, "{\"other\":1}")));
    JournalEntry same_game = sample_entry(0, "{\"other\":2}");
    same_game.number = 17;
    CHECK_FALSE(ledger->record(same_game));
    JournalEntry no_seat = sample_entry(1);
    no_seat.seats = {0, 2};
    CHECK_FALSE(ledger->record(no_seat));
    CHECK(games_of(*ledger) == std::vector{sample_entry(0)});
    CHECK(ledger->games() == 1);
  }
}

TEST_CASE("every ledger: facts survive, are replaced, and are changed from their old value") {
  const TemporaryFolder folder;
  const auto longer = [](const std::optional<std::string>& old) { return old.value_or("") + "x"; };
  for (const std::string& place : ledger_places(folder)) {
    CAPTURE(place);
    const TournamentIdentity tournament = new_tournament();
    {
      const std::unique_ptr<Ledger> ledger = ledger_at(place, tournament);
      CHECK_FALSE(*ledger->fact("swiss.round.1"));
      REQUIRE(ledger->set_fact("swiss.round.1", "0-1"));
      REQUIRE(ledger->set_fact("swiss.round.1", "1-0"));
      CHECK(*ledger->change_fact("count", longer) == "x");
      CHECK(*ledger->change_fact("count", longer) == "xx");
    }
    const std::unique_ptr<Ledger> ledger = ledger_at(place, tournament);
    CHECK(*ledger->fact("swiss.round.1") == "1-0");
    CHECK(*ledger->fact("count") == "xx");
  }
}

TEST_CASE("every ledger: other engines or rules are refused once there are games") {
  const TemporaryFolder folder;
  for (const std::string& place : ledger_places(folder)) {
    CAPTURE(place);
    const TournamentIdentity begun = new_tournament();
    TournamentIdentity changed = begun;
    changed.identities[1] = std::string(64, 'c');
    CHECK(ledger_at(place, begun)->games() == 0);
    CHECK(ledger_at(place, changed)->record(sample_entry(0)));
    const Result<std::unique_ptr<Ledger>> refused = open_ledger(place, begun);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "match.journal.other_tournament");
    CHECK(refused.error().message.find("engine 'B' has changed") != std::string::npos);
    TournamentIdentity seeded = changed;
    seeded.rules = R"({"game":"chess","openings":null,"seed":7})";
    CHECK(open_ledger(place, seeded).error().message.find("rule 'seed': was 1, is 7") !=
          std::string::npos);
  }
}

TEST_CASE("the error for an unknown tournament lists those that there are") {
  const TemporaryFolder folder;
  for (const std::string& place : ledger_places(folder)) {
    CAPTURE(place);
    const TournamentIdentity tournament = new_tournament();
    CHECK(ledger_at(place, tournament)->games() == 0);
    const auto none = read_ledger(place, "no such tournament");
    REQUIRE_FALSE(none);
    CHECK(none.error().code == "match.journal.which_tournament");
  }
}

TEST_CASE("a URL with a password is refused before anything is loaded") {
  const std::string url = "postgresql://user:secret@localhost/games";
  for (const Error& refused :
       {open_ledger(url, sample_tournament()).error(), read_ledger(url, "").error()}) {
    CHECK(refused.code == "match.journal.password");
    CHECK(refused.message.find("secret") == std::string::npos);
  }
}

// The following cases need a database.

/// Names of doctest cannot be skipped at run time, so these cases end at once without a database.
bool without_database() {
  if (test_database().empty()) MESSAGE("skipped: TRIVIUM_TEST_POSTGRES names no database");
  return test_database().empty();
}

TEST_CASE("runners claim different encounters, and what is stored is not claimed") {
  if (without_database()) return;
  const TournamentIdentity tournament = new_tournament();
  const std::unique_ptr<Ledger> first = ledger_at(test_database(), tournament);
  const std::unique_ptr<Ledger> second = ledger_at(test_database(), tournament);
  REQUIRE(first->record(sample_entry(2)));
  CHECK(claimed(*first, 3) == Numbers{0, 1});
  CHECK(claimed(*second, 3) == Numbers{3});
  CHECK(claimed(*second, 3) == Numbers{4, 5});
  CHECK(claimed(*first, 3).empty());
  // The tournament may be extended.
  CHECK(claimed(*first, 4) == Numbers{6, 7});
}

TEST_CASE("a runner that ends gives its claims back") {
  if (without_database()) return;
  const TournamentIdentity tournament = new_tournament();
  const std::unique_ptr<Ledger> second = ledger_at(test_database(), tournament);
  {
    const std::unique_ptr<Ledger> first = ledger_at(test_database(), tournament);
    CHECK(claimed(*first, 1) == Numbers{0, 1});
    REQUIRE(first->record(sample_entry(0)));
    CHECK(claimed(*second, 1).empty());
  }
  CHECK(claimed(*second, 1) == Numbers{1});
}

TEST_CASE("a tournament at which a runner plays is not replaced by one of a shorter lease") {
  if (without_database()) return;
  const TournamentIdentity begun = new_tournament();
  TournamentIdentity changed = begun;
  changed.identities[1] = std::string(64, 'c');
  const std::unique_ptr<Ledger> first = ledger_at(test_database(), begun);
  CHECK(claimed(*first, 1) == Numbers{0, 1});
  RunnerOptions hasty;
  hasty.lease = std::chrono::milliseconds(1);
  const Result<std::unique_ptr<Ledger>> refused = open_ledger(test_database(), changed, hasty);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "match.journal.other_tournament");
  CHECK(first->record(sample_entry(0)));
}

TEST_CASE("the claims of a runner that is killed run out") {
  if (without_database()) return;
  const TournamentIdentity tournament = new_tournament();
  RunnerOptions runner;
  runner.lease = std::chrono::seconds(2);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto ledger = open_ledger(test_database(), tournament, runner);
    const bool claims = ledger && (*ledger)->sharing()->claim(1)->size() == 2;
    _exit(claims ? 0 : 1);  // without destructors, as by a kill
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(status == 0);
  const std::unique_ptr<Ledger> ledger = ledger_at(test_database(), tournament, runner);
  const auto end = std::chrono::steady_clock::now() + kLedgerPatience;
  Numbers numbers;
  while (numbers.empty() && std::chrono::steady_clock::now() < end) numbers = claimed(*ledger, 1);
  CHECK(numbers == Numbers{0, 1});
}

TEST_CASE("of two results of one game the first counts, and the other is kept as evidence") {
  if (without_database()) return;
  const TournamentIdentity tournament = new_tournament();
  const std::unique_ptr<Ledger> first = ledger_at(test_database(), tournament);
  const std::unique_ptr<Ledger> second = ledger_at(test_database(), tournament);
  REQUIRE(first->record(sample_entry(0, "{\"from\":1}")));
  const Status late = second->record(sample_entry(0, "{\"from\":2}"));
  REQUIRE_FALSE(late);
  CHECK(late.error().code == kLateGame);
  CHECK(second->games() == 0);
  CHECK(news_of(*second) == std::vector{sample_entry(0, "{\"from\":1}")});
  CHECK(second->games() == 1);
  const auto connection = (*postgres_at(test_database()))();
  REQUIRE(connection);
  const auto kept = (*connection)
                        ->run(
                            "SELECT body FROM trivium.late JOIN trivium.tournaments ON id = "
                            "tournament WHERE name = $1",
                            {tournament.name});
  REQUIRE(kept);
  CHECK(kept->rows == std::vector<std::vector<std::string>>{{"{\"from\":2}"}});
}

TEST_CASE("the games of others are found once, in whatever order they come") {
  if (without_database()) return;
  const TournamentIdentity tournament = new_tournament();
  const std::unique_ptr<Ledger> first = ledger_at(test_database(), tournament);
  const std::unique_ptr<Ledger> second = ledger_at(test_database(), tournament);
  REQUIRE(second->record(sample_entry(1)));
  REQUIRE(first->record(sample_entry(5)));
  CHECK(news_of(*second) == std::vector{sample_entry(5)});
  REQUIRE(first->record(sample_entry(0)));
  REQUIRE(first->record(sample_entry(3)));
  // What refresh() has not found is not read either.
  CHECK(games_of(*second) == std::vector{sample_entry(1), sample_entry(5)});
  CHECK(news_of(*second) == std::vector{sample_entry(0), sample_entry(3)});
  CHECK(news_of(*second).empty());
  CHECK(games_of(*second).size() == 4);
}

/// Loses the answers to some commits, which the server has carried out.
class Forgetful final : public SqlConnection {
 public:
  Forgetful(std::unique_ptr<SqlConnection> connection, int& losses)
      : connection_(std::move(connection)), losses_(losses) {}

  Result<SqlAnswer> run(const std::string& statement,
                        const std::vector<std::string>& values) override {
    Result<SqlAnswer> answer = connection_->run(statement, values);
    if (statement != "COMMIT" || losses_ == 0) return answer;
    --losses_;
    return Error{kSqlLost, "the answer is lost"};
  }

 private:
  std::unique_ptr<SqlConnection> connection_;
  int& losses_;
};

TEST_CASE("a lost answer to a commit neither loses a game nor enters it as late") {
  if (without_database()) return;
  const SqlConnect connect = *postgres_at(test_database());
  int losses = 0;
  const SqlConnect forgetful = [&]() -> Result<std::unique_ptr<SqlConnection>> {
    Result<std::unique_ptr<SqlConnection>> connection = connect();
    if (!connection) return connection.error();
    return std::unique_ptr<SqlConnection>(
        std::make_unique<Forgetful>(*std::move(connection), losses));
  };
  std::vector<std::string> warnings;
  RunnerOptions runner;
  runner.warn = [&](const std::string& text) { warnings.push_back(text); };
  const auto opened = open_shared_ledger(forgetful, "database", new_tournament(), runner);
  REQUIRE(opened);
  Ledger& ledger = **opened;
  losses = 2;
  CHECK(ledger.record(sample_entry(0)));
  CHECK(losses == 0);
  CHECK(warnings.size() == 2);  // waiting, and reached again
  CHECK(games_of(ledger) == std::vector{sample_entry(0)});
  CHECK(news_of(ledger).empty());
  losses = 1;
  CHECK(*ledger.change_fact("first", [](const std::optional<std::string>& old) {
    return old.value_or("mine");
  }) == "mine");
}

TEST_CASE("a machine of another speed is warned of or refused where the clock counts") {
  if (without_database()) return;
  const TournamentIdentity tournament = new_tournament();
  std::vector<std::string> warnings;
  RunnerOptions runner;
  runner.host = "one";
  runner.speed = 1000;
  runner.speed_rule = SpeedRule::kWarn;
  runner.warn = [&](const std::string& text) { warnings.push_back(text); };
  const std::unique_ptr<Ledger> first = ledger_at(test_database(), tournament, runner);
  runner.speed = 1190;
  CHECK(ledger_at(test_database(), tournament, runner)->games() == 0);
  CHECK(warnings.empty());
  runner.host = "two";
  runner.speed = 700;
  CHECK(ledger_at(test_database(), tournament, runner)->games() == 0);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].find("(two) is 700, that of the first runner (one) was 1000") !=
        std::string::npos);
  runner.speed_rule = SpeedRule::kRefuse;
  const auto refused = open_ledger(test_database(), tournament, runner);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "match.journal.speed");
  runner.speed_rule = SpeedRule::kAny;
  const std::unique_ptr<Ledger> last = ledger_at(test_database(), tournament, runner);
  REQUIRE(last->record(sample_entry(0)));
  const auto runners = last->runners();
  REQUIRE(runners);
  REQUIRE(runners->size() == 4);
  CHECK(runners->front().host == "one");
  CHECK(runners->front().games == 0);
  CHECK_FALSE(runners->front().has_ended);
  CHECK((*runners)[1].has_ended);
  CHECK(runners->back().host == "two");
  CHECK(runners->back().speed == 700);
  CHECK(runners->back().games == 1);
  CHECK(runners->back().late == 0);
}

TEST_CASE("games, engines and tournaments in a database can neither be changed nor deleted") {
  if (without_database()) return;
  const TournamentIdentity tournament = new_tournament();
  REQUIRE(ledger_at(test_database(), tournament)->record(sample_entry(0)));
  const auto connection = (*postgres_at(test_database()))();
  REQUIRE(connection);
  for (const char* const statement :
       {"UPDATE trivium.games SET body = 'x'", "DELETE FROM trivium.games",
        "TRUNCATE trivium.games", "UPDATE trivium.engines SET identity = 'x'",
        "DELETE FROM trivium.engines", "UPDATE trivium.tournaments SET name = name || 'x'",
        "DELETE FROM trivium.tournaments"}) {
    CAPTURE(statement);
    const auto done = (*connection)->run(statement, {});
    REQUIRE_FALSE(done);
    CHECK(done.error().code == kSqlFailed);
  }
}

}  // namespace
}  // namespace trivium::match
