#include "tools/manifest.h"

#include <utility>

#include "tools/version.h"

namespace trivium::tools {

learning::ToolIdentity tool_identity() { return {std::string(version()), std::string(commit())}; }

learning::Manifest new_manifest(std::string command) {
  learning::Manifest manifest;
  manifest.tool = tool_identity();
  manifest.command = std::move(command);
  return manifest;
}

}  // namespace trivium::tools
