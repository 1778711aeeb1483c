#include "models/format/model_path.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"

namespace trivium::format {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWeights = "weights";
constexpr std::size_t kShownBytes = 80;
constexpr std::array<std::string_view, 7> kRoles = {kWeights,  "patterns",  "strength",   "limit",
                                                    "nolimit", "limit-cnn", "nolimit-cnn"};

/// Reads a default.json: an object with weight files by role.
nlohmann::json read_choice(const fs::path& path) {
  constexpr std::uint64_t kMaxBytes = 65536;
  const std::string text = or_throw(input::read_text(path, kMaxBytes, input::Pipes::kNone));
  StrictJson parsed = parse_strictly(text);
  if (!parsed.error.empty()) throw LoadError("models.json", "{}: {}", path.string(), parsed.error);
  nlohmann::json json = std::move(parsed.value);
  const auto known = [](const auto& item) {
    return std::find(kRoles.begin(), kRoles.end(), item.key()) != kRoles.end() &&
           item.value().is_string();
  };
  const auto items = json.items();
  const bool has_weights =
      json.contains(kWeights) || json.contains("limit") || json.contains("nolimit");
  if (!json.is_object() || !has_weights || !std::all_of(items.begin(), items.end(), known)) {
    throw LoadError("models.choice",
                    "{}: must be {{\"weights\": \"FILE NAME\"}}, optionally with "
                    "\"patterns\" or \"strength\"; or for poker {{\"limit\": "
                    "\"FILE NAME\", \"nolimit\": \"FILE NAME\"}}, optionally with "
                    "\"limit-cnn\" and \"nolimit-cnn\"",
                    path.string());
  }
  for (const auto& [role, file] : items) {
    const std::string name = file;
    if (name.empty() || name.find('\0') != std::string::npos || fs::path(name).filename() != name ||
        name == "." || name == "..") {
      throw LoadError("models.choice", "{}: \"{}\" must name a file in the same folder, not \"{}\"",
                      path.string(), role, text::printable(name, kShownBytes));
    }
  }
  return json;
}

/// Returns the default.json of `game` in the first folder that has one.
std::optional<fs::path> choice_of(std::string_view game, const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    fs::path choice = folder / game / "default.json";
    std::error_code failure;
    if (fs::exists(choice, failure)) return choice;
  }
  return std::nullopt;
}

}  // namespace

std::vector<fs::path> model_folders() {
  const char* const environment = std::getenv("TRIVIUM_MODELS");
  std::error_code failure;
  return model_folders(fs::read_symlink("/proc/self/exe", failure),
                       environment == nullptr ? "" : environment);
}

std::vector<fs::path> model_folders(const fs::path& program, std::string_view environment) {
  if (!environment.empty()) return {fs::path(environment)};
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
  if (const auto file = default_model(game, kWeights, folders)) return *file;
  if (const auto choice = choice_of(game, folders))
    throw LoadError("models.choice", "{}: names no \"weights\"", choice->string());
  const std::string where = folders.empty() ? "nowhere" : folders.front().string();
  const std::string more = folders.size() > 1
                               ? fmt::format(" and {} other places up to {}", folders.size() - 1,
                                             folders.back().string())
                               : "";
  throw LoadError("models.missing",
                  "no default weights for {}: there is no {}/default.json in {}{} "
                  "(TRIVIUM_MODELS can name the folder)",
                  game, game, where, more);
}

std::optional<fs::path> default_model(std::string_view game, std::string_view role,
                                      const std::vector<fs::path>& folders) {
  const std::optional<fs::path> choice = choice_of(game, folders);
  if (!choice) return std::nullopt;
  const nlohmann::json json = read_choice(*choice);
  const auto named = json.find(role);
  if (named == json.end()) return std::nullopt;
  return choice->parent_path() / named->get<std::string>();
}

}  // namespace trivium::format
