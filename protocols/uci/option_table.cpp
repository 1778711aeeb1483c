#include "protocols/uci/option_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/core/spelling.h"
#include "engine/core/text.h"

namespace trivium::uci {

void OptionTable::add_check(std::string name, bool initial, std::function<void(bool)> set) {
  auto set_text = [name, set = std::move(set)](const std::string& value) -> Status {
    const bool on = text::same_ignoring_case(value, "true");
    if (!on && !text::same_ignoring_case(value, "false")) {
      return Error{"uci.option.check", fmt::format("option {}: needs 'true' or 'false', found '{}'",
                                                   name, printable(value))};
    }
    set(on);
    return {};
  };
  options_.push_back(
      {std::move(name), fmt::format("check default {}", initial), std::move(set_text)});
}

void OptionTable::add_spin(std::string name, int initial, int min, int max,
                           std::function<void(int)> set) {
  auto set_text = [name, min, max, set = std::move(set)](const std::string& value) -> Status {
    const std::optional<std::int64_t> number = parse_number(value);
    if (!number || *number < min || *number > max) {
      return Error{"uci.option.range",
                   fmt::format("option {}: needs a whole number from {} to {}, found '{}'", name,
                               min, max, printable(value))};
    }
    set(static_cast<int>(*number));
    return {};
  };
  options_.push_back({std::move(name),
                      fmt::format("spin default {} min {} max {}", initial, min, max),
                      std::move(set_text)});
}

void OptionTable::add_button(std::string name, std::function<void()> press) {
  options_.push_back(
      {std::move(name), "button", [press = std::move(press)](const std::string&) -> Status {
         press();
         return {};
       }});
}

void OptionTable::add_string(std::string name, std::function<void(const std::string&)> set) {
  options_.push_back({std::move(name), "string default <empty>",
                      [set = std::move(set)](const std::string& value) -> Status {
                        set(text::same_ignoring_case(value, "<empty>") ? std::string() : value);
                        return {};
                      }});
}

std::string OptionTable::list() const {
  std::string text;
  for (const Option& option : options_)
    text += fmt::format("option name {} type {}\n", option.name, option.type);
  return text;
}

Status OptionTable::set(const SetOptionCommand& command) const {
  const auto option = std::ranges::find_if(
      options_, [&](const Option& o) { return text::same_ignoring_case(o.name, command.name); });
  if (option == options_.end()) {
    return Error{"uci.option.unknown",
                 fmt::format("no such option: '{}'{}", printable(command.name),
                             text::suggestion(command.name, options_, &Option::name))};
  }
  return option->set(command.value.value_or(std::string()));
}

}  // namespace trivium::uci
