#include "engine/chess/choice/searched_moves.h"

#include <algorithm>

#include "tests/engine/chess/choice/support.h"
#include "tests/engine/chess/plain_weights.h"
#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

/// White can capture a queen, or ignore it and be mated.
constexpr const char* kQueenHangs = "6k1/5ppp/8/3q4/8/2N5/5PPP/6K1 w - - 0 1";

Score pawns(double count) { return {.value = static_cast<int>(100 * count)}; }

template <class Set>
Limits limited_to(const Set& set) {
  Limits limits;
  set(limits);
  return limits;
}

struct Searched {
  MoveList moves;
  std::vector<Report<Move>> reports;

  const Report<Move>& of(std::string_view san, const Position& position) const {
    const Move move = *parse_san(position, san);
    return reports[static_cast<std::size_t>(std::ranges::find(moves, move) - moves.begin())];
  }
};

Searched searched(const char* fen, MoveSearch how, const MovesListener& on_round = {}) {
  Player player(plain_weights(), {.hash_megabytes = 1});
  const Position position = position_of(fen);
  player.set_game(Game(position));
  Searched found{legal_moves(position), {}};
  found.reports = search_each_move(player, found.moves, how, SearchControl(), on_round);
  return found;
}

}  // namespace

TEST_CASE("the contribution of a score increases and saturates, and mates are outside") {
  CHECK(search_term(pawns(0)) == 0);
  CHECK(search_term(pawns(1)) == doctest::Approx(1).epsilon(0.03));
  CHECK(search_term(pawns(-2)) == -search_term(pawns(2)));
  CHECK(search_term(pawns(10)) - search_term(pawns(9)) <
        0.5 * (search_term(pawns(1)) - search_term(pawns(0))));
  CHECK(search_term(mate(9)) > search_term(pawns(300)));
  CHECK(search_term(mate(1)) > search_term(mate(2)));
  CHECK(search_term(mate(-9)) > search_term(mate(-1)));
  CHECK(search_term(pawns(-300)) > search_term(mate(-99)));
  CHECK(search_term(mate(0)) < search_term(mate(-2)));  // already mated
}

TEST_CASE("every move is searched separately, good and bad ones") {
  const Position position = position_of(kQueenHangs);
  const Searched found =
      searched(kQueenHangs, {.part = {.nodes = 640, .weight = 1}, .drops = false});
  CHECK(found.of("Nxd5", position).score.value > 200);
  CHECK(found.of("h3", position).score.value < -200);
  CHECK(found.of("Nb1", position).score.kind == Score::Kind::kMate);
  for (std::size_t i = 0; i < found.moves.size(); ++i) {
    CHECK(found.reports[i].principal_variation.at(0) == found.moves[i]);
    CHECK(found.reports[i].nodes <= 640);
  }
}

TEST_CASE("moves with a very small probability are dropped during the search") {
  const auto nodes = [](const Searched& found) {
    double sum = 0;
    for (const Report<Move>& report : found.reports) sum += static_cast<double>(report.nodes);
    return sum;
  };
  const SearchPart keen{.nodes = 6400, .weight = 20}, careless{.nodes = 6400, .weight = 0.01};
  const double all = nodes(searched(kQueenHangs, {.part = keen, .drops = false}));
  CHECK(nodes(searched(kQueenHangs, {.part = keen})) < all / 4);
  CHECK(nodes(searched(kQueenHangs, {.part = careless})) > 0.9 * all);
  const Position position = position_of(kQueenHangs);
  const MoveList moves = legal_moves(position);
  std::vector<double> values(moves.size(), -50.0);
  values[0] = 50;
  CHECK(nodes(searched(kQueenHangs, {.part = careless, .values = values})) < all / 4);
}

TEST_CASE("a search with a few nodes still sees an immediate capture") {
  const Position position = position_of(kQueenHangs);
  const Searched found = searched(kQueenHangs, {.part = {.nodes = 1, .weight = 1}});
  CHECK(found.of("Nxd5", position).score.value > found.of("Kf1", position).score.value + 400);
  for (const Report<Move>& report : found.reports) CHECK(report.depth >= 1);
}

TEST_CASE("each round reports its results") {
  std::vector<int> depths;
  searched(kQueenHangs, {.part = {.nodes = 6400, .weight = 0.01}},
           [&](std::span<const Report<Move>> reports) { depths.push_back(reports.front().depth); });
  CHECK(depths.size() == 4);
  CHECK(std::ranges::is_sorted(depths));
  CHECK(depths.front() < depths.back());
}

TEST_CASE("limits of nodes, depth and time apply to all moves together") {
  const SearchPart deep{.nodes = 1'000'000, .weight = 0.01};
  std::uint64_t nodes = 0;
  for (const Report<Move>& report :
       searched(kQueenHangs,
                {.part = deep, .limits = limited_to([](Limits& limits) { limits.nodes = 20'000; })})
           .reports)
    nodes += report.nodes;
  CHECK(nodes <= 20'000);
  CHECK(nodes > 10'000);
  for (const Report<Move>& report :
       searched(kQueenHangs,
                {.part = deep, .limits = limited_to([](Limits& limits) { limits.depth = 2; })})
           .reports)
    CHECK(report.depth <= 2);
  const auto begun = std::chrono::steady_clock::now();
  const Searched quick =
      searched(kQueenHangs,
               {.part = {.nodes = 1'000'000'000, .weight = 0.01},
                .limits = limited_to([](Limits& limits) { limits.move_time = Milliseconds(50); })});
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(5));
  CHECK(quick.reports[0].principal_variation.size() >= 1);
}

TEST_CASE("without dropping, the moves have equal shares of a short time") {
  const MoveSearch how{
      .part = {.nodes = 1'000'000'000, .weight = 1},
      .limits = limited_to([](Limits& limits) { limits.move_time = Milliseconds(1000); }),
      .drops = false};
  const auto begun = std::chrono::steady_clock::now();
  for (const Report<Move>& report : searched(kQueenHangs, how).reports) CHECK(report.depth > 1);
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(5));
}

TEST_CASE("with_search adds the search contribution to the other values") {
  std::vector<Report<Move>> reports(2);
  reports[1].score = pawns(1);
  const std::vector<double> values{0.5, -0.5};
  const std::vector<double> all = with_search(values, {.nodes = 1, .weight = 2}, reports);
  CHECK(all[0] == 0.5);
  CHECK(all[1] == doctest::Approx(-0.5 + 2 * search_term(pawns(1))));
  CHECK(with_search({}, {.nodes = 1, .weight = 2}, reports)[0] == 0);
}

}  // namespace trivium::chess
