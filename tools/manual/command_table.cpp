#include "tools/manual/command_table.h"

#include <array>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace trivium::tools {

namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// Takes the last check off a type, e.g. ":{chess,connect6}", into `value`. False when there is none left.
bool take_check(std::string& type, ValueEntry& value) {
  if (const std::size_t set = type.rfind(":{"); type.ends_with('}') && set != std::string::npos) {
    value.choices = split(std::string_view(type).substr(set + 2, type.size() - set - 3), ',');
    type.resize(set);
    return true;
  }
  if (const std::size_t range = type.rfind(" in ["); type.ends_with(']') && range != std::string::npos) {
    value.bounds = type.substr(range + 5, type.size() - range - 6);
    const std::size_t colon = type.rfind(':', range);
    type.resize(colon == std::string::npos ? 0 : colon);
    return true;
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kBounds{
      {{":NONNEGATIVE", "0 or more"}, {":POSITIVE", "above 0"}, {":NUMBER", "a number"}}};
  for (const auto& [check, bounds] : kBounds) {
    if (!type.ends_with(check)) continue;
    value.bounds = bounds;
    type.resize(type.size() - check.size());
    return true;
  }
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kPaths{
      {{":FILE", "FILE"}, {":DIR", "DIR"}, {":PATH(existing)", "FILE"}, {":PATH(non-existing)", "FILE"}}};
  for (const auto& [check, name] : kPaths) {
    if (!type.ends_with(check)) continue;
    type = name;
    return true;
  }
  // A check of our own that is named as the type says nothing new.
  if (const std::string_view half = std::string_view(type).substr(0, type.size() / 2); type == fmt::format("{0}:{0}", half)) {
    type.resize(half.size());
    return true;
  }
  return false;
}

}  // namespace

std::string CommandEntry::word() const { return name.substr(name.rfind(' ') + 1); }

ValueEntry describe_value(std::string type) {
  ValueEntry value;
  while (take_check(type, value)) continue;
  if (type == "FILE" || type == "DIR" || type.find('|') != std::string::npos) {
    for (const std::string& part : split(type, '|')) {
      if (part == "FILE") {
        value.files = true;
      } else if (part == "DIR") {
        value.folders = true;
      } else {
        value.choices.push_back(part);
      }
    }
  }
  value.name = std::move(type);
  return value;
}

}  // namespace trivium::tools
