// Reports: the complete text for small tournaments, and the same figures as JSON.
#include "tools/match/record/standings/report.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/tools/match/ended_game.h"
#include "tools/match/record/standings/text_table.h"

namespace trivium::match {
namespace {

Tournament named(const std::string& name, Game game = Game::kChess) {
  Tournament tournament;
  tournament.name = name;
  tournament.game = game;
  return tournament;
}

/// Both games of an encounter, with the results of `first`.
void add_pair(Standings& standings, std::uint64_t encounter, int first, int second,
              Outcome moving_first, Outcome moving_second) {
  ScheduledGame game;
  game.encounter = encounter;
  game.seats = {first, second};
  standings.add(game, ended(moving_first));
  game.rotation = 1;
  game.seats = {second, first};
  standings.add(game, ended(opposite(moving_second)));
}

constexpr Outcome kWin = Outcome::kWin;
constexpr Outcome kDraw = Outcome::kDraw;
constexpr Outcome kLoss = Outcome::kLoss;

/// Six pairs of games between two engines.
Standings small_match() {
  Standings standings({"Alpha 1.0", "Beta"}, 2);
  add_pair(standings, 0, 0, 1, kWin, kDraw);
  add_pair(standings, 1, 0, 1, kWin, kLoss);
  add_pair(standings, 2, 0, 1, kDraw, kDraw);
  add_pair(standings, 3, 0, 1, kWin, kWin);
  add_pair(standings, 4, 0, 1, kLoss, kDraw);
  add_pair(standings, 5, 0, 1, kWin, kDraw);
  return standings;
}

/// A round robin of three engines with a fault and clocks.
Standings small_round_robin() {
  Standings standings({"Alpha", "Beta", "Gamma with a name that is far too long"}, 2);
  add_pair(standings, 0, 0, 1, kWin, kWin);
  add_pair(standings, 1, 0, 2, kWin, kDraw);
  add_pair(standings, 2, 1, 2, kDraw, kLoss);
  PlayedGame late = ended(kLoss);
  late.ending = Ending::kTimeLoss;
  late.culprit = 0;
  late.closest_call = {std::chrono::microseconds(-12'340), std::chrono::microseconds(1'500'000)};
  late.thinking = {Thinking{2, std::chrono::microseconds(5000)},
                   Thinking{1, std::chrono::microseconds(500)}};
  ScheduledGame game;
  game.encounter = 3;
  game.seats = {1, 0};
  standings.add(game, late);
  return standings;
}

Standings small_poker_match(std::vector<std::string> names) {
  Standings standings(std::move(names), 2);
  ScheduledGame game;
  game.seats = {0, 1};
  standings.add_block(game, std::vector<std::vector<double>>{{300, -300}, {-100, 100}, {0, 0}},
                      std::vector<std::vector<double>>{{250, -250}, {-100, 100}, {0, 0}});
  game.seats = {1, 0};
  game.rotation = 1;
  standings.add_block(game, std::vector<std::vector<double>>{{200, -200}, {-500, 500}, {-50, 50}},
                      std::vector<std::vector<double>>{{200, -200}, {-500, 500}, {-50, 50}});
  return standings;
}

}  // namespace

TEST_CASE("a match of two is reported from the first engine's view, in pairs") {
  Tournament tournament = named("small match");
  tournament.sprt = learning::statistics::SprtTest{.elo0 = 0, .elo1 = 10};
  CHECK(report(small_match(), tournament) == R"(small match after 12 games
Rank  Engine     Games  W  D  L  Points     %
   1  Alpha 1.0     12  5  5  2     7.5  62.5
   2  Beta          12  2  5  5     4.5  37.5
Alpha 1.0 against Beta, 95% intervals from pairs of games:
  Elo    +88.7  (-108.5 to +244.8)
  nElo   +128.3  (-107.6 to +334.1)
  LOS    83.7%
  draws  41.7%
  pairs  0 1 2 2 1  (of 0, 1/2, 1, 3/2, 2 points)
  SPRT   LLR +0.12 between -2.94 and 2.94: undecided  (nElo 0 against 10, alpha 0.05, beta 0.05)
)");
}

TEST_CASE("byes of a Swiss tournament have a column, and are counted as points but not as games") {
  Standings standings({"Alpha", "Beta", "Gamma"}, 2);
  add_pair(standings, 0, 0, 1, kWin, kDraw);
  standings.add_bye(2);
  Tournament tournament = named("small Swiss");
  tournament.schedule.format = Format::kSwiss;
  CHECK(report(standings, tournament).starts_with(R"(small Swiss after 2 games
Rank  Engine  Games  W  D  L  Byes  Points     %)"));
  CHECK(report(standings, tournament).find("  Gamma       0  0  0  0     1     2.0   n/a") !=
        std::string::npos);
  CHECK(report(standings, tournament).find("  Alpha       2  1  1  0     0     1.5  75.0") !=
        std::string::npos);
  const auto engines = nlohmann::json::parse(report_json(standings, tournament)).at("engines");
  for (const auto& engine : engines)
    CHECK(engine.at("byes") == (engine.at("name") == "Gamma" ? 1 : 0));
  tournament.schedule.format = Format::kRoundRobin;
  CHECK_FALSE(
      nlohmann::json::parse(report_json(standings, tournament)).at("engines")[0].contains("byes"));
}

TEST_CASE("byes of a Swiss tournament have a column in poker too") {
  Standings standings = small_poker_match({"Alpha", "Beta", "Gamma"});
  standings.add_bye(2);
  Tournament tournament = named("small Swiss");
  tournament.game = Game::kPoker;
  tournament.schedule.format = Format::kSwiss;
  CHECK(report(standings, tournament).find("Rank  Engine  Hands  Deals  Byes  mbb/hand") !=
        std::string::npos);
  CHECK(report(standings, tournament).find("  Gamma       0      0     1       n/a") !=
        std::string::npos);
  const auto engines = nlohmann::json::parse(report_json(standings, tournament)).at("engines");
  for (const auto& engine : engines)
    CHECK(engine.at("byes") == (engine.at("name") == "Gamma" ? 1 : 0));
}

TEST_CASE("a round robin is a table by rating, a cross table, and faults") {
  CHECK(report(small_round_robin(), named("round robin")) == R"(round robin after 7 games
Rank  Engine                             Games  W  D  L  Points     %     Elo    +/-
   1  Alpha                                  5  4  1  0     4.5  90.0  +224.3  297.2
   2  Gamma with a name that is far ...      4  1  2  1     2.0  50.0     0.0  262.4
   3  Beta                                   5  0  1  4     0.5  10.0  -224.3  297.2
W-D-L against                            1      2      3
1 Alpha                                     1-1-0  3-0-0
2 Gamma with a name that is far ...  0-1-1         1-1-0
3 Beta                               0-0-3  0-1-1
Faults                             time loss  mean time  least time left
Alpha                                      0    0.50 ms          1.500 s
Gamma with a name that is far ...          0        n/a              n/a
Beta                                       1    2.50 ms         -0.012 s
)");
}

TEST_CASE(
    "poker is reported in winnings per hand, as played and with all-in pots at their expectation") {
  CHECK(report(small_poker_match({"Alice", "Bob"}), named("poker", Game::kPoker)) ==
        R"(poker after 2 blocks
Rank  Engine  Hands  Deals  mbb/hand    +/-  all-in exp.    +/-
   1  Alice       6      3     +91.7  107.1        +83.3  114.3
   2  Bob         6      3     -91.7  107.1        -83.3  114.3
)");
  CHECK(report(small_poker_match({"Alice", "Bob", "Carol"}), named("poker", Game::kPoker)) ==
        R"(poker after 2 blocks
Rank  Engine  Hands  Deals  mbb/hand    +/-  all-in exp.    +/-
   1  Alice       6      3     +91.7  107.1        +83.3  114.3
   2  Carol       0      0       n/a    n/a          n/a    n/a
   3  Bob         6      3     -91.7  107.1        -83.3  114.3
all-in exp. against                1  2                3
1 Alice                               -  +83.3 +/- 114.3
2 Carol                            -                   -
3 Bob                -83.3 +/- 114.3  -
)");
}

TEST_CASE("AIVAT is reported with the known policies and the figures of the same hands") {
  AivatScore score{{"", "rule"}, Standings({"Alice", "Bob"}, 2), 6, 0};
  const Tournament tournament = named("poker", Game::kPoker);
  ScheduledGame game;
  for (const int rotation : {0, 1}) {
    game.seats = {rotation, 1 - rotation};
    game.rotation = rotation;
    const double sign = rotation == 0 ? 1 : -1;
    const std::vector<std::vector<double>> raw{{sign * 300, sign * -300},
                                               {sign * -100, sign * 100}};
    const std::vector<std::vector<double>> aivat{{sign * 120, sign * -120},
                                                 {sign * 80, sign * -80}};
    score.standings.add_block(game, raw, raw, aivat);
  }
  CHECK(report_aivat(score, tournament) == R"(AIVAT estimates, with known policies: Bob plays rule:
Rank  Engine  Hands  Deals  mbb/hand    +/-  all-in exp.    +/-   AIVAT   +/-
   1  Alice       4      2    +100.0  392.0       +100.0  392.0  +100.0  39.2
   2  Bob         4      2    -100.0  392.0       -100.0  392.0  -100.0  39.2
)");
  score.all_in_hands = 2;
  CHECK(report_aivat(score, tournament)
            .ends_with("2 of 6 hands count at their all-in expectation: they do not fit the known "
                       "policies\n"));
  const auto aivat =
      nlohmann::json::parse(report_json(score.standings, tournament, &score)).at("aivat");
  CHECK(aivat["known"] == nlohmann::json::parse(R"([{"name": "Bob", "policy": "rule"}])"));
  CHECK(aivat["hands"] == 6);
  CHECK(aivat["hands_at_all_in_expectation"] == 2);
  CHECK(aivat["engines"][1]["name"] == "Bob");
  CHECK(aivat["engines"][1]["mbb_per_hand_aivat"]["mean"].get<double>() == doctest::Approx(-100));
  CHECK(aivat["pairings"][0]["mbb_per_hand_aivat"]["standard_error"].get<double>() ==
        doctest::Approx(20));
  CHECK_FALSE(nlohmann::json::parse(report_json(small_poker_match({"A", "B"}), tournament))
                  .contains("aivat"));
}

TEST_CASE("an empty tournament has a report without figures") {
  Tournament tournament = named("new");
  tournament.sprt = learning::statistics::SprtTest{};
  CHECK(report(Standings({"A", "B"}, 2), tournament) == R"(new after 0 games
Rank  Engine  Games  W  D  L  Points    %
   1  A           0  0  0  0     0.0  n/a
   2  B           0  0  0  0     0.0  n/a
A against B, 95% intervals:
  Elo    n/a
  nElo   n/a
  LOS    n/a
  draws  n/a
  pairs  0 0 0 0 0  (of 0, 1/2, 1, 3/2, 2 points)
  SPRT   LLR 0.00 between -2.94 and 2.94: undecided  (nElo 0 against 5, alpha 0.05, beta 0.05)
)");
  CHECK(report(Standings({"A", "B", "C"}, 2), named("new")) == R"(new after 0 games
Rank  Engine  Games  W  D  L  Points    %  Elo  +/-
   1  A           0  0  0  0     0.0  n/a  n/a  n/a
   2  B           0  0  0  0     0.0  n/a  n/a  n/a
   3  C           0  0  0  0     0.0  n/a  n/a  n/a
W-D-L against  1  2  3
1 A               -  -
2 B            -     -
3 C            -  -
)");
}

TEST_CASE("if all games are won there is no upper bound, and the report says so") {
  Standings standings({"A", "B"}, 1);
  ScheduledGame game;
  game.seats = {0, 1};
  for (int i = 0; i < 10; ++i) standings.add(game, ended(kWin));
  const std::string text = report(standings, named("wins"));
  CHECK(text.find("Elo    +inf  (+") != std::string::npos);
  CHECK(text.find("nan") == std::string::npos);
  const auto json = nlohmann::json::parse(report_json(standings, named("wins")));
  CHECK(json["pairings"][0]["elo"]["value"].is_null());
  CHECK(json["pairings"][0]["elo"]["low"].get<double>() > 100);
}

TEST_CASE("JSON holds the figures of the text") {
  Tournament tournament = named("round robin");
  tournament.sprt = learning::statistics::SprtTest{.elo0 = 0, .elo1 = 10};
  const std::string text = report_json(small_round_robin(), tournament);
  CHECK(text.find('\n') == std::string::npos);
  const auto json = nlohmann::json::parse(text);
  CHECK(json["tournament"] == "round robin");
  CHECK(json["games"] == 7);
  CHECK(json["engines"].size() == 3);
  CHECK(json["engines"][0]["name"] == "Alpha");
  CHECK(json["engines"][0]["rank"] == 1);
  CHECK(json["engines"][0]["points"] == 4.5);
  CHECK(json["engines"][2]["name"] == "Beta");
  CHECK(json["engines"][2]["faults"] == nlohmann::json{{"time loss", 1}});
  CHECK(json["engines"][2]["least_time_left_us"] == -12340);
  CHECK(json["engines"][1]["least_time_left_us"].is_null());
  CHECK(json["engines"][2]["mean_move_time_us"] == 2500);
  CHECK(json["engines"][1]["mean_move_time_us"].is_null());
  CHECK(json["pairings"].size() == 3);
  CHECK(json["pairings"][0]["pairs"] == nlohmann::json{0, 0, 0, 0, 1});
  CHECK(json["pairings"][0]["wins"] == 3);
  CHECK(json["pairings"][0]["moving_first"]["wins"] == 1);
  CHECK(json["sprt"]["verdict"] == "undecided");

  const auto poker = nlohmann::json::parse(
      report_json(small_poker_match({"Alice", "Bob"}), named("poker", Game::kPoker)));
  CHECK(poker["engines"][1]["name"] == "Bob");
  CHECK(poker["engines"][0]["hands"] == 6);
  CHECK(poker["engines"][0]["deals"] == 3);
  CHECK(poker["pairings"][0]["mbb_per_hand"]["mean"].get<double>() == doctest::Approx(275.0 / 3));
  CHECK(poker["engines"][1]["mbb_per_hand_all_in_expectation"]["mean"].get<double>() ==
        doctest::Approx(-250.0 / 3));
}

TEST_CASE("figures never show a signed zero") {
  CHECK(signed_figure(-0.04, 1) == "0.0");
  CHECK(signed_figure(0, 2) == "0.00");
  CHECK(signed_figure(-0.06, 1) == "-0.1");
  CHECK(signed_figure(12.34, 1) == "+12.3");
  CHECK(signed_figure(-INFINITY, 1) == "-inf");
  CHECK(signed_figure(NAN, 1) == "n/a");
  CHECK(error_figure(INFINITY, 1) == "n/a");
  CHECK(percentage(0, 0) == "n/a");
}

}  // namespace trivium::match
