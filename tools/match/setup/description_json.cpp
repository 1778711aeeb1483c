#include "tools/match/setup/description_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"
#include "tools/match/setup/setting_values.h"

namespace trivium::match {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
/// Member for the list of engines; the command line repeats -engine instead.
constexpr std::string_view kEngines = "engines";

std::string plain(std::string_view name) {
  constexpr std::size_t kMax = 60;
  return text::printable(name, kMax);
}

/// Returns a text, a number or a Boolean as it would be written on a command line.
std::string scalar(const ordered_json& value, const std::string& place) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  fail(place, "needs a text, a number, true or false");
}

/// Reads a member of a flag's object: "tc": "10+0.1", "arg": ["a", "b"], "option": {"Hash": 64}.
void add_settings(const FlagSpec& flag, const std::string& name, const ordered_json& value,
                  Argument& argument) {
  const std::string place = fmt::format("{}.{}", argument.place, plain(name));
  if (value.is_object()) {
    for (const auto& [inner, held] : value.items()) {
      const std::string full = name + "." + inner;
      const KeySpec* const key = known_key(flag, full, argument.place);
      argument.settings.push_back(
          {key, full, scalar(held, place + "." + plain(inner)), place + "." + plain(inner)});
    }
    return;
  }
  const KeySpec* const key = known_key(flag, name, argument.place);
  if (!value.is_array()) {
    argument.settings.push_back({key, name, scalar(value, place), place});
    return;
  }
  if (!key->repeated) fail(place, "takes one value, not a list");
  for (const ordered_json& one : value)
    argument.settings.push_back({key, name, scalar(one, place), place});
}

Argument keys_of(const FlagSpec& flag, const ordered_json& value, std::string place) {
  Argument argument{&flag, {}, std::move(place)};
  if (value.is_object()) {
    for (const auto& [name, held] : value.items()) add_settings(flag, name, held, argument);
  } else if (!flag.bare_key.empty() && value.is_string()) {
    add_settings(flag, std::string(flag.bare_key), value, argument);
  } else {
    fail(argument.place, fmt::format("needs an object {{ ... }} of {}", flag.value));
  }
  return argument;
}

/// Reads a member of the document that stands for one flag.
void add_argument(const FlagSpec& flag, const ordered_json& value, const std::string& place,
                  std::vector<Argument>& arguments) {
  const bool is_false = value.is_boolean() && !value.get<bool>();
  if (flag.treatment != Treatment::kRead) {
    if (!is_false) arguments.push_back({&flag, {}, place});
    return;
  }
  if (flag.shape == FlagShape::kKeys) {
    arguments.push_back(keys_of(flag, value, place));
    return;
  }
  if (flag.shape == FlagShape::kNothing && !value.is_boolean()) fail(place, "needs true or false");
  if (flag.shape == FlagShape::kNothing && is_false) return;
  if (flag.shape != FlagShape::kValue && value.is_boolean() && !is_false) {
    arguments.push_back({&flag, {}, place});
    return;
  }
  arguments.push_back({&flag, {{nullptr, "", scalar(value, place), place}}, place});
}

void add_engines(const ordered_json& value, std::vector<Argument>& arguments) {
  if (!value.is_array()) fail(std::string(kEngines), "needs a list [ ... ]");
  for (std::size_t i = 0; i < value.size(); ++i) {
    arguments.push_back(
        keys_of(*find_flag("engine"), value[i], fmt::format("{}[{}]", kEngines, i)));
  }
}

std::vector<Argument> read_document(const ordered_json& document) {
  if (!document.is_object())
    throw format::LoadError("match.description.json", "a description is an object { ... }");
  std::vector<Argument> arguments;
  for (const auto& [name, value] : document.items()) {
    if (name == kEngines) {
      add_engines(value, arguments);
      continue;
    }
    if (name == "engine") fail("engine", fmt::format("is named {} here and is a list", kEngines));
    add_argument(*known_flag(name, ""), value, plain(name), arguments);
  }
  return arguments;
}

/// Returns the value as a number or a Boolean if it has the same text, else as text.
ordered_json value_in_json(const std::string& value) {
  if (value == "true" || value == "false") return value == "true";
  const bool digits = !value.empty() && value.size() <= 18 &&
                      value.find_first_not_of("0123456789") == std::string::npos;
  if (digits && (value == "0" || value.front() != '0')) return std::stoull(value);
  return value;
}

/// Adds the settings of a flag with keys to `object`.
void merge_settings(const Argument& argument, ordered_json& object) {
  for (const Setting& setting : argument.settings) {
    if (setting.key->treatment != Treatment::kRead) continue;
    const std::size_t dot =
        setting.key->name.ends_with('.') ? setting.name.find('.') : std::string::npos;
    if (dot != std::string::npos) {
      object[setting.name.substr(0, dot)][setting.name.substr(dot + 1)] =
          value_in_json(setting.value);
    } else if (setting.key->repeated) {
      object[setting.name].push_back(value_in_json(setting.value));
    } else {
      object[setting.name] = value_in_json(setting.value);
    }
  }
}

void put_argument(const Argument& argument, ordered_json& document) {
  const std::string name(argument.flag->name);
  if (name == "engine") {
    ordered_json object = ordered_json::object();
    merge_settings(argument, object);
    document[std::string(kEngines)].push_back(std::move(object));
  } else if (argument.flag->shape == FlagShape::kKeys) {
    ordered_json& object = document[name];
    if (object.is_null()) object = ordered_json::object();
    merge_settings(argument, object);
  } else if (argument.settings.empty()) {
    document[name] = true;
  } else {
    document[name] = value_in_json(argument.settings.front().value);
  }
}

}  // namespace

Result<std::vector<Argument>> parse_description(std::string_view json) {
  try {
    return format::or_error([&] { return read_document(format::parse_json<ordered_json>(json)); });
  } catch (const format::DuplicateKey& fault) {
    return Error{"match.setting.twice", "the key {} appears twice in one object", shown(fault.key)};
  } catch (const ordered_json::exception& fault) {
    constexpr std::size_t kMaxFault = 200;
    return Error{
        "match.description.json",
        "not JSON: " + text::printable(text::without_exception_name(fault.what()), kMaxFault)};
  }
}

Result<std::vector<Argument>> read_description(const fs::path& file) {
  const Result<std::string> text = input::read_text(file, kMaxBytes);
  if (!text) return text.error();
  Result<std::vector<Argument>> arguments = parse_description(*text);
  if (!arguments) return at_place(file.string(), arguments.error());
  return arguments;
}

Result<std::vector<Argument>> with_config(std::vector<Argument> arguments) {
  std::vector<Argument> all;
  for (const Argument& argument : arguments) {
    if (argument.flag->name != "config") continue;
    std::string file;
    bool discarded = false;
    for (const Setting& setting : argument.settings) {
      if (setting.key->name == "file") file = setting.value;
      if (setting.key->name == "discard") discarded = setting.value == "true";
    }
    if (file.empty() || discarded) continue;
    Result<std::vector<Argument>> described = read_description(file);
    if (!described) return described.error();
    std::ranges::move(*described, std::back_inserter(all));
  }
  std::erase_if(arguments,
                [](const Argument& argument) { return argument.flag->name == "config"; });
  std::ranges::move(arguments, std::back_inserter(all));
  return all;
}

std::string to_json(std::span<const Argument> arguments) {
  ordered_json document = ordered_json::object();
  for (const Argument& argument : arguments) {
    const FlagSpec& flag = *argument.flag;
    if (flag.treatment == Treatment::kRead && flag.name != "config" && flag.name != "save-config")
      put_argument(argument, document);
  }
  return format::json_text(document) + "\n";
}

}  // namespace trivium::match
