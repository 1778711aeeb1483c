// AIVAT of a tournament: which policies are known, and that a journal gives the figures of its log.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/records.h"
#include "learning/poker_measure/matches/log_score.h"
#include "models/format/load_error.h"
#include "tests/temporary_folder.h"
#include "tools/match/play/aivat_replay.h"
#include "tools/match/play/finished_game.h"
#include "tools/match/play/journal_facts.h"
#include "tools/match/play/poker/known_policy.h"
#include "tools/match/play/poker/poker_room.h"
#include "tools/match/record/export.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/standings/report.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {
namespace {

constexpr std::uint32_t kHands = 40;
constexpr int kBlocks = 4;  // two blocks of cards, each in both rotations

EngineSpec ours(const std::string& name, const std::string& policy) {
  EngineSpec engine;
  engine.name = name;
  engine.protocol = Protocol::kInternal;
  engine.options = {{"policy", policy}};
  return engine;
}

EngineSpec program(const std::string& name, const std::string& aivat) {
  EngineSpec engine;
  engine.name = name;
  engine.protocol = Protocol::kAcpc;
  engine.command = {"/bin/true"};
  engine.aivat_policy = aivat;
  return engine;
}

poker::GameDefinition definition(const std::string& name) {
  Result<poker::GameDefinition> game = poker::game_named(name);
  REQUIRE(game);
  return *std::move(game);
}

/// A match of internal players in a journal.
class Match {
 public:
  Match(const std::string& game, const std::string& first, const std::string& second)
      : game_(definition(game)) {
    tournament_.name = "small";
    tournament_.game = Game::kPoker;
    tournament_.poker.game = game;
    tournament_.poker.hands = kHands;
    tournament_.engines = {ours("A", first), ours("B", second)};
    tournament_.schedule.seats = 2;
    tournament_.seed = 5;
    known_ = *known_policies(tournament_, game_);
  }

  /// Players whose policies are stored in the journal.
  void know(std::vector<KnownPolicy> known) { known_ = std::move(known); }
  /// Faults to store, by number of the block.
  void add_fault(std::size_t block, BlockFault fault) {
    faults_.emplace_back(block, std::move(fault));
  }

  Journal play() const {
    Result<Journal> journal = Journal::open(folder_.file("small.db"), *identify(tournament_));
    const Result<PokerRoom> room = PokerRoom::open(tournament_);
    REQUIRE(journal);
    REQUIRE(room);
    const GameCodec codec(game_);
    for (int number = 0; number < kBlocks; ++number) {
      ScheduledGame game;
      game.number = static_cast<std::uint64_t>(number);
      game.encounter = game.opening = game.number / 2;
      game.rotation = number % 2;
      game.seats = {number % 2, 1 - number % 2};
      Result<std::optional<PlayedBlock>> played = room->play(game);
      REQUIRE(played);
      for (const auto& [block, fault] : faults_) {
        if (block == game.number) (*played)->faults.push_back(fault);
      }
      REQUIRE(journal->record(codec.entry(game, **std::move(played), tournament_.seed)));
    }
    keep_known_policies(*journal, known_);
    return *std::move(journal);
  }

  const Tournament& tournament() const { return tournament_; }
  const poker::GameDefinition& game() const { return game_; }

 private:
  TemporaryFolder folder_;
  Tournament tournament_;
  poker::GameDefinition game_;
  std::vector<KnownPolicy> known_;
  std::vector<std::pair<std::size_t, BlockFault>> faults_;
};

AivatScore scored(const Journal& journal, const AivatOptions& options = {}) {
  Result<AivatScore> score = score_by_aivat(journal, options);
  if (!score) FAIL(score.error().message);
  return *std::move(score);
}

/// Parses the exported log of the journal.
std::vector<poker::StateRecord> log_of(const Journal& journal, const poker::GameDefinition& game) {
  std::string text;
  const auto put = [&text](std::string_view piece) {
    text += piece;
    return Status();
  };
  REQUIRE(export_games(journal, {RecordFormat::kState, "", ""}, put));
  std::vector<poker::StateRecord> hands;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (line.starts_with("STATE:")) hands.push_back(*poker::parse_state(line, game));
    at = end + 1;
  }
  return hands;
}

}  // namespace

TEST_CASE("with one known player, AIVAT of a journal equals that of its exported log") {
  const Match match("leduc", "random", "model:rule");
  const Journal journal = match.play();
  const AivatScore score = scored(journal);
  CHECK(score.policies == std::vector<std::string>{"random", ""});
  CHECK(score.hands == kHands * kBlocks);
  CHECK(score.all_in_hands == 0);
  const auto policy = poker::policy_named("random", match.game());
  const auto log = learning::poker_measure::score_log(match.game(), log_of(journal, match.game()),
                                                      "A", **policy, {});
  REQUIRE(log);
  const PokerRecord own = score.standings.poker(0);
  CHECK(own.raw.count() == kHands * kBlocks / 2);
  CHECK(own.aivat.count() == own.raw.count());
  CHECK(own.raw.mean() == doctest::Approx(log->raw.mean));
  CHECK(own.expected.mean() == doctest::Approx(log->all_in.mean));
  CHECK(own.aivat.mean() == doctest::Approx(log->aivat.mean));
  CHECK(own.aivat.mean() != doctest::Approx(own.raw.mean()));
  CHECK(score.standings.poker(1).aivat.mean() == doctest::Approx(-own.aivat.mean()));
  CHECK(own.aivat.variance() < own.raw.variance());
}

TEST_CASE("if both are known and equal, AIVAT removes all variance") {
  const AivatScore score = scored(Match("leduc", "call", "call").play());
  const PokerRecord first = score.standings.poker(0, 1);
  CHECK(first.aivat.count() == kHands * kBlocks / 2);
  CHECK(first.aivat.mean() == doctest::Approx(0));
  CHECK(first.aivat.variance() == doctest::Approx(0));
}

TEST_CASE("AIVAT is the same for any number of threads, and its progress ends with all hands") {
  const Match match("leduc", "random", "rule");
  const Journal journal = match.play();
  const auto figures = [&](std::size_t threads) {
    std::uint64_t last = 0;
    const AivatScore score =
        scored(journal, {threads, [&last](std::uint64_t hands) { last = hands; }});
    CHECK(last == *hands_in(journal));
    return report_json(score.standings, match.tournament(), &score);
  };
  CHECK(figures(1) == figures(3));
}

TEST_CASE("raw and all-in figures beside AIVAT are those of the standings") {
  const Match match("leduc", "random", "call");
  const Journal journal = match.play();
  const Result<Replay> replayed = replay(journal);
  REQUIRE(replayed);
  const AivatScore score = scored(journal);
  CHECK(score.standings.poker(1).raw.mean() == replayed->standings.poker(1).raw.mean());
  CHECK(score.standings.poker(1).expected.standard_error() ==
        replayed->standings.poker(1).expected.standard_error());
  CHECK(replayed->standings.poker(1).aivat.count() == 0);
}

TEST_CASE("hands that do not fit a player's stated policy count at their all-in expectation") {
  Match match("leduc", "random", "model:rule");
  match.know({{0, "call", ""}});
  const Journal journal = match.play();
  const AivatScore score = scored(journal);
  std::uint64_t others = 0;
  for (const poker::StateRecord& record : log_of(journal, match.game())) {
    const auto position = record.names[0] == "A" ? 0 : 1;
    others += std::ranges::any_of(record.hand.actions(),
                                  [&](const poker::PlayedAction& played) {
                                    return played.player == position &&
                                           played.action.type != poker::ActionType::kCall;
                                  })
                  ? 1
                  : 0;
  }
  CHECK(score.all_in_hands == others);
  CHECK(others > 0);
  CHECK(others < score.hands);
}

TEST_CASE("from its first fault in a block on, a player counts as unknown") {
  Match both("leduc", "random", "call");
  both.add_fault(1, {0, Ending::kCrash, 10, 1, "gone", {}});
  CHECK(scored(both.play()).all_in_hands == 0);  // the other player is still known
  Match one("leduc", "random", "model:rule");
  one.add_fault(1, {1, Ending::kCrash, 10, 1, "gone", {}});     // in this rotation it is A's seat
  one.add_fault(2, {1, Ending::kIllegalMove, 3, 1, "no", {}});  // B
  CHECK(scored(one.play()).all_in_hands == kHands - 10);
  Match from_the_start("leduc", "random", "model:rule");
  for (std::size_t block = 0; block < kBlocks; ++block) {
    from_the_start.add_fault(
        block, {static_cast<int>(block % 2), Ending::kCannotStart, 0, 1, "never came", {}});
  }
  const AivatScore none = scored(from_the_start.play());
  CHECK(none.all_in_hands == none.hands);
  CHECK(none.standings.poker(0).aivat.mean() == none.standings.poker(0).expected.mean());
  CHECK(none.standings.poker(0).aivat.variance() == none.standings.poker(0).expected.variance());
}

TEST_CASE("a journal without a known policy is rejected with a message") {
  const Result<AivatScore> score =
      score_by_aivat(Match("kuhn", "model:rule", "model:call").play(), {});
  REQUIRE_FALSE(score);
  CHECK(score.error().message.find("AIVAT needs at least one player with a known policy") !=
        std::string::npos);
}

TEST_CASE("internal players are known unless they learn, programs if their description says so") {
  const auto known = [](std::vector<EngineSpec> engines, const std::string& game) {
    Tournament tournament;
    tournament.game = Game::kPoker;
    tournament.engines = std::move(engines);
    return known_policies(tournament, definition(game));
  };
  EngineSpec usual = ours("U", "");
  usual.options.clear();
  const auto some =
      known({usual, ours("M", "model:rule"), program("P", ""), program("Q", "call")}, "limit");
  REQUIRE(some);
  CHECK(*some == std::vector<KnownPolicy>{{0, "rule", ""}, {3, "call", ""}});
  CHECK(known({ours("A", "call"), ours("B", "call"), ours("C", "call")}, "kuhn3")->empty());
  CHECK(known({program("P", "genius")}, "limit")
            .error()
            .message.starts_with("engine 'P': aivat: unknown policy 'genius'"));
  CHECK(known({program("P", "model:call")}, "limit").error().message ==
        "engine 'P': aivat: policy model:call learns during a match; AIVAT needs a fixed policy");
  CHECK(known({program("P", "call")}, "kuhn3").error().message ==
        "engine 'P': aivat: AIVAT is for two players, and this game has 3");
}

TEST_CASE("a policy whose file has changed is rejected") {
  const TemporaryFolder folder;
  const std::string file = folder.write("strategy", "1 2 3").string();
  const auto policy = policy_of({0, "cfr:" + file, std::string(64, '0')}, definition("limit"));
  REQUIRE_FALSE(policy);
  CHECK(policy.error().message == file + " has changed since the games were played");
  const auto missing = policy_of({0, "cfr:" + file + ".gone", ""}, definition("limit"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message.find(file + ".gone") != std::string::npos);
}

TEST_CASE("a journal stores known policies, with blanks in file names, and rejects invalid ones") {
  const Match match("kuhn", "call", "call");
  Journal journal = match.play();
  const std::vector<KnownPolicy> known{{0, "cfr:/a folder/strategy 1", std::string(64, 'a')},
                                       {1, "random", ""}};
  keep_known_policies(journal, known);
  CHECK(kept_known_policies(journal) == known);
  keep_known_policies(journal, {});
  CHECK(kept_known_policies(journal).empty());
  for (const char* const text : {"2 - call\n", "x - call\n", "0 -\n", "-1 - call\n"}) {
    REQUIRE(journal.set_fact("engines.known", text));
    CHECK_THROWS_AS(kept_known_policies(journal), format::LoadError);
  }
}

}  // namespace trivium::match
