#include "models/format/model_path.h"

#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>

#include "models/format/file_io.h"
#include "models/format/json_check.h"
#include "models/format/load_error.h"

namespace trivium::format {

namespace {

namespace fs = std::filesystem;

/// The weight file's name in a default.json.
std::string named_file(const fs::path& path) {
  constexpr std::uint64_t kMaxBytes = 65536;
  const std::vector<std::byte> bytes = read_file(path, kMaxBytes);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (const std::string fault = json_fault(text); !fault.empty()) throw LoadError(fmt::format("{}: {}", path.string(), fault));
  const nlohmann::json json = nlohmann::json::parse(text);
  if (!json.is_object() || json.size() != 1 || !json.contains("weights") || !json["weights"].is_string()) {
    throw LoadError(fmt::format("{}: must be {{\"weights\": \"FILE NAME\"}}", path.string()));
  }
  std::string name = json["weights"];
  if (name.empty() || name.find('\0') != std::string::npos || fs::path(name).filename() != name || name == "." || name == "..") {
    throw LoadError(fmt::format("{}: \"weights\" must name a file in the same folder, not \"{}\"", path.string(), name));
  }
  return name;
}

}  // namespace

std::vector<fs::path> model_folders() {
  const char* const told = std::getenv("TRIVIUM_MODELS");
  std::error_code failure;
  return model_folders(fs::read_symlink("/proc/self/exe", failure), told == nullptr ? "" : told);
}

std::vector<fs::path> model_folders(const fs::path& program, std::string_view told) {
  if (!told.empty()) return {fs::path(told)};
  std::vector<fs::path> folders;
  fs::path folder = program.parent_path();
  while (!folder.empty()) {
    folders.push_back(folder / "models");
    folders.push_back(folder / "share" / "trivium" / "models");
    if (folder == folder.parent_path()) break;
    folder = folder.parent_path();
  }
  return folders;
}

fs::path default_weights(std::string_view game, const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    const fs::path choice = folder / game / "default.json";
    std::error_code failure;
    if (fs::exists(choice, failure)) return choice.parent_path() / named_file(choice);
  }
  const std::string where = folders.empty() ? "nowhere" : folders.front().string();
  const std::string more =
      folders.size() > 1 ? fmt::format(" and {} other places up to {}", folders.size() - 1, folders.back().string()) : "";
  throw LoadError(fmt::format("no default weights for {}: there is no {}/default.json in {}{} (TRIVIUM_MODELS can name the folder)", game,
                              game, where, more));
}

}  // namespace trivium::format
