// `trivium weights FILE`: what a weight file holds and whether it verifies.
#pragma once

#include <string>

namespace trivium::tools {

/// Prints the file's kind, schema, tensors, features, manifest and hash, for people or (`json`) as one JSON object. Returns the exit
/// status: 0 when the file verifies, 1 when not; then the fault is said on stderr, and in the JSON object too.
int run_weights(const std::string& path, bool json);

}  // namespace trivium::tools
