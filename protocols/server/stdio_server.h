// One conversation on standard input and output, for `trivium`, `trivium uci` and `trivium gtp`.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/core/result.h"
#include "protocols/server/dispatch.h"

namespace trivium::server {

struct StdioConfig {
  Protocol protocol = Protocol::kDetect;
  SessionConfigs sessions;
  /// File to which every line in both directions is appended.
  std::optional<std::filesystem::path> log;
  int input = 0;  ///< descriptors; their flags are not changed
  int output = 1;
};

/// Serves until the client quits, ends its input or stops reading for good (SIGPIPE is ignored from
/// here on). All output has been written on return. Returns an error if the log cannot be opened,
/// or if the output is closed or cannot be written (full disk, no reader, ...).
Status serve_stdio(const StdioConfig& config);

}  // namespace trivium::server
