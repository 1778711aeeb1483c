#include "tools/command.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "tools/cli11.h"

namespace trivium::tools {

namespace {

constexpr std::size_t kQuoted = 60;

constexpr std::string_view kWholeNumber = "N";
constexpr std::string_view kRealNumber = "X";

template <class T>
constexpr std::string_view kTypeName = std::is_integral_v<ElementOf<T>>         ? kWholeNumber
                                       : std::is_floating_point_v<ElementOf<T>> ? kRealNumber
                                                                                : kAnyWord;

/// Returns what is wrong with a word as a value of this type; empty if nothing is.
template <class T>
std::string fault_of_type(const std::string& word) {
  using Element = ElementOf<T>;
  if constexpr (std::is_arithmetic_v<Element>) {
    if (!text::parse_number<Element>(word))
      return fmt::format("{} is not a {}number", in_quotes(word),
                         std::is_integral_v<Element> ? "whole " : "");
    return {};
  } else {
    return {};
  }
}

std::string first_word(const std::string& name) { return name.substr(0, name.find(' ')); }

std::string fault_of_flag(const std::string& word) {
  return word == "true" || word == "false" ? "" : "takes no value";
}

}  // namespace

Command::Command(CLI::App& app) : app_(&app) {}

Command::~Command() = default;

Option* Command::added(CLI::Option* option, const std::string& name, ValueEntry value,
                       FaultOf fault_of_type) {
  options_.push_back(std::unique_ptr<Option>(new Option(*option, *this, std::move(value))));
  Option* const made = options_.back().get();
  if (!group_.empty()) option->group(group_);
  if (made->takes_value()) option->capture_default_str();
  const auto check = [made, fault_of_type = std::move(fault_of_type)](const std::string& word) {
    made->reject_option_as_value(word);
    // Other checks have better messages than the type.
    if (const std::string fault = fault_of_type(word); made->checks_.empty() && !fault.empty())
      throw UsageError(made->get_name(), fault);
    return std::string();
  };
  option->check(check, std::string());
  const std::size_t end = first_word(name).size();
  return end == name.size() ? made : made->type_name(name.substr(end + 1));
}

template <class T>
Option* Command::add_option(const std::string& name, T& value, const std::string& description) {
  return added(app_->add_option(first_word(name), value, description), name,
               {.name = std::string(kTypeName<T>)}, fault_of_type<T>);
}
template Option* Command::add_option(const std::string&, std::string&, const std::string&);
template Option* Command::add_option(const std::string&, int&, const std::string&);
template Option* Command::add_option(const std::string&, unsigned&, const std::string&);
template Option* Command::add_option(const std::string&, std::uint16_t&, const std::string&);
template Option* Command::add_option(const std::string&, std::int64_t&, const std::string&);
template Option* Command::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option* Command::add_option(const std::string&, double&, const std::string&);
template Option* Command::add_option(const std::string&, std::vector<std::string>&,
                                     const std::string&);
template Option* Command::add_option(const std::string&, std::vector<int>&, const std::string&);
template Option* Command::add_option(const std::string&, std::vector<std::uint64_t>&,
                                     const std::string&);

Option* Command::add_option_function(const std::string& name,
                                     std::function<void(const std::string& text)> set,
                                     const std::string& description) {
  return added(app_->add_option_function<std::string>(first_word(name), set, description), name,
               {.name = std::string(kAnyWord)}, fault_of_type<std::string>);
}

Option* Command::add_choice(const std::string& name,
                            const std::map<std::string, std::uint8_t>& numbers,
                            std::function<void(std::uint8_t)> set, const std::string& description) {
  const auto number_of = [numbers](const std::string& word) -> std::optional<std::uint8_t> {
    if (const auto found = numbers.find(word); found != numbers.end()) return found->second;
    const std::optional<std::uint8_t> number = text::parse_number<std::uint8_t>(word);
    const bool known = std::ranges::any_of(
        numbers, [&number](const auto& entry) { return entry.second == number; });
    return known ? number : std::nullopt;
  };
  std::vector<std::string> names;
  for (const auto& [text, number] : numbers) names.push_back(text);
  Check check = one_of(names);
  check.fault = [number_of, fault = check.fault](const std::string& word) {
    return number_of(word) ? std::string() : fault(word);
  };
  return add_option_function(
             name,
             [number_of, set = std::move(set)](const std::string& word) { set(*number_of(word)); },
             description)
      ->check(check);
}

Option* Command::add_flag(const std::string& name, bool& value, const std::string& description) {
  return added(app_->add_flag(name, value, description), name, {}, fault_of_flag);
}

Option* Command::add_flag_callback(const std::string& name, std::function<void()> set,
                                   const std::string& description) {
  return added(app_->add_flag_callback(name, std::move(set), description), name, {}, fault_of_flag);
}

Command* Command::add_subcommand(const std::string& name, const std::string& description) {
  subcommands_.push_back(
      std::unique_ptr<Command>(new Command(*app_->add_subcommand(name, description))));
  Command* const made = subcommands_.back().get();
  made->app_->set_version_flag(kVersionFlag, "");
  return made;
}

void Command::begin_group(const std::string& heading) { group_ = heading; }
void Command::old_command(const std::string& words, const std::string& now) {
  old_commands_.emplace_back(words, now);
}

void Command::allow_extras() {
  app_->allow_extras();
  app_->set_version_flag();  // removes --version, so that it becomes an extra word, too
}

void Command::callback(std::function<void()> run) {
  app_->callback([this, run = std::move(run)] {
    if (prepare_) prepare_();
    run();
  });
}

void Command::prepare_callback(std::function<void()> prepare) { prepare_ = std::move(prepare); }

void Command::parse_complete_callback(std::function<void()> run) {
  app_->parse_complete_callback(std::move(run));
}
void Command::require_subcommand(int minimum, int maximum) {
  app_->require_subcommand(static_cast<std::size_t>(minimum), static_cast<std::size_t>(maximum));
}

std::string Command::get_name() const { return app_->get_name(); }

Option* Command::get_option(const std::string& name) const {
  Option* const option = get_option_no_throw(name);
  if (option == nullptr) throw CLI::OptionNotFound(name);
  return option;
}

Option* Command::get_option_no_throw(const std::string& name) const {
  const CLI::Option* const wanted = std::as_const(*app_).get_option_no_throw(name);
  const auto found =
      std::ranges::find(options_, wanted, [](const auto& option) { return option->option_; });
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
  const auto found = std::ranges::find(subcommands_, name,
                                       [](const auto& command) { return command->get_name(); });
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
  return above == nullptr || above->get_parent() == nullptr
             ? get_name()
             : fmt::format("{} {}", above->get_name(), get_name());
}

bool Command::has_arguments() const {
  return std::ranges::any_of(options_,
                             [](const auto& option) { return option->option_->get_positional(); });
}

bool Command::takes(const std::string& word) const {
  const auto first = std::ranges::find_if(
      options_, [](const auto& option) { return option->option_->get_positional(); });
  return first != options_.end() && min_arguments() <= 1 && (*first)->may_be(word);
}

bool Command::may_be_old_argument(const std::string& word) const {
  const bool has_list = std::ranges::any_of(options_, [](const auto& option) {
    return option->option_->get_positional() && option->takes_more_values();
  });
  const std::vector<std::string>& choices = old_argument_->value_.choices;
  return !has_list || std::ranges::find(choices, word) != choices.end();
}

std::size_t Command::min_arguments() const {
  int needed = 0;
  for (const auto& option : options_) {
    if (option->option_->get_positional() && option->option_->get_required())
      needed += option->option_->get_items_expected_min();
  }
  return static_cast<std::size_t>(needed);
}

CommandEntry Command::entry(const std::string& name) const {
  CommandEntry entry;
  entry.name = name;
  entry.description = app_->get_description();
  entry.needs_subcommand = app_->get_require_subcommand_min() > 0;
  entry.options.push_back(
      {.names = {"-h", "--help"}, .takes_value = false, .description = "Print this help and exit"});
  if (app_->get_parent() == nullptr)
    entry.options.push_back({.names = {kVersionFlag},
                             .takes_value = false,
                             .description = "Print the version and exit"});
  for (const auto& option : options_) {
    if (option->hidden()) continue;
    OptionEntry found = option->entry();
    (found.names.empty() ? entry.positionals : entry.options).push_back(std::move(found));
  }
  for (const auto& command : subcommands_)
    entry.subcommands.push_back(command->entry(name + " " + command->get_name()));
  return entry;
}

void Command::reject_unknown_word() const {
  if (app_->get_allow_extras()) return;
  const std::vector<std::string> unknown = app_->remaining();
  if (unknown.empty()) return;
  const std::string& word = unknown.front();
  if (word.starts_with('-') && word.size() > 1) reject_option(word);
  if (!subcommands_.empty() && app_->get_subcommands().empty()) reject_command(word);
  const std::vector<std::string> options = option_names();
  const bool is_option = std::ranges::find(options, "--" + word) != options.end();
  throw UsageError(Error("usage.argument.unexpected", "{}: {} takes no such argument{}",
                         text::printable(word, kQuoted), full_name(),
                         is_option ? fmt::format("; did you mean '--{}'?", word) : ""));
}

void Command::reject_option(const std::string& word) const {
  const std::string name = word.substr(0, word.find('='));
  // Dashes are in all names, so they would make short names look similar.
  const auto without_dashes = [](std::string_view option) {
    return option.substr(std::min(option.find_first_not_of('-'), option.size()));
  };
  const std::vector<std::string> names = option_names();
  const std::string_view nearest = text::nearest_word(without_dashes(name), names, without_dashes);
  const auto meant = std::ranges::find(names, nearest, without_dashes);
  throw UsageError(Error("usage.option.unknown", "{}: {} has no such option{}",
                         text::printable(name, kQuoted), full_name(),
                         nearest.empty() ? "" : fmt::format("; did you mean '{}'?", *meant)));
}

void Command::reject_command(const std::string& word) const {
  const std::vector<std::string> names = subcommand_names();
  if (names.empty()) {
    throw UsageError(Error("usage.command.unknown", "{}: {} has no commands",
                           text::printable(word, kQuoted), full_name()));
  }
  std::string meant = text::suggestion(word, names);
  if (meant.empty()) meant = suggestion_below(word);
  throw UsageError(Error(
      "usage.command.unknown", "{}: {} has no such command{}", text::printable(word, kQuoted),
      full_name(), meant.empty() ? fmt::format("; it has {}", fmt::join(names, ", ")) : meant));
}

std::string Command::suggestion_below(const std::string& word) const {
  for (const auto& group : subcommands_) {
    const std::vector<std::string> names = group->subcommand_names();
    const std::string_view nearest = text::nearest_word(word, names);
    if (!nearest.empty()) return fmt::format("; did you mean '{} {}'?", group->get_name(), nearest);
  }
  return {};
}

void Command::reject_unmet_requirement() const {
  for (const auto& option : options_) {
    const CLI::Option& one = *option->option_;
    const std::string name = option->get_name();
    if (one.get_required() && one.count() == 0) {
      throw UsageError(
          Error(one.get_positional() ? "usage.argument.missing" : "usage.option.missing",
                "{}: is missing; {} needs it", name, full_name()));
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
    throw UsageError(Error("usage.command.missing", "COMMAND: is missing; {} has {}", full_name(),
                           fmt::join(subcommand_names(), ", ")));
  }
}

const Option* Command::option_named_first(const std::string& message) const {
  const auto found = std::ranges::find_if(options_, [&message](const auto& option) {
    const std::string name = option->get_name();
    return message.starts_with(name + ":") || message.starts_with(name + " ");
  });
  return found == options_.end() ? nullptr : found->get();
}

CommandEntry command_table(const Command& command) { return command.entry(command.get_name()); }

}  // namespace trivium::tools
