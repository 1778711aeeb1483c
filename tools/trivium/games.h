// Games that `trivium` plays in sessions, on standard input and output and on the server, and their
// model files.
//
// The commands that run sessions, the keys of the server's configuration and its reloads use these
// lists. So a new game over GTP or UCI needs one function, in games.cpp.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/chess/search/search_parameters.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/reversi/search/search_parameters.h"
#include "models/format/weight_file.h"
#include "protocols/server/dispatch.h"
#include "protocols/server/server.h"
#include "protocols/server/server_config.h"

namespace trivium::tools {

/// Weight files that the user has named, by key (ModelSource::keys). For a key that is not here,
/// the file that the game's default.json names is used, if there is one.
using ModelFiles = std::map<std::string, format::WeightFile>;

/// Models that are loaded together, from one or more files.
struct ModelSource {
  const char* name;           ///< for messages
  server::Protocol protocol;  ///< protocol of their game
  bool needed;                ///< false if the game can be played without them
  /// Keys of the files in the server's configuration. The first key of a game is its name, with
  /// which the kinds of its files begin.
  std::vector<std::string> keys;
  /// Loads the models; the result's use() puts them in use. Throws format::LoadError. Thread-safe.
  std::function<server::ServerWeights(const ModelFiles& named)> load;
  /// Stores the reason why the models could not be loaded; a session reports it when it should
  /// think. Call it on the thread of the sessions.
  std::function<void(const std::string& fault)> explain;
};

/// All games with their models.
struct Games {
  server::SessionConfigs sessions;  ///< configurations of sessions, with the seat of each game
  std::vector<ModelSource> models;  ///< grouped by game
};

/// Search parameters of the games.
struct SearchSettings {
  chess::SearchParameters chess;
  connect6::SearchParameters connect6;
  reversi::SearchParameters reversi;
};

/// Returns all games. No models are loaded.
Games all_games(const SearchSettings& search = {});

/// Returns the keys that all games have in the configuration of the server.
server::GameKeys config_keys(const Games& games);

/// True if `named`, a map by key, has a file of `source`.
bool is_named(const ModelSource& source, const auto& named) {
  return std::ranges::any_of(source.keys,
                             [&named](const std::string& key) { return named.contains(key); });
}

}  // namespace trivium::tools
