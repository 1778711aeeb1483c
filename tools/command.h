// A program's command line: commands, their options, and the checks of an option's values.
//
// CLI11 parses it and writes messages and --help. Its header takes seconds to compile, so
// command.cpp alone includes it, and this header declares what our programs use, under the names
// that CLI11 gives them. A member without a comment does what the member of that name does in CLI11
// (https://cliutils.github.io/CLI11/book).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace trivium::tools {

struct CommandEntry;

/// Bad usage that a callback finds. It is reported like one that CLI11 finds, and the exit status
/// is 2.
class UsageError : public std::runtime_error {
 public:
  /// "NAME: MESSAGE".
  UsageError(const std::string& name, const std::string& message);

  /// "NAME is required".
  static UsageError required(const std::string& name);
  /// "NAME requires OTHER".
  static UsageError needs(const std::string& name, const std::string& other);
  /// "NAME excludes OTHER".
  static UsageError excludes(const std::string& name, const std::string& other);
  /// "The following argument was not expected: WORD".
  static UsageError unexpected(const std::string& word);

 private:
  explicit UsageError(const std::string& text) : std::runtime_error(text) {}
};

/// Thrown by a callback that has done all that the command line asks for. The exit status is 0.
struct Finished {};

/// A condition that an option's values must meet.
struct Check {
  /// Returns what is wrong with a word; empty if nothing is.
  std::function<std::string(const std::string& word)> fault;
  /// How --help shows the check behind the type, as "INT in [1 - 9]"; empty if it does not.
  std::string description;
};

Check existing_file();
Check existing_folder();
Check existing_path();
/// At least 0. Also accepts "nan", which number_range() (tools/number_range.h) does not.
Check nonnegative_number();
Check one_of(std::vector<std::string> words);
Check one_of(std::initializer_list<const char*> words);
Check one_of(std::initializer_list<int> numbers);
/// From `least` to `most`, both included, as CLI11 checks it; prefer number_range(). A `type` is
/// shown instead of the bounds. `T`: std::uint32_t or std::int64_t.
template <class T>
Check range(T least, T most, const std::string& type = {});

/// An option, a flag or a positional argument. Its Command owns it.
class Option {
 public:
  Option(const Option&) = delete;
  Option& operator=(const Option&) = delete;

  Option* allow_extra_args(bool allow);
  Option* capture_default_str();
  Option* check(const Check& check);
  Option* check(std::function<std::string(const std::string& word)> fault, std::string description = {});
  Option* default_str(const std::string& text);
  Option* delimiter(char separator);
  Option* description(const std::string& text);
  Option* excludes(Option* other);
  /// Requires: the command has an option of this name.
  Option* excludes(const std::string& other);
  Option* expected(int count);
  Option* expected(int least, int most);
  Option* group(const std::string& name);
  Option* needs(Option* other);
  Option* required();
  Option* trigger_on_parse();
  Option* type_name(const std::string& name);

  /// Returns the number of times it was given.
  std::size_t count() const;
  /// True if it was given.
  explicit operator bool() const { return count() > 0; }
  std::string get_name() const;
  /// False for a flag.
  bool takes_value() const;

 private:
  friend class Command;
  explicit Option(CLI::Option& option) : option_(&option) {}

  CLI::Option* option_;
};

/// A program or a subcommand. The command above it owns it; Application owns the program. What an
/// option is bound to must live as long as the command.
class Command {
 public:
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  ~Command();

  /// `T`: std::string, int, unsigned, std::uint16_t, std::int64_t, std::uint64_t, double, or a
  /// std::vector of std::string, int or std::uint64_t. The linker reports any other: command.cpp
  /// must instantiate it first.
  template <class T>
  Option* add_option(const std::string& name, T& value, const std::string& description);
  Option* add_option_function(const std::string& name, std::function<void(const std::string& text)> set, const std::string& description);
  /// An option whose value is a name or its number; `set` gets the number.
  Option* add_choice(const std::string& name, const std::map<std::string, std::uint8_t>& numbers, std::function<void(std::uint8_t)> set,
                     const std::string& description);
  Option* add_flag(const std::string& name, bool& value, const std::string& description);
  Option* add_flag_callback(const std::string& name, std::function<void()> set, const std::string& description);
  Command* add_subcommand(const std::string& name, const std::string& description);

  void allow_extras();
  void callback(std::function<void()> run);
  void parse_complete_callback(std::function<void()> run);
  void require_subcommand(int count);
  void require_subcommand(int least, int most);

  std::string get_name() const;
  /// Throws if there is none of this name.
  Option* get_option(const std::string& name) const;
  /// Returns nullptr if there is none of this name.
  const Option* get_option_no_throw(const std::string& name) const;
  /// Returns the options in the order in which they were added, without --help and --version.
  std::vector<const Option*> get_options() const;
  /// Returns the subcommands on the command line.
  std::vector<const Command*> get_subcommands() const;
  /// Returns the number of times the option of this name was given. Throws if there is none.
  std::size_t count(const std::string& option) const;
  /// Returns the words that no option and no subcommand took, in their order. Requires:
  /// allow_extras().
  std::vector<std::string> remaining() const;

 private:
  friend class Application;
  friend CommandEntry command_table(const Command& command);
  explicit Command(CLI::App& app);
  Option* added(CLI::Option* option);

  CLI::App* app_;
  std::vector<std::unique_ptr<Option>> options_;
  std::vector<std::unique_ptr<Command>> subcommands_;
};

/// The command line of a program.
class Application {
 public:
  /// `version` is what --version prints.
  Application(const std::string& name, const std::string& description, const std::string& version);
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;
  ~Application();

  /// The program itself, to which subcommands and options are added.
  Command& command() { return command_; }
  const Command& command() const { return command_; }

  /// Parses the words and runs the callbacks. Returns nothing if they ran, else the exit status: 0
  /// after --help, --version or Finished, 2 after bad usage, which it reports on stderr.
  std::optional<int> parse(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
  Command command_;
};

/// Returns the table of a command that has a name, without the options that --help hides (an empty
/// group).
CommandEntry command_table(const Command& command);

/// The version of CLI11, as "2.1.2".
const char* cli11_version();

}  // namespace trivium::tools
