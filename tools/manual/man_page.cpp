#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

#include "engine/core/text.h"
#include "tools/manual/program_sections.h"
#include "tools/manual/writers.h"

namespace trivium::tools {

namespace {

/// Section on the exit statuses of all programs (tools/command_line.h).
constexpr std::string_view kExitStatus = R"(.SH EXIT STATUS
.TP
.B 0
Success.
.TP
.B 1
Failure; standard error says which.
.TP
.B 2
Bad usage: nothing was done.
)";

/// Section on the environment variables of all programs (tools/launcher.cpp,
/// models/format/model_path.h).
constexpr std::string_view kEnvironment = R"(.SH ENVIRONMENT
.TP
.B TRIVIUM_MODELS
The folder that holds a folder of weights for each game.
Without it, weights are looked for in
.I models
and
.I share/trivium/models
beside the program and in every folder above it.
.TP
.B TRIVIUM_KERNEL
Which build of the program runs:
.B base
for any x86\-64 processor,
.B v3
for those with AVX2 and BMI2,
.B pext
for those whose PEXT instruction is fast, too.
Without it, the fastest of those installed that this processor can run.
)";

/// Escapes a text for use inside a line; `backquotes` become bold.
std::string escaped(std::string_view text) {
  constexpr std::string_view kSpecial = "\\-'^~";
  constexpr std::array<std::string_view, kSpecial.size()> kEscapes{"\\e", "\\-", "\\(aq", "\\(ha",
                                                                   "\\(ti"};
  std::string roff;
  bool bold = false;
  for (const char c : text) {
    if (const std::size_t special = kSpecial.find(c); special != std::string_view::npos) {
      roff += kEscapes[special];
    } else if (c == '`') {
      roff += bold ? "\\fR" : "\\fB";
      bold = !bold;
    } else {
      roff += c;
    }
  }
  return bold ? roff + "\\fR" : roff;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", escaped(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", escaped(text)); }

/// Returns `text` as a line that is not read as a macro.
std::string line_of_text(std::string_view text) {
  const std::string roff = escaped(text);
  return fmt::format("{}{}\n", roff.starts_with('.') ? "\\&" : "", roff);
}

/// Returns paragraphs and examples, as described at man_page().
std::string body(std::string_view text) {
  std::string roff;
  bool example = false;
  bool new_paragraph = false;
  while (!text.empty()) {
    const std::string_view line = text::take_line(text);
    if (line.empty()) {
      new_paragraph = !roff.empty();
      continue;
    }
    if (const bool indented = line.starts_with(' '); indented != example) {
      if (indented && new_paragraph) roff += ".PP\n";
      roff += indented ? ".nf\n" : ".fi\n";
      if (!indented && new_paragraph) roff += ".PP\n";
      example = indented;
    } else if (new_paragraph) {
      roff += example ? "\\&\n" : ".PP\n";
    }
    new_paragraph = false;
    roff += line_of_text(line);
  }
  return example ? roff + ".fi\n" : roff;
}

/// Returns `text` with a full stop, if a help text ends without one; an example stays as it is.
std::string with_full_stop(std::string text) {
  if (const std::size_t last_line = text.rfind('\n') + 1; text.find(' ', last_line) == last_line)
    return text;
  constexpr std::string_view kClosing = ")\"`";
  if (!text.empty() && (std::isalnum(static_cast<unsigned char>(text.back())) != 0 ||
                        kClosing.find(text.back()) != std::string_view::npos))
    text += '.';
  return text;
}

std::string value_of(const OptionEntry& option) {
  return italic(option.value.name) +
         (option.repeated && !option.value.name.ends_with("...") ? "\\ ..." : "");
}

/// True for --help. Every command has it; the page describes it once.
bool is_help(const OptionEntry& option) {
  return std::find(option.names.begin(), option.names.end(), "--help") != option.names.end();
}

/// Returns what a user types: "-t, --threads INT", or the name of a positional argument.
std::string roff_of(const OptionEntry& option) {
  if (option.names.empty()) return value_of(option);
  const std::string roff = text::joined(option.names, ", ", bold);
  return option.takes_value ? fmt::format("{} {}", roff, value_of(option)) : roff;
}

std::string entry(const OptionEntry& option) {
  std::string roff =
      fmt::format(".TP\n{}\n{}", roff_of(option), line_of_text(with_full_stop(described(option))));
  if (option.keys.empty()) return roff;
  roff += ".RS\n";
  for (const KeyEntry& key : option.keys)
    roff +=
        fmt::format(".TP\n{}\n{}", bold(key.typed), line_of_text(with_full_stop(key.description)));
  return roff + ".RE\n";
}

/// Returns the entries of a command: positional arguments, then options by group.
std::string entries(const CommandEntry& command) {
  std::string roff;
  for (const OptionEntry& positional : command.positionals) roff += entry(positional);
  for (const OptionGroup& group : option_groups(command)) {
    for (const OptionEntry* const option : group.options) {
      if (!is_help(*option)) roff += entry(*option);
    }
  }
  return roff;
}

/// Returns the entries of the program itself, --help first.
std::string own_entries(const CommandEntry& program) {
  std::string roff;
  for (const OptionEntry& option : program.options) {
    if (!is_help(option)) continue;
    roff += entry(option);
    if (!program.subcommands.empty()) roff += "Every command has it too.\n";
  }
  return roff + entries(program);
}

/// Adds one line for each command that can be run: required options and arguments in full, other
/// options as [options].
void add_synopsis(const CommandEntry& command, std::string& roff) {
  if (!command.needs_subcommand) {
    std::string line = bold(command.name);
    bool optional = false;
    for (const OptionEntry& option : command.options) {
      if (option.required) {
        line += fmt::format(" {} {}", bold(option.names.back()), value_of(option));
      } else if (!is_help(option)) {
        optional = true;
      }
    }
    if (optional) line += fmt::format(" [{}]", italic("options"));
    for (const OptionEntry& positional : command.positionals) {
      line +=
          fmt::format(fmt::runtime(positional.required ? " {}" : " [{}]"), value_of(positional));
    }
    if (!roff.empty()) roff += ".br\n";
    roff += line;
    roff += '\n';
  }
  for (const CommandEntry& subcommand : command.subcommands) add_synopsis(subcommand, roff);
}

/// Adds the subcommands of `command`, each with its text, its options and then its subcommands.
void add_commands(const CommandEntry& command, std::string& roff) {
  for (const CommandEntry& subcommand : command.subcommands) {
    roff += fmt::format(".SS {}\n", escaped(subcommand.name));
    roff += body(with_full_stop(subcommand.description));
    roff += entries(subcommand);
    if (!subcommand.footer.empty()) roff += fmt::format(".PP\n{}", body(subcommand.footer));
    add_commands(subcommand, roff);
  }
}

/// Returns the sections that the command line does not determine: only the entries of that with the
/// heading `begun`, which the page has already, or, if `begun` is empty, all others.
std::string further_sections(std::string_view program, std::string_view begun = {}) {
  std::string roff;
  std::string_view heading = begun;
  for (const SectionEntry& one : program_sections(program)) {
    if ((one.heading == kExitStatusHeading) != (begun == kExitStatusHeading)) continue;
    if (one.heading != heading) {
      roff += fmt::format(".SH {}\n", one.heading);
    } else if (one.tag.empty()) {
      roff += ".PP\n";
    }
    heading = one.heading;
    if (!one.tag.empty()) roff += fmt::format(".TP\n{}\n", bold(one.tag));
    roff += body(one.text);
  }
  return roff;
}

/// Returns the first sentence, up to a colon, on one line and without its full stop and without a
/// leading "Trivium: ".
std::string summary(std::string_view description) {
  constexpr std::string_view kName = "Trivium: ";
  if (description.starts_with(kName)) description.remove_prefix(kName.size());
  std::string text(description.substr(
      0, std::min({description.find(". "), description.find(".\n"), description.find(": ")})));
  if (text.ends_with('.')) text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

std::string man_page(const CommandEntry& program, std::string_view version, std::string_view date) {
  std::string synopsis;
  add_synopsis(program, synopsis);
  std::string commands;
  add_commands(program, commands);

  std::string roff = fmt::format(
      ".\\\" Written by `{} --generate man` from its table of options.\n", program.name);
  roff += fmt::format(".TH {} 1 \"{}\" \"Trivium {}\" \"User Commands\"\n",
                      escaped(upper(program.name)), date, version);
  roff += ".nh\n.ad l\n";
  roff += fmt::format(".SH NAME\n{} \\- {}\n", escaped(program.name),
                      escaped(summary(program.description)));
  roff += fmt::format(".SH SYNOPSIS\n{}", synopsis);
  roff += fmt::format(".SH DESCRIPTION\n{}", body(with_full_stop(program.description)));
  roff += fmt::format(".SH OPTIONS\n{}", own_entries(program));
  if (!commands.empty()) roff += fmt::format(".SH COMMANDS\n{}", commands);
  if (!program.footer.empty()) roff += fmt::format(".SH NOTES\n{}", body(program.footer));
  roff += kExitStatus;
  roff += further_sections(program.name, kExitStatusHeading);
  roff += kEnvironment;
  roff += further_sections(program.name);
  return roff;
}

}  // namespace trivium::tools
