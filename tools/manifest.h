// Manifest of the running program: its version and commit, for every weight file that it writes.
#pragma once

#include <string>
#include <utility>

#include "learning/harness/manifest.h"
#include "tools/version.h"

namespace trivium::tools {

/// Returns a manifest of this program and `command`.
inline learning::Manifest new_manifest(std::string command) {
  learning::Manifest manifest;
  manifest.tool = {std::string(version()), std::string(commit())};
  manifest.command = std::move(command);
  return manifest;
}

}  // namespace trivium::tools
