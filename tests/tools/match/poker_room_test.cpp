#include "tools/match/play/poker/poker_room.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/rules/records.h"
#include "tests/tools/match/odd_player.h"

namespace trivium::match {
namespace {

using namespace std::chrono_literals;

EngineSpec local(const std::string& name, const std::string& policy) {
  EngineSpec engine;
  engine.name = name;
  engine.protocol = Protocol::kInternal;
  engine.options = {{"policy", policy}};
  return engine;
}

EngineSpec odd_player_spec(const std::string& habit, const std::string& game = "nolimit") {
  EngineSpec engine;
  engine.name = "odd " + habit;
  engine.protocol = Protocol::kAcpc;
  engine.command = odd_player(habit, game);
  return engine;
}

Tournament poker_tournament(const std::string& game, std::uint32_t hands,
                            std::vector<EngineSpec> engines) {
  Tournament made;
  made.game = Game::kPoker;
  made.poker.game = game;
  made.poker.hands = hands;
  made.engines = std::move(engines);
  made.seed = 3;
  return made;
}

/// One rotation of block 0; seats shift by one with each rotation.
ScheduledGame rotation(int number, int players) {
  ScheduledGame game;
  game.number = static_cast<std::uint64_t>(number);
  game.rotation = number;
  for (int seat = 0; seat < players; ++seat) game.seats.push_back((seat + number) % players);
  return game;
}

PlayedBlock play(const Tournament& tournament, int number = 0) {
  const Result<PokerRoom> room = PokerRoom::open(tournament);
  if (!room) FAIL(room.error().message);
  const int players = poker::game_named(tournament.poker.game)->players;
  Result<std::optional<PlayedBlock>> played = room->play(rotation(number, players));
  if (!played) FAIL(played.error().message);
  REQUIRE(played->has_value());
  return **std::move(played);
}

/// Field of the STATE line of hand `number` with all cards.
std::string cards(const PlayedBlock& block, std::size_t number) {
  const std::string& line = block.hands[number].state;
  std::size_t start = 0;
  for (int colon = 0; colon < 3; ++colon) start = line.find(':', start) + 1;
  return line.substr(start, line.find(':', start) - start);
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Winnings of `engine` per deal, summed over all rotations, in chips.
std::vector<double> over_rotations(const Tournament& tournament, int engine) {
  const auto players = static_cast<int>(tournament.engines.size());
  std::vector<double> won(tournament.poker.hands);
  for (int number = 0; number < players; ++number) {
    const PlayedBlock block = play(tournament, number);
    const auto seat = static_cast<std::size_t>((engine - number + players) % players);
    for (std::size_t hand = 0; hand < won.size(); ++hand) won[hand] += block.hands[hand].won[seat];
  }
  return won;
}

}  // namespace

TEST_CASE("every rotation of a block has the same cards, and winnings sum to zero") {
  const Tournament duel =
      poker_tournament("nolimit", 50, {local("A", "random"), local("B", "rule")});
  const PlayedBlock first = play(duel, 0), second = play(duel, 1);
  CHECK(first.players == std::vector<std::string>{"A", "B"});
  CHECK(second.players == std::vector<std::string>{"B", "A"});
  for (std::size_t hand = 0; hand < 50; ++hand) {
    // Boards of hands that ended early are shorter, so only the hole cards are compared.
    CHECK(cards(first, hand).substr(0, 9) == cards(second, hand).substr(0, 9));
    CHECK(std::abs(sum(first.hands[hand].won)) < 1e-6);
    CHECK(std::abs(sum(first.hands[hand].expected)) < 1e-6);
  }
  CHECK(first.faults.empty());
  CHECK(first.ending() == Ending::kRules);
}

TEST_CASE("equal players win exactly nothing with any deal over all rotations") {
  for (const std::string game : {"nolimit", "limit3", "kuhn3"}) {
    CAPTURE(game);
    const int players = poker::game_named(game)->players;
    std::vector<EngineSpec> engines;
    for (int i = 0; i < players; ++i)
      engines.push_back(local(std::string(1, static_cast<char>('A' + i)), "call"));
    const Tournament table = poker_tournament(game, 100, engines);
    for (int engine = 0; engine < players; ++engine) {
      for (const double won : over_rotations(table, engine)) CHECK(std::abs(won) < 1e-9);
    }
  }
}

TEST_CASE("another block has other cards, and the random numbers of two rotations differ") {
  const Tournament duel =
      poker_tournament("nolimit", 20, {local("A", "random"), local("B", "random")});
  const Result<PokerRoom> room = PokerRoom::open(duel);
  REQUIRE(room);
  ScheduledGame other = rotation(0, 2);
  other.opening = 1;
  const auto first = room->play(rotation(0, 2)), again = room->play(rotation(0, 2)),
             next = room->play(other);
  REQUIRE((first && again && next));
  CHECK((*first)->hands == (*again)->hands);
  CHECK(cards(**first, 0) != cards(**next, 0));
  const auto actions = [&](const ScheduledGame& game) {
    std::string text;
    const auto played = room->play(game);
    for (const BlockHand& hand : (*played)->hands)
      text += hand.state.substr(0, hand.state.find('|'));
    return text;
  };
  ScheduledGame later = rotation(0, 2);
  later.number = 7;
  CHECK(actions(rotation(0, 2)) != actions(later));
}

TEST_CASE("an all-in before the last card counts at its expectation over all boards") {
  const Tournament duel =
      poker_tournament("nolimit", 20, {local("A", "raise"), local("B", "raise")});
  const PlayedBlock block = play(duel);
  std::size_t differing = 0;
  for (const BlockHand& hand : block.hands) {
    if (hand.won != hand.expected) ++differing;
    CHECK(std::abs(hand.expected[0]) <= 20000);
  }
  CHECK(differing > 10);
}

TEST_CASE("a block with faults is restored from its text") {
  for (const std::string game : {"nolimit", "limit3", "kuhn"}) {
    CAPTURE(game);
    std::vector<EngineSpec> engines{local("Alice: 1|2", "raise"), local("Bob", "rule"),
                                    local("Eve", "random")};
    if (game != "limit3") engines.pop_back();
    const Tournament table = poker_tournament(game, 50, engines);
    PlayedBlock block = play(table);
    CHECK(block.players[0] == "Alice_ 1_2");
    block.faults = {
        {0, Ending::kTimeLoss, 17, 1, "ran out of time: 5 ms were left", {"shown: MATCHSTATE", ""}},
        {1, Ending::kCrash, 3, 12, "", {}}};
    const poker::GameDefinition definition = *poker::game_named(game);
    const Result<PlayedBlock> read = parse_block(to_text(block), definition);
    if (!read) FAIL(read.error().message);
    CHECK(*read == block);
  }
}

TEST_CASE("a damaged block is rejected with its line") {
  const PlayedBlock block =
      play(poker_tournament("kuhn", 3, {local("A", "call"), local("B", "call")}));
  const poker::GameDefinition kuhn = *poker::game_named("kuhn");
  const std::string text = to_text(block);
  const auto error = [&](const std::string& damaged) {
    const Result<PlayedBlock> read = parse_block(damaged, kuhn);
    REQUIRE_FALSE(read);
    return read.error().message;
  };
  CHECK(error(text.substr(0, text.find("SCORE"))) == "the SCORE line is missing");
  CHECK(error(text.substr(0, text.find("# used"))) == "the line '# used' is missing");
  std::string swapped = text;
  swapped.replace(swapped.find("STATE:1"), 7, "STATE:7");
  CHECK(error(swapped) == "line 6: hand 7 found, hand 1 expected");
  CHECK(error("hello\n" + text).starts_with("line 1: expected STATE"));
  for (std::size_t size = 0; size < text.size(); ++size)
    CHECK_FALSE(parse_block(text.substr(0, size) + "\n?", kuhn));
}

TEST_CASE("a block with any damage is rejected, or read and restored consistently") {
  const PlayedBlock block =
      play(poker_tournament("nolimit", 8, {local("A", "raise"), local("B", "random")}));
  const poker::GameDefinition game = *poker::game_named("nolimit");
  const std::string text = to_text(block);
  Rng rng(5);
  int refused = 0;
  constexpr std::string_view kBytes = "0189-|:/#\n .aAcfr\xFF";
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = text;
    for (std::uint32_t changes = rng.below(3) + 1; changes > 0; --changes) {
      damaged[rng.below(static_cast<std::uint32_t>(damaged.size()))] =
          kBytes[rng.below(static_cast<std::uint32_t>(kBytes.size()))];
    }
    const Result<PlayedBlock> read = parse_block(damaged, game);
    if (read) CHECK(parse_block(to_text(*read), game).has_value());
    if (!read) ++refused;
  }
  CHECK(refused > 1000);
}

TEST_CASE("winnings are in thousandths of the big blind") {
  const Tournament duel =
      poker_tournament("nolimit", 10, {local("A", "call"), local("B", "raise")});
  const PlayedBlock block = play(duel);
  const poker::GameDefinition game = *poker::game_named("nolimit");
  const BlockWinnings won = winnings(block, game);
  REQUIRE(won.raw.size() == 10);
  CHECK(won.raw[4][1] == doctest::Approx(block.hands[4].won[1] * 10));
  CHECK(won.expected[4][0] == doctest::Approx(block.hands[4].expected[0] * 10));
  CHECK(summary(block, game).ends_with("10 hands"));
}

TEST_CASE("programs and internal players share a table and play as among themselves") {
  const Tournament mixed =
      poker_tournament("nolimit", 30, {local("A", "call"), odd_player_spec("call")});
  const Tournament inside =
      poker_tournament("nolimit", 30, {local("A", "call"), local("odd call", "call")});
  const PlayedBlock block = play(mixed);
  CHECK(block.hands == play(inside).hands);
  CHECK(block.faults.empty());
  CHECK(block.used[1] > 0us);
}

TEST_CASE("every line to and from a program is logged") {
  const Tournament mixed =
      poker_tournament("kuhn", 4, {local("A", "call"), odd_player_spec("call", "kuhn")});
  const Result<PokerRoom> room = PokerRoom::open(mixed);
  REQUIRE(room);
  std::vector<std::string> heard;
  const auto log = [&heard](const std::string& engine, char direction, std::string_view line) {
    heard.push_back(fmt::format("{} {} {}", engine, direction, line));
  };
  REQUIRE(room->play(rotation(0, 2), {}, log));
  const auto count = [&heard](std::string_view beginning) {
    return std::ranges::count_if(
        heard, [&](const std::string& line) { return line.starts_with(beginning); });
  };
  // A state before each of two decisions of a hand and one at its end; one answer per hand.
  CHECK(count("odd call > MATCHSTATE:") == 12);
  CHECK(count("odd call < MATCHSTATE:") == 4);
  CHECK(std::ssize(heard) == 16);
}

TEST_CASE("three programs play in all rotations and win nothing with any deal") {
  const Tournament table =
      poker_tournament("limit3", 12,
                       {odd_player_spec("call", "limit3"), odd_player_spec("call", "limit3"),
                        odd_player_spec("call", "limit3")});
  for (const double won : over_rotations(table, 1)) CHECK(std::abs(won) < 1e-9);
}

struct Failure {
  std::string habit;
  Ending kind;
  std::uint32_t hand;
  std::string text;
};

void check_failures(const std::vector<Failure>& failures) {
  for (const Failure& expected : failures) {
    CAPTURE(expected.habit);
    Tournament duel =
        poker_tournament("nolimit", 6, {local("A", "raise"), odd_player_spec(expected.habit)});
    if (expected.kind == Ending::kStall) duel.poker.response_time = Milliseconds(2000);
    const PlayedBlock block = play(duel);
    CHECK(block.hands.size() == 6);
    REQUIRE(block.faults.size() == 1);
    const BlockFault& fault = block.faults[0];
    CHECK(fault.seat == 1);
    CHECK(fault.kind == expected.kind);
    CHECK(fault.hand == expected.hand);
    if (!expected.text.empty()) CHECK(fault.text == expected.text);
    CHECK(block.ending() == expected.kind);
    if (expected.habit == "leave3@2") CHECK(fault.evidence.back() == "stderr: no more of this");
    if (expected.habit == "illegal@4") CHECK(fault.evidence[1].ends_with(":x"));
  }
}

TEST_CASE("each failure is a different fault, and all hands are played") {
  check_failures({
      {"crash@3", Ending::kCrash, 3, "ended by signal 6 (Aborted)"},
      {"leave@2", Ending::kDisconnect, 2, "ended with status 0"},
      {"leave3@2", Ending::kCrash, 2, "ended with status 3"},
      {"close@1", Ending::kDisconnect, 1, "closed the connection"},
      {"illegal@4", Ending::kIllegalMove, 4, ""},
  });
}

TEST_CASE("a player that never answers is a different fault, and all hands are played" *
          doctest::test_suite("long")) {
  check_failures(
      {{"stall@1", Ending::kStall, 1, "ran out of time: 2000 ms were left for the response"}});
}

TEST_CASE("a late answer is a time loss, in the match or in the response") {
  Tournament duel = poker_tournament("nolimit", 6, {local("A", "call"), odd_player_spec("slow@1")});
  duel.poker.hand_time =
      Milliseconds(100);  // 600 ms for the block: just under two answers of 300 ms each
  const PlayedBlock block = play(duel);
  CHECK(block.hands.size() == 6);
  REQUIRE(block.faults.size() == 1);
  CHECK(block.faults[0].kind == Ending::kTimeLoss);
  CHECK(block.used[1] > 600ms);
}

TEST_CASE("a program that has never connected is an error with its reason") {
  const auto error = [](EngineSpec engine) {
    Tournament duel = poker_tournament("nolimit", 4, {std::move(engine), local("A", "call")});
    duel.poker.start_patience = Milliseconds(300);
    const Result<PokerRoom> room = PokerRoom::open(duel);
    REQUIRE(room);
    const auto played = room->play(rotation(0, 2));
    REQUIRE_FALSE(played);
    return played.error().message;
  };
  EngineSpec missing = odd_player_spec("call");
  missing.command[0] = "/no/such/program";
  CHECK(error(missing) == "engine 'odd call': '/no/such/program': no such program");
  CHECK(error(odd_player_spec("absent")) == "engine 'odd absent': did not connect within 300 ms");
  // The other two may be slower than that on a busy machine, so only what cannot differ is asked.
  CHECK(error(odd_player_spec("refuse")).starts_with("engine 'odd refuse': "));
  CHECK(error(odd_player_spec("version")).starts_with("engine 'odd version': "));
}

TEST_CASE(
    "a program that connected once and not again cannot start: its blocks count, and it folds") {
  std::string folder = (std::filesystem::temp_directory_path() / "trivium-poker-XXXXXX").string();
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  const EngineSpec steady = odd_player_spec("call");
  EngineSpec moody = steady;
  moody.name = "moody";
  moody.directory = folder;
  // Arguments of the shell's own word list: $0 is the player, HOST and PORT come last.
  moody.command = {
      "/bin/sh", "-c",
      "test -e been && { echo enough >&2; exit 3; }; touch been; exec \"$0\" nolimit call \"$@\"",
      steady.command[0]};
  const Tournament duel = poker_tournament("nolimit", 4, {local("A", "raise"), moody});
  const Result<PokerRoom> room = PokerRoom::open(duel);
  REQUIRE(room);
  const auto first = room->play(rotation(0, 2)), second = room->play(rotation(1, 2));
  std::filesystem::remove_all(folder);
  REQUIRE((first && second));
  CHECK((*first)->faults.empty());
  REQUIRE((*second)->faults.size() == 1);
  const BlockFault& fault = (*second)->faults[0];
  CHECK(fault.kind == Ending::kCannotStart);
  CHECK(fault.seat == 0);
  CHECK(fault.text == "ended with status 3 before it had connected");
  CHECK(fault.evidence.back() == "stderr: enough");
  CHECK((*second)->hands.size() == 4);
  CHECK((*second)->chips()[1] > 0);
}

TEST_CASE("an interrupted block leaves no result") {
  for (const std::string habit : {"stall", "absent"}) {
    Tournament duel =
        poker_tournament("nolimit", 1000, {local("A", "call"), odd_player_spec(habit)});
    const Result<PokerRoom> room = PokerRoom::open(duel);
    REQUIRE(room);
    std::stop_source stop;
    std::jthread breaker([&stop] {
      std::this_thread::sleep_for(100ms);
      stop.request_stop();
    });
    const auto played = room->play(rotation(0, 2), stop.get_token());
    REQUIRE(played);
    CHECK_FALSE(played->has_value());
  }
  const Tournament inside =
      poker_tournament("nolimit", 4'000'000'000, {local("A", "call"), local("B", "call")});
  const Result<PokerRoom> room = PokerRoom::open(inside);
  REQUIRE(room);
  std::stop_source stopped;
  stopped.request_stop();
  const auto played = room->play(rotation(0, 2), stopped.get_token());
  REQUIRE(played);
  CHECK_FALSE(played->has_value());
}

TEST_CASE("errors of the description are reported before anything starts") {
  const auto error = [](const Tournament& table) {
    const Result<PokerRoom> room = PokerRoom::open(table);
    REQUIRE_FALSE(room);
    return room.error().message;
  };
  const std::vector<EngineSpec> two{local("A", "call"), local("B", "call")};
  CHECK(error(poker_tournament("limit3", 5, two)) ==
        "game 'limit3': it is for 3 players, and there are 2 engines");
  const std::string path =
      std::string(TRIVIUM_SOURCE_DIR) + "/./tests/data/poker/short_stacks.game";
  CHECK(error(poker_tournament(path, 5, two)) ==
        "game '" + path + "': it is for 4 players, and there are 2 engines");  // a path is not cut
  CHECK(error(poker_tournament("nolimit", 0, two)) ==
        "game 'nolimit': a block has at least one hand");
  CHECK(error(poker_tournament("nolimit", 5, {local("A", "cal"), two[1]}))
            .starts_with("engine 'A': unknown policy 'cal'"));
  EngineSpec odd_option = two[0];
  odd_option.options = {{"Hash", "16"}};
  CHECK(error(poker_tournament("nolimit", 5, {odd_option, two[1]})) ==
        "engine 'A': no option 'Hash': internal poker players have the options policy and seed");
  odd_option.options = {{"seed", "x"}};
  CHECK(error(poker_tournament("nolimit", 5, {odd_option, two[1]})) ==
        "engine 'A': seed 'x' is not a whole number");
  odd_option.protocol = Protocol::kUci;
  CHECK(error(poker_tournament("nolimit", 5, {odd_option, two[1]})) ==
        "engine 'A': poker needs ACPC programs or internal players");
}

}  // namespace trivium::match
