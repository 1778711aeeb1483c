#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "engine/core/text.h"
#include "tools/cli11.h"
#include "tools/command.h"
#include "tools/manual/writers.h"

namespace trivium::tools {

namespace {

constexpr std::string_view kHelpWord = "help";
constexpr std::string_view kVersionWord = "version";

/// True if the option of this name is among the words.
bool gives(std::span<const std::string> words, const std::string& name) {
  return std::ranges::any_of(words, [&name](const std::string& word) {
    return word == name || word.starts_with(name + "=");
  });
}

}  // namespace

Application::Application(const std::string& name, const std::string& description,
                         const std::string& version)
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

void Application::print_help(const Command& command) const {
  std::string name = command.get_name();
  for (const CLI::App* above = command.app_->get_parent(); above != nullptr;
       above = above->get_parent()) {
    name = fmt::format("{} {}", above->get_name(), name);
  }
  fmt::print("{}", help_text(command.entry(name)));
}

void Application::answer_words(std::span<const std::string> words) const {
  if (words.empty()) return;
  const Command* command = &command_;
  if (words.front() == kHelpWord && !command_.takes(words.front()) &&
      (words.size() == 1 || !command_.has_arguments())) {
    for (const std::string& word : words.subspan(1)) {
      const Command* const next = command->subcommand(word);
      if (next == nullptr) command->reject_command(word);
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
  last == kHelpWord ? print_help(*command) : fmt::print("{}\n", version_);
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
    if (const CLI::Option* const flag = app.get_option_no_throw(kVersionFlag);
        flag != nullptr && flag->count() > 0) {
      fmt::print("{}\n", version_);
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
    if (word.starts_with('-') && std::ranges::find(names, "-" + word) != names.end())
      commands.back()->reject_option(word);
  }
  for (const Command* command : commands) command->reject_unknown_word();
}

void Application::reject_count_of_values(const std::string& message) const {
  const Option* meant = nullptr;
  for (const Command* command : chosen()) {
    const Option* const option = command->option_named_first(message);
    // A command and one above it may have an option of the same name. The one on the command line
    // is meant.
    if (option != nullptr && (meant == nullptr || meant->count() == 0)) meant = option;
  }
  if (meant != nullptr) meant->reject_count_of_values();
}

bool Application::may_be_argument(const Command& command, const std::string& word, bool in_list) {
  if (command.old_argument_ == nullptr) return false;
  if (command.old_argument_->may_be(word)) return true;
  return !in_list && word != kHelpWord && word != kVersionWord;
}

Application::Renewed Application::renewed(std::vector<std::string> words) const {
  Renewed renewed{std::move(words), {}};
  const auto note = [&renewed](const std::string& old, const std::string& now) {
    std::string text = fmt::format("'{}' is now '{}'", old, now);
    if (std::ranges::find(renewed.replaced, text) == renewed.replaced.end())
      renewed.replaced.push_back(std::move(text));
  };
  const auto first = renewed.words.begin() +
                     (!renewed.words.empty() && renewed.words.front() == kHelpWord ? 1 : 0);
  std::pair<std::string, std::string> longest;
  for (const auto& entry : command_.old_commands_) {
    const std::vector<std::string> old = text::words(entry.first);
    const bool begins =
        std::mismatch(old.begin(), old.end(), first, renewed.words.end()).first == old.end();
    if (begins && entry.first.size() > longest.first.size()) longest = entry;
  }
  if (!longest.first.empty()) {
    const std::vector<std::string> now = text::words(longest.second);
    const auto end = first + static_cast<std::ptrdiff_t>(text::words(longest.first).size());
    renewed.words.insert(renewed.words.erase(first, end), now.begin(), now.end());
    note(longest.first, longest.second);
  }
  const Command* command = &command_;
  bool in_list = false;  // the word may be a further value of the option before it
  std::vector<std::size_t> arguments;
  for (std::size_t i = 0; i < renewed.words.size() && renewed.words[i] != "--"; ++i) {
    std::string& word = renewed.words[i];
    if (!word.starts_with('-')) {
      if (const Command* const next = command->subcommand(word)) {
        command = next;
      } else if (may_be_argument(*command, word, in_list)) {
        arguments.push_back(i);
      }
      continue;
    }
    in_list = false;
    const std::size_t equals = std::min(word.find('='), word.size());
    const auto old =
        std::ranges::find(command->old_options_, word.substr(0, equals), &Command::OldOption::name);
    const bool has_value = equals < word.size() ||
                           (i + 1 < renewed.words.size() && !renewed.words[i + 1].starts_with('-'));
    if (old != command->old_options_.end() && (has_value || !old->needs_value)) {
      note(old->name, old->shown.empty() ? old->now : old->shown);
      word.replace(0, equals, old->now);
    }
    // The values of an option are not options, even if they look like some.
    if (const Option* const option = command->get_option_no_throw(word)) {
      i += option->min_values();
      in_list = option->takes_more_values();
    }
  }
  const Option* const was_argument = command->old_argument_;
  if (was_argument != nullptr && arguments.size() > command->min_arguments() &&
      command->may_be_old_argument(renewed.words[arguments.front()]) &&
      !gives(renewed.words, was_argument->get_name())) {
    const auto value = renewed.words.begin() + static_cast<std::ptrdiff_t>(arguments.front());
    note(*value, fmt::format("{} {}", was_argument->get_name(), *value));
    renewed.words.insert(value, was_argument->get_name());
  }
  return renewed;
}

void Application::parse(std::span<const std::string> words) {
  answer_words(words);
  try {
    app_->parse(
        std::vector<std::string>(words.rbegin(), words.rend()));  // CLI11 takes them in reverse
  } catch (const UsageError&) {
    explain_refusal(words);
    throw;
  } catch (const CLI::ArgumentMismatch& error) {
    explain_refusal(words);
    reject_count_of_values(error.what());
    throw UsageError(Error("usage.line", "command line: {}", error.what()));
  } catch (const CLI::ParseError& error) {
    explain_refusal(words);
    for (const Command* command : chosen()) command->reject_unmet_requirement();
    throw UsageError(Error("usage.line", "command line: {}", error.what()));
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

}  // namespace trivium::tools
