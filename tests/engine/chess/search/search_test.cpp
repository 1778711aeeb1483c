// Results of the search: mates, draws, playable lines.
#include <algorithm>
#include <set>
#include <span>
#include <string>

#include "doctest/doctest.h"

#include "engine/chess/search/search_parameters.h"
#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

constexpr std::string_view kMateInTwo =
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1";
// Problem by Morphy: 1. Ra6 mates by zugzwang.
constexpr std::string_view kQuietMateInTwo = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
constexpr std::string_view kMateInThree = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";

Limits to_mate(int moves) {
  Limits limits;
  limits.mate = moves;
  return limits;
}

std::string best_move(std::string_view fen, const Thought& thought) {
  return to_uci(position_of(fen), thought.answer.best);
}

TEST_CASE("mates in one, two and three are found with their length") {
  const Thought one = think("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", to_depth(3));
  CHECK(one.reports.back().score == mate(1));
  CHECK(one.reports.back().principal_variation.size() == 1);

  const Thought two = think(kMateInTwo, to_depth(6));
  CHECK(best_move(kMateInTwo, two) == "d2h6");
  CHECK(two.reports.back().score == mate(2));
  CHECK(two.reports.back().principal_variation.size() == 3);

  const Thought three = think(kMateInThree, to_depth(8));
  CHECK(best_move(kMateInThree, three) == "f6a6");
  CHECK(three.reports.back().score == mate(3));
}

TEST_CASE("the side that is mated counts its moves as negative") {
  const Thought thought = think("r5rk/5p1p/R7/4B3/8/8/7P/7K b - - 0 1", to_depth(8));
  CHECK(thought.reports.back().score == mate(-2));
}

TEST_CASE("a mate search stops at the first mate within its limit") {
  const Thought found = think(kMateInThree, to_mate(3));
  CHECK(best_move(kMateInThree, found) == "f6a6");
  CHECK(found.reports.back().score == mate(3));
  CHECK(think(kMateInTwo, to_mate(4)).reports.back().score == mate(2));
  const Thought quiet = think(kQuietMateInTwo, to_mate(2));
  CHECK(best_move(kQuietMateInTwo, quiet) == "a1a6");
  CHECK(quiet.reports.back().score == mate(2));
}

TEST_CASE(
    "a mate search begins with reductions, so a deep mate costs no more than in a normal search") {
  constexpr std::string_view kMateInFive =
      "2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1";
  const Thought found = think(kMateInFive, to_mate(6));
  CHECK(found.reports.back().score.kind == Score::Kind::kMate);
  CHECK(found.reports.back().nodes <= think(kMateInFive, to_depth(2 * 6 + 6)).reports.back().nodes);
}

TEST_CASE("a mate search without a mate ends and still returns a move") {
  for (const Report<Move>& report : think(kQuietMateInTwo, to_mate(1)).reports)
    CHECK(report.score != mate(1));
  const Thought thought = think(kMateInThree, to_mate(2));
  CHECK(is_legal(position_of(kMateInThree), thought.answer.best));
  CHECK(think(kStartFen, to_mate(2)).answer.best);
}

TEST_CASE(
    "a mate search reports the number of moves without a mate that it proved, and the nodes of the "
    "proof") {
  const Thought none = think(kMateInThree, to_mate(2));
  CHECK(none.answer.no_mate_in == 2);
  const std::vector<Report<Move>>& reports = none.reports;
  REQUIRE(reports.size() >= 2);
  CHECK(reports.back().nodes > reports[reports.size() - 2].nodes);
  CHECK(reports.back().depth == reports[reports.size() - 2].depth);
  CHECK(reports.back().score == reports[reports.size() - 2].score);
  CHECK(reports.back().principal_variation.front() == none.answer.best);
  CHECK(think(kMateInThree, to_mate(3)).answer.no_mate_in == 0);
  CHECK(think(kMateInThree, to_depth(5)).answer.no_mate_in == 0);
}

TEST_CASE("an interrupted mate search claims no more than it proved") {
  Limits limits = to_mate(3);
  limits.depth = 3;
  CHECK(think(kStartFen, limits).answer.no_mate_in == 2);
  limits = to_mate(5);
  limits.nodes = 2'000;  // before the proof begins
  CHECK(think(kStartFen, limits).answer.no_mate_in == 0);
}

TEST_CASE("on the hundredth half-move mate is mate, and any other move is a draw") {
  CHECK(think("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", to_depth(4)).reports.back().score == mate(1));
  const std::string_view fen = "4k3/8/8/8/8/8/4p3/R3K3 w - - 99 80";
  const Thought thought = think(fen, to_depth(6));
  CHECK(best_move(fen, thought) == "e1e2");
  CHECK(thought.reports.back().score.value > 300);
}

TEST_CASE("a perpetual check saves a lost position") {
  const std::string_view fen = "6k1/6p1/8/7Q/8/8/rq4PP/7K w - - 0 1";
  const Thought thought = think(fen, to_depth(8));
  CHECK(best_move(fen, thought) == "h5e8");
  CHECK(thought.reports.back().score == Score{});
}

TEST_CASE("the losing side gives up its queen for stalemate") {
  // The king has no moves and will not get any.
  const std::string_view fen = "4Q3/8/8/8/7n/5kp1/q6p/7K w - - 0 1";
  const Thought thought = think(fen, to_depth(8));
  CHECK(thought.reports.back().score == Score{});
  CHECK(gives_check(position_of(fen), thought.answer.best));
}

TEST_CASE("a known draw has value 0 at any depth, also after searches that trained corrections") {
  Player player(test_weights());
  // Similar, and won.
  think(player, Game(position_of("8/3k4/8/3K4/8/3P4/8/8 w - - 0 1")), to_depth(10));
  for (const std::string_view fen :
       {"8/8/8/8/3k4/8/3P4/3K4 b - - 0 1", "k7/8/8/8/8/8/PB6/K7 w - - 0 1"}) {
    const Thought thought = think(player, Game(position_of(fen)), to_depth(12));
    for (const auto& report : thought.reports)
      CHECK(report.score == Score{Score::Kind::kValue, Score::Bound::kExact, 0});
  }
}

TEST_CASE("the winning side does not stalemate") {
  const std::string_view fen = "7k/8/6K1/8/8/8/8/4R3 w - - 0 1";
  const Thought thought = think(fen, to_depth(5));
  CHECK(thought.reports.back().score == mate(1));
  const Thought queen = think("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", to_depth(2));
  CHECK(queen.reports.back().score == mate(1));
}

/// Plays both sides with one player; returns the end of the game, if it ends within `moves`.
std::optional<GameEnd> play_out(Game game, int moves) {
  Player player(test_weights());
  for (int move = 0; move < moves; ++move) {
    if (const auto end = game.end()) return end;
    game.do_move(think(player, game, to_nodes(20000)).answer.best);
  }
  return game.end();
}

TEST_CASE("a queen mates a bare king, even if the position has occurred twice") {
  Game game(position_of("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"));
  for (const std::string_view move : {"d1d2", "e8e7", "d2d1", "e7e8", "d1d2", "e8e7"})
    game.do_move(*parse_uci_move(game.position(), move));
  const auto end = play_out(game, 60);
  REQUIRE(end);
  CHECK(end->reason == Termination::kCheckmate);
  CHECK(end->for_white == Outcome::kWin);
}

TEST_CASE("every reported line is legal to its end and does not go past the end of the game") {
  Player player(test_weights());
  Rng rng(21);
  int lines = 0, mates = 0;
  for (int i = 0; i < 60; ++i) {
    const Game game = random_game(rng, static_cast<int>(rng.below(160)));
    const Thought thought = think(player, game, to_nodes(4000));
    CHECK(is_legal(game.position(), thought.answer.best));
    for (const Report<Move>& report : thought.reports) {
      ++lines;
      Game line = game;
      CHECK_FALSE(report.principal_variation.empty());
      for (const Move move : report.principal_variation) {
        REQUIRE((line.moves().size() == game.moves().size() || !line.end()));
        REQUIRE(is_legal(line.position(), move));
        line.do_move(move);
      }
      if (report.score.kind == Score::Kind::kMate && report.score.bound == Score::Bound::kExact &&
          report.score.value > 0) {
        CHECK(report.principal_variation.size() ==
              static_cast<std::size_t>(2 * report.score.value - 1));
        CHECK(line.end()->reason == Termination::kCheckmate);
        ++mates;
      }
    }
    CHECK(thought.answer.best == thought.reports.back().principal_variation.front());
  }
  CHECK(lines > 200);
  CHECK(mates > 5);
}

TEST_CASE("the result of a search of some root moves is not used as the value of the position") {
  const Game game(position_of("4k3/8/8/8/8/8/q7/R3K3 w - - 0 1"));
  Player player(test_weights());
  // The only move that is considered does not capture the queen.
  think(player, game, to_depth(10), {*parse_uci_move(game.position(), "e1f1")});
  const Thought after = think(player, game, to_depth(4));
  CHECK(after.answer.best == *parse_uci_move(game.position(), "a1a2"));
  Game before(position_of("4k3/q7/8/8/8/8/8/R3K3 b - - 0 1"));
  before.do_move(*parse_uci_move(before.position(), "a7a2"));
  CHECK(think(player, before, to_depth(1)).reports.back().score.value > 300);
}

TEST_CASE("corrections ignore known wins") {
  const Game drawish(position_of("4k3/4r3/8/8/8/8/4R3/4K2B w - - 0 1"));
  Player fresh(test_weights()), after_a_win(test_weights());
  think(after_a_win, Game(position_of("8/8/8/4k3/8/8/8/3QK3 w - - 0 1")), to_depth(14));
  CHECK(think(after_a_win, drawish, to_depth(1)).reports.back().score ==
        think(fresh, drawish, to_depth(1)).reports.back().score);
}

TEST_CASE("only the requested root moves are searched") {
  Player player(test_weights());
  const Game game;
  const std::vector<Move> wanted{*parse_uci_move(game.position(), "a2a3"),
                                 *parse_uci_move(game.position(), "h2h4")};
  const Thought thought = think(player, game, to_depth(6), wanted);
  for (const Report<Move>& report : thought.reports) {
    CHECK(std::find(wanted.begin(), wanted.end(), report.principal_variation.front()) !=
          wanted.end());
  }
  CHECK(std::find(wanted.begin(), wanted.end(), thought.answer.best) != wanted.end());
}

TEST_CASE("several lines are different moves in order of value, all reported at every depth") {
  Player player(test_weights());
  player.set_options({.lines = 4});
  const Thought thought = think(player, Game(), to_depth(7));
  REQUIRE(thought.reports.size() == 7 * 4);
  for (std::size_t i = 0; i < thought.reports.size(); i += 4) {
    std::set<std::uint16_t> moves;
    for (std::size_t rank = 0; rank < 4; ++rank) {
      const Report<Move>& report = thought.reports[i + rank];
      CHECK(report.line == static_cast<int>(rank) + 1);
      CHECK(report.depth == static_cast<int>(i / 4) + 1);
      moves.insert(report.principal_variation.front().bits());
      if (rank > 0) CHECK(report.score.value <= thought.reports[i + rank - 1].score.value);
    }
    CHECK(moves.size() == 4);
  }
}

/// Checks a report of several lines: all ranks are present, begin with different moves, and are
/// ordered; moves of the present iteration by value, then the others in their previous order.
void check_ranks(std::span<const Report<Move>> ranks) {
  std::set<std::uint16_t> moves;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    CHECK(ranks[rank].line == static_cast<int>(rank) + 1);
    moves.insert(ranks[rank].principal_variation.front().bits());
    if (rank == 0) continue;
    const Report<Move>& above = ranks[rank - 1];
    CHECK(ranks[rank].depth <= above.depth);
    if (ranks[rank].depth == above.depth) CHECK(ranks[rank].score.value <= above.score.value);
  }
  CHECK(moves.size() == ranks.size());
}

/// Searches of 2,000 to 40,000 nodes, `step` apart. Returns how many were cut off within an
/// iteration.
int check_interrupted_lines(std::uint64_t step) {
  constexpr std::size_t kLines = 4;
  Player player(test_weights());
  player.set_options({.lines = kLines});
  int interrupted = 0;
  for (std::uint64_t nodes = 2000; nodes < 40000; nodes += step) {
    CAPTURE(nodes);
    player.new_game();
    const Thought thought = think(player, Game(position_of(kMiddlegame)), to_nodes(nodes));
    REQUIRE(thought.reports.size() % kLines == 0);
    const std::span<const Report<Move>> reports(thought.reports);
    for (std::size_t i = 0; i < reports.size(); i += kLines) {
      check_ranks(reports.subspan(i, kLines));
      const bool finished = i + kLines < reports.size();
      for (const Report<Move>& report : reports.subspan(i, kLines))
        CHECK((!finished || report.score.bound == Score::Bound::kExact));
    }
    const auto last = reports.last(kLines);
    CHECK(thought.answer.best == last.front().principal_variation.front());
    interrupted += last.front().depth > last.back().depth ? 1 : 0;
  }
  return interrupted;
}

TEST_CASE(
    "several lines interrupted by a limit are all reported, finished ones without bounds, and the "
    "first is played") {
  CHECK(check_interrupted_lines(4000) > 1);
}

TEST_CASE("several lines are reported this way at any limit" * doctest::test_suite("long")) {
  CHECK(check_interrupted_lines(333) > 10);
}

TEST_CASE("at most as many lines are reported as there are moves") {
  Player player(test_weights());
  player.set_options({.lines = 10});
  const Thought thought =
      think(player, Game(position_of("7k/8/8/8/8/8/6q1/K7 w - - 0 1")), to_depth(3));
  CHECK(std::max_element(thought.reports.begin(), thought.reports.end(),
                         [](const auto& a, const auto& b) { return a.line < b.line; })
            ->line ==
        static_cast<int>(legal_moves(position_of("7k/8/8/8/8/8/6q1/K7 w - - 0 1")).size()));
}

TEST_CASE("the expectation sums to 1000 and follows the score") {
  const Thought better = think("4k3/8/8/8/8/8/PPPP4/RN2K3 w - - 0 1", to_depth(4));
  const WinDrawLoss good = *better.reports.back().expectation;
  CHECK(good.win + good.draw + good.loss == 1000);
  CHECK(good.win > 900);
  const WinDrawLoss even = *think(kStartFen, to_depth(2)).reports.back().expectation;
  CHECK(even.win + even.draw + even.loss == 1000);
  CHECK(even.draw > 50);
}

TEST_CASE("reported centipawns follow the win/draw/loss model without changing moves or nodes") {
  Player plain(test_weights());
  Player normalized(
      Weights::from_pawns(plain_pawns().pawns(), "test", ExpectationModel{150.0, 200.0}));
  const Game game(position_of("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"));
  const Thought own = think(plain, game, to_depth(7)), other = think(normalized, game, to_depth(7));
  REQUIRE(own.reports.size() == other.reports.size());
  for (std::size_t i = 0; i < own.reports.size(); ++i) {
    CHECK(other.reports[i].nodes == own.reports[i].nodes);
    CHECK(other.reports[i].principal_variation == own.reports[i].principal_variation);
    CHECK(other.reports[i].score.value == reported_value(own.reports[i].score.value, 200.0));
  }
}

/// Searches the position with an empty table and these parameters.
Thought think_with(std::string_view parameters, std::string_view fen, const Limits& limits) {
  Player player(test_weights());
  PlayerOptions options;
  options.search = *parse_search_parameters(parameters);
  player.set_options(options);
  return think(player, Game(position_of(fen)), limits);
}

/// Sets every `stride`-th parameter that can be 0 to 0, and searches.
void check_zeros(std::size_t stride) {
  const auto nodes = [](const std::string& parameters) {
    return think_with(parameters, kMiddlegame, to_depth(12)).reports.back().nodes;
  };
  const std::uint64_t with_all = nodes("");
  std::size_t count = 0;
  for (const SearchParameterInfo& number : search_parameter_table()) {
    if (number.minimum > 0 || number.name.starts_with("time_")) continue;  // there is no clock here
    if (count++ % stride != 0) continue;
    CAPTURE(number.name);
    CHECK(nodes(std::string(number.name) + "=0") != with_all);
  }
}

TEST_CASE("parameters that can be 0 change the search if they are: every tenth") {
  check_zeros(10);
}

TEST_CASE("each parameter that can be 0 changes the search if it is" *
          doctest::test_suite("long")) {
  check_zeros(1);
}

TEST_CASE("singular extensions find mates by forced moves in earlier iterations, in total") {
  // Positions reached by random play.
  constexpr int kDeepest = 14;
  const auto depth_of_mate = [](std::string_view parameters, std::string_view fen) {
    for (const Report<Move>& report : think_with(parameters, fen, to_depth(kDeepest)).reports) {
      if (report.score.kind == Score::Kind::kMate && report.score.value > 0) return report.depth;
    }
    return kDeepest + 1;
  };
  int with = 0, without = 0;
  for (const std::string_view fen :
       {"1n6/rp4kp/8/2pp1ppP/P1Pb4/B4PN1/R3Q1P1/1N2KBR1 w - - 2 32",
        "2q2kBR/1rppp2r/n5b1/1P3pN1/1P2nP2/1Q6/P1RB4/3K2b1 w - - 6 40",
        "2r3r1/2p2kb1/1p3p2/pP3P1p/2nB1PBP/RQ1P4/5N2/2nK1R2 w - - 7 39"}) {
    with += depth_of_mate("", fen);
    without += depth_of_mate("singular_depth=0", fen);
  }
  CHECK(with < without);
}

TEST_CASE("with pawns only there is no null move: in the trebuchet the side to move loses") {
  CHECK(think("8/8/8/4pK2/3kP3/8/8/8 w - - 0 1", to_depth(14)).reports.back().score.value < -300);
  CHECK(think("8/8/8/4pK2/3kP3/8/8/8 b - - 0 1", to_depth(14)).reports.back().score.value < -300);
}

TEST_CASE("the worse side aims for a repetition as soon as one move leads there") {
  // Without detection of the upcoming repetition, two rounds of the perpetual check are needed.
  Game game(position_of("6k1/6p1/8/7Q/8/8/rq4PP/7K w - - 0 1"));
  for (const std::string_view move : {"h5e8", "g8h7", "e8h5", "h7g8"})
    game.do_move(*parse_uci_move(game.position(), move));
  Player player(test_weights());
  const Thought thought = think(player, game, to_depth(3));
  CHECK(thought.reports.back().score == Score{});
}

TEST_CASE("each group of techniques can be off, and the search still finds a mate in three") {
  for (const std::string_view off :
       {"null_move_depth", "reverse_futility_depth", "probcut_depth", "internal_reduction_depth",
        "move_count_depth", "futility_depth", "history_pruning_depth", "quiet_exchange_depth",
        "capture_exchange_depth", "singular_depth", "reduction_depth", "continuation_history",
        "capture_history", "refutations", "aspiration_from_depth"}) {
    CAPTURE(off);
    Player player(test_weights());
    PlayerOptions options;
    options.search = *parse_search_parameters(std::string(off) + "=0");
    player.set_options(options);
    const Thought thought = think(player, Game(position_of(kMateInThree)), to_depth(12));
    CHECK(thought.reports.back().score == mate(3));
  }
}

TEST_CASE("a fixed search visits the same nodes on every machine and kernel") {
  // This number changes only if the search or the evaluation changes.
  const Thought thought = think(
      "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", to_depth(9));
  CHECK(thought.reports.back().nodes == 23524);
}

}  // namespace
}  // namespace trivium::chess
