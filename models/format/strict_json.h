// JSON that must be right: a value is read in one pass, and a key that appears twice in one object
// or nesting without end, which a lenient parser lets pass, is a fault like any other.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace trivium::format {

inline constexpr int kMaxJsonDepth = 16;

/// A value, or what is wrong with the text and where.
struct StrictJson {
  nlohmann::json value;
  std::string fault;  ///< empty if the value is complete
};

/// Parses `text` as one JSON value without duplicate keys, nested at most kMaxJsonDepth deep.
StrictJson parse_strictly(std::string_view text);

}  // namespace trivium::format
