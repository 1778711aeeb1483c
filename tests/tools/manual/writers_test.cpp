// The manual page and the completion of a small command line whose texts try to be taken for commands of roff and of the shell.
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "tools/command.h"
#include "tools/manual/bash_completion.h"
#include "tools/manual/command_table.h"
#include "tools/manual/man_page.h"
#include "tools/number_range.h"

namespace trivium::tools {
namespace {

/// Holds what the options are bound to.
struct Sample {
  Application program{"sample", "Plays. `quick` is best.\n\n.so /etc/passwd\n 'example \\ of use", "sample 0.1.0"};
  std::string text;
  std::vector<std::string> list;
  int number = 3;
  bool fast = false;

  Sample() {
    Command& app = program.command();
    app.add_option("--hidden", text, "not to be seen")->group("");
    app.add_option("-n,--number", number, "How many")->check(number_range(1, 9))->capture_default_str();
    Option* mode = app.add_option("--mode", text, "The mode")->check(one_of({"it's", "$HOME"}));
    app.add_flag("--fast", fast, "Faster, unlike `--slow`")->needs(mode);
    app.add_option("--source", text, "The source")->type_name("FILE|limit");
    Command* run = app.add_subcommand("run", "Runs it");
    run->add_option("FILES", list, "What to run")->required()->type_name("FILE");
  }

  CommandEntry table() const {
    CommandEntry entry = command_table(program.command());
    entry.footer = "Exit status 3: undecided";
    return entry;
  }
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_CASE("the table holds what --help shows, and nothing hidden") {
  const Sample sample;
  const CommandEntry program = sample.table();
  std::vector<std::string> names;
  for (const OptionEntry& option : program.options) names.push_back(option.names.back());
  CHECK(names == std::vector<std::string>{"--help", "--version", "--number", "--mode", "--fast", "--source"});
  CHECK(program.options[2].names == std::vector<std::string>{"-n", "--number"});
  CHECK(program.options[2].default_text == "3");
  CHECK_FALSE(program.options[4].takes_value);
  CHECK(program.options[4].needs == std::vector<std::string>{"--mode"});
  REQUIRE(program.subcommands.size() == 1);
  CHECK(program.subcommands[0].name == "sample run");
  CHECK(program.subcommands[0].word() == "run");
  REQUIRE(program.subcommands[0].positionals.size() == 1);
  CHECK(program.subcommands[0].positionals[0].repeated);
  CHECK(program.subcommands[0].positionals[0].value.files);
}

TEST_CASE("a type and its checks are told apart") {
  CHECK(describe_value("TEXT:{chess,connect6}").choices == std::vector<std::string>{"chess", "connect6"});
  CHECK(describe_value("INT:INT in [1 - 256]").bounds == "1 - 256");
  CHECK(describe_value("INT:INT in [1 - 256]").name == "INT");
  CHECK(describe_value("MILLISECONDS:MILLISECONDS").name == "MILLISECONDS");
  CHECK(describe_value("INT:NONNEGATIVE").bounds == "0 or more");
  CHECK(describe_value("TEXT:FILE").files);
  CHECK(describe_value("TEXT:FILE").name == "FILE");
  CHECK(describe_value("DIR").folders);
  CHECK(describe_value("FILE|limit|nolimit").choices == std::vector<std::string>{"limit", "nolimit"});
  CHECK(describe_value("FILE|limit|nolimit").files);
  CHECK(describe_value("KIND[:FILE]").name == "KIND[:FILE]");
  CHECK_FALSE(describe_value("KIND[:FILE]").files);
}

TEST_CASE("no text of ours is taken for a request of roff") {
  const Sample sample;
  const std::string page = man_page(sample.table(), "0.1.0", "2026-11-21");
  CHECK(contains(page, ".TH SAMPLE 1 \"2026-11-21\" \"Trivium 0.1.0\""));
  CHECK(contains(page, ".SH NAME\nsample \\- Plays\n"));
  CHECK(contains(page, "\\fBquick\\fR is best.\n.PP\n\\&.so /etc/passwd\n.nf\n \\(aqexample \\e of use\n.fi\n"));
  CHECK_FALSE(contains(page, "\n.so"));
  CHECK(contains(page, "How many. Allowed: 1 \\- 9. Default: \\fB3\\fR."));
  CHECK(contains(page, "Faster, unlike \\fB\\-\\-slow\\fR. Only with \\fB\\-\\-mode\\fR."));
  CHECK(contains(page, "\\fBsample run\\fR \\fIFILES\\fR\\ ...\n"));
  CHECK(contains(page, ".SH NOTES\nExit status 3: undecided\n"));
  CHECK_FALSE(contains(page, "hidden"));
}

TEST_CASE("no word of a completion is expanded by the shell") {
  const Sample sample;
  const std::string script = bash_completion(sample.table());
  CHECK(contains(script, "'sample --mode') choices='it\\'\\''s \\$HOME' ;;"));
  CHECK(contains(script, "'sample run '[0-9]*) names=file ;;"));
  CHECK(contains(script, "'sample --source') names=file choices='limit' ;;"));
  CHECK_FALSE(contains(script, "hidden"));
}

}  // namespace
}  // namespace trivium::tools
