#include "tools/command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "tools/manual/command_table.h"

namespace trivium::tools {

namespace {

/// Converts a check of CLI11.
Check made_of(const CLI::Validator& validator) {
  return {[validator](const std::string& word) { return validator(word); }, validator.get_description()};
}

std::string first_name(const CLI::Option& option) { return option.get_name(option.get_positional()); }

OptionEntry option_entry(const CLI::Option& option) {
  OptionEntry entry;
  for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  entry.takes_value = option.get_items_expected_max() > 0;
  if (entry.takes_value) entry.value = describe_value(option.get_type_name());
  if (entry.names.empty()) entry.value.name = option.get_name(true);
  entry.description = option.get_description();
  entry.default_text = option.get_default_str();
  for (const CLI::Option* needed : option.get_needs()) entry.needs.push_back(first_name(*needed));
  std::sort(entry.needs.begin(), entry.needs.end());  // CLI11 keeps them in order of address
  entry.required = option.get_required();
  entry.repeated = option.get_expected_max() > 1;
  return entry;
}

CommandEntry command_entry(const CLI::App& app, const std::string& name) {
  CommandEntry entry;
  entry.name = name;
  entry.description = app.get_description();
  entry.needs_subcommand = app.get_require_subcommand_min() > 0;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    OptionEntry found = option_entry(*option);
    (found.names.empty() ? entry.positionals : entry.options).push_back(std::move(found));
  }
  for (const CLI::App* child : app.get_subcommands([](const CLI::App*) { return true; })) {
    entry.subcommands.push_back(command_entry(*child, name + " " + child->get_name()));
  }
  return entry;
}

/// Reports an unknown word, if there is one, instead of a missing option: the word may be that
/// option misspelt.
void report(const CLI::App& app, const CLI::RequiredError& error) {
  const std::vector<std::string> unknown = app.remaining(true);
  unknown.empty() ? app.exit(error) : app.exit(CLI::ExtrasError(app.get_name(), unknown));
}

}  // namespace

UsageError::UsageError(const std::string& name, const std::string& message) : UsageError(name + ": " + message) {}

UsageError UsageError::required(const std::string& name) { return UsageError(CLI::RequiredError(name).what()); }

UsageError UsageError::needs(const std::string& name, const std::string& other) {
  return UsageError(CLI::RequiresError(name, other).what());
}

UsageError UsageError::excludes(const std::string& name, const std::string& other) {
  return UsageError(CLI::ExcludesError(name, other).what());
}

UsageError UsageError::unexpected(const std::string& word) { return UsageError(CLI::ExtrasError({word}).what()); }

Check existing_file() { return made_of(CLI::ExistingFile); }
Check existing_folder() { return made_of(CLI::ExistingDirectory); }
Check existing_path() { return made_of(CLI::ExistingPath); }
Check nonnegative_number() { return made_of(CLI::NonNegativeNumber); }
Check one_of(std::vector<std::string> words) { return made_of(CLI::IsMember(std::move(words))); }
Check one_of(std::initializer_list<const char*> words) { return one_of(std::vector<std::string>(words.begin(), words.end())); }
Check one_of(std::initializer_list<int> numbers) { return made_of(CLI::IsMember(numbers)); }

template <class T>
Check range(T least, T most, const std::string& type) {
  return made_of(CLI::Range(least, most, type));
}
template Check range(std::int64_t, std::int64_t, const std::string&);
template Check range(std::uint32_t, std::uint32_t, const std::string&);

Option* Option::allow_extra_args(bool allow) {
  option_->allow_extra_args(allow);
  return this;
}

Option* Option::capture_default_str() {
  option_->capture_default_str();
  return this;
}

Option* Option::check(const Check& check) { return this->check(check.fault, check.description); }

Option* Option::check(std::function<std::string(const std::string& word)> fault, std::string description) {
  option_->check(std::move(fault), std::move(description));
  return this;
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

Option* Option::required() {
  option_->required();
  return this;
}

Option* Option::trigger_on_parse() {
  option_->trigger_on_parse();
  return this;
}

Option* Option::type_name(const std::string& name) {
  option_->type_name(name);
  return this;
}

std::size_t Option::count() const { return option_->count(); }
std::string Option::get_name() const { return option_->get_name(); }
bool Option::takes_value() const { return option_->get_items_expected_max() > 0; }

Command::Command(CLI::App& app) : app_(&app) {}

Command::~Command() = default;

Option* Command::added(CLI::Option* option) {
  options_.push_back(std::unique_ptr<Option>(new Option(*option)));
  return options_.back().get();
}

template <class T>
Option* Command::add_option(const std::string& name, T& value, const std::string& description) {
  return added(app_->add_option(name, value, description));
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
  return added(app_->add_option_function<std::string>(name, set, description));
}

Option* Command::add_choice(const std::string& name, const std::map<std::string, std::uint8_t>& numbers,
                            std::function<void(std::uint8_t)> set, const std::string& description) {
  enum class Choice : std::uint8_t {};  // so that --help calls it ENUM
  std::map<std::string, Choice> choices;
  for (const auto& [text, number] : numbers) choices.emplace(text, static_cast<Choice>(number));
  const std::function<void(const Choice&)> take = [set = std::move(set)](const Choice& choice) { set(static_cast<std::uint8_t>(choice)); };
  CLI::Option* option = app_->add_option_function<Choice>(name, take, description);
  return added(option->transform(CLI::CheckedTransformer(choices)));
}

Option* Command::add_flag(const std::string& name, bool& value, const std::string& description) {
  return added(app_->add_flag(name, value, description));
}

Option* Command::add_flag_callback(const std::string& name, std::function<void()> set, const std::string& description) {
  return added(app_->add_flag_callback(name, std::move(set), description));
}

Command* Command::add_subcommand(const std::string& name, const std::string& description) {
  subcommands_.push_back(std::unique_ptr<Command>(new Command(*app_->add_subcommand(name, description))));
  return subcommands_.back().get();
}

void Command::allow_extras() { app_->allow_extras(); }
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
  for (const CLI::App* app : app_->get_subcommands()) {
    named.push_back(std::ranges::find(subcommands_, app, [](const auto& command) { return command->app_; })->get());
  }
  return named;
}

std::size_t Command::count(const std::string& option) const { return app_->count(option); }
std::vector<std::string> Command::remaining() const { return app_->remaining(); }

Application::Application(const std::string& name, const std::string& description, const std::string& version)
    : app_(std::make_unique<CLI::App>(description)), command_(*app_) {
  app_->name(name);
  app_->set_version_flag("--version", version);
}

Application::~Application() = default;

std::optional<int> Application::parse(int argc, char** argv) {
  constexpr int kBadUsage = 2;
  try {
    app_->parse(argc, argv);
    return {};
  } catch (const Finished&) {
    return 0;
  } catch (const UsageError& error) {
    app_->exit(CLI::ParseError(error.what(), CLI::ExitCodes::ValidationError));
  } catch (const CLI::RequiredError& error) {
    report(*app_, error);
  } catch (const CLI::ParseError& error) {
    if (app_->exit(error) == 0) return 0;
  }
  return kBadUsage;
}

const char* cli11_version() { return CLI11_VERSION; }

CommandEntry command_table(const Command& command) { return command_entry(*command.app_, command.get_name()); }

}  // namespace trivium::tools
