// Finds the default weight files, for programs that are not given a file.
//
// Each game's folder has a default.json, {"weights": "<file name>"}, that names the default file.
// It may name further files by role ("patterns"; in chess "strength"). Poker has one strategy for
// each kind of betting, {"limit": ..., "nolimit": ...}, and may have networks ("limit-cnn",
// "nolimit-cnn"). The folder `models` is
//   1. the value of the environment variable TRIVIUM_MODELS, if it is set; otherwise
//   2. `models` (a build inside the source tree) or `share/trivium/models` (an installation), first
//      in the folder of the running program, then in each folder above it.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace trivium::format {

/// Returns the folders named `models` that may hold a game's folder, in search order. They need not
/// exist.
std::vector<std::filesystem::path> model_folders();
/// Computes model_folders() for the executable file `program`. `environment` is the value of
/// TRIVIUM_MODELS, empty if it is not set.
std::vector<std::filesystem::path> model_folders(const std::filesystem::path& program,
                                                 std::string_view environment);

/// Returns the weight file ("weights") that the default.json of `game` ("chess", "connect6") names.
/// Uses the first of `folders` that has a default.json for the game. Throws LoadError, with the
/// searched folders, if there is none; also if it is invalid or does not name the file.
std::filesystem::path default_weights(
    std::string_view game, const std::vector<std::filesystem::path>& folders = model_folders());

/// Returns the file of `role`: "weights", "patterns", "strength", "limit", "nolimit", "limit-cnn"
/// or "nolimit-cnn". Returns nothing if no folder has a default.json for `game`, or if the first
/// one found does not have the role. Throws LoadError if default.json is invalid.
std::optional<std::filesystem::path> default_model(
    std::string_view game, std::string_view role,
    const std::vector<std::filesystem::path>& folders = model_folders());

}  // namespace trivium::format
