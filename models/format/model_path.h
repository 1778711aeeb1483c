// Where weights are found when nobody names a file.
//
// Each game's folder has a default.json, {"weights": "<file name>"}, that names the one in use, and may name one more by its role
// ("patterns", in chess "strength"). Poker has a strategy for each kind of betting, {"limit": ..., "nolimit": ...}, and may have a network
// ("limit-cnn", "nolimit-cnn"). The folder `models` is looked for
//   1. where the environment variable TRIVIUM_MODELS says; if it is set, nowhere else;
//   2. in the folder of the running program and in each one above it, as `models` (a build inside the source tree) or
//      `share/trivium/models` (an installation).
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace trivium::format {

/// The folders named `models` that may hold a game's folder, in the order of search; they need not exist.
std::vector<std::filesystem::path> model_folders();
/// Those of the program whose file is `program`; `told` is what its TRIVIUM_MODELS says, empty where it is not set.
std::vector<std::filesystem::path> model_folders(const std::filesystem::path& program, std::string_view told);

/// The weight file that default.json of `game` ("chess", "connect6") names, in the first of `folders` that has one.
/// Throws LoadError when there is none, or it cannot be understood, naming where it looked.
std::filesystem::path default_weights(std::string_view game, const std::vector<std::filesystem::path>& folders = model_folders());

/// The file of `role`, "weights", "patterns", "strength", "limit", "nolimit", "limit-cnn" or "nolimit-cnn"; nothing where there is no
/// default.json, or it names none of that role. Throws LoadError where it cannot be understood.
std::optional<std::filesystem::path> default_model(std::string_view game, std::string_view role,
                                                   const std::vector<std::filesystem::path>& folders = model_folders());

}  // namespace trivium::format
