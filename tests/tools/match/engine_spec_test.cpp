#include "tools/match/setup/engine_spec.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "models/format/sha256.h"
#include "tests/environment_variable.h"
#include "tests/temporary_folder.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {
namespace {

namespace fs = std::filesystem;

/// A program in its own folder, with a file that may be its weights.
struct Workshop {
  TemporaryFolder folder;
  EngineSpec spec;

  Workshop() {
    spec.name = "A";
    spec.command = {program("engine", "#!/bin/sh\nexit 0\n").string(), "uci"};
    spec.options = {{"Hash", "16"}};
    folder.write("weights", "1 2 3");
  }
  fs::path program(const std::string& name, const std::string& text) const {
    const fs::path file = folder.write(name, text);
    fs::permissions(file, fs::perms::owner_all);
    return file;
  }
  std::string identity() const {
    const Result<std::string> identity = engine_identity(spec, Game::kChess);
    if (!identity) FAIL(identity.error().message);
    return *identity;
  }
  /// True if `change` changes the identity.
  bool matters(const std::function<void(Workshop&)>& change) {
    const std::string before = identity();
    change(*this);
    return identity() != before;
  }
};

TEST_CASE("an identity is a hash that is stable while the engine is unchanged") {
  const Workshop workshop;
  CHECK(format::is_sha256(workshop.identity()));
  CHECK(workshop.identity() == workshop.identity());
}

TEST_CASE("settings that affect play change the identity") {
  CHECK(Workshop().matters([](Workshop& it) { it.program("engine", "#!/bin/sh\nexit 1\n"); }));
  CHECK(Workshop().matters([](Workshop& it) { it.spec.command.emplace_back("--fast"); }));
  CHECK(Workshop().matters([](Workshop& it) { it.spec.options[0].second = "32"; }));
  CHECK(Workshop().matters([](Workshop& it) { it.spec.options[0].first = "Threads"; }));
  CHECK(Workshop().matters(
      [](Workshop& it) { it.spec.environment.emplace_back("OMP_NUM_THREADS=1"); }));
  CHECK(Workshop().matters(
      [](Workshop& it) { it.spec.init_commands.emplace_back("setoption name X"); }));
  CHECK(Workshop().matters([](Workshop& it) { it.spec.protocol = Protocol::kGtp; }));
}

TEST_CASE("words in identities and rules are stable") {
  CHECK(to_string(Protocol::kUci) == "uci");
  CHECK(to_string(Protocol::kGtp) == "gtp");
  CHECK(to_string(Protocol::kConnect6Text) == "connect6");
  CHECK(to_string(Protocol::kAcpc) == "acpc");
  CHECK(to_string(Protocol::kInternal) == "internal");
  Workshop workshop;
  Tournament tournament;
  tournament.engines.resize(2, workshop.spec);
  tournament.engines[1].name = "B";
  tournament.engines[1].restart = Restart::kNever;
  tournament.schedule.format = Format::kSwiss;
  const Result<TournamentIdentity> identity = identify(tournament);
  REQUIRE(identity);
  for (const char* const part :
       {R"("format":"swiss")", R"("restart":"auto")", R"("restart":"never")"}) {
    CHECK(identity->rules.find(part) != std::string::npos);
  }
}

TEST_CASE(
    "the format of a tournament is read from its word, or from its number in journals of schema "
    "1") {
  const auto format_of = [](const std::string& format) {
    TournamentIdentity identity;
    identity.rules = R"({"game":"chess","schedule":{"games":2,"format":)" + format + "}}";
    const Result<Recollection> recalled = recall(identity);
    return recalled ? std::optional(recalled->tournament.schedule.format) : std::nullopt;
  };
  for (const Format format : {Format::kRoundRobin, Format::kGauntlet, Format::kSwiss}) {
    CHECK(format_of('"' + std::string(to_string(format)) + '"') == format);
  }
  CHECK(format_of("0") == Format::kRoundRobin);
  CHECK(format_of("1") == Format::kGauntlet);
  CHECK(format_of("2") == Format::kSwiss);
  for (const char* const other : {"3", "-1", "\"knockout\"", "null"}) CHECK_FALSE(format_of(other));
}

TEST_CASE("boundaries between words matter") {
  Workshop workshop;
  workshop.spec.command = {workshop.spec.command[0], "ab", "c"};
  CHECK(workshop.matters([](Workshop& it) { it.spec.command = {it.spec.command[0], "a", "bc"}; }));
}

TEST_CASE("name, time control and log settings do not change the identity") {
  CHECK_FALSE(Workshop().matters([](Workshop& it) {
    it.spec.name = "B";
    it.spec.time.depth = 3;
    it.spec.stderr_file = "errors";
    it.spec.restart = Restart::kOn;
  }));
  CHECK_FALSE(Workshop().matters([](Workshop& it) {
    fs::rename(it.spec.command[0], it.folder.file("moved"));
    it.spec.command[0] = it.folder.file("moved");
  }));
}

TEST_CASE("files named by arguments and options are part of the identity") {
  const auto new_weights = [](Workshop& it) { it.folder.write("weights", "1 2 4"); };
  for (const std::string form : {"{}", "--weights={}", "cnn:{}"}) {
    CAPTURE(form);
    Workshop workshop;
    const std::string word =
        form.substr(0, form.find('{')) + workshop.folder.file("weights").string();
    workshop.spec.command.push_back(word);
    CHECK(workshop.matters(new_weights));
    Workshop by_option;
    by_option.spec.options.emplace_back(
        "EvalFile", form.substr(0, form.find('{')) + by_option.folder.file("weights").string());
    CHECK(by_option.matters(new_weights));
  }
  Workshop in_its_folder;
  in_its_folder.spec.directory = in_its_folder.folder.path();
  in_its_folder.spec.options.emplace_back("EvalFile", "weights");
  CHECK(in_its_folder.matters(new_weights));
}

TEST_CASE(
    "an equal file elsewhere is the same engine; it was another one in identities of version 1") {
  const auto identity_at = [](const std::string& place, const std::string& form, int version) {
    Workshop workshop;
    fs::create_directories(workshop.folder.file(place));
    workshop.folder.write(place + "/weights", "1 2 3");
    const std::string path = workshop.folder.file(place + "/weights").string();
    workshop.spec.command.push_back(form + path);
    workshop.spec.options.emplace_back("EvalFile", form + path);
    workshop.spec.command.insert(workshop.spec.command.end(),
                                 {"--log", workshop.folder.file(place + "/log").string()});
    return *engine_identity(workshop.spec, Game::kChess, version);
  };
  for (const std::string form : {"", "--weights=", "cnn:"}) {
    CAPTURE(form);
    CHECK(identity_at("a", form, 2) == identity_at("b", form, 2));
    CHECK(identity_at("a", form, 1) != identity_at("b", form, 1));
  }
  Workshop other_name;
  other_name.spec.options.emplace_back("EvalFile", other_name.folder.file("weights"));
  CHECK(other_name.matters([](Workshop& it) {
    it.spec.options.back().second = it.folder.write("heavier", "1 2 3").string();
  }));
  Workshop level;
  level.spec.options.emplace_back("LogLevel", "1");
  CHECK(level.matters([](Workshop& it) { it.spec.options.back().second = "2"; }));
}

TEST_CASE("the version of identities is a rule; journals of 0.2.0 have version 1") {
  Workshop workshop;
  Tournament tournament;
  tournament.engines.resize(2, workshop.spec);
  tournament.engines[1].name = "B";
  CHECK(identity_version(*identify(tournament)) == kIdentityVersion);
  const TournamentIdentity old = *identify(tournament, 1);
  CHECK(old.rules.find("\"identity\"") == std::string::npos);
  CHECK(identity_version(old) == 1);
  CHECK(identify(tournament, kIdentityVersion + 1).error().code == "match.journal.identity");
}

TEST_CASE("a growing log file does not change the identity") {
  const auto new_lines = [](Workshop& it) { it.folder.write("weights", "one more line"); };
  Workshop by_option;
  by_option.spec.options.emplace_back("Debug Log File", by_option.folder.file("weights"));
  CHECK_FALSE(by_option.matters(new_lines));
  Workshop by_two_words;
  by_two_words.spec.command.insert(by_two_words.spec.command.end(),
                                   {"--log", by_two_words.folder.file("weights")});
  CHECK_FALSE(by_two_words.matters(new_lines));
  Workshop by_one_word;
  by_one_word.spec.command.push_back("--log=" + by_one_word.folder.file("weights").string());
  CHECK_FALSE(by_one_word.matters(new_lines));
}

TEST_CASE("files named by the description are part of the identity and must exist") {
  Workshop workshop;
  CHECK(workshop.matters([](Workshop& it) { it.spec.files = {it.folder.file("weights")}; }));
  CHECK(workshop.matters([](Workshop& it) { it.folder.write("weights", "1 2 4"); }));
  workshop.spec.files = {workshop.folder.file("none")};
  const Result<std::string> missing = engine_identity(workshop.spec, Game::kChess);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message.starts_with("engine A: " + workshop.folder.file("none").string()));
}

/// An installation with a launcher and weights, and other weights elsewhere.
struct Installation : Workshop {
  Installation() {
    for (const char* const name :
         {"bin", "libexec/trivium", "share/trivium/models/chess", "other/chess"}) {
      fs::create_directories(folder.file(name));
    }
    spec.command = {program("bin/trivium", "launcher").string(), "uci"};
    program("libexec/trivium/trivium.base", "one");
    for (const std::string models : {"share/trivium/models", "other"}) {
      folder.write(models + "/chess/default.json", R"({"weights": "w"})");
      folder.write(models + "/chess/w", models);
    }
  }
};

TEST_CASE("the identity of a launcher covers its programs and their default weights") {
  Installation workshop;
  CHECK(workshop.matters([](Workshop& it) { it.program("libexec/trivium/trivium.base", "two"); }));
  CHECK(workshop.matters([](Workshop& it) { it.program("libexec/trivium/trivium.v3", "three"); }));
  CHECK_FALSE(workshop.matters(
      [](Workshop& it) { it.program("libexec/trivium/trivium-dealer.base", "other"); }));
  const auto installed = [](Workshop& it) {
    it.folder.write("share/trivium/models/chess/w", "new");
  };
  const auto elsewhere = [](Workshop& it) { it.folder.write("other/chess/w", "new"); };
  CHECK(Installation().matters(installed));
  CHECK_FALSE(Installation().matters(elsewhere));
  for (const bool relative : {false, true}) {
    CAPTURE(relative);
    Installation configured;
    if (relative) configured.spec.directory = configured.folder.path();
    configured.spec.environment = {"TRIVIUM_MODELS=" +
                                   (relative ? "other" : configured.folder.file("other").string())};
    CHECK_FALSE(configured.matters(installed));
    CHECK(configured.matters(elsewhere));
  }
  Installation named;
  named.spec.command.insert(named.spec.command.end(),
                            {"--weights", named.folder.file("weights").string()});
  CHECK_FALSE(named.matters(installed));
  CHECK(named.matters([](Workshop& it) { it.folder.write("weights", "1 2 4"); }));
  const Result<std::string> connect6 = engine_identity(Installation().spec, Game::kConnect6);
  REQUIRE_FALSE(connect6);
  CHECK(connect6.error().message.starts_with("engine A: no default weights for connect6"));
  CHECK(engine_identity(Installation().spec, Game::kReversi));  // it plays without weights
}

TEST_CASE("patterns named by default.json are part of the identity unless others are given") {
  const auto other = [](Workshop& it) { it.folder.write("share/trivium/models/chess/p", "2"); };
  for (const bool given : {false, true}) {
    Installation workshop;
    workshop.folder.write("share/trivium/models/chess/default.json",
                          R"({"weights": "w", "patterns": "p"})");
    workshop.folder.write("share/trivium/models/chess/p", "1");
    if (given)
      workshop.spec.command.insert(workshop.spec.command.end(),
                                   {"--patterns", workshop.folder.file("weights").string()});
    CHECK(workshop.matters(other) == !given);
  }
}

TEST_CASE(
    "a program is found from its folder and in PATH; the error for a missing one names the "
    "engine") {
  Workshop workshop;
  const std::string absolute = workshop.identity();
  workshop.spec.directory = workshop.folder.path();
  workshop.spec.command[0] = "./engine";
  CHECK(workshop.identity() == absolute);
  workshop.spec.command[0] = "no-such-program-of-trivium";
  const Result<std::string> missing = engine_identity(workshop.spec, Game::kChess);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message.starts_with("engine A: 'no-such-program-of-trivium'"));
  workshop.spec.command.clear();
  CHECK_FALSE(engine_identity(workshop.spec, Game::kChess));
}

TEST_CASE(
    "the identity of an internal player covers this program, its options and the weights of its "
    "game") {
  EngineSpec spec;
  spec.name = "own";
  spec.protocol = Protocol::kInternal;
  const Result<std::string> chess = engine_identity(spec, Game::kChess);
  const Result<std::string> connect6 = engine_identity(spec, Game::kConnect6);
  REQUIRE(chess);
  REQUIRE(connect6);
  CHECK(*chess != *connect6);
  const TemporaryFolder folder;
  spec.options = {{"weights", folder.write("w", "1")}};
  const Result<std::string> with_weights = engine_identity(spec, Game::kChess);
  REQUIRE(with_weights);
  CHECK(*with_weights != *engine_identity(spec, Game::kConnect6));  // also has patterns
  folder.write("w", "2");
  CHECK(*with_weights != *engine_identity(spec, Game::kChess));
}

TEST_CASE(
    "the identity of an internal poker player covers the file of its policy, also the default "
    "one") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("poker"));
  folder.write("poker/default.json",
               R"({"limit": "a", "nolimit": "b", "limit-cnn": "net.safetensors"})");
  folder.write("poker/net.safetensors", "1");
  Tournament tournament;
  tournament.game = Game::kPoker;
  tournament.poker.game = "limit";
  const auto identity_of = [&](const std::string& policy) {
    EngineSpec spec;
    spec.name = "own";
    spec.protocol = Protocol::kInternal;
    spec.options = {{"policy", policy}};
    tournament.engines = {spec};
    const EnvironmentVariable models("TRIVIUM_MODELS", folder.file("").string());
    const Result<TournamentIdentity> identity = identify(tournament);
    if (!identity) FAIL(identity.error().message);
    return identity->identities.front();
  };
  const std::string in_use = identity_of("cnn");
  const std::string call = identity_of("call");
  CHECK(in_use == identity_of("cnn"));
  folder.write("poker/net.safetensors", "2");
  CHECK(in_use != identity_of("cnn"));
  CHECK(call == identity_of("call"));
}

}  // namespace
}  // namespace trivium::match
