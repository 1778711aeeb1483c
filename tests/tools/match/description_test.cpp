#include "tools/match/setup/description.h"

#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <set>
#include <string>
#include <vector>

#include "tests/tools/match/described.h"

namespace trivium::match {
namespace {

TEST_CASE("a script for fastchess is understood unchanged") {
  const Description read = description(
      "-engine cmd=./engine-new name=New option.Hash=32 nodes=2000000 -engine cmd=./engine-old "
      "name=Old restart=off plies=30 "
      "-openings file=UHO_Lichess_4852_v1.epd format=epd order=random start=5 plies=8 -each "
      "tc=300+5 option.Threads=1 proto=uci "
      "-resign movecount=3 score=600 twosided=true -draw movenumber=34 movecount=8 score=20 "
      "-sprt elo0=0 elo1=2 alpha=0.05 beta=0.1 model=logistic -rounds 100000 -games 2 -repeat "
      "-concurrency 3 -recover -srand 42 "
      "-pgnout notation=san nodes=true file=./games/sprt.pgn append=true -ratinginterval 20 "
      "-scoreinterval 0 -force-concurrency "
      "-autosaveinterval 0 -output format=fastchess -report penta=true -log file=out.log "
      "level=warn engine=true -event Test -site Lab");
  CHECK(read.warnings == std::vector<std::string>{
                             "ignored, since games do not depend on it: -pgnout, notation; "
                             "-pgnout, nodes; -pgnout, append; -scoreinterval; -force-concurrency; "
                             "-autosaveinterval; -report; -log, level; -log, engine"});
  const Tournament& tournament = read.tournament;
  REQUIRE(tournament.engines.size() == 2);
  const EngineSpec& fresh = tournament.engines[0];
  CHECK(fresh.name == "New");
  CHECK(fresh.protocol == Protocol::kUci);
  CHECK(fresh.command == std::vector<std::string>{"./engine-new"});
  CHECK(fresh.options ==
        std::vector<std::pair<std::string, std::string>>{{"Hash", "32"}, {"Threads", "1"}});
  CHECK(fresh.time.nodes == 2'000'000);
  CHECK(fresh.time.base == Milliseconds(300'000));
  CHECK(fresh.time.increment == Milliseconds(5'000));
  CHECK(tournament.engines[1].time.depth == 30);
  CHECK(tournament.engines[1].restart == Restart::kAuto);
  CHECK(tournament.openings.file == "UHO_Lichess_4852_v1.epd");
  CHECK(tournament.openings.format == "epd");
  CHECK(tournament.openings.order == OpeningOrder::kRandom);
  CHECK(tournament.openings.start == 5);
  CHECK(tournament.openings.plies == 8);
  CHECK(tournament.adjudication == Adjudication{3, 600, true, 34, 8, 20, 0});
  CHECK(tournament.sprt ==
        learning::statistics::SprtTest{0, 2, 0.05, 0.1, learning::statistics::EloModel::kLogistic});
  CHECK(tournament.schedule.rounds == 100'000);
  CHECK(tournament.schedule.games == 2);
  CHECK(tournament.concurrency == 3);
  CHECK(tournament.seed == 42);
  CHECK(tournament.record == "./games/sprt.pgn");
  CHECK(tournament.log == "out.log");
  CHECK(tournament.report_every == 20);
  CHECK(tournament.event == "Test");
  CHECK(tournament.site == "Lab");
  CHECK(read.plain_lines);
}

TEST_CASE("a script for cutechess-cli is understood unchanged") {
  const Description read = description(
      "-tournament gauntlet -seeds 2 -engine cmd=a arg=--uci arg=x ponder initstr=one\\ntwo "
      "stderr=a.err -engine cmd=b dir=/tmp "
      "timemargin=50 "
      "-engine cmd=c restart=on debug tscale=2 -each proto=uci tc=40/1:30+0.5 -games 2 -rounds 10 "
      "-repeat 2 -variant standard "
      "-pgnout games.pgn min fi -wait 100 -maxmoves 200 -bookmode ram -reverse -outcomeinterval 5 "
      "-openings file=book.pgn policy=round");
  const Tournament& tournament = read.tournament;
  REQUIRE(tournament.engines.size() == 3);
  CHECK(tournament.engines[0].command == std::vector<std::string>{"a", "--uci", "x"});
  CHECK(tournament.engines[0].ponder);
  CHECK(tournament.engines[0].init_commands == std::vector<std::string>{"one", "two"});
  CHECK(tournament.engines[0].stderr_file == "a.err");
  CHECK(tournament.engines[0].time.moves == 40);
  CHECK(tournament.engines[0].time.base == Milliseconds(90'000));
  CHECK(tournament.engines[1].directory == "/tmp");
  CHECK(tournament.engines[1].time.margin == Milliseconds(50));
  CHECK(tournament.engines[2].restart == Restart::kOn);
  CHECK(tournament.engines[2].init_commands == std::vector<std::string>{"debug on"});
  CHECK(tournament.engines[2].start_patience == Milliseconds(40'000));
  CHECK(tournament.schedule.format == Format::kGauntlet);
  CHECK(tournament.schedule.seeds == 2);
  CHECK(tournament.schedule.same_opening_in_round);
  CHECK(tournament.adjudication.max_moves == 200);
  CHECK(tournament.wait == Milliseconds(100));
  CHECK(tournament.record == "games.pgn");
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0] ==
        "ignored, since games do not depend on it: -pgnout, min; -pgnout, fi; -bookmode; -reverse; "
        "-outcomeinterval");
}

TEST_CASE("files that affect an engine's play are listed by the engine and by -each") {
  const Description read =
      description("-engine cmd=a name=A with=net with=book -engine cmd=b -each tc=1 with=tables");
  using Files = std::vector<std::filesystem::path>;
  CHECK(read.tournament.engines[0].files == Files{"net", "book", "tables"});
  CHECK(read.tournament.engines[1].files == Files{"tables"});
  CHECK(read.warnings.empty());
}

TEST_CASE("pairings play rounds times games, in pairs with one opening if the number is even") {
  const auto games = [](std::string_view line) {
    const ScheduleOptions schedule = with_two(line).tournament.schedule;
    return std::pair<std::uint32_t, int>{schedule.rounds, schedule.games};
  };
  using Games = std::pair<std::uint32_t, int>;
  CHECK(games("") == Games{1, 2});
  CHECK(games("-rounds 50") == Games{50, 2});
  CHECK(games("-rounds 50 -repeat") == Games{50, 2});
  CHECK(games("-rounds 50 -games 2 -repeat") == Games{50, 2});
  CHECK(games("-games 100 -repeat") == Games{50, 2});
  CHECK(games("-games 4 -rounds 3") == Games{6, 2});
  CHECK(games("-games 1 -rounds 100") == Games{100, 1});
  CHECK(games("-games 1 -rounds 100 -repeat") == Games{50, 2});
  CHECK(games("-games 2 -rounds 10 -repeat 1") == Games{20, 1});
  CHECK(games("-sprt elo0=0 elo1=5").first == 500'000);
  CHECK(fault_with_two("-games 3") ==
        "-games: 3 is odd: games are played in pairs with one opening");
  CHECK(fault_with_two("-repeat 4") ==
        "-repeat: an opening is played twice, with colors reversed, or once");
  CHECK(fault_with_two("-games 1000000 -rounds 1000000") ==
        "-rounds: more than 1000000000 games of one pairing");
}

TEST_CASE("-each replaces an engine's own values, with a warning") {
  const Description read = description(
      "-each depth=3 option.Hash=64 -engine cmd=a depth=5 option.Hash=64 -engine cmd=b "
      "option.Hash=1");
  CHECK(read.tournament.engines[0].time.depth == 3);
  CHECK(read.tournament.engines[1].options ==
        std::vector<std::pair<std::string, std::string>>{{"Hash", "64"}});
  CHECK(read.warnings ==
        std::vector<std::string>{
            "-engine 1, depth: '5' is replaced by '3' of -each 1, depth",
            "-engine 2, option.Hash: '1' is replaced by '64' of -each 1, option.Hash"});
}

TEST_CASE("arguments of an engine are separated as in a shell") {
  const auto read =
      described({"-engine", "cmd=a b", R"(args=one  "two words" 'three "3"' fo\ ur "")", "depth=1",
                 "-engine", "cmd=c", "depth=1"});
  REQUIRE(read.has_value());
  CHECK(read->tournament.engines[0].command ==
        std::vector<std::string>{"a b", "one", "two words", "three \"3\"", "fo ur", ""});
  const auto open = described({"-engine", "cmd=a", "args='x", "depth=1"});
  REQUIRE_FALSE(open.has_value());
  CHECK(open.error().message == "-engine 1, args: the quote ' is not closed");
}

TEST_CASE("engines have unique names") {
  const Description read = description(
      "-engine cmd=/usr/games/fish depth=1 -engine cmd=fish depth=2 -engine name=fish cmd=x "
      "depth=3");
  CHECK(read.tournament.engines[0].name == "fish");
  CHECK(read.tournament.engines[1].name == "fish_2");
  CHECK(read.tournament.engines[2].name == "fish_3");
  CHECK(read.warnings.size() == 2);
}

TEST_CASE("each game has its usual protocol; protocols of other games are rejected") {
  CHECK(with_two("-game connect6").tournament.engines[0].protocol == Protocol::kGtp);
  CHECK(with_two("-variant connect6 -boardsize 15").tournament.board_size == 15);
  const Tournament reversi = with_two("-game reversi -pgnout").tournament;
  CHECK(reversi.engines[0].protocol == Protocol::kGtp);
  CHECK(reversi.board_size == 8);
  CHECK(reversi.record == reversi.name + ".sgf");
  CHECK(with_two("-boardsize 6 -variant reversi").tournament.board_size == 6);
  CHECK(with_two("-game connect6").tournament.board_size == 19);
  CHECK(with_two("-variant holdem").tournament.poker.game == "nolimit");
  const Tournament poker = description(
                               "-game limit -hands 500 -poker orders=all handtime=100 -engine "
                               "cmd=a aivat=cfr:a.strategy -engine proto=internal name=b "
                               "option.policy=call -rounds 7 -pgnout")
                               .tournament;
  CHECK(poker.game == Game::kPoker);
  CHECK(poker.poker.game == "limit");
  CHECK(poker.poker.hands == 500);
  CHECK(poker.poker.all_orders);
  CHECK(poker.poker.hand_time == Milliseconds(100));
  CHECK(poker.engines[0].protocol == Protocol::kAcpc);
  CHECK(poker.engines[1].protocol == Protocol::kInternal);
  CHECK(poker.engines[1].command.empty());
  CHECK(poker.engines[0].aivat_policy == "cfr:a.strategy");
  CHECK(poker.engines[1].aivat_policy.empty());
  CHECK(poker.schedule.rounds == 7);
  CHECK(poker.record == poker.name + ".log");
  for (const char* other : {"-game connect6 -each proto=uci", "-game reversi -each proto=connect6"})
    CHECK(fault_with_two(other) == "-engine 1: its protocol is not one of this game");
  CHECK(fault("-game limit -engine cmd=a:b -engine cmd=c") ==
        "-engine 1: the name 'a:b' contains ':' or '|', the separators of poker logs");
  CHECK(fault("-engine proto=internal cmd=a depth=1") ==
        "-engine 1: an internal player (proto=internal) has no cmd");
  CHECK(fault("-engine cmd=a aivat=call depth=1") == "-engine 1: aivat is for poker");
  CHECK(fault("-game kuhn -engine proto=internal aivat=call") ==
        "-engine 1: aivat: an internal player is known by its option policy");
}

TEST_CASE("the default name of a tournament contains its engines and a hash of its rules") {
  const auto name = [](std::string_view line) { return with_two(line).tournament.name; };
  const std::string plain = name("");
  CHECK(plain.starts_with("a-b-"));
  CHECK(plain.size() == 4 + 8);
  CHECK(with_two("").tournament.journal == plain + ".db");
  CHECK(with_two("-pgnout").tournament.record == plain + ".pgn");
  for (const auto* same :
       {"-rounds 7", "-concurrency 2", "-sprt elo0=0 elo1=5", "-json", "-output fastchess",
        "-ratinginterval 3", "-site x", "-event x", "-log x", "-pgnout x", "-wait 10", "-seed 0",
        "-each stderr=x", "-startup-ms 100"}) {
    CAPTURE(same);
    CHECK(name(same) == plain);
  }
  std::set<std::string> names{plain};
  for (const auto* other : {"-each tc=10+0.2",
                            "-each tc=10",
                            "-each depth=5",
                            "-each nodes=5",
                            "-each timemargin=1",
                            "-each ponder",
                            "-each restart=on",
                            "-each dir=/",
                            "-each args=x",
                            "-each cmd=c",
                            "-each option.Hash=1",
                            "-each option.Hash=2",
                            "-each env.A=1",
                            "-each initstr=x",
                            "-engine cmd=c tc=1",
                            "-seed 1",
                            "-games 1",
                            "-tournament gauntlet",
                            "-openings file=x.epd",
                            "-openings file=y.epd",
                            "-openings file=x.epd order=random",
                            "-openings file=x.epd start=2",
                            "-openings file=x.epd plies=2",
                            "-openings file=x.epd policy=round",
                            "-openings file=x.epd -variant fischerandom",
                            "-resign score=1",
                            "-draw score=1",
                            "-maxmoves 9",
                            "-game connect6",
                            "-game connect6 -boardsize 15",
                            "-game reversi",
                            "-game reversi -boardsize 6",
                            "-game limit",
                            "-game nolimit",
                            "-game limit -hands 2",
                            "-game limit -poker orders=all"}) {
    CAPTURE(other);
    CHECK(names.insert(name(other)).second);
  }
  CHECK(with_two("-name x").tournament.journal == "x.db");
  CHECK(with_two("-name match").tournament.journal == "match.db");
  CHECK(with_two("-journal y.db").tournament.name == "match");
}

TEST_CASE("a default name is a valid file name and shell word") {
  const auto read = described({"-engine", "cmd=a", "name=-r a/\xC3\xA4*", "depth=1", "-engine",
                               "cmd=b", "depth=1", fmt::format("name={}", std::string(300, 'x'))});
  REQUIRE(read.has_value());
  const std::string& name = read->tournament.name;
  CHECK(name.starts_with("_r_a____-xxx"));
  CHECK(name.size() == 60 + 1 + 8);
}

TEST_CASE("a limit without a protocol command is no limit") {
  const std::string message =
      "-engine 1: its protocol has no command for nodes: set tc or st, and the limit by its own "
      "args or option";
  CHECK(fault("-game connect6 -engine cmd=a nodes=100 -engine cmd=b tc=1") == message);
  CHECK(fault("-game connect6 -engine proto=connect6 cmd=a depth=3 nodes=100 -engine cmd=b tc=1")
            .find("has no command for depth and nodes") != std::string::npos);
  CHECK(description("-game connect6 -engine cmd=a depth=3 tc=10 -engine cmd=b tc=10").warnings ==
        std::vector<std::string>{
            "-engine 1: its protocol has no command for depth: only its time is limited"});
  CHECK(description("-game connect6 -engine cmd=a depth=3 tc=inf -engine cmd=b tc=10")
            .warnings.size() == 1);
  CHECK(description("-game connect6 -engine proto=internal depth=3 -engine cmd=b st=1")
            .warnings.empty());
  CHECK(
      fault("-game connect6 -boardsize 15 -engine cmd=a proto=connect6 tc=1 -engine cmd=b tc=1") ==
      "-boardsize 15: the text protocol (proto=connect6) supports only 19 lines");
  CHECK(with_two("-game connect6 -boardsize 19 -each proto=connect6").warnings.empty());
}

TEST_CASE("a time per move has a default margin unless one is given, even 0") {
  const auto margin = [](const std::string& engine) {
    return description("-engine cmd=a " + engine + " -engine cmd=b depth=1")
        .tournament.engines[0]
        .time.margin;
  };
  CHECK(margin("st=0.05") == Milliseconds(10));
  CHECK(margin("st=1") == Milliseconds(50));
  CHECK(margin("st=1 timemargin=0") == Milliseconds(0));
  CHECK(margin("timemargin=7 st=1") == Milliseconds(7));
  CHECK(margin("tc=10+0.1") == Milliseconds(0));
}

TEST_CASE("negative numbers are values: a number of processors that stay free") {
  CHECK(with_two("-concurrency -1000").tournament.concurrency == 1);
  CHECK(with_two("-sprt elo0=-5 elo1=0").tournament.sprt->elo0 == -5);
}

TEST_CASE("grace for machine delays can be switched off, which changes the tournament") {
  CHECK(with_two("").tournament.grace);
  const Tournament strict = with_two("-nograce").tournament;
  CHECK_FALSE(strict.grace);
  CHECK(strict.name != with_two("").tournament.name);
}

TEST_CASE("a part of a tournament is the same tournament in files of its own") {
  const Tournament whole = with_two("-pgnout").tournament;
  const Tournament part = with_two("-part 1/3 -pgnout").tournament;
  CHECK(whole.schedule.part.is_whole());
  CHECK(part.schedule.part == Part{1, 3});
  CHECK(part.name == whole.name);
  CHECK(part.journal == part.name + ".1-of-3.db");
  CHECK(part.record == part.name + ".1-of-3.pgn");
  CHECK(with_two("-part 1/3 -journal own.db").tournament.journal == "own.db");
  CHECK(with_two("-part 0/1").tournament.journal == whole.journal);
}

TEST_CASE("a part that makes no sense is refused with a reason") {
  for (const char* const text : {"3/3", "1", "a/b", "-1/3", "1/0"}) {
    CAPTURE(text);
    CHECK(fault_with_two(std::string("-part ") + text).find("-part") != std::string::npos);
  }
  CHECK(fault_with_two("-part 0/2 -sprt elo0=0 elo1=5").find("sequential test") !=
        std::string::npos);
  CHECK(fault_with_two("-part 0/2 -tournament swiss").find("Swiss") != std::string::npos);
  CHECK(fault_with_two("-part 0/2 -journal postgresql:///games").find("database") !=
        std::string::npos);
}

TEST_CASE("settings of a runner of a shared tournament") {
  CHECK(with_two("").tournament.lease == std::chrono::seconds(60));
  CHECK(with_two("-lease 2").tournament.lease == std::chrono::seconds(2));
  CHECK(fault_with_two("-lease 0").starts_with("-lease: "));
  CHECK(with_two("").tournament.speed_rule == SpeedRule::kWarn);
  CHECK(with_two("-speed refuse").tournament.speed_rule == SpeedRule::kRefuse);
  CHECK(fault_with_two("-speed fast").starts_with("-speed: "));
}

}  // namespace
}  // namespace trivium::match
