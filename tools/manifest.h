// Manifest of the running program: its version and commit, for every weight file that it writes.
#pragma once

#include <string>

#include "learning/harness/manifest.h"

namespace trivium::tools {

/// Returns version and commit of this program, for manifests.
learning::ToolIdentity tool_identity();
/// Returns a manifest of this program and `command`.
learning::Manifest new_manifest(std::string command);

}  // namespace trivium::tools
