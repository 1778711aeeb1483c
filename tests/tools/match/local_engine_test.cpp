#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "doctest/doctest.h"

#include "tests/protocols/client/sides.h"
#include "tools/match/play/board/board_game.h"
#include "tools/match/play/board/engine_factory.h"
#include "tools/match/play/board/referee.h"

namespace trivium::match {
namespace {

using client::FaultKind;
using Moves = std::vector<std::string>;

EngineSpec spec_with(std::vector<std::pair<std::string, std::string>> options = {}) {
  EngineSpec spec;
  spec.name = "ours";
  spec.protocol = Protocol::kInternal;
  spec.options = std::move(options);
  spec.time.nodes = 200;
  return spec;
}

/// An engine that has been started.
struct Player {
  explicit Player(Game game)
      : sides(game == Game::kConnect6 ? client::connect6_sides : client::alternating_sides) {
    if (game == Game::kReversi) setup.board_size = 8;
    Result<std::unique_ptr<client::Engine>> made =
        make_local_engine(spec_with({{"hash", "1"}}), game, stop.get_token());
    REQUIRE_MESSAGE(made, made.error().message);
    engine = *std::move(made);
    const client::Fallible fault = engine->start();
    REQUIRE_MESSAGE(!fault, fault->text);
    REQUIRE_FALSE(engine->new_game(setup));
  }

  client::MoveAnswer answer(const Moves& moves, int side, client::MoveBudget budget = few_nodes()) {
    return engine->move({setup, moves, sides(moves.size()), side}, budget);
  }
  client::MoveReply reply(const Moves& moves, int side) {
    const client::MoveAnswer given = answer(moves, side);
    REQUIRE(std::holds_alternative<client::MoveReply>(given));
    return std::get<client::MoveReply>(given);
  }
  static client::MoveBudget few_nodes() {
    client::MoveBudget budget;
    budget.nodes = 500;
    return budget;
  }

  std::vector<std::uint8_t> (*sides)(std::size_t);  ///< sides of the given number of moves
  std::stop_source stop;
  client::GameSetup setup;
  std::unique_ptr<client::Engine> engine;
};

std::string refusal(std::string option, std::string value, Game game = Game::kChess) {
  const auto made = make_local_engine(spec_with({{std::move(option), std::move(value)}}), game, {});
  return made ? "accepted" : made.error().message;
}

}  // namespace

TEST_CASE("internal players play complete games against themselves by the referee's rules") {
  for (const Game game : {Game::kChess, Game::kConnect6, Game::kReversi}) {
    const EngineSpec spec = spec_with({{"Hash", "1"}});
    const auto first = make_local_engine(spec, game, {}),
               second = make_local_engine(spec, game, {});
    REQUIRE((first && second));
    BoardGameOptions options;
    options.game = game;
    options.opening.setup.board_size = game == Game::kReversi ? 6 : 7;
    options.adjudication.max_moves = 20;
    const Result<std::optional<PlayedGame>> played =
        play_board_game(options, {Contestant{**first, spec}, Contestant{**second, spec}});
    REQUIRE_MESSAGE(played, played.error().message);
    REQUIRE(*played);
    CAPTURE((*played)->reason);
    CHECK(((*played)->ending == Ending::kRules || (*played)->ending == Ending::kAdjudicated));
    CHECK((*played)->moves.size() >= 11);
  }
}

TEST_CASE("the chess player mates and reports its search") {
  Player player(Game::kChess);
  player.setup.fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
  REQUIRE_FALSE(player.engine->new_game(player.setup));
  const client::MoveReply reply = player.reply({}, 0);
  CHECK(reply.move == "a1a8");
  REQUIRE(reply.search.score);
  CHECK(*reply.search.score == Score{.kind = Score::Kind::kMate, .value = 1});
  CHECK(reply.search.depth >= 1);
  CHECK(reply.search.principal_variation == "a1a8");
  CHECK(reply.expected.empty());
  CHECK(reply.elapsed > std::chrono::microseconds(0));
}

TEST_CASE("the chess player follows the game, also if moves are taken back") {
  Player player(Game::kChess);
  const auto legal = [&](const Moves& moves, int side) {
    const auto referee = make_referee(Game::kChess, player.setup);
    for (const std::string& move : moves) REQUIRE((*referee)->play(move));
    const client::MoveReply reply = player.reply(moves, side);
    CHECK((*referee)->play(reply.move));
    if (!reply.expected.empty()) CHECK((*referee)->play(reply.expected));
  };
  legal({"e2e4"}, 1);
  legal({"e2e4", "e7e5", "g1f3"}, 1);
  legal({"d2d4", "e7e5"}, 0);
  legal({}, 0);
}

TEST_CASE("the Connect-6 player chooses both stones of a turn in one search") {
  Player player(Game::kConnect6);
  const client::MoveReply first = player.reply({"K10"}, 1);
  CHECK(first.search.nodes > 0);
  const client::MoveReply second = player.reply({"K10", first.move}, 1);
  CHECK(second.search.nodes == 0);
  CHECK(second.move != first.move);
  // In a position other than the planned one it searches again.
  const std::string other = first.move == "A1" ? "B1" : "A1";
  CHECK(player.reply({"K10", other}, 1).search.nodes > 0);
}

TEST_CASE("the Connect-6 player completes six in a row") {
  Player player(Game::kConnect6);
  const Moves moves{"K10", "A1", "S1", "L10", "M10", "A19", "S19", "N10", "A10", "T5", "T15"};
  const client::MoveReply first = player.reply(moves, 0);
  Moves after = moves;
  after.push_back(first.move);
  after.push_back(player.reply(after, 0).move);
  const auto referee = make_referee(Game::kConnect6, player.setup);
  for (const std::string& move : after) REQUIRE((*referee)->play(move));
  REQUIRE((*referee)->end());
  CHECK((*referee)->end()->reason == "six in a row");
}

TEST_CASE("the Reversi player reports its search, and passes where it must") {
  Player player(Game::kReversi);
  const client::MoveReply reply = player.reply({"F5"}, 1);
  const auto referee = make_referee(Game::kReversi, player.setup);
  REQUIRE((*referee)->play("F5"));
  CHECK((*referee)->play(reply.move));
  CHECK(reply.search.score.has_value());
  CHECK(reply.search.nodes > 0);
  CHECK(reply.search.principal_variation.starts_with(reply.move));
  CHECK(player.reply({"C4", "C3", "F5", "B4", "A4", "A5", "C2", "A3"}, 0).move == "pass");
  const client::MoveReply after =
      player.reply({"C4", "C3", "F5", "B4", "A4", "A5", "C2", "A3", "pass"}, 1);
  CHECK((after.move == "D2" || after.move == "F4"));
}

TEST_CASE("an impossible situation is rejected, and the player can continue") {
  Player chess(Game::kChess);
  const client::MoveAnswer answer = chess.answer({"e2e5"}, 1);
  REQUIRE(std::holds_alternative<client::Fault>(answer));
  CHECK(std::get<client::Fault>(answer).kind == FaultKind::kRefusal);
  CHECK(std::get<client::Fault>(answer).text == "UCI move 'e2e5': not legal here");
  CHECK_FALSE(chess.reply({"e2e4"}, 1).move.empty());
  CHECK(std::holds_alternative<client::Fault>(chess.answer({"f2f3", "e7e5", "g2g4", "d8h4"}, 0)));

  Player connect6(Game::kConnect6);
  CHECK(std::holds_alternative<client::Fault>(connect6.answer({"K10", "K10"}, 1)));

  Player reversi(Game::kReversi);
  const client::MoveAnswer refused = reversi.answer({"A1"}, 1);
  REQUIRE(std::holds_alternative<client::Fault>(refused));
  CHECK(std::get<client::Fault>(refused).text == "a1 flips no disc; Black can play d3, c4, f5, e6");
  CHECK_FALSE(reversi.reply({"F5"}, 1).move.empty());
  const Moves wipeout{"F5", "D6", "C5", "F4", "E7", "F6", "G5", "E6", "E3"};
  CHECK(std::holds_alternative<client::Fault>(reversi.answer(wipeout, 1)));
}

TEST_CASE("a stop request ends an unlimited search and those after it") {
  for (const Game game : {Game::kChess, Game::kConnect6}) {
    Player player(game);
    std::jthread other([&player] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      player.stop.request_stop();
    });
    client::MoveBudget endless;
    endless.move_time = std::chrono::hours(1);
    const Moves opening = game == Game::kChess ? Moves{} : Moves{"K10"};
    const client::MoveAnswer answer =
        player.answer(opening, static_cast<int>(opening.size()), endless);
    REQUIRE(std::holds_alternative<client::Fault>(answer));
    CHECK(std::get<client::Fault>(answer).kind == FaultKind::kInterrupted);
    CHECK(std::holds_alternative<client::Fault>(
        player.answer(opening, static_cast<int>(opening.size()), endless)));
  }
}

TEST_CASE("an unknown option or a bad value is rejected with its name") {
  CHECK(refusal("Hash", "0") ==
        "engine ours, option 'Hash': needs a whole number from 1 to 1048576, found '0'");
  CHECK(refusal("Threads", "two") ==
        "engine ours, option 'Threads': needs a whole number from 1 to 256, found 'two'");
  CHECK(refusal("Contempt", "5") ==
        "engine ours, option 'Contempt': internal players have only the options Hash, Threads and "
        "WeightsFile");
  CHECK(refusal("HASH", "2") == "accepted");
  CHECK(refusal("Hash", "2", Game::kPoker) ==
        "engine ours: internal poker players are run by the dealer");
}

TEST_CASE("weights that cannot be loaded are a fault at the start, which names the file") {
  EngineSpec spec = spec_with({{"WeightsFile", "no-such.safetensors"}});
  spec.directory = "/nowhere";
  for (const Game game : {Game::kChess, Game::kConnect6}) {
    const auto made = make_local_engine(spec, game, {});
    REQUIRE(made);
    const client::Fallible fault = (*made)->start();
    REQUIRE(fault);
    CHECK(fault->kind == FaultKind::kCannotStart);
    CHECK(fault->text.find("/nowhere/no-such.safetensors") != std::string::npos);
    CHECK_FALSE((*made)->running());
  }
}

TEST_CASE("a player that was not started or has quit cannot play but can be started") {
  const auto made = make_local_engine(spec_with({{"Hash", "1"}}), Game::kChess, {});
  REQUIRE(made);
  client::Engine& engine = **made;
  const client::GameSetup setup;
  CHECK(engine.new_game(setup));
  CHECK(std::holds_alternative<client::Fault>(engine.move({setup, {}, {}, 0}, {})));
  REQUIRE_FALSE(engine.start());
  CHECK(engine.running());
  engine.quit();
  CHECK_FALSE(engine.running());
  CHECK(engine.new_game(setup));
  REQUIRE_FALSE(engine.start());
  CHECK_FALSE(engine.new_game(setup));
}

}  // namespace trivium::match
