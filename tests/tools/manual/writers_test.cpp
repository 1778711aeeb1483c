// Manual page and completion of a small command line whose texts look like commands of roff and the
// shell.
#include "tools/manual/writers.h"

#include <doctest/doctest.h>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "tools/command.h"
#include "tools/manual/command_table.h"

namespace trivium::tools {
namespace {

/// Variables bound to the options.
struct Sample {
  Application program{"sample", "Plays. `quick` is best.\n\n.so /etc/passwd\n 'example \\ of use",
                      "sample 0.1.0"};
  std::string text;
  std::vector<std::string> list;
  int number = 3;
  bool fast = false;

  Sample() {
    Command& app = program.command();
    app.add_option("--hidden", text, "not to be seen")->group("");
    app.add_option("-n,--number", number, "How many")->check(number_range(1, 9));
    Option* mode = app.add_option("--mode", text, "The mode")->check(one_of({"it's", "$HOME"}));
    app.add_flag("--fast", fast, "Faster, unlike `--slow`")->needs(mode);
    app.add_option("--source", text, "The source")->type_name("FILE|limit");
    Command* run = app.add_subcommand("run", "Runs it");
    run->add_option("FILES", list, "What to run")->required()->type_name("FILE");
    run->begin_group("Output");
    run->add_option("--report", text, "Folder for the report")->type_name("DIR")->old_name("--csv");
    run->add_flag("--json", fast, "Print JSON");
    run->add_option("--instances", text, "Instances")->old_name_of_value("--json");
    run->add_option("--style", text, "Style")->suggest({"calm", "wild:"});
    app.old_command("old run", "run");
    Command* learn = app.add_subcommand("learn", "Learns it");
    learn->add_option("--game", text, "The game")->type_name("limit|FILE")->old_argument();
    learn->add_option("--counts", list, "Counts");
  }

  CommandEntry table() const {
    CommandEntry entry = command_table(program.command());
    entry.footer = "Exit status 3: undecided";
    return entry;
  }
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("the table has everything that --help shows, and nothing hidden") {
  const Sample sample;
  const CommandEntry program = sample.table();
  std::vector<std::string> names;
  for (const OptionEntry& option : program.options) names.push_back(option.names.back());
  CHECK(names == std::vector<std::string>{"--help", "--version", "--number", "--mode", "--fast",
                                          "--source"});
  CHECK(program.options[2].names == std::vector<std::string>{"-n", "--number"});
  CHECK(program.options[2].default_text == "3");
  CHECK_FALSE(program.options[4].takes_value);
  CHECK(program.options[4].needs == std::vector<std::string>{"--mode"});
  REQUIRE(program.subcommands.size() == 2);
  CHECK(program.subcommands[0].name == "sample run");
  CHECK(program.subcommands[0].word() == "run");
  REQUIRE(program.subcommands[0].positionals.size() == 1);
  CHECK(program.subcommands[0].positionals[0].repeated);
  CHECK(program.subcommands[0].positionals[0].value.files);
}

TEST_CASE("the name of a value states its kind") {
  CHECK(described_value("DIR").folders);
  CHECK(described_value("FILE").files);
  CHECK(described_value("FILE|limit|nolimit").choices ==
        std::vector<std::string>{"limit", "nolimit"});
  CHECK(described_value("FILE|limit|nolimit").files);
  CHECK(described_value("KIND[:FILE]").name == "KIND[:FILE]");
  CHECK_FALSE(described_value("KIND[:FILE]").files);
  CHECK(described_value("WORD").choices.empty());
  CHECK(described_value("PROGRAM").files);
  CHECK(described_value("FOLDER").folders);
}

TEST_CASE(
    "an option's limits follow its description; a default that cannot be printed is omitted") {
  OptionEntry option;
  option.names = {"--number"};
  option.description = "How many";
  option.default_text = "3";
  option.value.bounds = "1 to 9";
  CHECK(described(option) == "How many (1 to 9; default `3`)");
  option.default_text = std::string(1, '\0');
  option.required = true;
  option.excludes = {"--all"};
  CHECK(described(option) == "How many (required; 1 to 9; not with `--all`)");
}

TEST_CASE("help describes arguments, values, bounds and defaults") {
  Sample sample;
  sample.program.command().add_option("--pair A,B", sample.list, "Two")->expected(2);
  const std::string program = help_text(sample.table());
  CHECK(contains(program, "\nUsage: sample [OPTIONS] [COMMAND]\n"));
  CHECK(contains(program, "\n  -n,--number N               How many (1 to 9; default 3)\n"));
  CHECK(contains(program, "\n  --mode it's|$HOME           The mode\n"));
  CHECK(contains(program, "\n  --pair A,B                  Two\n"));
  CHECK(contains(program, "\nSubcommands:\n  run                         Runs it\n"));
  CHECK(contains(help_text(sample.table().subcommands[0]),
                 "\nUsage: sample run [OPTIONS] FILES ...\n\nArguments:\n  FILES ... "));
}

TEST_CASE("many words are listed after the description of the option instead") {
  Sample sample;
  sample.program.command()
      .add_option("--style", sample.text, "Style")
      ->check(one_of({"aggressive", "calm", "positional", "romantic", "tactical", "wild"}));
  const std::string help = help_text(sample.table());
  CHECK(contains(help, "\n  --style TEXT                Style (aggressive, calm, positional, "));
}

/// Returns the error for these words, with its code first; empty if there is none.
std::string fault_of(const std::vector<std::string>& words) {
  Sample sample;
  try {
    sample.program.parse(words);
  } catch (const UsageError& error) {
    return error.error().code + " " + error.error().message;
  } catch (const Finished&) {
    return "finished";
  }
  return {};
}

TEST_CASE("the initial value is the default in the help unless it could not be typed") {
  Sample sample;
  int none = -1;
  std::vector<int> list{1, 2};
  sample.program.command().add_option("--stones", none, "Stones")->check(number_range(0, 9));
  sample.program.command().add_option("--list", list, "Numbers")->check(number_range(0, 9));
  const std::string help = help_text(sample.table());
  CHECK(contains(help, "Stones (0 to 9)\n"));
  CHECK(contains(help, "Numbers (0 to 9; default 1,2)\n"));
}

TEST_CASE("bad usage has a code, its place and a suggestion") {
  CHECK(fault_of({"--fast", "--mode", "it's"}).empty());
  CHECK(fault_of({"--numbr", "1"}).starts_with("usage.option.unknown --numbr: "));
  CHECK(contains(fault_of({"--numbr", "1"}), "did you mean '--number'"));
  CHECK(contains(fault_of({"-number", "1"}), "did you mean '--number'"));
  CHECK_FALSE(contains(fault_of({"--max", "1"}), "did you mean"));
  CHECK(fault_of({"--number"}).starts_with("usage.value.missing --number: "));
  CHECK(fault_of({"--number", "--fast"}).starts_with("usage.value.missing --number: "));
  CHECK(
      fault_of({"--number", "1", "--number", "2"}).starts_with("usage.option.repeated --number: "));
  for (const char* number : {"0", "x", "-1", "nan", "99999999999999999999", "1.5", ""}) {
    CHECK(fault_of({"--number", number}).starts_with("usage.option.value --number: "));
  }
  CHECK(contains(fault_of({"--mode", "its"}), "did you mean 'it's'"));
  CHECK(fault_of({"--fast"}) == "usage.option.needs --fast: needs --mode");
  CHECK(fault_of({"--fast=3", "--mode", "it's"}).starts_with("usage.option.value --fast: "));
  CHECK(fault_of({"rum"}).starts_with("usage.command.unknown rum: "));
  CHECK(contains(fault_of({"rum"}), "did you mean 'run'"));
  CHECK(fault_of({"run"}).starts_with("usage.argument.missing FILES: "));
  CHECK(fault_of({"run", "x", "--fsat"}).starts_with("usage.option.unknown --fsat: "));
}

TEST_CASE("help and version are commands if no argument can have that name") {
  CHECK(fault_of({"help"}) == "finished");
  CHECK(fault_of({"help", "run"}) == "finished");
  CHECK(fault_of({"run", "help"}) == "finished");  // "help" is not the name of an existing file
  CHECK(fault_of({"run", "version"}) == "finished");
  CHECK(fault_of({"run", "--version"}) == "finished");
  CHECK(fault_of({"version"}) == "finished");
  CHECK(fault_of({"--numbr", "--help"}) == "finished");
  CHECK(fault_of({"help", "rum"}).starts_with("usage.command.unknown rum: "));
}

TEST_CASE("old spellings of commands and options are replaced and named once") {
  const Sample sample;
  using Words = std::vector<std::string>;
  const auto renewed =
      sample.program.renewed({"old", "run", "a", "--csv=b", "--csv", "c", "--json", "d", "--json"});
  CHECK(renewed.words ==
        Words{"run", "a", "--report=b", "--report", "c", "--instances", "d", "--json"});
  CHECK(renewed.replaced == Words{"'old run' is now 'run'", "'--csv' is now '--report'",
                                  "'--json' is now '--instances'"});
  CHECK(sample.program.renewed({"help", "old", "run"}).words == Words{"help", "run"});
  for (const Words& today :
       {Words{}, Words{"old"}, Words{"run", "--json"}, Words{"run", "--json", "--report", "x"},
        Words{"run", "--", "--csv"}}) {
    CHECK(sample.program.renewed(today).words == today);
    CHECK(sample.program.renewed(today).replaced.empty());
  }
}

TEST_CASE("an old spelling as an option's value or as part of a word is not replaced") {
  const Sample sample;
  using Words = std::vector<std::string>;
  for (const Words& words : {Words{"run", "--report", "--csv"}, Words{"--mode", "run", "--csv"},
                             Words{"old run"}, Words{"old run", "a"}}) {
    CHECK(sample.program.renewed(words).words == words);
    CHECK(sample.program.renewed(words).replaced.empty());
  }
  CHECK(sample.program.renewed({"run", "--csv", "--csv", "--csv", "x"}).words ==
        Words{"run", "--report", "--csv", "--report", "x"});
}

TEST_CASE("an option that was an argument gets its name, unless it is given by name") {
  const Sample sample;
  using Words = std::vector<std::string>;
  const auto renewed = sample.program.renewed({"learn", "limit", "--counts", "1"});
  CHECK(renewed.words == Words{"learn", "--game", "limit", "--counts", "1"});
  CHECK(renewed.replaced == Words{"'limit' is now '--game limit'"});
  CHECK(sample.program.renewed({"learn", "other"}).words == Words{"learn", "--game", "other"});
  CHECK(sample.program.renewed({"learn", "--counts", "1", "2", "limit"}).words ==
        Words{"learn", "--counts", "1", "2", "--game", "limit"});
  for (const Words& today :
       {Words{"learn", "help"}, Words{"learn", "--counts", "1", "2"}, Words{"help", "learn"},
        Words{"learn", "--game", "limit", "x"}, Words{"learn", "x", "--game=limit"}}) {
    CHECK(sample.program.renewed(today).words == today);
    CHECK(sample.program.renewed(today).replaced.empty());
  }
  CHECK_FALSE(contains(help_text(sample.table().subcommands[1]), "Arguments"));
}

TEST_CASE("the first of several arguments gets its name if enough others follow") {
  Application program("sample", "Plays", "sample 0.1.0");
  std::string game, player;
  std::vector<std::string> logs;
  Command* curve = program.command().add_subcommand("curve", "Draws it");
  curve->add_option("--game", game, "The game")->type_name("limit|FILE")->old_argument();
  curve->add_option("LOG", logs, "Logs")->required();
  curve->add_option("--player", player, "Player");
  using Words = std::vector<std::string>;
  const auto renewed = program.renewed({"curve", "limit", "a", "b", "--player", "x"});
  CHECK(renewed.words == Words{"curve", "--game", "limit", "a", "b", "--player", "x"});
  CHECK(renewed.replaced == Words{"'limit' is now '--game limit'"});
  CHECK(program.renewed({"curve", "--player", "x", "limit", "a"}).words ==
        Words{"curve", "--player", "x", "--game", "limit", "a"});
  for (const Words& today : {Words{"curve", "a"}, Words{"curve", "a", "--player", "x"},
                             Words{"curve", "a", "b"}, Words{"curve", "/dev/null", "limit"},
                             Words{"curve", "a", "b", "--game", "limit"}, Words{"curve", "help"}}) {
    CHECK(program.renewed(today).words == today);
    CHECK(program.renewed(today).replaced.empty());
  }
}

TEST_CASE(
    "help lists options under the headings of their groups, general options last, in 80 columns") {
  CommandEntry table = Sample().table().subcommands[0];
  table.description = std::string(60, 'x') + " " + std::string(30, 'y');
  const std::string help = help_text(table);
  CHECK(help.find("\nOutput:\n  --report DIR ") < help.find("\nOptions:\n  -h,--help "));
  CHECK_FALSE(contains(help, "--csv"));
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

TEST_CASE("a subcommand is suggested with both words") {
  CHECK(contains(fault_of({"rum"}), "did you mean 'run'"));
  Sample sample;
  Command* chess = sample.program.command().add_subcommand("chess", "Chess");
  chess->add_subcommand("tdleaf", "Learns");
  CHECK_THROWS_WITH_AS(sample.program.parse(std::vector<std::string>{"tdleff"}),
                       doctest::Contains("did you mean 'chess tdleaf'"), UsageError);
}

TEST_CASE("texts are escaped for roff") {
  const Sample sample;
  const std::string page = man_page(sample.table(), "0.1.0", "2026-11-21");
  CHECK(contains(page, ".TH SAMPLE 1 \"2026-11-21\" \"Trivium 0.1.0\""));
  CHECK(contains(page, ".SH NAME\nsample \\- Plays\n"));
  CHECK(contains(
      page,
      "\\fBquick\\fR is best.\n.PP\n\\&.so /etc/passwd\n.nf\n \\(aqexample \\e of use\n.fi\n"));
  CHECK_FALSE(contains(page, "\n.so"));
  CHECK(contains(page, "How many (1 to 9; default \\fB3\\fR)."));
  CHECK(contains(page, "Faster, unlike \\fB\\-\\-slow\\fR (only with \\fB\\-\\-mode\\fR)."));
  CHECK(contains(page, "\\fBsample run\\fR [\\fIoptions\\fR] \\fIFILES\\fR\\ ...\n"));
  CHECK(contains(page, ".SH NOTES\nExit status 3: undecided\n"));
  CHECK_FALSE(contains(page, "hidden"));
}

TEST_CASE("words of a completion are escaped for the shell") {
  const Sample sample;
  const std::string script = bash_completion(sample.table());
  CHECK(contains(script, "'sample --mode') choices='it\\'\\''s \\$HOME' ;;"));
  CHECK(contains(script, "'sample run '[0-9]*) names=file ;;"));
  CHECK(contains(script, "'sample --source') names=file choices='limit' ;;"));
  CHECK_FALSE(contains(script, "hidden"));
}

TEST_CASE("the completion suggests words that the help does not list") {
  const Sample sample;
  CHECK(contains(bash_completion(sample.table()), "'sample run --style') choices='calm wild:' ;;"));
  CHECK_FALSE(contains(help_text(sample.table().subcommands[0]), "calm"));
}

TEST_CASE("the completion offers keys and, behind a key, its values") {
  CommandEntry program = Sample().table();
  OptionEntry engine;
  engine.names = {"-engine"};
  engine.keys = {{"proto=uci|gtp", "Protocol"},
                 {"log=FILE", "Log"},
                 {"name=NAME", "Name"},
                 {"ponder", "Ponder"}};
  program.options.push_back(engine);
  const std::string script = bash_completion(program);
  CHECK(contains(script, "'sample -engine') choices='proto= log= name= ponder' ;;"));
  CHECK(contains(script, "'sample -engine proto=') choices='uci gtp' ;;"));
  CHECK(contains(script, "'sample -engine log=') names=file ;;"));
  CHECK_FALSE(contains(script, "'sample -engine name="));
  CHECK_FALSE(contains(script, "'sample -engine ponder"));
}

}  // namespace
}  // namespace trivium::tools
