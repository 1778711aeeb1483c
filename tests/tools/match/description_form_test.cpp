#include <cstdio>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <vector>

#include "tests/tools/match/described.h"
#include "tools/match/setup/description_json.h"

namespace trivium::match {
namespace {

std::string fault_of_json(std::string_view json) {
  const auto arguments = parse_description(json);
  if (!arguments) return arguments.error().message;
  const Result<Description> result = describe(*arguments);
  return result ? "" : result.error().message;
}

constexpr std::string_view kDocument = R"({
  "name": "example",
  "engines": [
    {"cmd": "a", "name": "A", "arg": ["--x", "y z"], "option": {"Hash": 64, "Skill.Level": "3", "Ponder": true}, "tc": "10+0.1"},
    {"cmd": "b", "args": "one two", "env": {"HOME": "/"}, "nodes": 1000, "ponder": true}
  ],
  "each": {"timemargin": 20},
  "openings": {"file": "book.epd", "order": "random"},
  "sprt": {"elo0": -1.5, "elo1": 3},
  "rounds": 100, "repeat": true, "recover": false, "json": true, "noswap": false,
  "pgnout": "games.pgn"
})";

TEST_CASE("flags that would change games are rejected, others are ignored with one warning") {
  for (const auto* line :
       {"-tb /syzygy", "-noswap", "-compliance a", "-engines", "-quick cmd=a cmd=b book=x.pgn"}) {
    const std::string said = fault_with_two(line);
    CAPTURE(line);
    CHECK(said.starts_with(std::string(line).substr(0, std::string(line).find(' ')) +
                           ": not supported: "));
  }
  CHECK(fault("-engine cmd=a depth=1 book=x.bin").starts_with("-engine 1, book: not supported: "));
  CHECK(fault_with_two("-quick cmd=a cmd=b book=x.pgn").find("-engine cmd=A tc=10+0.1 ") !=
        std::string::npos);
  CHECK(fault_with_two("-each proto=xboard") ==
        "-each 1, proto: 'xboard' is not one of uci, gtp, connect6, acpc, internal");
  CHECK(fault_with_two("-tournament knockout").find("'knockout' is not one of ") !=
        std::string::npos);
  CHECK(with_two("-use-affinity 1-3 -epdout file=x -each trust").warnings ==
        std::vector<std::string>{
            "ignored, since games do not depend on it: -use-affinity; -epdout; -each 1, trust"});
  CHECK(with_two("-pgnout file=x seldepth=false").warnings.empty());
  CHECK(with_two("-output format=fastchess").warnings.empty());
  const Description other_words = with_two("-output format=cutechess");
  CHECK(other_words.plain_lines);
  CHECK(other_words.warnings.size() == 1);
  CHECK(fault_with_two("-output format=xboard").find("'xboard' is not one of ") !=
        std::string::npos);
}

TEST_CASE("a misspelled flag or key is reported with the nearest accepted one") {
  CHECK(fault("-ronds 5") == "-ronds: there is no such flag; did you mean -rounds?");
  CHECK(fault("-xyzzyplugh 5") == "-xyzzyplugh: there is no such flag");
  CHECK(fault("--rounds --games") == "-rounds: needs a value: N");
  CHECK(fault("-engine cdm=a") == "-engine 1: unknown key 'cdm'; did you mean 'cmd'?");
  CHECK(fault("-sprt foo=1 -x") ==
        "-sprt: unknown key 'foo'; accepted: elo0, elo1, alpha, beta, model");
  CHECK(fault("rounds 5") == "'rounds': a flag was expected, which begins with '-'");
  CHECK(fault("-engine a") == "-engine 1: 'a' is not of the form KEY=VALUE");
  CHECK(fault("-recover on off") ==
        "-recover: takes one value (in quotes where it has blanks), found 'off' too");
  CHECK(fault("-json on") == "-json: takes no value, found 'on'");
  CHECK(fault("-engine") == "-engine 1: needs KEY=VALUE ...");
}

TEST_CASE("invalid values are reported with their place") {
  CHECK(fault_with_two("-rounds x") == "-rounds: 'x' is not a whole number from 1 to 1000000000");
  CHECK(fault_with_two("-rounds 0").find("-rounds: '0'") == 0);
  CHECK(fault_with_two("-sprt elo0=5 elo1=0").find("-sprt: ") == 0);
  CHECK(fault_with_two("-sprt elo0=nan elo1=0").find("-sprt, elo0: 'nan' is not a number") == 0);
  CHECK(fault_with_two("-resign movecount=3") ==
        "-resign: score is missing or 0: every game would end at once");
  CHECK(fault_with_two("-openings format=epd") == "-openings: file is missing");
  CHECK(fault_with_two("-name a/b") ==
        "-name: a name must not contain '/', since files are named after it");
  CHECK(fault("-engine cmd=a tc=x -engine cmd=b").find("-engine 1, tc: 'x'") == 0);
  CHECK(fault("-engine cmd=a tc=1 st=1") == "-engine 1: tc and st exclude each other");
  CHECK(fault("-engine cmd=a") ==
        "-engine 1: no limit: set tc, st, depth or nodes, or tc=inf for no limit at all");
  CHECK(fault("-engine depth=1") == "-engine 1: cmd is missing");
  CHECK(fault("-engine cmd=a depth=1") == "a tournament needs two engines, found 1");
  CHECK(fault("") == "a tournament needs two engines, found 0");
  CHECK(fault_with_two("-engine cmd=c depth=2 -sprt elo0=0 elo1=5") ==
        "a sequential test (sprt) compares two engines");
  CHECK(fault_with_two("-variant fischerandom") ==
        "fischerandom needs openings: each is a start position");
  CHECK(with_two("-variant fischerandom -openings file=x.epd").tournament.openings.chess960);
}

TEST_CASE("every flag of the table that is read is accepted on a command line") {
  for (const FlagGroup& group : flag_groups()) {
    for (const FlagSpec& flag : group.flags) {
      CAPTURE(flag.name);
      CHECK(find_flag(flag.name) == &flag);  // names are unique
      std::vector<std::string> line{fmt::format("-{}", flag.name)};
      if (flag.shape == FlagShape::kValue) line.emplace_back("1");
      const auto arguments = parse_arguments(line);
      const bool needs_keys = flag.shape == FlagShape::kKeys && flag.bare_key.empty();
      CHECK(arguments.has_value() != needs_keys);
      if (arguments) {
        const auto read = describe(*arguments);
        CHECK((read || read.error().message.find("not implemented") == std::string::npos));
      }
      for (const KeySpec& key : flag.keys)
        CHECK(find_key(flag, key.name.ends_with('.') ? std::string(key.name) + "x"
                                                     : std::string(key.name)) == &key);
    }
  }
}

TEST_CASE("every key of the table that is read has an effect") {
  for (const FlagGroup& group : flag_groups()) {
    for (const FlagSpec& flag : group.flags) {
      for (const KeySpec& key : flag.keys) {
        if (key.treatment != Treatment::kRead || flag.treatment != Treatment::kRead ||
            flag.name == "config")
          continue;
        const std::string name = std::string(key.name) + (key.name.ends_with('.') ? "x" : "");
        CAPTURE(flag.name);
        CAPTURE(name);
        const std::string impossible(1, '\0');
        std::vector<std::string> line = text::words(kTwo);
        line.insert(line.end(), {fmt::format("-{}", flag.name), name + "=" + impossible});
        const auto read = described(line);
        REQUIRE_FALSE(read.has_value());
        CHECK(read.error().message.find(", " + name + ": ") != std::string::npos);
        CHECK(read.error().message.find("not implemented") == std::string::npos);
      }
    }
  }
}

TEST_CASE("JSON and flags have the same meaning") {
  const auto arguments = parse_description(kDocument);
  REQUIRE(arguments.has_value());
  const auto read = describe(*arguments);
  REQUIRE(read.has_value());
  const auto said = described({"-name",
                               "example",
                               "-engine",
                               "cmd=a",
                               "name=A",
                               "arg=--x",
                               "arg=y z",
                               "option.Hash=64",
                               "option.Skill.Level=3",
                               "option.Ponder=true",
                               "tc=10+0.1",
                               "-engine",
                               "cmd=b",
                               "args=one two",
                               "env.HOME=/",
                               "nodes=1000",
                               "ponder",
                               "-each",
                               "timemargin=20",
                               "-openings",
                               "file=book.epd",
                               "order=random",
                               "-sprt",
                               "elo0=-1.5",
                               "elo1=3",
                               "-rounds",
                               "100",
                               "-repeat",
                               "-recover",
                               "off",
                               "-json",
                               "-pgnout",
                               "games.pgn"});
  REQUIRE(said.has_value());
  CHECK(read->tournament.engines == said->tournament.engines);
  CHECK(read->tournament.sprt == said->tournament.sprt);
  CHECK(read->tournament.openings.file == said->tournament.openings.file);
  CHECK(read->tournament.schedule.rounds == 100);
  CHECK_FALSE(read->tournament.recover);
  CHECK(read->tournament.json);
  CHECK(read->tournament.record == "games.pgn");
}

TEST_CASE("a description ignores and rejects the same flags, whatever the form of their values") {
  const std::string engines =
      R"("engines": [{"cmd": "a", "depth": 1, "trust": true}, {"cmd": "b", "depth": 1}])";
  const auto arguments = parse_description(
      R"({"noswap": false, "epdout": {"file": "x"}, "strict": true, "testEnv": false,
    "pgnout": {"file": "x", "match_line": ["a", "b"]}, )" +
      engines + "}");
  REQUIRE(arguments.has_value());
  CHECK(describe(*arguments)->warnings ==
        std::vector<std::string>{"ignored, since games do not depend on it: epdout; strict; "
                                 "pgnout.match_line; pgnout.match_line; engines[0].trust"});
  const std::string saved = to_json(*arguments);
  CHECK(saved.find("epdout") == std::string::npos);
  CHECK(saved.find("trust") == std::string::npos);
  CHECK(describe(*parse_description(saved))->warnings.empty());
  CHECK(
      fault_of_json(R"({"noswap": true, )" + engines + "}").starts_with("noswap: not supported: "));
}

TEST_CASE("a saved description has the same meaning and is saved again unchanged") {
  const auto arguments = parse_description(kDocument);
  REQUIRE(arguments.has_value());
  const std::string saved = to_json(*arguments);
  const auto again = parse_description(saved);
  REQUIRE(again.has_value());
  CHECK(to_json(*again) == saved);
  CHECK(describe(*again)->tournament.engines == describe(*arguments)->tournament.engines);
  CHECK(saved.find("\"Hash\": 64") != std::string::npos);
  CHECK(saved.find("\"rounds\": 100") != std::string::npos);
}

TEST_CASE("errors of a document are reported with their place") {
  CHECK(fault_of_json(R"({"engines": [{"cmd": "a", "depth": 1}, {"cmd": "b", "tc": "x"}]})")
            .find("engines[1].tc: 'x'") == 0);
  CHECK(fault_of_json(R"({"engines": [{"cmd": "a", "option": {"Hash": []}}]})") ==
        "engines[0].option.Hash: needs a text, a number, true or false");
  CHECK(fault_of_json(R"({"engines": [{"cmd": ["a"]}]})") ==
        "engines[0].cmd: takes one value, not a list");
  CHECK(fault_of_json(R"({"engines": [{"cdm": "a"}]})") ==
        "engines[0]: unknown key 'cdm'; did you mean 'cmd'?");
  CHECK(fault_of_json(R"({"engines": {}})") == "engines: needs a list [ ... ]");
  CHECK(fault_of_json(R"({"engine": []})") == "engine: is named engines here and is a list");
  CHECK(fault_of_json(R"({"ruonds": 3})") == "ruonds: there is no such key; did you mean rounds?");
  CHECK(fault_of_json(R"({"rounds": {}})") == "rounds: needs a text, a number, true or false");
  CHECK(fault_of_json(R"({"rounds": 1, "rounds": 2})") ==
        "the key 'rounds' appears twice in one object");
  CHECK(fault_of_json(R"({"json": 1})") == "json: needs true or false");
  CHECK(fault_of_json(R"({"sprt": 1})") == "sprt: needs an object { ... } of KEY=VALUE ...");
  CHECK(fault_of_json(R"({"config": "x"})") == "config: a description cannot name another one");
  CHECK(fault_of_json("[]") == "a description is an object { ... }");
  CHECK(fault_of_json("{").find("not JSON: ") == 0);
}

TEST_CASE("a journal with a password is refused, and the error does not repeat it") {
  for (const auto* place :
       {"postgresql://u:secret@host/db", "postgres://u:secret@host", "Postgresql://u:secret@host",
        "postgresql://u:se/cret?@host/db", "postgresql://host/db?password=secret",
        "postgresql://host/db?user=u&PASSWORD=secret", "postgresql://host?pass%77ord=secret",
        "postgresql://host/db?sslpassword=secret", "mysql://u:secret@host", "password=secret",
        "postgresql:/u:secret@host/db"}) {
    CAPTURE(place);
    const std::string refusal = fault_with_two(fmt::format("-journal {}", place));
    CHECK(refusal.starts_with("-journal: "));
    CHECK(refusal.find("password") != std::string::npos);
    CHECK(refusal.find("cret") == std::string::npos);
    CHECK(fault_of_json(fmt::format(R"({{"journal": "{}"}})", place)).find("cret") ==
          std::string::npos);
  }
  for (const auto* place : {"postgresql://", "postgresql://u@host:5432/db?sslmode=require",
                            "postgres:///?service=x", "postgresql://u%3Ax@host", "a:b@c.db"}) {
    CAPTURE(place);
    CHECK(with_two(fmt::format("-journal {}", place)).tournament.journal == place);
  }
  CHECK(fault_with_two("-journal mysql://u@host").find("not mysql://") != std::string::npos);
}

TEST_CASE("flags beside -config add to the description or replace its values") {
  const std::string file = "description_test.json";
  std::ofstream(file) << kDocument;
  const auto own =
      parse_arguments(text::words("-rounds 7 -config file=" + file + " -openings start=3"));
  REQUIRE(own.has_value());
  const auto all = with_config(*own);
  REQUIRE(all.has_value());
  const auto read = describe(*all);
  REQUIRE(read.has_value());
  CHECK(read->tournament.schedule.rounds == 7);
  CHECK(read->tournament.openings.start == 3);
  CHECK(read->tournament.openings.file == "book.epd");
  CHECK(read->tournament.engines.size() == 2);
  std::ofstream(file) << "{";
  CHECK(with_config(*own).error().message.find(file + ": not JSON: ") == 0);
  CHECK(with_config(*parse_arguments(text::words("-config nowhere.json"))).error().code ==
        "file.open");
  CHECK(with_config(*parse_arguments(text::words("-config nowhere.json discard=true")))->empty());
  std::remove(file.c_str());
}

}  // namespace
}  // namespace trivium::match
