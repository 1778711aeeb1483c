#include "learning/choice/people.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "learning/choice/identification.h"
#include "learning/choice/report/people_tables.h"
#include "learning/choice/tables.h"
#include "tests/learning/choice/support.h"

namespace trivium::learning::choice {
namespace {

using doctest::Approx;

const std::vector<std::string> kNames{"Greedy, \"G\"", "Free", "Central"};
constexpr std::array<std::size_t, 3> kSizes{1, 3, 1000};

/// Returns games of three simulated players, each against itself, with the attributes material,
/// mobility and center.
Records games_of_three(std::size_t count) {
  const chess::Attributes attributes = attributes_of({"material", "mobility", "centre"});
  const std::vector<std::vector<double>> weights{
      {2.0, 0.02, 0.0}, {0.3, 0.15, 0.0}, {0.8, 0.02, 0.8}};
  Records records;
  for (std::size_t p = 0; p < weights.size(); ++p) {
    for (chess::PgnGame& game :
         play_games({&attributes, chess::Lookahead::kOnePly, weights[p]}, p, 0, count + p, 40, 1)) {
      game.tags = {{"White", kNames[p]},
                   {"Black", kNames[p]},
                   {"WhiteElo", std::to_string(2000 + 100 * p)},
                   {"BlackElo", p == 0 ? "?" : "2150"}};
      records.add(game);
    }
  }
  return records;
}

struct Learned {
  std::vector<GroupFit> players;
  std::vector<PredictedSide> sides;
};

Learned learned_from(const Records& records, std::size_t threads,
                     chess::Lookahead lookahead = chess::Lookahead::kOnePly) {
  const chess::Attributes attributes = attributes_of({"material", "mobility", "centre"});
  const Split split = split_by_game(decisions_in(records), 1, 0.4);
  FitOptions options;
  options.lookahead = lookahead;
  options.threads = threads;
  options.iterations = 6;
  Learned learned;
  const std::array all{together({}, kNames)};
  options.prior = fit_groups(split, all, attributes, options).front().fit.weights;
  options.prior_moves = 100;
  learned.players = fit_groups(split, groups_of({}, kNames), attributes, options);
  std::vector<std::vector<double>> candidates;
  for (const GroupFit& player : learned.players) candidates.push_back(player.fit.weights);
  candidates.push_back(options.prior);
  learned.sides = predict_sides(split.held_out, kNames, candidates, attributes, lookahead, threads);
  return learned;
}

}  // namespace

TEST_CASE("a split has each game once and keeps the filter") {
  const Records records = games_of_three(4);
  const Split split = split_by_game(decisions_in(records, {.min_elo = 2100}), 1, 0.5);
  std::vector<std::uint32_t> games = split.train.games;
  games.insert(games.end(), split.held_out.games.begin(), split.held_out.games.end());
  std::ranges::sort(games);
  CHECK(games == all_games(records));
  CHECK(!split.train.games.empty());
  CHECK(!split.held_out.games.empty());
  CHECK(split.held_out.filter.min_elo == 2100);
  CHECK(split_by_game(decisions_in(records), 1, 0).held_out.games.empty());
}

TEST_CASE("rating bands cover all known ratings within the filter") {
  const std::array limits{2100, 2200};
  const std::vector<Group> bands = rating_bands({.min_elo = 2050, .first_ply = 7}, limits);
  REQUIRE(bands.size() == 3);
  CHECK(bands[0].name == "below 2100");
  CHECK(bands[0].filter.min_elo == 2050);
  CHECK(bands[0].filter.max_elo == 2099);
  CHECK(bands[1].name == "2100 to 2199");
  CHECK(bands[1].filter.min_elo == 2100);
  CHECK(bands[2].name == "from 2200");
  CHECK(bands[2].filter.first_ply == 7);
  CHECK(rating_bands({}, limits)[0].filter.min_elo > 0);
}

TEST_CASE("the player with most moves comes first, and unnamed players are skipped") {
  Records records = games_of_three(2);
  chess::PgnGame nameless;
  nameless.moves.assign(records.moves(records.games()[0]).begin(),
                        records.moves(records.games()[0]).end());
  for (int i = 0; i < 9; ++i) records.add(nameless);
  CHECK(busiest_players(decisions_in(records), 2, 1) ==
        std::vector<std::string>{kNames[2], kNames[1]});
  CHECK(busiest_players(decisions_in(records), 9, 2) ==
        std::vector<std::string>{kNames[2], kNames[1], kNames[0]});
}

TEST_CASE("a player's own weights predict its moves best and identify it") {
  const Records records = games_of_three(30);
  const Learned learned = learned_from(records, 1);
  const std::vector<StyleRow> rows = style_rows(learned.sides, kNames.size());
  REQUIRE(rows.size() == kNames.size());
  for (std::size_t p = 0; p < rows.size(); ++p) {
    CAPTURE(kNames[p]);
    CHECK(rows[p].each[p] ==
          Approx(learned.players[p].held_out.log_likelihood / static_cast<double>(rows[p].moves)));
    CHECK(rows[p].moves == learned.players[p].held_out.cases);
    CHECK(rows[p].best_other != p);
    for (const Gain& gain : rows[p].gain) CHECK(gain.is_clear());
  }
  const std::vector<IdentificationRow> identified =
      identify(learned.sides, kNames.size(), kSizes, 1);
  REQUIRE(identified.size() == kSizes.size());
  CHECK(identified[0].sets == learned.sides.size());
  CHECK(identified[0].right > identified[0].sets * 7 / 10);
  CHECK(identified[1].sets > 10);
  CHECK(identified[1].right > identified[1].sets * 9 / 10);
  CHECK(identified[2].sets == 0);
}

TEST_CASE(
    "predictions do not depend on the number of threads, and linear values agree with separate "
    "evaluations") {
  const Records records = games_of_three(6);
  const Learned one = learned_from(records, 1), three = learned_from(records, 3);
  REQUIRE(one.sides.size() == three.sides.size());
  for (std::size_t i = 0; i < one.sides.size(); ++i) {
    CHECK(one.sides[i].player == three.sides[i].player);
    CHECK(one.sides[i].log_likelihoods == three.sides[i].log_likelihoods);
  }
  const Learned further = learned_from(records, 2, chess::Lookahead::kQuiet2);
  const std::vector<StyleRow> rows = style_rows(further.sides, kNames.size());
  for (std::size_t p = 0; p < rows.size(); ++p) {
    CHECK(rows[p].each[p] ==
          Approx(further.players[p].held_out.log_likelihood / static_cast<double>(rows[p].moves)));
  }
}

TEST_CASE("gains are means per move with standard errors by game") {
  // Two games of player 0 with gains over player 1 of 2 in 4 moves and 1 in 6 moves.
  const std::vector<PredictedSide> sides{PredictedSide{0, 4, {-8, -10, -9}},
                                         PredictedSide{1, 5, {-9, -9, -9}},
                                         PredictedSide{0, 6, {-12, -13, -11}}};
  const std::vector<StyleRow> rows = style_rows(sides, 2);
  CHECK(rows[0].games == 2);
  CHECK(rows[0].moves == 10);
  CHECK(rows[0].each == std::vector<double>{-2, -2.3, -2});
  CHECK(rows[0].best_other == 1);
  // The gains are in the order of kRivals: mean of others, best of others, together.
  const Gain over_other = rows[0].gain[1];
  CHECK(over_other.each == Approx(0.3));
  CHECK(over_other.standard_error == Approx(std::sqrt((0.8 * 0.8 + 0.8 * 0.8) * 2) / 10));
  CHECK(rows[0].gain[0].each == Approx(0.3));
  CHECK(rows[0].gain[2].each == Approx(0).scale(1));
  CHECK(std::isinf(rows[1].gain[0].standard_error));
  CHECK(!rows[1].gain[0].is_clear());
}

TEST_CASE("sets of games are disjoint and identified by their sums of log-likelihoods") {
  std::vector<PredictedSide> sides(7, PredictedSide{0, 1, {-1, -2, 0}});
  sides.front().log_likelihoods[0] = -9;              // one game contradicts player 0
  sides.push_back(PredictedSide{1, 1, {-1, -1, 0}});  // a tie, which the first candidate wins
  constexpr std::array<std::size_t, 3> kFew{1, 2, 7};
  const std::vector<IdentificationRow> rows = identify(sides, 2, kFew, 5);
  CHECK(rows[0].sets == 8);
  CHECK(rows[0].right == 6);
  CHECK(rows[0].mean_share == Approx((6.0 / 7 + 0) / 2));
  CHECK(rows[1].sets == 3);
  CHECK(rows[2].sets == 1);
  CHECK(rows[2].right == 0);
}

TEST_CASE("tables of players have quoted names and one row each") {
  const Records records = games_of_three(6);
  const Learned learned = learned_from(records, 1);
  const std::vector<std::string> attributes{"material", "mobility", "centre"};
  const std::vector<StyleRow> rows = style_rows(learned.sides, kNames.size());
  const auto lines = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  CHECK(groups_csv(learned.players, attributes).find("\n\"Greedy, \"\"G\"\"\",") !=
        std::string::npos);
  CHECK(groups_csv(learned.players, attributes)
            .find(",material,material_low,material_high,mobility,") != std::string::npos);
  CHECK(lines(players_csv(learned.players, rows, attributes)) == 4);
  CHECK(lines(matrix_csv(learned.players, rows)) == 4);
  const std::vector<IdentificationRow> identified{{1, 263, 81, 0.25}, {50, 0, 0, 0}};
  CHECK(identification_csv(identified, 4) ==
        "games,sets,right,share,low,high,mean_share,chance\n1,263,81,0.3080,0.2553,0.3662,0.2500,0."
        "2500\n50,0,0,0.0000,0.0000,1.0000,0."
        "0000,0.2500\n");
  CHECK(identification_svg(identified, 4).find("mean of players") != std::string::npos);
}

}  // namespace trivium::learning::choice
