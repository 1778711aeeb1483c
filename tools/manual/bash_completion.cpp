#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <vector>

#include "engine/core/text.h"
#include "tools/manual/writers.h"

namespace trivium::tools {

namespace {

/// Part of the script that reads the words before the cursor. It finds the command that they name,
/// the option that takes the next word as its value, whether that option takes many values, and the
/// number of positional arguments. After KEY= the option is "OPTION KEY=".
constexpr std::string_view kReadWords =
    R"(  local current=${COMP_WORDS[COMP_CWORD]} command=@PROGRAM@ option= many= word index
  local -i positional=0
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    [[ $word == '=' ]] && continue # bash cuts --option=value into three words
    if [[ -n $many && $word == -[!0-9.]* ]]; then
      option= many=
    elif [[ -n $option ]]; then
      [[ -n $many ]] || option=
      continue
    fi
    case "$command $word" in
@SUBCOMMANDS@@OPTIONS@      *' -'?*) ;;
      *) positional+=1 ;;
    esac
  done
  if [[ -n $many && $current == '=' ]]; then
    option+=" ${COMP_WORDS[COMP_CWORD - 1]}="
  elif [[ -n $many && ${COMP_WORDS[COMP_CWORD - 1]} == '=' ]]; then
    option+=" ${COMP_WORDS[COMP_CWORD - 2]}="
  fi
  [[ $current == '=' ]] && current=
)";

/// Part of the script that offers words. It offers names of options only where no option takes the
/// next word as its value, or one takes many.
constexpr std::string_view kAnswer = R"(  local names=no choices=
  if [[ ( -z $option || -n $many ) && $current == -* ]]; then
    case $command in
@NAMES@    esac
  else
    case "$command ${option:-$positional}" in
@VALUES@    esac
    if [[ -z $option && $positional -eq 0 ]]; then
      case $command in
@WORDS@      esac
    fi
  fi
  COMPREPLY=()
  if [[ $names != no ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -A "$names" -- "$current")
  fi
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$choices" -- "$current")
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:] ]]; then
    compopt -o nospace 2>/dev/null
  fi
  return 0
)";

/// Quotes a word for compgen -W, which expands its list as the shell does.
std::string word(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 &&
        std::string_view("-_./:+,=").find(c) == std::string_view::npos)
      quoted += '\\';
    quoted += c;
  }
  return quoted;
}

std::string words(const std::vector<std::string>& list) { return text::joined(list, " ", word); }

std::string joined(const std::vector<std::string>& patterns) {
  return fmt::format("{}", fmt::join(patterns, " | "));
}

/// Returns the program and all its subcommands, the program first.
std::vector<const CommandEntry*> all_commands(const CommandEntry& program) {
  std::vector<const CommandEntry*> list{&program};
  for (std::size_t next = 0; next < list.size(); ++next) {
    for (const CommandEntry& subcommand : list[next]->subcommands) list.push_back(&subcommand);
  }
  return list;
}

/// Returns the branch of the `case` statement for names of subcommands.
std::string subcommand_arm(const std::vector<const CommandEntry*>& commands) {
  std::vector<std::string> patterns;
  for (const CommandEntry* command : commands) {
    if (command != commands.front()) patterns.push_back(shell_word(command->name));
  }
  return patterns.empty()
             ? ""
             : fmt::format("      {}) command+=\" $word\" positional=0 ;;\n", joined(patterns));
}

/// Returns a pattern for each name of an option of `command`: "COMMAND NAME", followed by `ending`.
std::vector<std::string> patterns_of(const CommandEntry& command, const OptionEntry& option,
                                     const std::string& ending = {}) {
  std::vector<std::string> patterns;
  for (const std::string& name : option.names)
    patterns.push_back(shell_word(command.name + " " + name + ending));
  return patterns;
}

/// Returns the branches of the `case` statement for options that take a value, or many.
std::string option_arms(const std::vector<const CommandEntry*>& commands) {
  std::vector<std::string> one;
  std::vector<std::string> many;
  for (const CommandEntry* command : commands) {
    for (const OptionEntry& option : command->options) {
      if (!option.takes_value) continue;
      std::ranges::move(patterns_of(*command, option),
                        std::back_inserter(option.keys.empty() ? one : many));
    }
  }
  std::string arms;
  if (!one.empty()) arms += fmt::format("      {}) option=$word ;;\n", joined(one));
  if (!many.empty()) arms += fmt::format("      {}) option=$word many=yes ;;\n", joined(many));
  return arms;
}

/// Returns a key up to where its value begins: "order=" of "order=ORDER"; a key without a value is
/// returned whole.
std::string beginning_of(const KeyEntry& key) {
  const std::size_t equals = key.typed.find('=');
  return equals == std::string::npos ? key.typed : key.typed.substr(0, equals + 1);
}

/// Returns what completes the words of an option that has keys.
ValueEntry value_of_keys(const OptionEntry& option) {
  ValueEntry value = option.value;
  for (const KeyEntry& key : option.keys) value.choices.push_back(beginning_of(key));
  return value;
}

/// Returns assignments of the script that make it complete `value`; empty if nothing completes it.
std::string completion_of(const ValueEntry& value) {
  std::vector<std::string> assignments;
  if (value.files) {
    assignments.emplace_back("names=file");
  } else if (value.folders) {
    assignments.emplace_back("names=directory");
  }
  std::vector<std::string> offered = value.choices;
  offered.insert(offered.end(), value.suggestions.begin(), value.suggestions.end());
  if (!offered.empty()) assignments.push_back("choices=" + shell_word(words(offered)));
  return fmt::format("{}", fmt::join(assignments, " "));
}

std::string value_arms(const std::vector<const CommandEntry*>& commands) {
  std::string arms;
  const auto add = [&arms](const std::vector<std::string>& patterns, const ValueEntry& value) {
    const std::string completion = completion_of(value);
    if (!completion.empty()) arms += fmt::format("      {}) {} ;;\n", joined(patterns), completion);
  };
  for (const CommandEntry* command : commands) {
    for (const OptionEntry& option : command->options) {
      if (option.takes_value)
        add(patterns_of(*command, option),
            option.keys.empty() ? option.value : value_of_keys(option));
      for (const KeyEntry& key : option.keys) {
        const std::string beginning = beginning_of(key);
        add(patterns_of(*command, option, " " + beginning),
            described_value(key.typed.substr(beginning.size())));
      }
    }
    for (std::size_t index = 0; index < command->positionals.size(); ++index) {
      const OptionEntry& positional = command->positionals[index];
      // A repeated last argument has every further index. Names of options do not begin with a
      // digit.
      const bool on = positional.repeated && index + 1 == command->positionals.size();
      add({shell_word(command->name + " ") + (on ? "[0-9]*" : std::to_string(index))},
          positional.value);
    }
  }
  return arms;
}

/// Returns the branches that offer the names of a command's options.
std::string name_arms(const std::vector<const CommandEntry*>& commands) {
  std::string arms;
  for (const CommandEntry* command : commands) {
    std::vector<std::string> names;
    for (const OptionEntry& option : command->options)
      names.insert(names.end(), option.names.begin(), option.names.end());
    arms += fmt::format("      {}) choices={} ;;\n", shell_word(command->name),
                        shell_word(words(names)));
  }
  return arms;
}

/// Returns the branches that offer the subcommands of a command.
std::string word_arms(const std::vector<const CommandEntry*>& commands) {
  std::string arms;
  for (const CommandEntry* command : commands) {
    std::vector<std::string> list;
    for (const CommandEntry& subcommand : command->subcommands) list.push_back(subcommand.word());
    if (!list.empty())
      arms += fmt::format("        {}) choices+={} ;;\n", shell_word(command->name),
                          shell_word(fmt::format(" {}", words(list))));
  }
  return arms;
}

std::string filled(std::string_view form, std::string_view mark, std::string_view text) {
  std::string result(form);
  const std::size_t at = result.find(mark);
  return result.replace(at, mark.size(), text);
}

}  // namespace

std::string shell_word(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string bash_completion(const CommandEntry& program) {
  const std::vector<const CommandEntry*> commands = all_commands(program);
  std::string function = "_" + program.name;
  std::replace(function.begin(), function.end(), '-', '_');

  std::string reading = filled(kReadWords, "@PROGRAM@", shell_word(program.name));
  reading = filled(reading, "@SUBCOMMANDS@", subcommand_arm(commands));
  reading = filled(reading, "@OPTIONS@", option_arms(commands));
  std::string answer = filled(kAnswer, "@NAMES@", name_arms(commands));
  answer = filled(answer, "@VALUES@", value_arms(commands));
  answer = filled(answer, "@WORDS@", word_arms(commands));
  return fmt::format(
      "# Written by `{0} --generate bash-completion` from its table of options.\n\n{1}() "
      "{{\n{2}{3}}}\n\ncomplete -F {1} {0}\n",
      program.name, function, reading, answer);
}

}  // namespace trivium::tools
