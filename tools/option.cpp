#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <string_view>
#include <utility>

#include "engine/core/spelling.h"
#include "tools/cli11.h"
#include "tools/command.h"

namespace trivium::tools {

namespace {

/// Returns the default as a user types it. CLI11 writes lists in brackets, which are removed.
std::string default_of(const CLI::Option& option) {
  const std::string text = option.get_default_str();
  return text.starts_with('[') && text.ends_with(']') ? text.substr(1, text.size() - 2) : text;
}

template <class Options>
std::vector<std::string> sorted_names(const Options& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) {
    const bool hidden = option->get_group().empty();
    if (!hidden) names.push_back(first_name(*option));
  }
  std::sort(names.begin(), names.end());  // CLI11 stores them in the order of their addresses
  return names;
}

constexpr std::string_view kNoGroup = "Options";  // CLI11's name of the default group

}  // namespace

Option::Option(CLI::Option& option, Command& owner, ValueEntry value)
    : option_(&option), owner_(&owner), value_(std::move(value)) {}

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
  entry.repeated = option_->get_expected_max() >= CLI::detail::expected_max_vector_size;
  return entry;
}

void Option::reject_option_as_value(const std::string& word) const {
  if (!takes_value() || option_->get_positional() || !word.starts_with("--")) return;
  const std::vector<std::string> names = owner_->option_names();
  if (std::ranges::find(names, word) == names.end()) return;
  throw UsageError(
      Error("usage.value.missing", "{}: needs a value, and {} is an option", get_name(), word));
}

void Option::reject_count_of_values() const {
  if (!takes_value())
    throw UsageError(Error("usage.value.unexpected", "{}: takes no value", get_name()));
  const int given = static_cast<int>(option_->results().size());
  const int minimum = option_->get_items_expected_min();
  const int most = option_->get_items_expected_max();
  if (given > most && most > 1) {
    throw UsageError(Error("usage.value.unexpected",
                           "{}: takes at most {} values, and {} are given", get_name(), most,
                           given));
  }
  if (given > most) {
    throw UsageError(
        Error("usage.option.repeated", "{}: is given {} times; once is enough", get_name(), given));
  }
  const std::string wanted = minimum > 1
                                 ? fmt::format("{} values, and {} given", minimum,
                                               given == 1 ? "one is" : fmt::format("{} are", given))
                                 : fmt::format("a value: {}", value_.name);
  throw UsageError(Error("usage.value.missing", "{}: needs {}", get_name(), wanted));
}

bool Option::may_be(const std::string& word) const {
  std::error_code failure;
  const bool names_file =
      (value_.files || value_.folders) && std::filesystem::exists(word, failure);
  return names_file || std::ranges::find(value_.choices, word) != value_.choices.end();
}

Option* Option::allow_extra_args(bool allow) { return option_->allow_extra_args(allow), this; }

Option* Option::check(const Check& check) {
  checks_.push_back(check);
  if (value_.name == kAnyWord && !check.value.name.empty()) value_.name = check.value.name;
  if (!check.value.choices.empty()) value_.choices = check.value.choices;
  if (!check.value.bounds.empty()) value_.bounds = check.value.bounds;
  value_.files = value_.files || check.value.files;
  value_.folders = value_.folders || check.value.folders;
  const auto reject = [this, check](const std::string& word) {
    const std::string fault = check.fault(word);
    if (fault.empty()) return std::string();
    std::vector<std::string> known = check.value.choices;
    if (option_->get_positional()) {
      for (const auto& command : owner_->subcommands_) known.push_back(command->get_name());
    }
    throw UsageError(first_name(*option_),
                     Error(check.code, fault + text::suggestion(word, known)));
  };
  option_->check(reject, std::string());
  // A default that the check rejects stands for "not given", so the help does not show it.
  std::istringstream defaults(default_of(*option_));
  for (std::string word; std::getline(defaults, word, ',');) {
    if (!check.fault(word).empty()) option_->default_str("");
  }
  return this;
}

Option* Option::check(std::function<std::string(const std::string& word)> fault) {
  return this->check(Check{std::move(fault)});
}

Option* Option::default_str(const std::string& text) { return option_->default_str(text), this; }
Option* Option::delimiter(char separator) { return option_->delimiter(separator), this; }
Option* Option::description(const std::string& text) { return option_->description(text), this; }
Option* Option::excludes(Option* other) { return option_->excludes(other->option_), this; }
Option* Option::expected(int count) { return option_->expected(count), this; }
Option* Option::expected(int minimum, int maximum) {
  return option_->expected(minimum, maximum), this;
}
Option* Option::group(const std::string& name) { return option_->group(name), this; }
Option* Option::needs(Option* other) { return option_->needs(other->option_), this; }

Option* Option::old_name(const std::string& name) {
  owner_->old_options_.push_back({name, get_name()});
  return this;
}

Option* Option::old_name_of_value(const std::string& name) {
  owner_->old_options_.push_back({name, get_name(), true});
  return this;
}

Option* Option::old_argument() {
  owner_->old_argument_ = this;
  return this;
}

Option* Option::required() { return option_->required(), this; }

Option* Option::superseded_by(const std::string& instead) {
  owner_->old_options_.push_back({get_name(), get_name(), false, instead});
  return this;
}

Option* Option::suggest(const std::vector<std::string>& words) {
  value_.suggestions.insert(value_.suggestions.end(), words.begin(), words.end());
  return this;
}

Option* Option::trigger_on_parse() { return option_->trigger_on_parse(), this; }

Option* Option::type_name(const std::string& name) {
  const ValueEntry value = described_value(name);
  value_.name = value.name;
  value_.choices.insert(value_.choices.end(), value.choices.begin(), value.choices.end());
  value_.files = value_.files || value.files;
  value_.folders = value_.folders || value.folders;
  return this;
}

std::size_t Option::count() const { return option_->count(); }
std::string Option::get_name() const { return first_name(*option_); }
bool Option::takes_value() const { return option_->get_items_expected_max() > 0; }

std::size_t Option::min_values() const {
  return static_cast<std::size_t>(
      std::min(option_->get_type_size_min(), option_->get_items_expected_min()));
}

bool Option::takes_more_values() const {
  return option_->get_items_expected_max() > static_cast<int>(min_values());
}

}  // namespace trivium::tools
