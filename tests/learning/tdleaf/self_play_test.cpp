// Self-play: games are legal, varied, ended by the rules, and equal for any number of threads.
#include "learning/tdleaf/games/self_play.h"

#include <doctest/doctest.h>
#include <set>

#include "learning/records/pgn_games.h"
#include "learning/records/searched_games.h"
#include "learning/tdleaf/tdleaf.h"
#include "models/format/load_error.h"
#include "tests/learning/tdleaf/support.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning::records;
using namespace trivium::learning::tdleaf;
using namespace trivium;

namespace {

SelfPlayOptions quick() {
  SelfPlayOptions options;
  options.search.nodes = 100;
  options.max_plies = 60;
  return options;
}

Selves material_players() {
  return {chess::Weights::from_pawns(test::with_material(), "material"), {}};
}

/// Returns the game of a record. Fails the test if a move is illegal.
chess::Game replayed(const SearchedGame& record) {
  chess::Game game(record.start);
  for (const SearchedPosition& searched : record.positions) {
    REQUIRE(chess::is_legal(game.position(), searched.played));
    CHECK_FALSE(game.end().has_value());
    game.do_move(searched.played);
  }
  return game;
}

}  // namespace

TEST_CASE("games are legal, end by the rules or the limit, and begin in different ways") {
  const std::vector<SearchedGame> games =
      play_games(material_players(), Openings(), quick(), 0, 0, 8, 2);
  std::set<std::uint64_t> starts;
  for (const SearchedGame& record : games) {
    const chess::Game game = replayed(record);
    const std::optional<chess::GameEnd> end = game.end();
    if (end) CHECK(end->for_white == record.for_white);
    CHECK(
        (end || record.positions.size() == 60 || std::abs(record.positions.back().value) >= 10000));
    starts.insert(record.start.key());
  }
  CHECK(starts.size() == 8);
}

TEST_CASE(
    "games are equal for any number of threads and portions, and differ for another seed or "
    "generation") {
  const Selves selves = material_players();
  const std::vector<SearchedGame> games = play_games(selves, Openings(), quick(), 3, 0, 9, 1);
  CHECK(play_games(selves, Openings(), quick(), 3, 0, 9, 3) == games);
  const std::vector<SearchedGame> rest = play_games(selves, Openings(), quick(), 3, 7, 2, 1);
  CHECK(rest[0] == games[7]);
  CHECK(rest[1] == games[8]);
  CHECK(play_games(selves, Openings(), quick(), 4, 0, 1, 1)[0] != games[0]);
  SelfPlayOptions other = quick();
  other.seed = 2;
  CHECK(play_games(selves, Openings(), other, 3, 0, 1, 1)[0] != games[0]);
}

TEST_CASE("if a leaf decides, its evaluation is the search's value") {
  const Selves selves = material_players();
  std::size_t deciding = 0;
  std::size_t positions = 0;
  for (const SearchedGame& record : play_games(selves, Openings(), quick(), 0, 0, 6, 2)) {
    chess::Position position = record.start;
    chess::Undo undo;
    for (const SearchedPosition& searched : record.positions) {
      ++positions;
      if (searched.leaf_decides) {
        ++deciding;
        chess::Position leaf = position;
        for (const chess::Move move : searched.variation) leaf.do_move(move, undo);
        const chess::Value value = chess::evaluate(leaf, *selves.present);
        CHECK((leaf.side_to_move() == chess::Color::kWhite ? value : -value) == searched.value);
      }
      position.do_move(searched.played, undo);
    }
  }
  CHECK(2 * deciding > positions);
}

TEST_CASE("the trees of the searches are kept on request, the root first") {
  SelfPlayOptions options = quick();
  options.search.nodes = 2000;
  options.search.tree_positions = 5;
  options.max_plies = 4;
  for (const SearchedGame& record :
       play_games(material_players(), Openings(), options, 0, 0, 2, 1)) {
    chess::Position position = record.start;
    chess::Undo undo;
    for (const SearchedPosition& searched : record.positions) {
      REQUIRE_FALSE(searched.tree.empty());
      CHECK(searched.tree.size() <= 5);
      CHECK(unpack(searched.tree.front().position)->key() == position.key());
      position.do_move(searched.played, undo);
    }
  }
}

TEST_CASE(
    "a game whose searches agree on the winner is adjudicated, unless it is to be played out") {
  SelfPlayOptions options = quick();
  options.min_random_plies = options.max_random_plies = 0;
  options.max_imbalance = 32000;
  options.max_plies = 300;
  const TemporaryFolder folder;
  folder.write("won.epd", "4k3/8/8/8/8/8/PPPP4/RNBQK3 w - - id \"won\";\n");
  const Openings won = Openings::read(folder.path() / "won.epd", 0);
  options.won_from = 1000;
  const SearchedGame adjudicated = play_games(material_players(), won, options, 0, 0, 1, 1).front();
  CHECK(adjudicated.for_white == Outcome::kWin);
  CHECK(adjudicated.positions.size() == 4);
  options.won_from = 0;
  const SearchedGame played_out = play_games(material_players(), won, options, 0, 0, 1, 1).front();
  CHECK(played_out.positions.size() > 4);
}

TEST_CASE(
    "if no start is balanced, the least unbalanced one is used with its random moves, and "
    "counted") {
  SelfPlayOptions options = quick();
  options.search.nodes = 0;
  options.search.depth = 1;  // the same value whatever was searched before
  options.max_plies = 1;
  options.max_imbalance = -1;  // no start satisfies this
  std::uint64_t unbalanced = 0;
  const std::vector<SearchedGame> games =
      play_games(material_players(), Openings(), options, 0, 0, 6, 2, &unbalanced);
  CHECK(unbalanced == 6);
  std::set<std::uint64_t> starts;
  for (const SearchedGame& game : games) {
    starts.insert(game.start.key());
    CHECK(game.positions.front().value == 0);  // some of 50 random starts are
  }
  CHECK(starts.size() == 6);
  CHECK(play_games(material_players(), Openings(), options, 0, 0, 6, 1) == games);

  options.max_imbalance = 300;
  CHECK(play_games(material_players(), Openings(), options, 0, 0, 6, 2, &unbalanced).size() == 6);
  CHECK(unbalanced == 6);  // none more
}

TEST_CASE("if all random moves end the game, it begins without them and is counted") {
  const TemporaryFolder folder;
  folder.write("takes.epd", "8/8/8/8/8/8/6q1/k6K w - -\n");  // the king must take the queen: a draw
  const Openings takes = Openings::read(folder.path() / "takes.epd", 0);
  SelfPlayOptions options = quick();
  options.min_random_plies = options.max_random_plies = 1;
  std::uint64_t unbalanced = 0;
  const SearchedGame game =
      play_games(material_players(), takes, options, 0, 0, 1, 1, &unbalanced).front();
  CHECK(game.start == test::position_of("8/8/8/8/8/8/6q1/k6K w - - 0 1"));
  CHECK(unbalanced == 1);
}

TEST_CASE(
    "earlier weights play their share of the games, and the present weights still search every "
    "position") {
  Selves selves = material_players();
  SelfPlayOptions options = quick();
  const std::vector<SearchedGame> alone = play_games(selves, Openings(), options, 0, 0, 4, 1);
  selves.earlier = {chess::Weights::from_pawns(weights_of_nothing(), "generation 0")};
  CHECK(play_games(selves, Openings(), options, 0, 0, 4, 1) == alone);
  options.earlier_share = 1.0;
  std::size_t other_moves = 0;
  for (const SearchedGame& record : play_games(selves, Openings(), options, 0, 0, 4, 2)) {
    (void)replayed(record);
    for (const SearchedPosition& searched : record.positions) {
      other_moves +=
          !searched.variation.empty() && searched.variation.front() != searched.played ? 1 : 0;
    }
  }
  CHECK(other_moves > 0);
}

TEST_CASE("books are EPD or PGN; finished games are not openings, and errors name their place") {
  const TemporaryFolder folder;
  const auto book = [&](const char* name, std::string_view text) {
    return folder.write(name, std::string(text));
  };
  const auto mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -\n";
  CHECK(Openings::read(
            book("a.epd",
                 std::string(mate) + "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"),
            0)
            .size() == 1);
  Rng rng(1);
  const Openings after_two =
      Openings::read(book("b.pgn", "[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n"), 2);
  CHECK(after_two.draw(rng) ==
        test::position_of("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
  // The content decides, not the name.
  CHECK(Openings::read(book("b.txt", "[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n"), 2).draw(rng) ==
        after_two.draw(rng));
  CHECK(Openings::read(
            book("a.pgn", "# one\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"), 0)
            .size() == 1);
  CHECK_THROWS_WITH_AS(Openings::read(book("c.epd", mate), 0),
                       doctest::Contains("no position to begin a game from"), format::LoadError);
  CHECK_THROWS_WITH_AS(Openings::read(book("d.epd", "nonsense\n"), 0),
                       doctest::Contains("d.epd: EPD: line 1"), format::LoadError);
  CHECK_THROWS_AS(Openings::read(folder.path() / "none.epd", 0), format::LoadError);
}

TEST_CASE("a record becomes games to learn from: its moves, its results, our searches") {
  const TemporaryFolder folder;
  const std::filesystem::path pgn = folder.write(
      "match.pgn",
      "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n"
      "[White \"B\"]\n[Result \"*\"]\n\n1. d4 *\n\n"
      "[White \"C\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh5 0-1\n\n"
      "[White \"T\"]\n[Result \"0-1\"]\n[Termination \"time forfeit\"]\n\n1. e4 e5 0-1\n\n"
      "[White \"D\"]\n[Result \"1/2-1/2\"]\n\n1. d4 Qxd4 1/2-1/2\n\n"
      "[White \"M\"]\n[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n"
      "[White \"N\"]\n[Result \"1-0\"]\n\n1. e4 e5 0-1\n\n"
      "[White \"E\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
  std::vector<std::string> faults;
  PgnGames reader({pgn}, PgnUse::kDecided,
                  [&](const std::string& fault) { faults.push_back(fault); });
  const std::vector<chess::PgnGame> first = reader.next(1);
  const std::vector<chess::PgnGame> rest = reader.next(10);
  REQUIRE(first.size() == 1);
  REQUIRE(rest.size() == 1);  // B: no result; C, D: illegal moves; T: time; M, N: contradictory
  CHECK(faults.size() == 2);
  for (const std::string& fault : faults)
    CHECK(fault.find("match.pgn: PGN: game") != std::string::npos);
  CHECK(reader.next(1).empty());
  CHECK(PgnGames::extent({pgn}).games == 2);
  CHECK(PgnGames::extent({pgn}).max_plies == 7);
  const auto left_out = PgnGames::extent({pgn}).left_out;
  CHECK(left_out.unreadable == 2);
  CHECK(left_out.contradictory == 2);
  CHECK(left_out.undecided == 2);

  const std::filesystem::path other =
      folder.write("other.pgn", "[Result \"0-1\"]\n\n1. e4 e5 0-1\n\n1. Qh5 1-0\n");
  PgnGames both({other, pgn}, PgnUse::kDecided,
                [&](const std::string& fault) { faults.push_back(fault); });
  CHECK(both.next(10).size() == 3);
  CHECK(both.left_out().unreadable == 3);
  CHECK(faults.at(2).find("other.pgn: PGN: game 2") != std::string::npos);
  CHECK(PgnGames::extent({other, pgn}).games == 3);
  CHECK_THROWS_AS(PgnGames::extent({pgn, folder.path() / "none.pgn"}), format::LoadError);

  SearchOptions search;
  search.nodes = 200;
  const std::vector<SearchedGame> games =
      search_games({first[0], rest[0]}, search, material_players().present, 2);
  REQUIRE(games.size() == 2);
  CHECK(games[0].positions.size() == 7);
  CHECK(games[0].for_white == Outcome::kWin);
  CHECK(games[1].for_white == Outcome::kLoss);
  CHECK(games[0].positions.back().value == chess::mate_in(1));
  CHECK(games[1].positions.back().value == -chess::mate_in(1));
  CHECK_FALSE(games[0].positions.back().leaf_decides);
  for (std::size_t game = 0; game < games.size(); ++game) (void)replayed(games[game]);

  const chess::PgnGame written = to_pgn_game(games[0], {{"Event", "test"}});
  CHECK(written.moves == first[0].moves);
  CHECK(written.result == Outcome::kWin);
  CHECK(written.comments.back() == "+M1");
}
