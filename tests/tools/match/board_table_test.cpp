#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <variant>
#include <vector>

#include "tests/protocols/client/odd_engine.h"
#include "tools/match/play/table.h"

namespace trivium::match {

namespace {

using Lines = std::vector<std::string>;

/// The context of a table for two odd engines whose games end with each side's first move.
struct Place {
  explicit Place(const std::vector<Lines>& habits, Game game = Game::kChess) {
    tournament.game = game;
    tournament.adjudication.max_moves = 1;
    for (const Lines& words : habits) {
      EngineSpec spec;
      spec.name = tournament.engines.empty() ? "first" : "second";
      spec.command = client::odd_engine(words);
      spec.protocol = game == Game::kChess ? Protocol::kUci : Protocol::kGtp;
      spec.time.nodes = 10;
      tournament.engines.push_back(spec);
    }
    Result<OpeningBook> opened = OpeningBook::open(game, {}, 0);
    REQUIRE_MESSAGE(opened, opened.error().message);
    book.emplace(*std::move(opened));
    context.openings = &*book;
  }

  PlayedGame play(const Table& table) {
    ScheduledGame game;
    game.seats = {0, 1};
    Result<std::optional<FinishedGame>> finished = table(game);
    REQUIRE_MESSAGE(finished, finished.error().message);
    REQUIRE(*finished);
    return std::get<PlayedGame>(**std::move(finished));
  }

  Tournament tournament;
  std::optional<OpeningBook> book;
  client::Interrupt interrupt;
  LoadMonitor load;
  Lines warnings;
  TableContext context{tournament,
                       nullptr,
                       nullptr,
                       interrupt,
                       {},
                       load,
                       std::vector<std::atomic<bool>>(2),
                       [this](const std::string& text) { warnings.push_back(text); },
                       [this](const std::string& text) { warnings.push_back(text); },
                       {}};
};

}  // namespace

TEST_CASE(
    "an engine that left after its last move is restarted for the next game, with a warning how it "
    "ended") {
  Place place({{"uci", "departs@1:3"}, {"uci"}});
  const auto table = make_table(place.context);
  CHECK(place.play(table).ending == Ending::kAdjudicated);
  CHECK(place.warnings.empty());
  CHECK(place.play(table).ending == Ending::kAdjudicated);
  CHECK(
      place.warnings ==
      Lines{"first: before its first move: ended with status 3 after 'isready'; it is restarted"});
}

TEST_CASE("an engine that may not be restarted loses the next game and the rest at every table") {
  Place place({{"uci", "departs@1:3"}, {"uci"}});
  place.tournament.engines[0].restart = Restart::kNever;
  const auto table = make_table(place.context);
  const auto other = make_table(place.context);
  place.play(other);
  place.play(table);
  const PlayedGame lost = place.play(table);
  CHECK(lost.ending == Ending::kCrash);
  CHECK(lost.culprit == 0);
  CHECK(place.context.lost[0]);
  for (const Table& any : {table, other}) {
    const PlayedGame after = place.play(any);
    CHECK(after.ending == Ending::kCannotStart);
    CHECK(after.culprit == 0);
  }
  CHECK(place.warnings.empty());
}

TEST_CASE(
    "a limit without a protocol command causes a warning in the description, not at every start") {
  Place place({{"gtp"}, {"gtp"}}, Game::kConnect6);
  const Status tried = try_engines(place.context);
  REQUIRE_MESSAGE(tried, tried.error().message);
  const auto table = make_table(place.context);
  place.play(table);
  place.tournament.engines[0].restart = Restart::kOn;
  place.play(table);
  place.play(table);
  CHECK(place.warnings.empty());
}

TEST_CASE("a game fails if an engine cannot be made, and its table ends in order") {
  Place place({{"uci"}, {"uci"}});
  place.tournament.engines[1].protocol = Protocol::kAcpc;
  const auto table = make_table(place.context);
  ScheduledGame game;
  game.seats = {0, 1};
  const Result<std::optional<FinishedGame>> played = table(game);
  REQUIRE_FALSE(played);
  CHECK(played.error().code == "match.engine.protocol");
}

TEST_CASE("pondering engines are stopped when their game ends") {
  Place place({{"uci"}, {"uci"}});
  for (EngineSpec& spec : place.tournament.engines) spec.ponder = true;
  Lines last(2);
  place.context.log = [&last](const std::string& engine, std::uint64_t game, char direction,
                              std::string_view line) {
    CHECK(game <= 1);
    if (direction == '>' && line != "isready") last[engine == "first" ? 0 : 1] = line;
  };
  const auto table = make_table(place.context);
  CHECK(place.play(table).ending == Ending::kAdjudicated);
  CHECK(last[0] == "stop");  // it was thinking about the answer to its move
  CHECK(last[1].starts_with("go"));
}

}  // namespace trivium::match
