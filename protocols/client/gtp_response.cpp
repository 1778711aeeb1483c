#include "protocols/client/gtp_response.h"

#include <cstddef>

#include "engine/core/text.h"

namespace trivium::client {

Result<GtpResponse> parse_gtp_response(std::string_view lines) {
  while (!lines.starts_with('=') && !lines.starts_with('?')) {
    const std::size_t end = lines.find('\n');
    if (end == std::string_view::npos)
      return Error{"client.gtp.response", "no line begins with '=' or '?'"};
    lines.remove_prefix(end + 1);
  }
  GtpResponse response{lines.front() == '=', {}};
  for (const char c : lines.substr(1)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n' || (byte >= 32 && byte != 127)) response.text += c;
    if (c == '\t') response.text += ' ';
  }
  response.text = text::trimmed(response.text);
  return response;
}

}  // namespace trivium::client
