#include "tools/match/play/game_source.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "tests/temporary_folder.h"
#include "tests/tools/match/common_ledger.h"
#include "tests/tools/match/sample_games.h"
#include "tools/match/play/finished_game.h"

namespace trivium::match {
namespace {

const GameCodec kChess{std::nullopt};

/// Enters the game that the source has offered: the lower number wins.
void enter_win(const ScheduledGame& game, Ledger& ledger, Standings& standings,
               GameSource& source) {
  PlayedGame won;
  won.for_first = game.seats[0] < game.seats[1] ? Outcome::kWin : Outcome::kLoss;
  REQUIRE(ledger.record(kChess.entry(game, won, 0)));
  kChess.add(standings, game, won);
  source.returned();
}

/// A journal with four engines and a Swiss tournament of them, in which the lower number wins.
struct SwissRun {
  SwissRun(const TemporaryFolder& folder, const std::string& name) : journal(open(folder, name)) {}

  static Journal open(const TemporaryFolder& folder, const std::string& name) {
    TournamentIdentity identity = sample_tournament();
    identity.engines = {"A", "B", "C", "D"};
    identity.identities.assign(4, std::string(64, 'a'));
    Result<Journal> journal = Journal::open(folder.file(name), identity);
    if (!journal) FAIL(journal.error().message);
    return *std::move(journal);
  }
  GameSource::Next next() {
    Result<GameSource::Next> next = source.next();
    if (!next) FAIL(next.error().message);
    return *std::move(next);
  }
  void finish(const ScheduledGame& game) { enter_win(game, journal, standings, source); }

  Journal journal;
  Standings standings{{"A", "B", "C", "D"}, 2};
  GameSource source = *GameSource::make(sample_swiss(4), journal, standings);
};

TEST_CASE("a Swiss round is paired after the last game of the previous round") {
  const TemporaryFolder folder;
  SwissRun swiss(folder, "a.db");
  std::vector<ScheduledGame> games;
  for (int i = 0; i < 4; ++i) games.push_back(swiss.next().game.value());
  for (const ScheduledGame& game : games) {
    CHECK(game.round == 0);
    const GameSource::Next none = swiss.next();
    CHECK_FALSE(none.game);
    CHECK(none.wait);
    swiss.finish(game);
  }
  const ScheduledGame second = swiss.next().game.value();
  CHECK(second.round == 1);
  CHECK(*swiss.journal.fact("swiss.round.1"));
  CHECK_FALSE(*swiss.journal.fact("swiss.round.2"));
}

TEST_CASE("the pairings of a Swiss round come from the journal, whatever the standings are now") {
  const TemporaryFolder folder;
  SwissRun swiss(folder, "a.db");
  REQUIRE(swiss.journal.set_fact("swiss.round.0", "3-1 2-0"));
  CHECK(swiss.next().game->seats == std::vector{3, 1});
  swiss.next();
  CHECK(swiss.next().game->seats == std::vector{2, 0});

  SwissRun damaged(folder, "b.db");
  REQUIRE(damaged.journal.set_fact("swiss.round.0", "3-x"));
  const auto next = damaged.source.next();
  REQUIRE_FALSE(next);
  CHECK(next.error().message.ends_with("b.db: swiss.round.0: '3-x' is invalid"));
  for (const char* const pairings : {"0-1", "0-1 2-4", "0-1 2-"}) {
    REQUIRE(damaged.journal.set_fact("swiss.round.0", pairings));
    CHECK_FALSE(damaged.source.next());
  }
}

/// One of several runners of a tournament, in which the lower number wins.
struct CommonRun {
  CommonRun(CommonGames& common, const ScheduleOptions& options)
      : ledger(common, identity_of(options.engines)),
        standings(ledger.tournament().engines, options.games),
        source(*GameSource::make(options, ledger, standings, 0)) {}

  static TournamentIdentity identity_of(int engines) {
    TournamentIdentity identity = sample_tournament();
    identity.engines.clear();
    for (int engine = 0; engine < engines; ++engine)
      identity.engines.push_back(fmt::format("E{}", engine));
    identity.identities.assign(identity.engines.size(), std::string(64, 'a'));
    return identity;
  }
  /// Returns the number of the next game, and plays it; empty if there is none now.
  std::optional<std::uint64_t> play() {
    const GameSource::Next next = *source.next();
    waits = next.wait;
    if (!next.game) return std::nullopt;
    enter_win(*next.game, ledger, standings, source);
    return next.game->number;
  }
  void take_news() {
    REQUIRE(ledger.refresh(
        [this](const JournalEntry& entry) { kChess.add(standings, entry, *kChess.read(entry)); }));
  }

  CommonLedger ledger;
  Standings standings;
  GameSource source;
  bool waits = false;
};

TEST_CASE("runners of a shared tournament take whole encounters, and wait for those of others") {
  ScheduleOptions options;
  options.rounds = 2;
  CommonGames common;
  CommonRun first(common, options);
  CommonRun second(common, options);
  CHECK(first.play() == 0);
  CHECK(second.play() == 2);
  CHECK(second.play() == 3);
  CHECK_FALSE(second.play());
  CHECK(second.waits);
  CHECK(first.play() == 1);
  CHECK_FALSE(second.play());
  CHECK(second.waits);  // it has not heard of game 1
  second.take_news();
  CHECK_FALSE(second.play());
  CHECK_FALSE(second.waits);
  CHECK(second.standings.games() == 4);
}

TEST_CASE("a claimed game that another runner has played in the meantime is not played again") {
  ScheduleOptions options;
  options.rounds = 1;
  CommonGames common;
  CommonRun first(common, options);
  CommonRun second(common, options);
  CHECK(first.play() == 0);
  common.claimed = 0;  // the claim of the first runner has run out
  CHECK(second.play() == 1);
  first.take_news();
  CHECK_FALSE(first.play());
  CHECK_FALSE(first.waits);
}

TEST_CASE(
    "a Swiss round of a shared tournament begins when all games of the round before are known") {
  ScheduleOptions options = sample_swiss(3);
  options.rounds = 2;
  CommonGames common;
  CommonRun first(common, options);
  CommonRun second(common, options);
  CHECK(first.play() == 0);
  CHECK_FALSE(second.play());  // the only encounter is claimed
  CHECK(second.waits);
  CHECK(first.play() == 1);
  CHECK_FALSE(second.play());
  second.take_news();
  CHECK(second.play() == 2);
  CHECK_FALSE(first.play());
  CHECK(first.waits);
  CHECK(second.play() == 3);
  first.take_news();
  CHECK_FALSE(first.play());
  CHECK_FALSE(first.waits);
  // Each has counted the byes of both rounds once.
  for (int engine = 0; engine < 3; ++engine)
    CHECK(first.standings.byes(engine) == second.standings.byes(engine));
  CHECK(first.standings.byes(0) + first.standings.byes(1) + first.standings.byes(2) == 2);
}

}  // namespace
}  // namespace trivium::match
