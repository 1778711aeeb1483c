// JSON that must be right: a value is read in one pass, and a key that appears twice in one object
// or nesting without end, which a lenient parser lets pass, is a fault like any other.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::format {

inline constexpr int kMaxJsonDepth = 16;

/// A value, or what is wrong with the text and where.
struct StrictJson {
  nlohmann::json value;
  std::string fault;  ///< empty if the value is complete
};

/// Parses `text` as one JSON value without duplicate keys, nested at most kMaxJsonDepth deep.
StrictJson parse_strictly(std::string_view text);

/// An object has this key twice.
struct KeyTwice {
  std::string key;
};

/// Json::parse(), which keeps one of two members with the same key. This throws KeyTwice.
template <class Json>
Json parse_json(std::string_view text) {
  std::vector<std::set<std::string>> keys;
  const auto watch = [&keys](int, typename Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(parsed.template get<std::string>()).second) {
      throw KeyTwice{parsed.template get<std::string>()};
    }
    return true;
  };
  return Json::parse(text, typename Json::parser_callback_t(watch));
}

}  // namespace trivium::format
