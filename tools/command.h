// A program's command line: commands, their options, and the checks of an option's values.
//
// CLI11 parses it. Messages and help are our own. Only the sources that include cli11.h include
// CLI11's header, because that takes seconds to compile. This header declares what our programs
// use, under the names of CLI11. A member without a comment does what the member of that name does
// in CLI11 (https://cliutils.github.io/CLI11/book).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "tools/manual/command_table.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace trivium::tools {

class Command;

// Headings of the help, in this order.
inline constexpr const char* kDataGroup = "Data";
inline constexpr const char* kModelGroup = "Model";
inline constexpr const char* kUpdateGroup = "Update";
inline constexpr const char* kOutputGroup = "Output";
inline constexpr const char* kGeneralGroup = "Options";

/// Ends a command. run_command_line() prints the message on stderr, as "PROGRAM: MESSAGE", and
/// returns the status. The message begins with its place: a file, an option, or the command.
class Failure : public std::runtime_error {
 public:
  explicit Failure(Error error, int status = 1);
  const Error& error() const noexcept { return error_; }
  int status() const noexcept { return status_; }

 private:
  Error error_;
  int status_;
};

/// Bad usage: the command line is not valid. The exit status is 2, but 1 if a file that it names
/// cannot be read.
class UsageError : public Failure {
 public:
  /// "NAME: MESSAGE" for a rejected value. NAME is an option or a positional argument.
  UsageError(const std::string& name, const std::string& message);
  /// "NAME: MESSAGE" with the message of `cause`, and with its code if it has one.
  UsageError(const std::string& name, const Error& cause);
  explicit UsageError(const Error& error);

  static UsageError required(const std::string& name);
  static UsageError needs(const std::string& name, const std::string& other);
  static UsageError excludes(const std::string& name, const std::string& other);
};

/// Returns the value of a Result. Throws its error as a Failure if there is none, with "PLACE: "
/// before its message if `place` is given.
template <class T>
T or_failure(Result<T> result, std::string_view place = {}, int status = 1) {
  if (!result)
    throw Failure(place.empty() ? result.error() : at_place(place, result.error()), status);
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// Returns the value of a Result; throws its error as a UsageError of `name` if there is none.
template <class T>
T or_usage_error(const std::string& name, Result<T> result) {
  if (!result) throw UsageError(name, result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// The same with the error as it is, which names its place.
template <class T>
T or_usage_error(Result<T> result) {
  if (!result) throw UsageError(result.error());
  return *std::move(result);
}

/// Returns the message of a Result's error, for a check of an option; empty if it has a value.
template <class T>
std::string fault_of(const Result<T>& result) {
  return result ? std::string() : result.error().message;
}

/// Thrown by a callback that has done all that the command line asks for.
struct Finished {
  int status = 0;  ///< exit status
};

/// Returns a word of the command line for a message: in quotes, and shortened if it is long.
std::string in_quotes(std::string_view word);

/// A condition that an option's values must meet.
struct Check {
  /// Returns what is wrong with a word; empty if nothing is.
  std::function<std::string(const std::string& word)> fault;
  /// Description of the value in the help: name, choices, bounds, and whether it is a file.
  ValueEntry value = {};
  std::string code = "usage.option.value";
};

Check existing_file();
Check existing_folder();
Check existing_path();
/// Accepts whole numbers from 0.
Check nonnegative_number();
/// Accepts these words. If they are short, they are the name of the value: "plain|adagrad|adam".
Check one_of(std::vector<std::string> words);
Check one_of(std::initializer_list<const char*> words);
Check one_of(std::span<const int> numbers);

// Checks of numbers. CLI11's own range accepts "nan", since no comparison with it is true, and for
// unsigned options it reads "-1" as 2^64 - 1. A typing error would then give a run that learns
// nothing or does not end. These checks reject both. Help and manual page show the bounds.

/// Accepts numbers from `minimum` to `maximum`, both included. `T`: int, unsigned, std::uint16_t,
/// std::int64_t, std::uint64_t or double.
template <class T>
Check number_range(T minimum, T maximum);

template <class T>
struct ElementType : std::type_identity<T> {};
template <class T>
struct ElementType<std::vector<T>> : std::type_identity<T> {};
/// Type of one value of an option that is bound to a `T`: of the elements, if `T` is a vector.
template <class T>
using ElementOf = typename ElementType<T>::type;

/// An option, a flag or a positional argument. Its Command owns it.
class Option {
 public:
  Option(const Option&) = delete;
  Option& operator=(const Option&) = delete;

  Option* allow_extra_args(bool allow);
  Option* check(const Check& check);
  Option* check(std::function<std::string(const std::string& word)> fault);
  /// Replaces the default in the help, which is the initial value of what the option is bound to.
  /// Empty: no default is shown, as for a required option.
  Option* default_str(const std::string& text);
  Option* delimiter(char separator);
  Option* description(const std::string& text);
  Option* excludes(Option* other);
  Option* expected(int count);
  Option* expected(int minimum, int maximum);
  Option* group(const std::string& name);
  Option* needs(Option* other);
  /// Accepts an earlier spelling of the option's name. Help and completion do not list it;
  /// Application::renewed() replaces it.
  Option* old_name(const std::string& name);
  /// Accepts the earlier spelling `name`, which is now the name of a flag of the command. If a
  /// value follows it, the old option is meant, otherwise the flag.
  Option* old_name_of_value(const std::string& name);
  /// Accepts its value also as the command's first argument, without its name, as earlier versions
  /// had it. Application::renewed() adds the name. If the command has other arguments, a word is
  /// the value only if enough words follow it; before a list of any length, only if it is also one
  /// of the option's choices. Requires: the command has no subcommands.
  Option* old_argument();
  Option* required();
  /// Warns as old_name() does, if the option is given, that it is now `instead`, such as "--report
  /// DIR". For values that mean something else there, so the option is not replaced.
  Option* superseded_by(const std::string& instead);
  /// Makes the completion offer these words, although others are accepted too. The help does not
  /// list them.
  Option* suggest(const std::vector<std::string>& words);
  /// Suggests the names of a table, whose entries have a member `name`.
  template <class Table>
  Option* suggest_names(const Table& table) {
    std::vector<std::string> names;
    for (const auto& entry : table) names.emplace_back(entry.name);
    return suggest(names);
  }
  Option* trigger_on_parse();
  Option* type_name(const std::string& name);

  /// Returns the number of times the option was given.
  std::size_t count() const;
  /// True if the option was given.
  explicit operator bool() const { return count() > 0; }
  std::string get_name() const;
  /// False for a flag.
  bool takes_value() const;

 private:
  friend class Application;
  friend class Command;
  Option(CLI::Option& option, Command& owner, ValueEntry value);
  OptionEntry entry() const;
  bool hidden() const;
  /// Minimum number of words after the option that are its values, even if they look like options.
  std::size_t min_values() const;
  /// True if words after these can be its values too.
  bool takes_more_values() const;
  /// True if `word` is an existing file or folder and the option takes one, or is one of its
  /// choices.
  bool may_be(const std::string& word) const;
  /// Throws UsageError if `word` is an option of the same command where a value is needed.
  void reject_option_as_value(const std::string& word) const;
  /// Throws UsageError for too many or too few values.
  [[noreturn]] void reject_count_of_values() const;

  CLI::Option* option_;
  Command* owner_;
  ValueEntry value_;
  std::vector<Check> checks_;
};

/// A program or a subcommand. A subcommand belongs to the command that added it; the program
/// belongs to an Application. Variables that options are bound to must outlive the command.
class Command {
 public:
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  ~Command();

  /// `name` may end with the name of the value, as for Option::type_name(): "--out FILE". `T`:
  /// std::string, int, unsigned, std::uint16_t, std::int64_t, std::uint64_t, double, or a
  /// std::vector of std::string, int or std::uint64_t. Any other type is a linker error until
  /// command.cpp instantiates it.
  template <class T>
  Option* add_option(const std::string& name, T& value, const std::string& description);
  /// Adds an option for numbers from `minimum` to `maximum`, as number_range() accepts them.
  template <class T>
  Option* add_number(const std::string& name, T& value, ElementOf<T> minimum, ElementOf<T> maximum,
                     const std::string& description) {
    return add_option(name, value, description)->check(number_range(minimum, maximum));
  }
  Option* add_option_function(const std::string& name,
                              std::function<void(const std::string& text)> set,
                              const std::string& description);
  /// Adds an option whose value is a name in `numbers` or one of the numbers; `set` receives the
  /// number.
  Option* add_choice(const std::string& name, const std::map<std::string, std::uint8_t>& numbers,
                     std::function<void(std::uint8_t)> set, const std::string& description);
  Option* add_flag(const std::string& name, bool& value, const std::string& description);
  Option* add_flag_callback(const std::string& name, std::function<void()> set,
                            const std::string& description);
  Command* add_subcommand(const std::string& name, const std::string& description);

  /// Sets the heading in the help for the options that are added from now on.
  void begin_group(const std::string& heading);
  /// Accepts the earlier spelling `words` of the command `now`. Both contain all words after the
  /// program's name: "cfr train", "poker cfr". Requires: this is the program, not a subcommand.
  void old_command(const std::string& words, const std::string& now);

  void allow_extras();
  void callback(std::function<void()> run);
  /// Calls `prepare` before the callback, when all options have been checked.
  void prepare_callback(std::function<void()> prepare);
  void parse_complete_callback(std::function<void()> run);
  void require_subcommand(int minimum, int maximum = 1);

  std::string get_name() const;
  /// Throws CLI::OptionNotFound if there is none of this name.
  Option* get_option(const std::string& name) const;
  /// Returns nullptr if there is none of this name.
  Option* get_option_no_throw(const std::string& name) const;
  /// Returns the options in the order in which they were added, without --help and --version.
  std::vector<const Option*> get_options() const;
  /// Returns the direct subcommands that the parsed command line names.
  std::vector<const Command*> get_subcommands() const;
  /// Returns the number of times the option of this name was given. Throws CLI::OptionNotFound if
  /// there is none.
  std::size_t count(const std::string& option) const;
  /// Returns the words that no option and no subcommand took, in their order. Requires:
  /// allow_extras().
  std::vector<std::string> remaining() const;
  /// Throws UsageError for the unknown option `word`, with the nearest known name.
  [[noreturn]] void reject_option(const std::string& word) const;

 private:
  friend class Application;
  friend class Option;
  friend CommandEntry command_table(const Command& command);
  using FaultOf = std::function<std::string(const std::string& word)>;
  struct OldOption {
    std::string name;
    std::string now;
    bool needs_value = false;  ///< true: without a value, `name` is a flag of the command
    std::string shown{};       ///< what the warning names instead of `now`, if it is not empty
  };
  explicit Command(CLI::App& app);
  /// Stores and returns an option. Its `name` may end with that of the value. `fault_of_type`
  /// validates its values if it has no checks.
  Option* added(CLI::Option* option, const std::string& name, ValueEntry value,
                FaultOf fault_of_type);
  /// Returns the table of this command under `name`, its full name with the program.
  CommandEntry entry(const std::string& name) const;
  /// Returns the direct subcommand of this name, or nullptr.
  const Command* subcommand(const std::string& name) const;
  std::vector<std::string> subcommand_names() const;
  std::vector<std::string> option_names() const;
  /// Returns the name after that of the command above, but without the program's name.
  std::string full_name() const;
  bool has_arguments() const;
  /// Returns the minimum number of words that are positional arguments.
  std::size_t min_arguments() const;
  /// True if the first word can be the old argument (Option::old_argument()). Requires: there is
  /// one, and enough words follow.
  bool may_be_old_argument(const std::string& word) const;
  /// True if `word` alone could be all positional arguments.
  bool takes(const std::string& word) const;
  /// Throws UsageError for the unknown subcommand `word`, with the nearest known name.
  [[noreturn]] void reject_command(const std::string& word) const;
  /// Returns the subcommand of a subcommand that `word` may mean, as "; did you mean 'GROUP
  /// NAME'?".
  std::string suggestion_below(const std::string& word) const;
  /// Throws UsageError if the command line had a word that this command does not know.
  void reject_unknown_word() const;
  /// Throws UsageError if something required is missing, or options exclude each other.
  void reject_unmet_requirement() const;
  /// Returns the option whose name begins a message of CLI11, or nullptr.
  const Option* option_named_first(const std::string& message) const;

  CLI::App* app_;
  std::vector<std::unique_ptr<Option>> options_;
  std::vector<std::unique_ptr<Command>> subcommands_;
  std::vector<OldOption> old_options_;
  const Option* old_argument_ = nullptr;
  std::vector<std::pair<std::string, std::string>> old_commands_;  ///< old and current words
  std::string group_;              ///< heading of the options that are added next
  std::function<void()> prepare_;  ///< may be empty
};

/// The command line of a program.
class Application {
 public:
  /// `version` is what --version prints.
  Application(const std::string& name, const std::string& description, const std::string& version);
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  ~Application();

  /// Returns the program itself, to which subcommands and options are added.
  Command& command() { return command_; }
  const Command& command() const { return command_; }

  /// A command line in the current spelling.
  struct Renewed {
    std::vector<std::string> words;     ///< without the program's name
    std::vector<std::string> replaced;  ///< "'OLD' is now 'NEW'", one text for each old spelling
  };

  /// Replaces the old spellings of commands and options. `words` are all after the program's name.
  Renewed renewed(std::vector<std::string> words) const;

  /// Parses the words after the program's name and runs the callbacks. Throws UsageError, Finished
  /// after it has printed help or version, and the exceptions of callbacks. `help [COMMAND]`,
  /// `COMMAND help` and `version` print help and version, unless the word could be a positional
  /// argument.
  void parse(std::span<const std::string> words);

  /// True if errors must also be printed as JSON: `words` contain --json as a flag.
  bool asks_for_json(std::span<const std::string> words) const;

 private:
  /// Returns the commands on the command line, the program first.
  std::vector<const Command*> chosen() const;
  void print_help(const Command& command) const;
  /// True if `word` can be an argument of a command with Option::old_argument(). `in_list`: it may
  /// also be another value of the option before it.
  static bool may_be_argument(const Command& command, const std::string& word, bool in_list);
  /// Prints help or version if the words `help` or `version` request it, and throws Finished.
  /// Throws UsageError for help about an unknown command.
  void answer_words(std::span<const std::string> words) const;
  /// The same for the flags --help and --version of the parsed line.
  void answer_flags() const;
  /// Call after a parse error, before reporting it. Calls answer_flags(), and throws UsageError for
  /// an unknown word, since that may be the cause of the error.
  void explain_refusal(std::span<const std::string> words) const;
  /// Throws UsageError for the option that a message of CLI11 names.
  void reject_count_of_values(const std::string& message) const;

  std::string version_;
  std::unique_ptr<CLI::App> app_;
  Command command_;
};

/// Returns the table of `command` and its subcommands, without hidden options (those in an empty
/// group). Requires: `command` has a name.
CommandEntry command_table(const Command& command);

/// Returns the version of CLI11: "2.1.2".
const char* cli11_version();

}  // namespace trivium::tools
