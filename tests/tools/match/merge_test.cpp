#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/format/load_error.h"
#include "tests/temporary_folder.h"
#include "tests/tools/match/sample_games.h"
#include "tools/match/play/game_source.h"
#include "tools/match/play/journal_facts.h"

namespace trivium::match {
namespace {

namespace fs = std::filesystem;

TournamentIdentity parted_tournament(const std::string& format = "roundrobin") {
  TournamentIdentity tournament = sample_tournament();
  tournament.rules = R"({"game":"chess","schedule":{"format":")" + format + R"(","games":2}})";
  return tournament;
}

/// Journals of parts of a tournament of ten games, two in an encounter.
class Parts {
 public:
  static constexpr std::uint64_t kGames = 10;

  fs::path file(const std::string& name) const { return folder_.file(name); }

  /// Writes the journal of a part without the games `but`.
  fs::path part(const Part& part, const std::vector<std::uint64_t>& but = {},
                const TournamentIdentity& tournament = parted_tournament()) const {
    const fs::path path = file("part" + std::to_string(part.number) + ".db");
    Journal journal = opened(path, tournament);
    keep_part(journal, part, kGames);
    for (std::uint64_t number = 0; number < kGames; ++number) {
      if (part.has(number / 2) && std::ranges::find(but, number) == but.end())
        REQUIRE(journal.record(sample_entry(number)));
    }
    return path;
  }

  std::vector<fs::path> three() const { return {part({0, 3}), part({1, 3}), part({2, 3})}; }

  /// Error code of the merge, which must leave no file.
  std::string refusal(const std::vector<fs::path>& parts, const std::string& one,
                      const std::string& other) const {
    const Result<std::uint64_t> merged = merge_parts(parts, "", file("out.db"));
    REQUIRE_FALSE(merged);
    CAPTURE(merged.error().message);
    CHECK(merged.error().message.find(one) != std::string::npos);
    CHECK(merged.error().message.find(other) != std::string::npos);
    CHECK_FALSE(fs::exists(file("out.db")));
    CHECK_FALSE(fs::exists(file("out.db.part")));
    return merged.error().code;
  }

 private:
  TemporaryFolder folder_;
};

std::vector<JournalEntry> games_in(const fs::path& file) {
  const Result<Journal> journal = Journal::open_for_reading(file, "");
  if (!journal) FAIL(journal.error().message);
  return games_of(*journal);
}

/// Numbers of the games that a run with `options` offers.
std::vector<std::uint64_t> offered(const ScheduleOptions& options, Journal& journal) {
  Standings standings(journal.tournament().engines, options.games);
  Result<GameSource> source = GameSource::make(options, journal, standings);
  if (!source) FAIL(source.error().message);
  std::vector<std::uint64_t> numbers;
  for (;;) {
    const Result<GameSource::Next> next = source->next();
    REQUIRE(next);
    if (!next->game) return numbers;
    numbers.push_back(next->game->number);
  }
}

}  // namespace

TEST_CASE("a part offers its own games that the journal lacks") {
  const TemporaryFolder folder;
  Journal journal = opened(folder.file("a.db"));
  const ScheduleOptions options{.rounds = 5, .part = {1, 3}};
  CHECK(offered(options, journal) == std::vector<std::uint64_t>{2, 3, 8, 9});
  REQUIRE(journal.record(sample_entry(2)));
  REQUIRE(journal.record(sample_entry(8)));
  CHECK(offered(options, journal) == std::vector<std::uint64_t>{3, 9});
}

TEST_CASE("a journal holds one part") {
  const TemporaryFolder folder;
  Journal journal = opened(folder.file("a.db"));
  keep_part(journal, {0, 3}, 10);
  keep_part(journal, {1, 3}, 10);  // no game was played
  REQUIRE(journal.record(sample_entry(2)));
  keep_part(journal, {1, 3}, 20);  // a longer tournament
  const auto kept = kept_part(journal);
  REQUIRE(kept);
  CHECK(kept->part == Part{1, 3});
  CHECK(kept->games == 20);
  for (const Part& other : {Part{2, 3}, Part{1, 2}, Part{}}) {
    const Status refused = format::or_error([&] { keep_part(journal, other, 20); });
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "match.part.other");
    CHECK(refused.error().message.find("part 1/3") != std::string::npos);
  }
}

TEST_CASE("a journal of a whole tournament takes no part") {
  const TemporaryFolder folder;
  Journal journal = opened(folder.file("a.db"));
  keep_part(journal, {}, 10);
  REQUIRE(journal.record(sample_entry(0)));
  keep_part(journal, {}, 10);
  CHECK_FALSE(kept_part(journal));
  CHECK_THROWS_AS(keep_part(journal, {0, 3}, 10), format::LoadError);
}

TEST_CASE("merged parts have the games of the whole tournament, and the parts are unchanged") {
  const Parts parts;
  std::vector<fs::path> three = parts.three();
  std::ranges::reverse(three);
  const std::vector<JournalEntry> of_one = games_in(three[0]);
  const Result<std::uint64_t> merged = merge_parts(three, "", parts.file("out.db"));
  if (!merged) FAIL(merged.error().message);
  CHECK(*merged == Parts::kGames);
  std::vector<JournalEntry> all;
  for (std::uint64_t number = 0; number < Parts::kGames; ++number)
    all.push_back(sample_entry(number));
  CHECK(games_in(parts.file("out.db")) == all);
  CHECK(games_in(three[0]) == of_one);
  CHECK_FALSE(fs::exists(parts.file("out.db.part")));
}

TEST_CASE("a merged journal goes on as that of a whole tournament") {
  const Parts parts;
  REQUIRE(merge_parts(parts.three(), "", parts.file("out.db")));
  Journal journal = opened(parts.file("out.db"), parted_tournament());
  CHECK_FALSE(kept_part(journal));
  CHECK(offered({.rounds = 6}, journal) == std::vector<std::uint64_t>{10, 11});
}

TEST_CASE("lost engines of all parts are lost in the merged journal") {
  const Parts parts;
  const std::vector<fs::path> three = parts.three();
  for (const int engine : {0, 1}) {
    Journal journal = opened(three[static_cast<std::size_t>(engine)], parted_tournament());
    keep_lost_engines(journal, {engine});
  }
  REQUIRE(merge_parts(three, "", parts.file("out.db")));
  const Journal merged = opened(parts.file("out.db"), parted_tournament());
  CHECK(lost_engines(merged) == std::vector{0, 1});
}

TEST_CASE("parts of different tournaments are not merged") {
  const Parts parts;
  TournamentIdentity other_engine = parted_tournament();
  other_engine.identities[1] = std::string(64, 'c');
  TournamentIdentity other_rule = parted_tournament();
  other_rule.rules.insert(1, R"("seed":2,)");
  TournamentIdentity other_name = parted_tournament();
  other_name.name = "another";
  const fs::path first = parts.part({0, 3});
  for (const TournamentIdentity& other : {other_engine, other_rule, other_name}) {
    const fs::path second = parts.part({1, 3}, {}, other);
    CHECK(parts.refusal({first, second}, "part0.db", "part1.db") == "match.merge.tournament");
    fs::remove(second);
  }
}

TEST_CASE("a missing game is refused with the part that owes it") {
  const Parts parts;
  const fs::path first = parts.part({0, 3});
  const fs::path second = parts.part({1, 3}, {9});
  const fs::path third = parts.part({2, 3});
  CHECK(parts.refusal({first, second, third}, "game 10 of 10", "part1.db (part 1/3)") ==
        "match.merge.missing");
  CHECK(parts.refusal({first, third}, "game 3 of 10", "part 1/3, which is not among") ==
        "match.merge.missing");
}

TEST_CASE("a game in two journals is refused, and one with two results says so") {
  const Parts parts;
  std::vector<fs::path> all = parts.three();
  const fs::path again = parts.file("again.db");
  fs::copy_file(all[0], again);
  all.push_back(again);
  CHECK(parts.refusal(all, "part0.db", "again.db") == "match.merge.doubled");
  fs::remove(again);
  {
    Journal journal = opened(again, parted_tournament());
    JournalEntry won = sample_entry(6);
    won.points = {1, 0};
    REQUIRE(journal.record(won));
  }
  CHECK(parts.refusal(all, "part0.db", "again.db") == "match.merge.results");
}

TEST_CASE("tournaments whose results decide how they go on have no parts") {
  const Parts parts;
  const fs::path swiss = parts.part({0, 1}, {}, parted_tournament("swiss"));
  CHECK(parts.refusal({swiss}, "part0.db", "Swiss") == "match.merge.swiss");
  fs::remove(swiss);
  const fs::path tested = parts.part({0, 1});
  {
    Journal journal = opened(tested, parted_tournament());
    keep_sprt(journal, learning::statistics::SprtTest{});
  }
  CHECK(parts.refusal({tested}, "part0.db", "sprt") == "match.merge.sprt");
}

TEST_CASE("an existing journal is not written over, and an unfinished one is replaced") {
  const Parts parts;
  const std::vector<fs::path> three = parts.three();
  const Result<std::uint64_t> refused = merge_parts(three, "", three[0]);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == "file.exists");
  CHECK(games_in(three[0]).size() == 4);
  fs::copy_file(three[0], parts.file("out.db.part"));
  REQUIRE(merge_parts(three, "", parts.file("out.db")));
  CHECK(games_in(parts.file("out.db")).size() == Parts::kGames);
}

TEST_CASE("games that are stored together are all stored or none") {
  const TemporaryFolder folder;
  Journal journal = opened(folder.file("a.db"));
  REQUIRE(journal.record(sample_entry(0)));
  const Status failed = journal.together([&] {
    format::or_throw(journal.record(sample_entry(1)));
    format::or_throw(journal.record(sample_entry(0)));
  });
  CHECK_FALSE(failed);
  CHECK(journal.games() == 1);
  CHECK_FALSE(journal.has(1));
  REQUIRE(journal.together([&] { format::or_throw(journal.record(sample_entry(1))); }));
  CHECK(games_in(folder.file("a.db")).size() == 2);
}

}  // namespace trivium::match
