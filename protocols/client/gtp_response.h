// A response of a GTP engine, read.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace trivium::client {

struct GtpResponse {
  bool accepted = false;  ///< it begins with '=', not with '?'
  std::string text;       ///< lines joined by '\n', without outer blanks and without other control characters
};

/// Reads the lines that an engine wrote before an empty line. Those before the first that begins
/// with '=' or '?' are noise; the error is that there is nothing else.
Result<GtpResponse> parse_gtp_response(std::string_view lines);

}  // namespace trivium::client
