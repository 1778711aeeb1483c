#include "tools/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <concepts>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "tools/manual/help_text.h"

namespace trivium::tools {

namespace {

constexpr std::size_t kQuoted = 60;

/// Returns all names of an option, with their dashes.
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

/// Returns the name for messages: the long one if there is one.
std::string first_name(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true);
  if (!option.get_lnames().empty()) return "--" + option.get_lnames().front();
  return "-" + option.get_snames().front();
}

/// Returns the default as it is typed: CLI11 writes lists in brackets.
std::string default_of(const CLI::Option& option) {
  const std::string text = option.get_default_str();
  return text.starts_with('[') && text.ends_with(']') ? text.substr(1, text.size() - 2) : text;
}

template <class Options>
std::vector<std::string> sorted_names(const Options& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) names.push_back(first_name(*option));
  std::sort(names.begin(), names.end());  // CLI11 stores them in order of address
  return names;
}

template <class T>
struct ElementOf {
  using Type = T;
};
template <class T>
struct ElementOf<std::vector<T>> {
  using Type = T;
};

constexpr std::string_view kAnyWord = "TEXT";
constexpr std::string_view kWholeNumber = "N";
constexpr std::string_view kRealNumber = "X";

template <class T>
constexpr std::string_view kTypeName = std::is_integral_v<typename ElementOf<T>::Type>         ? kWholeNumber
                                       : std::is_floating_point_v<typename ElementOf<T>::Type> ? kRealNumber
                                                                                               : kAnyWord;

/// Returns what is wrong with a word as a value of this type; empty if nothing is.
template <class T>
std::string fault_of_type(const std::string& word) {
  using Element = typename ElementOf<T>::Type;
  if constexpr (std::is_arithmetic_v<Element>) {
    if (!text::parse_number<Element>(word))
      return fmt::format("{} is not a {}number", in_quotes(word), std::is_integral_v<Element> ? "whole " : "");
    return {};
  } else {
    return {};
  }
}

ValueEntry entry_named(std::string_view name) {
  ValueEntry value;
  value.name = name;
  return value;
}

OptionEntry flag_entry(std::vector<std::string> names, std::string description) {
  OptionEntry entry;
  entry.names = std::move(names);
  entry.takes_value = false;
  entry.description = std::move(description);
  return entry;
}

std::string fault_of_flag(const std::string& word) { return word == "true" || word == "false" ? "" : "takes no value"; }

std::vector<std::string> words_in(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

constexpr std::string_view kNoGroup = "Options";  // of CLI11
constexpr const char* kVersionFlag = "--version";
constexpr std::string_view kHelpWord = "help";
constexpr std::string_view kVersionWord = "version";

}  // namespace

Option::Option(CLI::Option& option, Command& owner, ValueEntry value) : option_(&option), owner_(&owner), value_(std::move(value)) {}

bool Option::hidden() const { return option_->get_group().empty(); }

OptionEntry Option::entry() const {
  OptionEntry entry;
  entry.names = names_of(*option_);
  entry.takes_value = takes_value();
  if (entry.takes_value) entry.value = value_;
  if (entry.names.empty()) entry.value.name = option_->get_name(true);
  entry.description = option_->get_description();
  entry.group = option_->get_group() == kNoGroup ? std::string() : option_->get_group();
  if (!option_->get_required()) entry.default_text = default_of(*option_);
  entry.needs = sorted_names(option_->get_needs());
  entry.excludes = sorted_names(option_->get_excludes());
  entry.required = option_->get_required();
  entry.repeated = option_->get_expected_max() > 1;
  return entry;
}

void Option::refuse_option_as_value(const std::string& word) const {
  if (!takes_value() || option_->get_positional() || !word.starts_with("--")) return;
  const std::vector<std::string> names = owner_->option_names();
  if (std::ranges::find(names, word) == names.end()) return;
  throw UsageError(Error("usage.value.missing", fmt::format("{}: needs a value, and {} is an option", get_name(), word)));
}

void Option::refuse_count_of_values() const {
  if (!takes_value()) throw UsageError(Error("usage.value.unexpected", fmt::format("{}: takes no value", get_name())));
  const int given = static_cast<int>(option_->results().size());
  const int least = option_->get_items_expected_min();
  if (given > option_->get_items_expected_max()) {
    throw UsageError(Error("usage.option.repeated", fmt::format("{}: is given {} times; once is enough", get_name(), given)));
  }
  const std::string wanted = least > 1 ? fmt::format("{} values, and {} given", least, given == 1 ? "one is" : fmt::format("{} are", given))
                                       : fmt::format("a value: {}", value_.name);
  throw UsageError(Error("usage.value.missing", fmt::format("{}: needs {}", get_name(), wanted)));
}

bool Option::may_be(const std::string& word) const {
  std::error_code failure;
  const bool names_file = (value_.files || value_.folders) && std::filesystem::exists(word, failure);
  return names_file || std::ranges::find(value_.choices, word) != value_.choices.end();
}

Option* Option::allow_extra_args(bool allow) {
  option_->allow_extra_args(allow);
  return this;
}

Option* Option::check(const Check& check) {
  checks_.push_back(check);
  if (value_.name == kAnyWord && !check.value.name.empty()) value_.name = check.value.name;
  if (!check.value.choices.empty()) value_.choices = check.value.choices;
  if (!check.value.bounds.empty()) value_.bounds = check.value.bounds;
  value_.files = value_.files || check.value.files;
  value_.folders = value_.folders || check.value.folders;
  const auto refuse = [this, check](const std::string& word) {
    const std::string fault = check.fault(word);
    if (fault.empty()) return std::string();
    std::vector<std::string> known = check.value.choices;
    if (option_->get_positional()) {
      for (const auto& command : owner_->subcommands_) known.push_back(command->get_name());
    }
    throw UsageError(first_name(*option_), Error(check.code, fault + text::suggestion(word, known)));
  };
  option_->check(refuse, std::string());
  // A default that could not be typed stands for "not given".
  std::istringstream defaults(default_of(*option_));
  for (std::string word; std::getline(defaults, word, ',');) {
    if (!check.fault(word).empty()) option_->default_str("");
  }
  return this;
}

Option* Option::check(std::function<std::string(const std::string& word)> fault) {
  Check check;
  check.fault = std::move(fault);
  return this->check(check);
}

Option* Option::default_str(const std::string& text) {
  option_->default_str(text);
  return this;
}

Option* Option::delimiter(char separator) {
  option_->delimiter(separator);
  return this;
}

Option* Option::description(const std::string& text) {
  option_->description(text);
  return this;
}

Option* Option::excludes(Option* other) {
  option_->excludes(other->option_);
  return this;
}

Option* Option::excludes(const std::string& other) {
  option_->excludes(other);
  return this;
}

Option* Option::expected(int count) {
  option_->expected(count);
  return this;
}

Option* Option::expected(int least, int most) {
  option_->expected(least, most);
  return this;
}

Option* Option::group(const std::string& name) {
  option_->group(name);
  return this;
}

Option* Option::needs(Option* other) {
  option_->needs(other->option_);
  return this;
}

Option* Option::old_name(const std::string& name) {
  owner_->old_options_.push_back({name, get_name()});
  return this;
}

Option* Option::old_name_of_value(const std::string& name) {
  owner_->old_options_.push_back({name, get_name(), true});
  return this;
}

Option* Option::required() {
  option_->required();
  return this;
}

Option* Option::trigger_on_parse() {
  option_->trigger_on_parse();
  return this;
}

Option* Option::type_name(const std::string& name) {
  const ValueEntry told = described_value(name);
  value_.name = told.name;
  value_.choices.insert(value_.choices.end(), told.choices.begin(), told.choices.end());
  value_.files = value_.files || told.files;
  value_.folders = value_.folders || told.folders;
  return this;
}

std::size_t Option::count() const { return option_->count(); }
std::string Option::get_name() const { return first_name(*option_); }
bool Option::takes_value() const { return option_->get_items_expected_max() > 0; }

std::size_t Option::least_values() const {
  return static_cast<std::size_t>(std::min(option_->get_type_size_min(), option_->get_items_expected_min()));
}

Command::Command(CLI::App& app) : app_(&app) {}

Command::~Command() = default;

Option* Command::added(CLI::Option* option, ValueEntry value, FaultOf fault_of_type) {
  options_.push_back(std::unique_ptr<Option>(new Option(*option, *this, std::move(value))));
  Option* const made = options_.back().get();
  if (!group_.empty()) option->group(group_);
  if (made->takes_value()) option->capture_default_str();
  const auto check = [made, fault_of_type = std::move(fault_of_type)](const std::string& word) {
    made->refuse_option_as_value(word);
    // Other checks have better messages than the type.
    if (const std::string fault = fault_of_type(word); made->checks_.empty() && !fault.empty()) throw UsageError(made->get_name(), fault);
    return std::string();
  };
  option->check(check, std::string());
  return made;
}

template <class T>
Option* Command::add_option(const std::string& name, T& value, const std::string& description) {
  return added(app_->add_option(name, value, description), entry_named(kTypeName<T>), fault_of_type<T>);
}
template Option* Command::add_option(const std::string&, std::string&, const std::string&);
template Option* Command::add_option(const std::string&, int&, const std::string&);
template Option* Command::add_option(const std::string&, unsigned&, const std::string&);
template Option* Command::add_option(const std::string&, std::uint16_t&, const std::string&);
template Option* Command::add_option(const std::string&, std::int64_t&, const std::string&);
template Option* Command::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option* Command::add_option(const std::string&, double&, const std::string&);
template Option* Command::add_option(const std::string&, std::vector<std::string>&, const std::string&);
template Option* Command::add_option(const std::string&, std::vector<int>&, const std::string&);
template Option* Command::add_option(const std::string&, std::vector<std::uint64_t>&, const std::string&);

Option* Command::add_option_function(const std::string& name, std::function<void(const std::string& text)> set,
                                     const std::string& description) {
  return added(app_->add_option_function<std::string>(name, set, description), entry_named(kAnyWord), fault_of_type<std::string>);
}

Option* Command::add_choice(const std::string& name, const std::map<std::string, std::uint8_t>& numbers,
                            std::function<void(std::uint8_t)> set, const std::string& description) {
  const auto number_of = [numbers](const std::string& word) -> std::optional<std::uint8_t> {
    if (const auto found = numbers.find(word); found != numbers.end()) return found->second;
    const std::optional<std::uint8_t> number = text::parse_number<std::uint8_t>(word);
    const bool known = std::ranges::any_of(numbers, [&number](const auto& entry) { return entry.second == number; });
    return known ? number : std::nullopt;
  };
  std::vector<std::string> names;
  for (const auto& [text, number] : numbers) names.push_back(text);
  Check check = one_of(names);
  check.fault = [number_of, fault = check.fault](const std::string& word) { return number_of(word) ? std::string() : fault(word); };
  return add_option_function(
             name, [number_of, set = std::move(set)](const std::string& word) { set(*number_of(word)); }, description)
      ->check(check);
}

Option* Command::add_flag(const std::string& name, bool& value, const std::string& description) {
  return added(app_->add_flag(name, value, description), {}, fault_of_flag);
}

Option* Command::add_flag_callback(const std::string& name, std::function<void()> set, const std::string& description) {
  return added(app_->add_flag_callback(name, std::move(set), description), {}, fault_of_flag);
}

Command* Command::add_subcommand(const std::string& name, const std::string& description) {
  subcommands_.push_back(std::unique_ptr<Command>(new Command(*app_->add_subcommand(name, description))));
  Command* const made = subcommands_.back().get();
  made->app_->set_version_flag(kVersionFlag, "");
  return made;
}

void Command::begin_group(const std::string& heading) { group_ = heading; }
void Command::old_command(const std::string& words, const std::string& now) { old_commands_.emplace_back(words, now); }

void Command::allow_extras() {
  app_->allow_extras();
  app_->set_version_flag();  // it becomes an extra word, too
}

void Command::callback(std::function<void()> run) { app_->callback(std::move(run)); }
void Command::parse_complete_callback(std::function<void()> run) { app_->parse_complete_callback(std::move(run)); }
void Command::require_subcommand(int count) { app_->require_subcommand(count); }

void Command::require_subcommand(int least, int most) {
  app_->require_subcommand(static_cast<std::size_t>(least), static_cast<std::size_t>(most));
}

std::string Command::get_name() const { return app_->get_name(); }

Option* Command::get_option(const std::string& name) const {
  const CLI::Option* const wanted = std::as_const(*app_).get_option(name);
  const auto found = std::ranges::find(options_, wanted, [](const auto& option) { return option->option_; });
  if (found == options_.end()) throw CLI::OptionNotFound(name);
  return found->get();
}

const Option* Command::get_option_no_throw(const std::string& name) const {
  const CLI::Option* const wanted = std::as_const(*app_).get_option_no_throw(name);
  const auto found = std::ranges::find(options_, wanted, [](const auto& option) { return option->option_; });
  return found == options_.end() ? nullptr : found->get();
}

std::vector<const Option*> Command::get_options() const {
  std::vector<const Option*> options;
  for (const std::unique_ptr<Option>& option : options_) options.push_back(option.get());
  return options;
}

std::vector<const Command*> Command::get_subcommands() const {
  std::vector<const Command*> named;
  for (const CLI::App* app : app_->get_subcommands()) named.push_back(subcommand(app->get_name()));
  return named;
}

std::size_t Command::count(const std::string& option) const { return app_->count(option); }
std::vector<std::string> Command::remaining() const { return app_->remaining(); }

const Command* Command::subcommand(const std::string& name) const {
  const auto found = std::ranges::find(subcommands_, name, [](const auto& command) { return command->get_name(); });
  return found == subcommands_.end() ? nullptr : found->get();
}

std::vector<std::string> Command::subcommand_names() const {
  std::vector<std::string> names;
  for (const auto& command : subcommands_) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> Command::option_names() const {
  std::vector<std::string> names{"--help", kVersionFlag};
  for (const auto& option : options_) {
    if (option->hidden()) continue;
    const std::vector<std::string> own = names_of(*option->option_);
    names.insert(names.end(), own.begin(), own.end());
  }
  return names;
}

std::string Command::full_name() const {
  const CLI::App* const above = app_->get_parent();
  return above == nullptr || above->get_parent() == nullptr ? get_name() : fmt::format("{} {}", above->get_name(), get_name());
}

bool Command::has_arguments() const {
  return std::ranges::any_of(options_, [](const auto& option) { return option->option_->get_positional(); });
}

bool Command::takes(const std::string& word) const {
  if (!has_arguments()) return false;
  const auto first = std::ranges::find_if(options_, [](const auto& option) { return option->option_->get_positional(); });
  int needed = 0;
  for (const auto& option : options_) {
    if (option->option_->get_positional() && option->option_->get_required()) needed += option->option_->get_items_expected_min();
  }
  return needed <= 1 && (*first)->may_be(word);
}

CommandEntry Command::entry(const std::string& name) const {
  CommandEntry entry;
  entry.name = name;
  entry.description = app_->get_description();
  entry.needs_subcommand = app_->get_require_subcommand_min() > 0;
  entry.options.push_back(flag_entry({"-h", "--help"}, "Print this help and exit"));
  if (app_->get_parent() == nullptr) entry.options.push_back(flag_entry({kVersionFlag}, "Print the version and exit"));
  for (const auto& option : options_) {
    if (option->hidden()) continue;
    OptionEntry found = option->entry();
    (found.names.empty() ? entry.positionals : entry.options).push_back(std::move(found));
  }
  for (const auto& command : subcommands_) entry.subcommands.push_back(command->entry(name + " " + command->get_name()));
  return entry;
}

void Command::refuse_unknown_word() const {
  if (app_->get_allow_extras()) return;
  const std::vector<std::string> unknown = app_->remaining();
  if (unknown.empty()) return;
  const std::string& word = unknown.front();
  if (word.starts_with('-') && word.size() > 1) refuse_option(word);
  if (!subcommands_.empty() && app_->get_subcommands().empty()) refuse_command(word);
  const std::vector<std::string> options = option_names();
  const bool is_option = std::ranges::find(options, "--" + word) != options.end();
  throw UsageError(
      Error("usage.argument.unexpected", fmt::format("{}: {} takes no such argument{}", text::printable(word, kQuoted), full_name(),
                                                     is_option ? fmt::format("; did you mean '--{}'?", word) : "")));
}

void Command::refuse_option(const std::string& word) const {
  const std::string name = word.substr(0, word.find('='));
  throw UsageError(Error("usage.option.unknown", fmt::format("{}: {} has no such option{}", text::printable(name, kQuoted), full_name(),
                                                             text::suggestion(name, option_names()))));
}

void Command::refuse_command(const std::string& word) const {
  const std::vector<std::string> names = subcommand_names();
  if (names.empty()) {
    throw UsageError(Error("usage.command.unknown", fmt::format("{}: {} has no commands", text::printable(word, kQuoted), full_name())));
  }
  std::string meant = text::suggestion(word, names);
  if (meant.empty()) meant = suggestion_below(word);
  throw UsageError(Error("usage.command.unknown", fmt::format("{}: {} has no such command{}", text::printable(word, kQuoted), full_name(),
                                                              meant.empty() ? fmt::format("; it has {}", fmt::join(names, ", ")) : meant)));
}

std::string Command::suggestion_below(const std::string& word) const {
  for (const auto& group : subcommands_) {
    const std::vector<std::string> names = group->subcommand_names();
    const std::string_view nearest = text::nearest_word(word, names);
    if (!nearest.empty()) return fmt::format("; did you mean '{} {}'?", group->get_name(), nearest);
  }
  return {};
}

void Command::refuse_unmet_requirement() const {
  for (const auto& option : options_) {
    const CLI::Option& one = *option->option_;
    const std::string name = option->get_name();
    if (one.get_required() && one.count() == 0) {
      throw UsageError(Error(one.get_positional() ? "usage.argument.missing" : "usage.option.missing",
                             fmt::format("{}: is missing; {} needs it", name, full_name())));
    }
    if (one.count() == 0) continue;
    for (const CLI::Option* other : one.get_needs()) {
      if (other->count() == 0) throw UsageError::needs(name, first_name(*other));
    }
    for (const CLI::Option* other : one.get_excludes()) {
      if (other->count() != 0) throw UsageError::excludes(name, first_name(*other));
    }
  }
  if (app_->get_subcommands().size() < app_->get_require_subcommand_min()) {
    throw UsageError(
        Error("usage.command.missing", fmt::format("COMMAND: is missing; {} has {}", full_name(), fmt::join(subcommand_names(), ", "))));
  }
}

const Option* Command::option_told_of(const std::string& told) const {
  const auto found = std::ranges::find_if(options_, [&told](const auto& option) {
    const std::string name = option->get_name();
    return told.starts_with(name + ":") || told.starts_with(name + " ");
  });
  return found == options_.end() ? nullptr : found->get();
}

Application::Application(const std::string& name, const std::string& description, const std::string& version)
    : version_(version), app_(std::make_unique<CLI::App>(description)), command_(*app_) {
  app_->name(name);
  app_->set_version_flag(kVersionFlag, version);
}

Application::~Application() = default;

std::vector<const Command*> Application::chosen() const {
  std::vector<const Command*> chain{&command_};
  while (true) {
    const std::vector<const Command*> next = chain.back()->get_subcommands();
    if (next.empty()) return chain;
    chain.push_back(next.front());
  }
}

void Application::print_version() const { fmt::print("{}\n", version_); }

void Application::print_help(const Command& command) const {
  std::string name = command.get_name();
  for (const CLI::App* above = command.app_->get_parent(); above != nullptr; above = above->get_parent()) {
    name = fmt::format("{} {}", above->get_name(), name);
  }
  fmt::print("{}", help_text(command.entry(name)));
}

void Application::answer_words(std::span<const std::string> words) const {
  if (words.empty()) return;
  const Command* command = &command_;
  if (words.front() == kHelpWord && !command_.takes(words.front()) && (words.size() == 1 || !command_.has_arguments())) {
    for (const std::string& word : words.subspan(1)) {
      const Command* const next = command->subcommand(word);
      if (next == nullptr) command->refuse_command(word);
      command = next;
    }
    print_help(*command);
    throw Finished();
  }
  for (const std::string& word : words.first(words.size() - 1)) {
    command = command->subcommand(word);
    if (command == nullptr) return;
  }
  const std::string& last = words.back();
  if ((last != kHelpWord && last != kVersionWord) || command->takes(last)) return;
  last == kHelpWord ? print_help(*command) : print_version();
  throw Finished();
}

void Application::answer_flags() const {
  const std::vector<const Command*> commands = chosen();
  for (auto command = commands.rbegin(); command != commands.rend(); ++command) {
    const CLI::App& app = *(*command)->app_;
    if (app.get_help_ptr()->count() > 0) {
      print_help(**command);
      throw Finished();
    }
    if (const CLI::Option* const flag = app.get_option_no_throw(kVersionFlag); flag != nullptr && flag->count() > 0) {
      print_version();
      throw Finished();
    }
  }
}

void Application::explain_refusal(std::span<const std::string> words) const {
  answer_flags();
  const std::vector<const Command*> commands = chosen();
  // CLI11 parses "-threads" as -t with the value "hreads" if there is a -t.
  const std::vector<std::string> names = commands.back()->option_names();
  for (const std::string& word : words) {
    if (word.starts_with('-') && std::ranges::find(names, "-" + word) != names.end()) commands.back()->refuse_option(word);
  }
  for (const Command* command : commands) command->refuse_unknown_word();
}

void Application::refuse_count_of_values(const std::string& told) const {
  const Option* meant = nullptr;
  for (const Command* command : chosen()) {
    const Option* const option = command->option_told_of(told);
    // A command and one above it may have an option of the same name. The one on the command line
    // is meant.
    if (option != nullptr && (meant == nullptr || meant->count() == 0)) meant = option;
  }
  if (meant != nullptr) meant->refuse_count_of_values();
}

Application::Renewed Application::renewed(std::vector<std::string> words) const {
  Renewed renewed{std::move(words), {}};
  const auto note = [&renewed](const std::string& old, const std::string& now) {
    std::string text = fmt::format("'{}' is now '{}'", old, now);
    if (std::ranges::find(renewed.replaced, text) == renewed.replaced.end()) renewed.replaced.push_back(std::move(text));
  };
  const auto first = renewed.words.begin() + (!renewed.words.empty() && renewed.words.front() == kHelpWord ? 1 : 0);
  std::pair<std::string, std::string> longest;
  for (const auto& entry : command_.old_commands_) {
    const std::vector<std::string> old = words_in(entry.first);
    const bool begins = std::mismatch(old.begin(), old.end(), first, renewed.words.end()).first == old.end();
    if (begins && entry.first.size() > longest.first.size()) longest = entry;
  }
  if (!longest.first.empty()) {
    const std::vector<std::string> now = words_in(longest.second);
    const auto end = first + static_cast<std::ptrdiff_t>(words_in(longest.first).size());
    renewed.words.insert(renewed.words.erase(first, end), now.begin(), now.end());
    note(longest.first, longest.second);
  }
  const Command* command = &command_;
  for (std::size_t i = 0; i < renewed.words.size() && renewed.words[i] != "--"; ++i) {
    std::string& word = renewed.words[i];
    if (const Command* const next = command->subcommand(word)) command = next;
    if (!word.starts_with('-')) continue;
    const std::size_t equals = std::min(word.find('='), word.size());
    const auto old = std::ranges::find(command->old_options_, word.substr(0, equals), &Command::OldOption::name);
    const bool has_value = equals < word.size() || (i + 1 < renewed.words.size() && !renewed.words[i + 1].starts_with('-'));
    if (old != command->old_options_.end() && (has_value || !old->needs_value)) {
      note(old->name, old->now);
      word.replace(0, equals, old->now);
    }
    // The values of an option are no options, whatever they look like.
    if (const Option* const option = command->get_option_no_throw(word)) i += option->least_values();
  }
  return renewed;
}

void Application::parse(std::span<const std::string> words) {
  answer_words(words);
  try {
    app_->parse(std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes them from the end
  } catch (const UsageError&) {
    explain_refusal(words);
    throw;
  } catch (const CLI::ArgumentMismatch& error) {
    explain_refusal(words);
    refuse_count_of_values(error.what());
    throw UsageError(Error("usage.line", fmt::format("command line: {}", error.what())));
  } catch (const CLI::ParseError& error) {
    explain_refusal(words);
    for (const Command* command : chosen()) command->refuse_unmet_requirement();
    throw UsageError(Error("usage.line", fmt::format("command line: {}", error.what())));
  }
}

bool Application::asks_for_json(std::span<const std::string> words) const {
  constexpr std::string_view kFlag = "--json";
  const Command* command = &command_;
  bool asked = false;
  for (const std::string& word : words) {
    if (word == "--") break;
    asked = asked || word == kFlag;
    if (const Command* const next = command->subcommand(word)) command = next;
  }
  const Option* const option = command->get_option_no_throw(std::string(kFlag));
  return asked && (option == nullptr || !option->takes_value());
}

const char* cli11_version() { return CLI11_VERSION; }

CommandEntry command_table(const Command& command) { return command.entry(command.get_name()); }

}  // namespace trivium::tools
