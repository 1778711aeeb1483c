// Finds the default weight files, for users who name no file.
//
// Each game's folder has a default.json, {"weights": "<file name>"}, that names the default file.
// It may name further files by role ("patterns"; in chess "strength"). Poker has one strategy for
// each kind of betting, {"limit": ..., "nolimit": ...}, and may have networks ("limit-cnn",
// "nolimit-cnn"). The folder `models` is
//   1. the value of the environment variable TRIVIUM_MODELS, if it is set; otherwise
//   2. `models` (a build inside the source tree) or `share/trivium/models` (an installation) in the
//      folder of the running program or in a folder above it.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace trivium::format {

/// Returns the folders named `models` that may hold a game's folder, in search order. They need not
/// exist.
std::vector<std::filesystem::path> model_folders();
/// Returns the same for the executable `program` and the value `environment` of TRIVIUM_MODELS,
/// empty if it is not set.
std::vector<std::filesystem::path> model_folders(const std::filesystem::path& program,
                                                 std::string_view environment);

/// Returns the weight file that default.json of `game` ("chess", "connect6") names, in the first of
/// `folders` that has one.
/// Throws LoadError, with the searched folders, if there is none or it is invalid.
std::filesystem::path default_weights(
    std::string_view game, const std::vector<std::filesystem::path>& folders = model_folders());

/// Returns the file of `role`: "weights", "patterns", "strength", "limit", "nolimit", "limit-cnn"
/// or "nolimit-cnn". Returns nothing if there is no default.json or it does not have the role.
/// Throws LoadError if default.json is invalid.
std::optional<std::filesystem::path> default_model(
    std::string_view game, std::string_view role,
    const std::vector<std::filesystem::path>& folders = model_folders());

}  // namespace trivium::format
