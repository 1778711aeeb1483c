// Parser for responses of GTP engines.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace trivium::client {

struct GtpResponse {
  bool accepted = false;  ///< begins with '=', not with '?'
  std::string text;  ///< lines joined by '\n', without outer blanks and other control characters
};

/// Parses the lines that an engine wrote before an empty line. Lines before the first '=' or '?'
/// are ignored; returns an error if there is none.
Result<GtpResponse> parse_gtp_response(std::string_view lines);

}  // namespace trivium::client
