#include "tools/match/setup/flag_table.h"

#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "tools/match/setup/flags.h"

namespace trivium::match {

namespace {

using tools::CommandEntry;
using tools::KeyEntry;
using tools::OptionEntry;

constexpr std::string_view kDescription =
    "Plays a tournament. `run` can be omitted if the first word is a flag.\n"
    "A flag begins with one dash or two; the words up to the next flag belong to it.";

KeyEntry key_entry(const KeySpec& key) {
  const std::string name =
      key.name.ends_with('.') ? fmt::format("{}NAME", key.name) : std::string(key.name);
  return {key.value.empty() ? name : fmt::format("{}={}", name, key.value), std::string(key.help)};
}

/// True if a word without a key may name a file.
bool takes_bare_file(const FlagSpec& flag) {
  const KeySpec* const key = flag.bare_key.empty() ? nullptr : find_key(flag, flag.bare_key);
  return key != nullptr && key->value == "FILE";
}

OptionEntry option_entry(const FlagSpec& flag) {
  OptionEntry option;
  option.names.push_back(fmt::format("-{}", flag.name));
  option.takes_value = flag.shape != FlagShape::kNothing;
  option.value = tools::described_value(std::string(flag.value));
  if (flag.shape == FlagShape::kMaybeValue) option.value.name = fmt::format("[{}]", flag.value);
  option.value.files = option.value.files || takes_bare_file(flag);
  option.description = flag.help;
  option.repeated = flag.repeated;
  if (flag.name == "each") return option;  // its keys are those of -engine
  for (const KeySpec& key : flag.keys) {
    if (key.treatment == Treatment::kRead) option.keys.push_back(key_entry(key));
  }
  return option;
}

/// Lists rejected flags and keys of flags: "-tb, -engine book".
std::string refused_flags() {
  std::vector<std::string> names;
  for (const FlagGroup& group : flag_groups()) {
    for (const FlagSpec& flag : group.flags) {
      if (flag.treatment == Treatment::kRefused) names.push_back(fmt::format("-{}", flag.name));
      if (flag.name == "each") continue;
      for (const KeySpec& key : flag.keys) {
        if (key.treatment == Treatment::kRefused)
          names.push_back(fmt::format("-{} {}", flag.name, key.name));
      }
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

CommandEntry run_entry(const std::string& program) {
  CommandEntry entry;
  entry.name = program + " run";
  entry.description = kDescription;
  OptionEntry help;
  help.names = {"-h", "--help"};
  help.takes_value = false;
  help.description = "Print this help and exit";
  entry.options.push_back(std::move(help));
  for (const FlagGroup& group : flag_groups()) {
    for (const FlagSpec& flag : group.flags) {
      if (flag.treatment == Treatment::kRead) entry.options.push_back(option_entry(flag));
    }
  }
  entry.footer = fmt::format(
      "Scripts for fastchess and cutechess-cli run as they are. Ignored with a warning, since "
      "games do not depend on it: {}.\n"
      "Rejected, since games would differ from the request: {}.",
      fmt::join(ignored_flags(), ", "), refused_flags());
  return entry;
}

}  // namespace trivium::match
