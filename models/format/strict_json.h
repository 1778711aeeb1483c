// Strict JSON parser: a value is read in one pass; duplicate keys and excessive nesting, which a
// lenient parser accepts, are errors.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::format {

inline constexpr int kMaxJsonDepth = 16;

/// A value, or a description of the first error and its position.
struct StrictJson {
  nlohmann::json value;
  std::string fault;  ///< empty if the value is complete
};

/// Parses `text` as one JSON value without duplicate keys, nested at most kMaxJsonDepth deep.
StrictJson parse_strictly(std::string_view text);

/// Thrown for an object that has a key twice.
struct KeyTwice {
  std::string key;
};

/// Json::parse() that throws KeyTwice for duplicate keys, of which Json::parse() keeps one.
template <class Json>
Json parse_json(std::string_view text) {
  std::vector<std::set<std::string>> keys;
  const auto watch = [&keys](int, typename Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key &&
        !keys.back().insert(parsed.template get<std::string>()).second) {
      throw KeyTwice{parsed.template get<std::string>()};
    }
    return true;
  };
  return Json::parse(text, typename Json::parser_callback_t(watch));
}

}  // namespace trivium::format
