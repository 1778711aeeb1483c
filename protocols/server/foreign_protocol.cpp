#include "protocols/server/foreign_protocol.h"

#include <algorithm>

#include "engine/core/text.h"

namespace trivium::server {

bool looks_like_http(std::string_view line) noexcept {
  const std::string_view method = text::take_word(line);
  text::take_word(line);  // the target
  const std::string_view version = text::take_word(line);
  const bool is_method = !method.empty() && std::all_of(method.begin(), method.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  return is_method && version.starts_with("HTTP/") && text::trimmed(line).empty();
}

bool looks_like_tls(std::string_view bytes) noexcept {
  constexpr char kHandshake = 0x16;
  return bytes.front() == kHandshake;
}

}  // namespace trivium::server
