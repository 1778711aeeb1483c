#include <array>
#include <fmt/format.h>

#include "engine/core/text.h"
#include "tools/check/gtp/check_gtp.h"

namespace trivium::check {

namespace {

constexpr std::size_t kShownReply = 60;

void version_two(CheckedGtpEngine& engine) {
  if (const std::string version = engine.demand("protocol_version"); version != "2")
    engine.found(kError, "protocol_version is {}", text::quoted(version, kShownReply));
}

void program_named(CheckedGtpEngine& engine) {
  if (engine.demand("name").empty()) engine.found(kError, "name is empty");
  engine.demand("version");
}

void commands_listed(CheckedGtpEngine& engine) {
  static constexpr auto kRequired = std::to_array<std::string_view>(
      {"protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize",
       "clear_board", "play", "genmove"});
  for (const std::string_view command : kRequired) {
    if (!engine.knows(command)) engine.found(kError, "list_commands lacks {}", command);
  }
  for (const std::string& command : engine.commands()) {
    if (engine.demand("known_command " + command) != "true")
      engine.found(kError, "known_command is false for {}, which list_commands has",
                   text::quoted(command, kShownReply));
  }
  if (engine.demand("known_command no-such-command") != "false")
    engine.found(kError, "known_command is true for a command that does not exist");
}

void ids_repeated(CheckedGtpEngine& engine) {
  for (const std::string_view id : {"1", "0", "17", "2147483647"}) {
    for (const std::string_view command : {"name", "no-such-command"}) {
      const GtpAnswer answer = engine.ask(fmt::format("{} {}", id, command));
      if (answer.id != id)
        engine.give_up(kError, "the response to '{} {}' has the id '{}'", id, command, answer.id);
    }
  }
  if (!engine.ask("name").id.empty())
    engine.found(kError, "a response has an id although the command had none");
}

void one_response_each(CheckedGtpEngine& engine) {
  engine.send("name\n2 version\n3 no-such-command\n4 protocol_version");
  for (const std::string_view id : {"", "2", "3", "4"}) {
    const GtpAnswer answer = engine.answer();
    if (answer.id != id)
      engine.give_up(kError, "commands sent together are not answered one by one in order");
  }
  if (const auto line = engine.line(kSilence))
    engine.found(kError, "{} after the last response", text::quoted(*line, kShownReply));
}

/// Sends a line without a response, then a command with one.
void expect_silence(CheckedGtpEngine& engine, std::string_view text) {
  engine.send(text);
  const GtpAnswer answer = engine.ask("99 protocol_version");
  if (answer.id != "99") engine.give_up(kError, "{} is answered", text::quoted(text, kShownReply));
}

void comments_passed_over(CheckedGtpEngine& engine) {
  for (const std::string_view text : {"# a comment", "", "   ", "\t", "   # another", "#"})
    expect_silence(engine, text);
  if (!engine.ask("name # and a comment").success)
    engine.found(kError, "a comment after a command is not removed");
}

void blanks_allowed(CheckedGtpEngine& engine) {
  for (const std::string_view command : {"  name", "name  ", "\tname\t", " 7   name",
                                         "known_command   name", "known_command\tname"}) {
    if (!engine.ask(command).success)
      engine.found(kError, "{} is rejected", text::quoted(command, kShownReply));
  }
}

void control_characters(CheckedGtpEngine& engine) {
  if (!engine.ask("name\r").success)
    engine.found(kError, "a command that ends with CR LF is rejected");
  if (!engine.ask("na\x01me\x02").success)
    engine.found(kWarning, "control characters within a command are not removed");
  expect_silence(engine, "\r");
}

void unknown_refused(CheckedGtpEngine& engine) {
  for (const std::string_view command : {"no-such-command", "xyzzy 1 2 3", "NAME", "=", "? name"})
    engine.expect_refusal(command, "unknown command");
}

constexpr auto kGtpGrammarChecks = std::to_array<GtpCheck>({
    {kStarts, [](CheckedGtpEngine& /*engine*/) {}},
    {{"version-two", "protocol_version is 2."}, version_two},
    {{"program-named", "name and version are reported."}, program_named},
    {{"commands-listed", "list_commands has all required commands and agrees with known_command."},
     commands_listed},
    {{"ids-repeated", "A response repeats the id of its command; without an id it has none."},
     ids_repeated},
    {{"one-response-each", "Commands sent together get one response each, in order."},
     one_response_each},
    {{"comments-passed-over", "Empty lines and comments get no response."}, comments_passed_over},
    {{"blanks-allowed", "Words may be separated and surrounded by any number of blanks and tabs."},
     blanks_allowed},
    {{"control-characters", "Control characters, including CR, are removed."}, control_characters},
    {{"unknown-refused", "An unknown command is rejected as 'unknown command'."}, unknown_refused},
});

}  // namespace

std::span<const GtpCheck> gtp_grammar_checks() { return kGtpGrammarChecks; }

}  // namespace trivium::check
