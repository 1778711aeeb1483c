// Strict JSON parser: duplicate keys and nesting deeper than a limit, which nlohmann::json accepts,
// are errors. And a writer that never fails.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::format {

/// Maximum number of objects and arrays that are inside each other.
inline constexpr int kMaxJsonDepth = 16;

/// A value, or a description of the first error.
struct StrictJson {
  nlohmann::json value;  ///< incomplete if there is an error
  std::string error;     ///< "it is not JSON at byte 12"; empty if there is no error
};

/// Parses `text` as one JSON value without duplicate keys, nested at most kMaxJsonDepth deep. Does
/// not throw on invalid text.
StrictJson parse_strictly(std::string_view text);

/// Exception of parse_json() for an object that has a key twice. Not derived from std::exception.
struct DuplicateKey {
  std::string key;
};

/// Parses `text` with Json::parse(), for any type of nlohmann::basic_json. Throws DuplicateKey for
/// a duplicate key, where Json::parse() alone would keep one of both values. Throws Json::exception
/// if the text is invalid. Does not limit nesting.
template <class Json>
Json parse_json(std::string_view text) {
  std::vector<std::set<std::string>> keys;
  const auto watch = [&keys](int, typename Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key &&
        !keys.back().insert(parsed.template get<std::string>()).second) {
      throw DuplicateKey{parsed.template get<std::string>()};
    }
    return true;
  };
  return Json::parse(text, typename Json::parser_callback_t(watch));
}

/// Returns `json` as one line without a line end, with U+FFFD for invalid UTF-8, where Json::dump()
/// alone would throw.
template <class Json>
std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Returns `json` as json_line() does, but in lines indented by two spaces for each level.
template <class Json>
std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace trivium::format
