// What a lenient JSON parser lets pass and we do not: a key twice in one object, nesting without end.
#pragma once

#include <string>
#include <string_view>

namespace trivium::format {

inline constexpr int kMaxJsonDepth = 16;

/// Empty when `text` is one JSON value without duplicate keys, nested at most kMaxJsonDepth deep; else what is wrong and where.
std::string json_fault(std::string_view text);

}  // namespace trivium::format
