#include "protocols/acpc/dealer_journal.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "engine/poker/rules/records.h"
#include "tests/temporary_folder.h"

namespace trivium::acpc {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// A folder that is removed at the end.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "trivium-journal-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

MatchSetup small_match(const Folder& folder) {
  MatchSetup setup;
  setup.name = folder.file("match");
  setup.game_name = "nolimit";
  setup.game = *poker::game_named("nolimit");
  setup.hands = 4;
  setup.seed = 42;
  setup.names = {"Alice", "Bob"};
  return setup;
}

/// A choice that depends only on the hand, as for a player that may be asked again.
poker::Action steady_choice(const poker::Hand& hand) {
  const auto range = hand.betting().raise_range();
  const std::size_t mix = hand.id() * 5 + hand.actions().size() * 3;
  if (mix % 4 == 0 && range) return poker::Action::raise(range->min);
  if (mix % 11 == 10 && hand.betting().can_fold()) return poker::Action::fold();
  return poker::Action::call();
}

/// Returns the time of an action, so that two matches can be compared byte for byte.
Transaction steady_transaction(const poker::Hand& hand) {
  const Timestamp sent(1700000000s + hand.id() * 100s + hand.actions().size() * 1s);
  return {steady_choice(hand), hand.id(), sent, sent + 250us};
}

/// Continues until the match is over or `actions` were played.
void play_out(Match& match, Journal& journal, int actions = 1'000'000) {
  while (!match.over()) {
    while (!match.hand().betting().finished()) {
      if (actions-- == 0) return;
      const Transaction transaction = steady_transaction(match.hand());
      REQUIRE(journal.action(transaction));
      match.act(transaction.action, transaction.received - transaction.sent);
    }
    REQUIRE(journal.hand_finished(match));
    match.next_hand();
  }
  REQUIRE(journal.match_over(match));
}

constexpr JournalOptions kFresh{.log = true, .transactions = true, .append = false};
constexpr JournalOptions kResume{.log = true, .transactions = true, .append = true};

/// Plays a whole match and returns (log, transactions).
std::pair<std::string, std::string> whole_match(const MatchSetup& setup) {
  Match match(setup);
  Result<Journal> journal = Journal::open(kFresh, match);
  REQUIRE(journal);
  play_out(match, *journal);
  return {content_of(setup.name + ".log"), content_of(setup.name + ".tlog")};
}

/// Truncates the files of a match at every `stride`-th byte.
void check_cuts(std::size_t stride) {
  const Folder folder;
  const MatchSetup setup = small_match(folder);
  const auto [log, transactions] = whole_match(setup);
  REQUIRE(std::ranges::count(log, '\n') == 4 + 4 + 1);
  const auto resume_from = [&](std::size_t log_bytes, std::size_t transaction_bytes) {
    CAPTURE(log_bytes);
    CAPTURE(transaction_bytes);
    write(setup.name + ".log", log.substr(0, log_bytes));
    write(setup.name + ".tlog", transactions.substr(0, transaction_bytes));
    {
      Match match(setup);
      Result<Journal> journal = Journal::open(kResume, match);
      REQUIRE(journal);
      play_out(match, *journal);
      const auto played = static_cast<std::int64_t>(std::ranges::count(transactions, '\n'));
      CHECK(match.used(0) + match.used(1) == played * 250us);
    }
    CHECK(content_of(setup.name + ".log") == log);
    CHECK(content_of(setup.name + ".tlog") == transactions);
  };
  for (std::size_t bytes = 0; bytes <= transactions.size(); bytes += stride)
    resume_from(log.size(), bytes);
  for (std::size_t bytes = 0; bytes <= log.size(); bytes += stride)
    resume_from(bytes, transactions.size());
  for (std::size_t bytes = 0; bytes <= log.size(); bytes += 7 * stride) {
    resume_from(bytes, transactions.size() * bytes / log.size());
  }
}

TEST_CASE("a match that is cut off, in either file, is resumed to the same log and transactions") {
  check_cuts(37);
}

TEST_CASE(
    "a match that is cut off anywhere, in either file, is resumed to the same log and "
    "transactions" *
    doctest::test_suite("long")) {
  check_cuts(1);
}

TEST_CASE("a match that was killed after any action is resumed to the same log") {
  const Folder folder;
  const MatchSetup setup = small_match(folder);
  const auto [log, transactions] = whole_match(setup);
  for (int actions = 0; actions < std::ranges::count(transactions, '\n'); ++actions) {
    {
      Match match(setup);
      Result<Journal> journal = Journal::open(kFresh, match);
      REQUIRE(journal);
      play_out(match, *journal, actions);
    }
    Match match(setup);
    Result<Journal> journal = Journal::open(kResume, match);
    REQUIRE(journal);
    CHECK(journal->remarks().empty());
    play_out(match, *journal);
    CHECK(content_of(setup.name + ".log") == log);
    CHECK(content_of(setup.name + ".tlog") == transactions);
  }
}

TEST_CASE("a lost log is written again from the transactions") {
  const Folder folder;
  const MatchSetup setup = small_match(folder);
  const std::string log = whole_match(setup).first;
  fs::remove(setup.name + ".log");
  Match match(setup);
  Result<Journal> journal = Journal::open(kResume, match);
  REQUIRE(journal);
  CHECK(match.over());
  REQUIRE(journal->match_over(match));
  CHECK(content_of(setup.name + ".log") == log);
}

TEST_CASE("transactions without a log that identifies the match are resumed with a warning") {
  const Folder folder;
  const MatchSetup setup = small_match(folder);
  const auto [log, transactions] = whole_match(setup);
  const auto remarks = [&setup](const JournalOptions& options) {
    Match match(setup);
    const Result<Journal> journal = Journal::open(options, match);
    REQUIRE(journal);
    return journal->remarks();
  };
  const std::vector<std::string> warning = {setup.name +
                                            ".tlog: there is no log to identify the match: name, "
                                            "game, seed and players are taken as given"};
  CHECK(remarks(kResume).empty());
  SUBCASE("missing") {
    fs::remove(setup.name + ".log");
    CHECK(remarks(kResume) == warning);
  }
  SUBCASE("half a first line") {
    write(setup.name + ".log", log.substr(0, log.find('\n')));
    CHECK(remarks(kResume) == warning);
  }
  SUBCASE("off") {
    CHECK(remarks({.log = false, .transactions = true, .append = true}) == warning);
  }
  SUBCASE("its first line is enough") {
    write(setup.name + ".log", log.substr(0, log.find('\n') + 1));
    CHECK(remarks(kResume).empty());
  }
  SUBCASE("nothing was played") {
    fs::remove(setup.name + ".log");
    write(setup.name + ".tlog", "");
    CHECK(remarks(kResume).empty());
  }
}

TEST_CASE("an action that took no time counts as missed, also after an interruption") {
  const Folder folder;
  const MatchSetup setup = small_match(folder);
  const auto missed = [&setup](const std::string& transactions) {
    write(setup.name + ".tlog", transactions);
    Match match(setup);
    const Result<Journal> journal = Journal::open(kResume, match);
    REQUIRE(journal);
    return journal->missed();
  };
  CHECK_FALSE(missed(""));
  CHECK_FALSE(missed("c 0 1700000000.000000 1700000000.000001\n"));
  CHECK(
      missed("c 0 1700000000.000000 1700000000.000001\nc 0 1700000001.000000 1700000001.000000\n"));
}

TEST_CASE("an existing transaction file is resumed with -a even without -T") {
  const Folder folder;
  const MatchSetup setup = small_match(folder);
  whole_match(setup);
  Match match(setup);
  REQUIRE(Journal::open({.log = true, .transactions = false, .append = true}, match));
  CHECK(match.over());
}

TEST_CASE("without a transaction file, the match is appended to the log") {
  const Folder folder;
  const MatchSetup setup = small_match(folder);
  const std::string log = whole_match(setup).first;
  fs::remove(setup.name + ".tlog");
  Match match(setup);
  Result<Journal> journal =
      Journal::open({.log = true, .transactions = false, .append = true}, match);
  REQUIRE(journal);
  play_out(match, *journal);
  CHECK(content_of(setup.name + ".log") == log + log);
  CHECK_FALSE(fs::exists(setup.name + ".tlog"));
}

TEST_CASE("a player that was late before the interruption is late after it") {
  const Folder folder;
  MatchSetup setup = small_match(folder);
  setup.limits.response = 10ms;
  write(setup.name + ".tlog", "f 0 1700000000.000000 1700000000.010001\n");
  Match match(setup);
  const int seat = match.seat_to_act();
  REQUIRE(Journal::open(kResume, match));
  CHECK(match.late(seat));
  CHECK(match.hand().id() == 1);
}

TEST_CASE("files of another match are rejected with line and cause, and stay unchanged") {
  const Folder folder;
  MatchSetup setup = small_match(folder);
  const auto [log, transactions] = whole_match(setup);
  const auto fault = [&] {
    Match match(setup);
    const Result<Journal> journal = Journal::open(kResume, match);
    REQUIRE_FALSE(journal);
    return journal.error().message;
  };
  SUBCASE("another seed") {
    setup.seed = 43;
    CHECK(fault().starts_with(setup.name + ".log, line 1: '# name/game/hands/seed"));
    CHECK(content_of(setup.name + ".log") == log);
  }
  SUBCASE("other players") {
    setup.names = {"Alice", "Carol"};
    CHECK(fault().starts_with(setup.name + ".log, line 5: 'STATE:0:"));
    CHECK(content_of(setup.name + ".log") == log);
  }
  SUBCASE("fewer hands") {
    fs::remove(setup.name + ".log");
    setup.hands = 2;
    CHECK(fault().ends_with(": an action after the last hand of the match"));
  }
  SUBCASE("an action that is illegal") {
    write(setup.name + ".tlog", "r101 0 1700000000.000000 1700000000.000250\n");
    CHECK(fault() == setup.name + ".tlog, line 1: raise to 101 is below the minimum 200");
  }
  SUBCASE("a hand out of order") {
    fs::remove(setup.name + ".log");
    write(setup.name + ".tlog",
          "f 0 1700000000.000000 1700000000.000250\nf 2 1700000000.000000 1700000000.000250\n");
    CHECK(fault() == setup.name + ".tlog, line 2: hand 2 found, hand 1 expected");
  }
  SUBCASE("a hand that was played differently") {
    write(setup.name + ".tlog", "f 0 1700000000.000000 1700000000.000250\n");
    CHECK(fault().starts_with(setup.name + ".log, line 5: 'STATE:0:"));
    CHECK(content_of(setup.name + ".log") == log);
  }
}

TEST_CASE("two dealers cannot write the same match") {
  const Folder folder;
  const MatchSetup setup = small_match(folder);
  Match match(setup);
  const Result<Journal> journal = Journal::open(kFresh, match);
  REQUIRE(journal);
  Match other(setup);
  const Result<Journal> second = Journal::open(kFresh, other);
  REQUIRE_FALSE(second);
  CHECK(second.error().message.ends_with(": another dealer is writing it"));
}

TEST_CASE("a missing folder is an error with its cause") {
  const Folder folder;
  MatchSetup setup = small_match(folder);
  setup.name = folder.file("no/such/match");
  Match match(setup);
  const Result<Journal> journal = Journal::open(kFresh, match);
  REQUIRE_FALSE(journal);
  CHECK(journal.error().message == setup.name + ".tlog: No such file or directory");
}

}  // namespace
}  // namespace trivium::acpc
